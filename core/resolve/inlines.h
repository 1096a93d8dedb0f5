/*
 * inlines: functions that were inlined at an address, as symbols. There is one symbol for each function inlined into
 * another function, wherever in it, so that rows and trees handle them like other symbols. Also the per-object state of
 * source lines. Not thread-safe.
 */
#ifndef PERFOLIO_CORE_RESOLVE_INLINES_H
#define PERFOLIO_CORE_RESOLVE_INLINES_H

#include "core/base/idmap.h"
#include "core/resolve/lines.h"
#include "core/resolve/load.h"
#include "core/resolve/symtab.h"

/* The inlined functions of one object; zero-initialise. */
struct inlines {
    struct arena arena;
    struct names names;
    struct idmap symbols; /* name and containing symbol -> place in v + 1 */
    struct idmap lists;   /* address -> place in `known` + 1 */
    struct symbol **v;
    size_t n, cap;
    struct inlined {
        const struct symbol *const *v; /* innermost first, without the function that contains them */
        size_t n;
    } * known;
    size_t nknown, cap_known;
};

/* The inlined functions of an address that inlines_add() has stored; NULL: none yet. */
const struct inlined *inlines_known(const struct inlines *in, uint64_t addr);

/* Stores the inlined functions of an address, from its `frames` (lines.h); `into`: the symbol that covers it, `number`: its
   index in the table. */
const struct inlined *inlines_add(struct inlines *in, uint64_t addr, const struct line_frame *frames,
                                  size_t nframes, const struct symbol *into, size_t number);

/* State of the source lines of an object: the file that says most about them, and the inlined functions. resolver.c locks
   it. */
struct line_slot {
    struct line_files files; /* opens further files that the DWARF names */
    struct loader *loader;
    const struct object *object;
    bool asked, own_asked, own; /* own: the result of inlines_are_own() */
    struct blob symbols, runtime;
    const struct line_reader *reader;
    struct lines *lines; /* NULL: none, because of `e` */
    struct err e;
    struct inlines inlined;
};

/* Opens the object's source lines; `may` false: it cannot have any. */
void inlines_open_lines(struct line_slot *s, struct loader *d, const struct object *o, bool may);
void inlines_free_lines(struct line_slot *s); /* also zeroes it */

/* line_reader's at() and functions(); if there is no functions(), at(). */
size_t inlines_lines_at(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max, uint64_t *end);
size_t inlines_functions(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max);

/* Whether the file with the lines belongs to this host (chain_has()). */
bool inlines_are_own(struct line_slot *s);

#endif
