/*
 * pages: the requests to the kernel's page allocator, by page and by caller, from the tracepoints
 * kmem:mm_page_alloc and kmem:mm_page_free. The caller is the innermost frame of the call chain that is not in the
 * allocator itself.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H
#define PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H

#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum {
    PAGE_ORDERS = 32, /* 2^order pages; kernels stay below (linux/mmzone.h, MAX_PAGE_ORDER) */
    /* migrate types (linux/mmzone.h, enum migratetype); the last index counts all other types */
    PAGE_TYPES = 6,
    PAGE_CALLERS = 16 /* frames of a call chain to look at (perf, builtin-kmem.c: find_callsite) */
};

/* The properties by which allocations are grouped. */
struct page_kind {
    uint64_t gfp; /* GFP flags, as bits of the recorded kernel */
    uint8_t order, type;
};

/* The allocations of a page and kind, or of a caller and kind. */
struct page_row {
    /* the number of the page, in old kernels the address of its struct page; 0 in rows of callers */
    uint64_t page;
    uint64_t caller; /* in rows of pages: the last caller */
    struct page_kind kind;
    uint64_t bytes, hits; /* of all allocations; with pages.live of allocations that were not freed */
};

struct page_rows {
    struct page_row *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_id; /* by two numbers of 32 bits: index + 1 */
};

struct pages {
    /* Set by the user: */
    const struct replay *replay;
    struct stacks *stacks; /* for call chains: the PAGE_CALLERS innermost frames */
    bool live;             /* count pages that are not freed, not all allocations */
    bool by_number;        /* pages have numbers, not addresses: set when the first number is read */
    /* Set during the replay: */
    struct page_rows rows, callers;
    struct page_now {
        uint32_t row, caller; /* indices of rows */
        bool live;
    } * now; /* by number of the page - 1 */
    size_t nnow, cap_now;
    struct idmap pages, call_sites, gfp, kinds; /* numbers from 1 on */
    struct gfp_name {
        uint64_t flags;
        char *text; /* "GFP_KERNEL|__GFP_ZERO", as the recorded kernel prints them; NULL: unknown */
    } * names;      /* by number of gfp - 1 */
    size_t nnames, cap_names;
    struct idmap allocators; /* symbols: 1 in the allocator, 2 not */
    uint64_t allocs, alloc_bytes, frees, free_bytes, unknown_frees, unknown_bytes, failures, failed_bytes;
    uint64_t count[PAGE_ORDERS][PAGE_TYPES];
    struct problems problems;
};

/* Rows for replay_run(), with a struct pages as argument. */
extern const struct replay_row page_rows[];
extern const size_t npage_rows;

void pages_free(struct pages *p);

#endif
