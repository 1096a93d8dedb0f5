/*
 * pages: what a kernel's page allocator was asked for, by page and by caller, out of the tracepoints
 * kmem:mm_page_alloc and kmem:mm_page_free. A caller is the innermost one of the call chain that is no
 * function of the allocator itself.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H
#define PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H

#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum {
    PAGE_ORDERS = 32, /* 2^order pages: no kernel has so large ones (linux/mmzone.h, MAX_PAGE_ORDER) */
    PAGE_TYPES = 6,   /* migrate types (linux/mmzone.h, enum migratetype); the last one is all others */
    PAGE_CALLERS = 16 /* frames of a chain that are looked at (perf, builtin-kmem.c: find_callsite) */
};

/* What pages of one kind have in common. */
struct page_kind {
    uint64_t gfp; /* what the allocation allows: GFP flags, bits of the recorded kernel's own */
    uint8_t order, type;
};

/* Of a page and a kind, or of a caller and a kind. */
struct page_row {
    uint64_t page;   /* its number, or in old kernels the address of its struct page; 0 of a caller */
    uint64_t caller; /* of a page: who allocated it last */
    struct page_kind kind;
    uint64_t bytes, hits; /* of what is live: those that were not freed */
};

struct page_rows {
    struct page_row *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_id; /* two numbers of 32 bits to the index + 1 */
};

struct pages {
    /* Set by the user: */
    const struct replay *replay;
    struct stacks *stacks; /* of samples; PAGE_CALLERS innermost frames */
    bool live;             /* count what is not freed, not everything */
    bool by_number;        /* pages are known by their numbers: set when one is seen */
    /* Set while it is replayed: */
    struct page_rows rows, callers;
    struct page_now {
        uint32_t row, caller; /* indices */
        bool live;
    } * now; /* by page */
    size_t nnow, cap_now;
    struct idmap pages, call_sites, gfp, kinds; /* to numbers from 1 on */
    struct gfp_name {
        uint64_t flags;
        char *text; /* "GFP_KERNEL|__GFP_ZERO", as the recorded kernel names them; NULL: it does not say */
    } * names;      /* by the number of gfp */
    size_t nnames, cap_names;
    struct idmap allocators; /* symbols: 1 it is a function of the allocator, 2 it is none */
    uint64_t allocs, alloc_bytes, frees, free_bytes, unknown_frees, unknown_bytes, failures, failed_bytes;
    uint64_t count[PAGE_ORDERS][PAGE_TYPES];
    struct problems problems;
};

/* What replay_run() is given with a struct pages. */
extern const struct replay_row page_rows[];
extern const size_t npage_rows;

void pages_free(struct pages *p);

#endif
