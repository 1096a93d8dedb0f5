/*
 * pages: the requests to the kernel's page allocator, by page and by caller. They come from the tracepoints
 * kmem:mm_page_alloc and kmem:mm_page_free. The caller is the innermost frame of the call chain that is not a
 * function of the allocator itself.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H
#define PERFOLIO_CORE_REPLAY_KERNEL_PAGES_H

#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum {
    /* an allocation of order n has 2^n pages; kernels stay below this order (linux/mmzone.h,
       MAX_PAGE_ORDER) */
    PAGE_ORDERS = 32,
    /* migrate types (linux/mmzone.h, enum migratetype); the last index counts all other types */
    PAGE_TYPES = 6,
    /* how many frames of a call chain are searched for the caller (perf, builtin-kmem.c: find_callsite) */
    PAGE_CALLERS = 16
};

/* The properties by which allocations are grouped, besides page or caller. */
struct page_kind {
    uint64_t gfp; /* GFP flags, with the bits of the recorded kernel */
    uint8_t order, type;
};

/* The allocations of one kind with the same page, or with the same caller. */
struct page_row {
    /* in rows of pages: the page frame number, or in old kernels the address of its struct page; in rows
       of callers 0 */
    uint64_t page;
    uint64_t caller; /* in rows of pages: the last caller */
    struct page_kind kind;
    uint64_t bytes, hits; /* of all allocations; with pages.live only of allocations that were not freed */
};

struct page_rows {
    struct page_row *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_id; /* by page, or caller, and kind: index + 1 */
};

struct pages {
    /* The caller sets these members: */
    const struct replay *replay;
    struct stacks *stacks; /* for call chains: the PAGE_CALLERS innermost frames */
    bool live;             /* count only pages that are not freed */
    /* tracepoints have page frame numbers, not addresses; known once the first number is read */
    bool by_number;
    /* The replay sets these members: */
    struct page_rows rows, callers;
    struct page_now {
        uint32_t row, caller; /* indices into `rows` and `callers` */
        bool live;
    } * now; /* the last allocation of each page, by number of the page - 1 */
    size_t nnow, cap_now;
    /* give each page, call site, flags and kind a number, from 1 on */
    struct idmap pages, call_sites, gfp, kinds;
    struct gfp_name {
        uint64_t flags;
        char *text; /* as the recorded kernel prints them: "GFP_KERNEL|__GFP_ZERO"; NULL: unknown */
    } * names;      /* index: number of the flags - 1 */
    size_t nnames, cap_names;
    struct idmap allocators; /* by symbol: 1: the symbol is a function of the allocator; 2: it is not */
    uint64_t allocs, alloc_bytes, frees, free_bytes, unknown_frees, unknown_bytes, failures, failed_bytes;
    uint64_t count[PAGE_ORDERS][PAGE_TYPES];
    struct problems problems;
};

/* Rows for replay_run(), with a struct pages as argument. */
extern const struct replay_row page_rows[];
extern const size_t npage_rows;

void pages_free(struct pages *p);

#endif
