/*
 * allocations: the requests to the kernel's slab allocator, by object and by caller, from the tracepoints
 * kmem:kmalloc, kmem_cache_alloc, their *_node forms (until Linux 6.1), kfree and kmem_cache_free. An object is an
 * address: a later allocation there counts as the same object, as in perf kmem.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H

#include "core/base/idmap.h"
#include "core/model/env.h"
#include "core/replay/replay.h"

/* An object, or a caller. If hits and moves are 0, it occurs only in samples that the filter drops. */
struct allocation {
    uint64_t at;                   /* address of the object, or of the call */
    uint64_t requested, allocated; /* bytes of all hits */
    uint64_t last;                 /* bytes of the last allocation */
    uint64_t hits;
    uint64_t moves;     /* frees on another CPU than the allocation */
    uint64_t call_site; /* of an object: address of its last caller; of a caller: its own address */
    uint32_t caller;    /* of an object: index of its last caller; of a caller: UINT32_MAX */
    uint32_t cpu;       /* of an object: CPU of the allocation; UINT32_MAX: free, or CPUs are not recorded */
};

struct allocation_table {
    struct allocation *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_at; /* index + 1 */
};

/* An event is counted after so many later events were added, so that the row of its object is prefetched
   meanwhile. */
enum { ALLOCATIONS_WAIT = 16 };

struct allocations {
    const struct env *env; /* of the recorded machine, for its nodes; set by the user */
    struct allocation_table objects, callers;
    uint64_t requested, allocated, freed; /* bytes */
    uint64_t hits;
    uint64_t across; /* hits on another node than the node of the CPU that allocates */
    struct allocation_event {
        uint64_t object, call_site, requested, allocated;
        uint32_t cpu;
        /* index + 1 of the object; 0: not looked up yet, or unknown at the look-up */
        uint32_t known;
        bool is_free;            /* a free: has object and cpu only */
        bool outside;            /* not to be counted: `outside` of struct moment */
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
