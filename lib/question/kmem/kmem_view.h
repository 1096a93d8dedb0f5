/* kmem_view: the private header of perfolio kmem: its sort keys, options, state and callers. */
#ifndef PERFOLIO_LIB_QUESTION_KMEM_VIEW_H
#define PERFOLIO_LIB_QUESTION_KMEM_VIEW_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/profile/places/address_cache.h"
#include "core/replay/kernel/allocations.h"
#include "core/replay/kernel/pages.h"

/* sort_by.c */
enum { KMEM_KEYS = 7 };

/* A key of --sort; compare() takes two rows, as in qsort(). */
struct kmem_key {
    const char *name;
    int (*compare)(const void *a, const void *b);
};

/* A sort order: rows that are equal by one key are sorted by the next key. */
struct kmem_order {
    const struct kmem_key *by[KMEM_KEYS];
    size_t n;
    bool upwards; /* smallest values first; else largest values first */
};

/* kmem_slab_keys[] has the keys of the slab allocator's rows (struct allocation), kmem_page_keys[] those of the page
   allocator's rows (struct page_row). kmem_slab_identity orders all rows of a slab table: no two are equal by it. */
extern const struct kmem_key kmem_slab_identity;
enum { KMEM_PAGE_PAGE, KMEM_PAGE_CALLER, KMEM_PAGE_ORDER, KMEM_PAGE_TYPE, KMEM_PAGE_GFP };
extern const struct kmem_key kmem_slab_keys[], kmem_page_keys[];

/* Appends the keys of a list such as "hit,bytes". False with `e` set if one is unknown; `kind` names the allocator in
   errors. */
bool kmem_order_read(struct kmem_order *o, const struct kmem_key *keys, const char *kind, const char *list,
                     struct err *e);

/* Pointers to n rows of `size` bytes, sorted by `order`, then by `identity`; malloc'ed. */
const void **kmem_sorted(const void *v, size_t n, size_t size, const struct kmem_order *identity,
                         const struct kmem_order *order);

/* The i-th name of all keys, of both allocators; NULL after the last. */
const char *kmem_key_word(size_t i);

/* The options of one table: callers or allocations. */
struct kmem_table {
    bool shown;
    unsigned turn;  /* -s and -l refer to the table with the larger turn */
    uint64_t lines; /* the most lines shown; UINT64_MAX: all */
    struct kmem_order slab, page;
};

struct kmem_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct kmem_table callers, allocs;
    unsigned slab, page; /* 0: not requested; else the position of the option: -s refers to the later one */
    const char *ahead;   /* an option given before --caller and --alloc; NULL: none */
    bool raw, live;
};

struct kmem {
    struct session *s;
    const struct kmem_opts *o;
    struct address_cache addresses;
    uint64_t delivered; /* samples counted */
    struct problems problems;
    struct rows rows;
};

/* kmem_table.c: prints a line of 105 dashes, the width of all tables. */
void kmem_rule(struct kmem *k);

/* kmem_table.c: a caller's symbol, offset in it, and address. With --raw-ip the symbol is not looked up; missing
   kernel symbols are counted as a problem. */
struct kmem_caller {
    struct value symbol, offset, address;
};
struct kmem_caller kmem_caller(struct kmem *k, uint64_t avma);

/* slab.c, page.c: show the tables of an allocator that were asked for, and its summary. */
void kmem_slab_show(struct kmem *k, const struct allocations *a);
void kmem_page_show(struct kmem *k, const struct pages *p);

#endif
