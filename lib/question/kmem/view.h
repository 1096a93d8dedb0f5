/* view: what kmem's tables are made of: the keys by which rows are sorted, what is asked for, the answer under
 * way, and who called. */
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

/* A key of --sort: rows of a table by it, as in qsort(). */
struct kmem_key {
    const char *name;
    int (*compare)(const void *a, const void *b);
};

/* Some keys, the first one decides. */
struct kmem_order {
    const struct kmem_key *by[KMEM_KEYS];
    size_t n;
    bool upwards; /* the smallest value first; else the largest */
};

/* Keys of the slab allocator's rows (struct allocation) and the page allocator's (struct page_row), and those
   that make rows differ. */
extern const struct kmem_key kmem_slab_identity;
enum { KMEM_PAGE_PAGE, KMEM_PAGE_CALLER, KMEM_PAGE_ORDER, KMEM_PAGE_TYPE, KMEM_PAGE_GFP };
extern const struct kmem_key kmem_slab_keys[], kmem_page_keys[];

/* Add the keys of a list such as "hit,bytes". False with `e` set when one is unknown; `kind` says of what. */
bool kmem_order_read(struct kmem_order *o, const struct kmem_key *keys, const char *kind, const char *list,
                     struct err *e);

/* Pointers to n rows of `size` bytes in an order; equal ones by `identity`. malloc'ed. */
const void **kmem_sorted(const void *v, size_t n, size_t size, const struct kmem_order *identity,
                         const struct kmem_order *order);

/* The i-th name of such a key, those of both once; NULL behind the last. */
const char *kmem_key_word(size_t i);

/* What is asked for of one table: callers, or what was allocated. */
struct kmem_table {
    bool shown;
    unsigned turn;  /* the table asked for last is the one that -s and -l mean */
    uint64_t lines; /* that are shown; UINT64_MAX: all */
    struct kmem_order slab, page;
};

struct kmem_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct kmem_table callers, allocs;
    unsigned slab, page; /* 0: not asked for; else the larger one is the one that -s means */
    const char *ahead;   /* what was said in front of --caller and --alloc; NULL: nothing */
    bool raw, live;
};

struct kmem {
    struct session *s;
    const struct kmem_opts *o;
    struct address_cache addresses;
    uint64_t delivered; /* samples that counted */
    struct problems problems;
    struct rows rows;
};

/* 105 dashes, the width of all tables. */
void kmem_rule(struct kmem *k);

/* A caller: its symbol, the offset in that, its address. No symbol with --raw-ip; where the kernel's symbols
   are missing that counts as a problem. */
struct kmem_caller {
    struct value symbol, offset, address;
};
struct kmem_caller kmem_caller(struct kmem *k, uint64_t avma);

/* slab.c, page.c: the tables of an allocator that are asked for, and its summary. */
void kmem_slab_show(struct kmem *k, const struct allocations *a);
void kmem_page_show(struct kmem *k, const struct pages *p);

#endif
