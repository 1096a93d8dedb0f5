/*
 * kmem: what the files of the command know of each other: what is asked for (kmem.c), how rows are sorted
 * (kmem_order.c), and the two allocators' tables (kmem_slab.c, kmem_page.c).
 */
#ifndef PERFOLIO_CLI_KMEM_KMEM_H
#define PERFOLIO_CLI_KMEM_KMEM_H

#include "cli/options/filters.h"
#include "cli/output/json.h"
#include "cli/session/session.h"
#include "core/replay/kernel/allocations.h"
#include "core/replay/kernel/pages.h"

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
    int raw, live;
};

/* Keys of the slab allocator's rows (struct allocation) and the page allocator's (struct page_row), and those
   that tell rows apart. */
extern const struct kmem_key kmem_slab_identity;
enum { KMEM_PAGE_PAGE, KMEM_PAGE_CALLER, KMEM_PAGE_ORDER, KMEM_PAGE_TYPE, KMEM_PAGE_GFP };
extern const struct kmem_key kmem_slab_keys[], kmem_page_keys[];

/* Add the keys of a list such as "hit,bytes". False with `e` set when one is unknown; `kind` says of what. */
bool kmem_order_read(struct kmem_order *o, const struct kmem_key *keys, const char *kind, const char *list,
                     struct err *e);

/* Pointers to n rows of `size` bytes in an order; equal ones by `identity`. malloc'ed. */
const void **kmem_sorted(const void *v, size_t n, size_t size, const struct kmem_order *identity,
                         const struct kmem_order *order);

/* What printing needs beside the options. */
struct kmem {
    struct session *s;
    const struct kmem_opts *o;
    struct address_cache addresses;
    uint64_t delivered; /* samples that counted */
    struct problems problems;
    FILE *out;
    struct json *json; /* NULL: text */
};

/* Print the tables of an allocator that are asked for, and its summary. */
void kmem_slab_show(struct kmem *k, const struct allocations *a);
void kmem_page_show(struct kmem *k, const struct pages *p);

/* 105 dashes or fewer, the width of all tables. */
void kmem_rule(struct kmem *k);

/* The place that called, nothing of it with --raw-ip; counted as a problem where the kernel's symbols are
   missing. */
struct place kmem_place(struct kmem *k, uint64_t avma);

/* Members of a caller: "symbol", "offset", "address". */
void kmem_caller_json(struct kmem *k, uint64_t avma);

#endif
