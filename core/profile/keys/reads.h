/*
 * reads: what the counters that a sample read (PERF_SAMPLE_READ) have counted since the sample before. Such a
 * sample weighs that, and one of a group stands for one of each member (perf, evlist__deliver_sample()). The
 * samples of one id have to come in order. Where events were inherited, each thread has counters of its own under
 * the same id (since Linux 6.12; perf, perf_evsel__attr_has_per_thread_sample_period()).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_READS_H
#define PERFOLIO_CORE_PROFILE_KEYS_READS_H

#include "core/model/event.h"
#include "core/model/record.h"

/* The last values of all counters. Zero-initialise. */
struct reads {
    struct idmap ids;      /* each has a number */
    struct idmap counters; /* by the id's number << 32 and the thread: index into v + 1 */
    uint64_t *v;
    size_t n, cap;
};

/* A sample's counters, one after the other. */
struct reading {
    const struct sample *s;
    struct cur c;
    uint64_t left, alone;
    bool restarted; /* a counter fell: another thread has got the tid, and all of this sample's began anew */
};

struct reading reading_of(const struct sample *s);

/* The next counter that is an event's: its event, and by how much it grew. False at the end. */
bool reads_next(struct reads *r, struct reading *at, const struct events *es, const struct event **event,
                uint64_t *grown);

void reads_free(struct reads *r);

#endif
