/*
 * allocations: the requests to the kernel's slab allocator, by object and by caller. They come from the
 * tracepoints kmem:kmalloc, kmem_cache_alloc, their *_node forms (until Linux 6.1), kfree and
 * kmem_cache_free. An object is an address: a later allocation at the same address counts as the same object,
 * as in perf kmem.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H

#include "core/base/idmap.h"
#include "core/model/env.h"
#include "core/replay/replay.h"

/* The row of an object or of a caller. If hits and moves are 0, the filter drops all of its samples. */
struct allocation {
    uint64_t at;                   /* address of the object, or of the call instruction */
    uint64_t requested, allocated; /* bytes of all hits */
    uint64_t last;                 /* bytes of the last allocation */
    uint64_t hits;
    uint64_t moves; /* number of frees on another CPU than the allocation's */
    /* in rows of objects: address of the last caller; in rows of callers: the caller's own address */
    uint64_t call_site;
    uint32_t caller; /* in rows of objects: index of the last caller; in rows of callers: UINT32_MAX */
    /* in rows of objects: CPU of the allocation; UINT32_MAX: the object is free, or CPUs are not recorded */
    uint32_t cpu;
};

struct allocation_table {
    struct allocation *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_at; /* by address: index + 1 */
};

/* An event is counted only after this many later events were added. Until then the CPU prefetches the row
   of its object. */
enum { ALLOCATIONS_WAIT = 16 };

struct allocations {
    const struct env *env; /* of the recorded machine, says which CPU is on which node; set by the caller */
    struct allocation_table objects, callers;
    uint64_t requested, allocated, freed; /* bytes */
    uint64_t hits;
    uint64_t across; /* allocations whose memory is on another NUMA node than the allocating CPU */
    struct allocation_event {
        uint64_t object, call_site, requested, allocated;
        uint32_t cpu;
        /* index + 1 of the object; 0: not looked up yet, or the look-up found none */
        uint32_t known;
        bool is_free; /* a free: only object and cpu are set */
        /* the filter drops the sample (`outside` of struct moment): do not count it */
        bool outside;
    } waiting[ALLOCATIONS_WAIT]; /* event i is at i % ALLOCATIONS_WAIT */
    size_t nevents;
};

/* Rows for replay_run(), with a struct allocations as argument. */
extern const struct replay_row allocation_rows[];
extern const size_t nallocation_rows;

/* Count the waiting events, after the last sample. */
void allocations_end(struct allocations *a);

void allocations_free(struct allocations *a);

/* Percent of the allocated bytes that were not requested; 0 if nothing was allocated. */
double allocation_waste(uint64_t requested, uint64_t allocated);

#endif
