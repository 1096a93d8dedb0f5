/*
 * allocations: what a kernel's slab allocator was asked for, by object and by caller, out of the tracepoints
 * kmem:kmalloc, kmem_cache_alloc, their *_node forms (until Linux 6.1), kfree and kmem_cache_free. An object
 * is an address: what is allocated there later counts as the same one, as in perf kmem.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_ALLOCATIONS_H

#include "core/base/idmap.h"
#include "core/model/env.h"
#include "core/replay/replay.h"

/* Of an object, or of a caller. Whoever has neither hits nor moves is known by what the filter drops alone. */
struct allocation {
    uint64_t at;                   /* the object's address, or that of the call */
    uint64_t requested, allocated; /* bytes, of all hits */
    uint64_t last;                 /* bytes that were allocated by the last one */
    uint64_t hits;
    uint64_t moves;     /* frees on another CPU than that which allocated */
    uint64_t call_site; /* of an object: who allocated it last; of a caller: itself */
    uint32_t caller;    /* of an object: the same, an index; of a caller: UINT32_MAX */
    uint32_t cpu;       /* of an object: where that was; UINT32_MAX: it is free, or CPUs are not recorded */
};

struct allocation_table {
    struct allocation *v; /* in order of appearance */
    size_t n, cap;
    struct idmap by_at; /* to the index + 1 */
};

/* Events wait for as many others before they are counted: the memory that their object's row needs is on its way. */
enum { ALLOCATIONS_WAIT = 16 };

struct allocations {
    const struct env *env; /* the recorded machine's, whose nodes count; set by the user */
    struct allocation_table objects, callers;
    uint64_t requested, allocated, freed; /* bytes */
    uint64_t hits;
    uint64_t across; /* of these: for another node than that of the CPU which asked */
    struct allocation_event {
        uint64_t object, call_site, requested, allocated;
        uint32_t cpu;
        uint32_t known;          /* the object's index + 1; 0: not looked up yet, or unknown then */
        bool is_free;            /* has but an object and a CPU */
        bool outside;            /* it counts nowhere: see struct moment */
    } waiting[ALLOCATIONS_WAIT]; /* the last ones: number i of all at i modulo these */
    size_t nevents;
};

/* What replay_run() is given with a struct allocations. */
extern const struct replay_row allocation_rows[];
extern const size_t nallocation_rows;

/* Count what waits: behind the last sample. */
void allocations_end(struct allocations *a);

void allocations_free(struct allocations *a);

/* How much of n bytes was not asked for, in percent; 0 of nothing. */
double allocation_waste(uint64_t requested, uint64_t allocated);

#endif
