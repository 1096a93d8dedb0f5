/* view: what kmem's tables are made of: what is asked for, the answer under way, and who called. */
#ifndef PERFOLIO_CLI_KMEM_VIEW_H
#define PERFOLIO_CLI_KMEM_VIEW_H

#include "cli/kmem/sort_by.h"
#include "cli/options/filters.h"
#include "cli/output/rows.h"
#include "cli/session/session.h"
#include "core/profile/places/address_cache.h"
#include "core/replay/kernel/allocations.h"
#include "core/replay/kernel/pages.h"

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
