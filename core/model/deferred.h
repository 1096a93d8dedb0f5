/*
 * deferred: user parts of call chains that were recorded apart from their samples, when the task was about to
 * return to user mode (linux/perf_event.h, PERF_RECORD_CALLCHAIN_DEFERRED). Samples name them by a cookie;
 * many samples may name one. Chains that are alike are kept once.
 */
#ifndef PERFOLIO_CORE_MODEL_DEFERRED_H
#define PERFOLIO_CORE_MODEL_DEFERRED_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/record.h"

/* Entries as in a sample's chain, markers included. */
struct deferred_chain {
    const uint64_t *v; /* NULL: it was never recorded */
    size_t n;
};

/* Zero-initialise. */
struct deferred {
    struct deferred_chain *parts;
    size_t nparts, cap_parts;
    struct idmap cookies;    /* numbers for them */
    struct idmap by_thread;  /* number of the cookie and thread -> the part, + 1 */
    struct idmap by_content; /* hash -> a part with such a chain, + 1 */
    struct arena arena;
};

/* Add a record of that type. A chain that is known already stays as it was. */
void deferred_add(struct deferred *d, const struct record *r);

/* The part that a thread's samples name by a cookie. */
struct deferred_chain deferred_find(const struct deferred *d, int32_t tid, uint64_t cookie);

void deferred_free(struct deferred *d);

#endif
