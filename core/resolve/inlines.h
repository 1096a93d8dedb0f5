/*
 * inlines: the functions that were inlined at an address, as symbols: one for a function inlined into another
 * one, wherever in it, so that rows and trees can tell them apart as they do others. Not for two threads at
 * once.
 */
#ifndef PERFOLIO_CORE_RESOLVE_INLINES_H
#define PERFOLIO_CORE_RESOLVE_INLINES_H

#include "core/base/idmap.h"
#include "core/resolve/lines.h"
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

void inlines_free(struct inlines *in);

#endif
