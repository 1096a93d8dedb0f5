/*
 * reads: the growth of counters whose values samples read (PERF_SAMPLE_READ). The weight of such a sample is the
 * growth of its counter since the previous sample. A sample of a group leader counts for every event of the group
 * (perf, evlist__deliver_sample()). Samples of one id must come in order. Where events are inherited, each thread
 * has counters of its own under the same id (since Linux 6.12; perf,
 * perf_evsel__attr_has_per_thread_sample_period()).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_READS_H
#define PERFOLIO_CORE_PROFILE_KEYS_READS_H

#include "core/model/event.h"
#include "core/model/record.h"

/* The last value of each counter. Zero-initialise. */
struct reads {
    struct idmap ids;      /* numbers of ids */
    struct idmap counters; /* by number of the id << 32 | thread: index + 1 into v */
    uint64_t *v;
    size_t n, cap;
};

/* Reads the counters of a sample one after the other. */
struct reading {
    const struct sample *s;
    struct cur c;
    uint64_t left, alone;
    /* a counter is lower than before: another thread reuses the tid, and its counters began at 0 */
    bool restarted;
    uint32_t counter; /* index in reads.v of the counter that was found last */
};

/* Begin to read the counters of a sample, which must have PERF_SAMPLE_READ. */
struct reading reading_of(const struct sample *s);

/* Read the next counter of a known event: *grown receives its growth. False at the end, or if the data are cut off. */
bool reads_next(struct reads *r, struct reading *at, const struct events *es, const struct event **event,
                uint64_t *grown);

void reads_free(struct reads *r);

#endif
