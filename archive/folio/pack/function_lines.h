/*
 * function_lines: where all of a function is in the source, run by run, and the text of that: what annotate
 * shows between the instructions of functions that samples lie in.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FUNCTION_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FUNCTION_LINES_H

#include "archive/folio/pack/source_text.h"

/* A function, and who knows its lines. */
struct lined_function {
    struct resolver *resolver;
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
};

/* Add to `l` the lines of all addresses of a function, and to *frames how many frames these have; nothing
   where that is FUNCTION_FRAMES_MOST already. Of a function that a folio has only touched places of, nothing
   is added. */
enum { FUNCTION_FRAMES_MOST = 1 << 21 }; /* of an object: some seconds of work */
void function_lines_add(struct folio_lines *l, const struct lined_function *f, size_t *frames);

/* Add the text of the lines of a function, in `l`, from the files that its DWARF names: of each function that
   is in it, itself and what was inlined, from the first to the last line that its code comes from. */
void function_lines_add_text(struct folio_lines *l, const struct lined_function *f, struct source_text *t);

#endif
