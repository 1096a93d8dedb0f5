/*
 * inlines: the functions that were inlined at an address, as symbols: one for a function inlined into another
 * one, wherever in it, so that rows and trees can tell them apart as they do others; and the slot of the
 * source lines that they come from. Not for two threads at once.
 */
#ifndef PERFOLIO_CORE_RESOLVE_INLINES_H
#define PERFOLIO_CORE_RESOLVE_INLINES_H

#include "core/base/idmap.h"
#include "core/resolve/lines.h"
#include "core/resolve/load.h"
#include "core/resolve/symtab.h"

/* Of one object; zero-initialise. */
struct inlines {
    struct arena arena;
    struct names names;
    struct idmap symbols; /* index + 1 into v, by name and the symbol it was inlined into */
    struct idmap lists;   /* index + 1 into `known`, by address */
    struct symbol **v;
    size_t n, cap;
    struct inlined {
        const struct symbol *const *v; /* innermost first, without the function that is not inlined */
        size_t n;
    } * known;
    size_t nknown, cap_known;
};

/* What is known of an address already, or NULL. */
const struct inlined *inlines_known(const struct inlines *in, uint64_t addr);

/* What `frames` (lines.h, of that address) say of it; `into`: the symbol there, by its number in the table. */
const struct inlined *inlines_add(struct inlines *in, uint64_t addr, const struct line_frame *frames,
                                  size_t nframes, const struct symbol *into, size_t number);

/* The source lines of an object, from the file that says most about them, and what is inlined there. Behind resolver.c, which locks. */
struct line_slot {
    struct line_files files; /* what the DWARF names is asked of the sources */
    struct loader *loader;
    const struct object *object;
    bool asked, own_asked, own; /* own: inlines_are_own(), once that was asked */
    struct blob symbols, runtime;
    const struct line_reader *reader;
    struct lines *lines; /* NULL: none, and why */
    struct err e;
    struct inlines inlined;
};

/* Open what there is; `may` false: there can be none. */
void inlines_open_lines(struct line_slot *s, struct loader *d, const struct object *o, bool may);
void inlines_free_lines(struct line_slot *s); /* and empty it */

/* As line_reader's at(), and functions(), for which the functions are enough. */
size_t inlines_lines_at(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max, uint64_t *end);
size_t inlines_functions(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max);

/* Whether the file is this host's own (chain_has()). */
bool inlines_are_own(struct line_slot *s);

#endif
