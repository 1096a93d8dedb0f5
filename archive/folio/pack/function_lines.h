/*
 * function_lines: gathers the source lines of all addresses of a function, and their text, which annotate shows between
 * the instructions.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FUNCTION_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FUNCTION_LINES_H

#include "archive/folio/pack/source_text.h"

/* A function, and the resolver that knows its lines. */
struct lined_function {
    struct resolver *resolver;
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
};

/* Adds the lines of all addresses of a function to `l`, and the number of their frames to *frames. Adds nothing if
   *frames, which counts those of an object, is FUNCTION_FRAMES_MOST already, or if the lines come from a folio that has
   touched addresses of the function only. */
enum { FUNCTION_FRAMES_MOST = 1 << 21 }; /* some seconds of work */
void function_lines_add(struct folio_lines *l, const struct lined_function *f, size_t *frames);

/* Adds to `l` the text of the lines of a function, from the files that its DWARF names: of the function itself and of
   each one inlined into it, from the first to the last line that has code here. */
void function_lines_add_text(struct folio_lines *l, const struct lined_function *f, struct source_text *t);

#endif
