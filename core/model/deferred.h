/*
 * deferred: user parts of call chains that were recorded after their samples, when the task returned to user
 * mode (linux/perf_event.h, PERF_RECORD_CALLCHAIN_DEFERRED). Samples refer to them by a cookie, which many
 * samples may share. Equal chains are stored once.
 */
#ifndef PERFOLIO_CORE_MODEL_DEFERRED_H
#define PERFOLIO_CORE_MODEL_DEFERRED_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/record.h"

/* The entries of a call chain, including context markers. */
struct deferred_chain {
    const uint64_t *v; /* NULL: not recorded */
    size_t n;
};

/* Zero-initialise. */
struct deferred {
    struct deferred_chain *parts;
    size_t nparts, cap_parts;
    struct idmap cookies;    /* cookie -> its number, counted from 1 */
    struct idmap by_thread;  /* the cookie's number and the thread -> index + 1 in `parts` */
    struct idmap by_content; /* hash of a chain -> index + 1 in `parts` */
    struct arena arena;
};

/* Adds a PERF_RECORD_CALLCHAIN_DEFERRED. Of several records with the same thread and cookie, only the
   first is used. */
void deferred_add(struct deferred *d, const struct record *r);

/* The user part for samples of a thread with this cookie; v NULL: not recorded. */
struct deferred_chain deferred_find(const struct deferred *d, int32_t tid, uint64_t cookie);

void deferred_free(struct deferred *d);

#endif
