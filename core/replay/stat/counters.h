/*
 * counters: the counts recorded by perf stat record. A STAT record has the current value of an event on one
 * CPU for one thread. A STAT_ROUND record ends an interval, or the whole measurement. A "round" is the time
 * between two STAT_ROUND records. stat_aggregate.c adds counts up over CPUs and threads. Memory grows with
 * the number of counters, not of rounds. A round costs time only for counters that changed in it.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H
#define PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/cpus.h"

/* Limit of the rows for pairs of event and CPU or thread without a count. Users want to see such rows, but
   the size of the file does not limit their number. Allowed are BLANKS rows, and BLANKS_EACH more for each
   counter of a round. */
enum { BLANKS = 1 << 20, BLANKS_EACH = 16 };

/* The ways to add up counts. */
enum counters_by {
    BY_CPU,
    BY_ALL,
    BY_SOCKET,
    BY_DIE,
    BY_CLUSTER, /* perf 6.9; captures do not record which CPUs share a cluster or cache */
    BY_CACHE,   /* perf 6.5 */
    BY_CORE,
    BY_THREAD,
    BY_NODE,
    BY_UNSET,
};

struct counts {
    /* enabled, running: ns; running is less than enabled if events were multiplexed */
    uint64_t value, enabled, running;
};

/* The count scaled up to the time in which the event was enabled; 0 if it never ran (perf,
   perf_counts_values__scale()). */
struct counts counters_scale(struct counts c);

/* A counter: one event on one CPU for one thread. */
struct counted {
    uint32_t event;
    int32_t thread, cpu; /* thread: index in `threads` */
    struct counts now;   /* as recorded: since counting began */
    struct counts grown; /* growth during the round that ended */
};

struct counters {
    const struct capture *capture;
    struct problems *problems;
    enum counters_by by; /* the aggregation that perf stat record was called with */
    bool scale;          /* scale the counts of events that were multiplexed */
    uint64_t interval;   /* ms; 0: the whole measurement is one round */
    struct cpus cpus;    /* from CPU_MAP; empty: not recorded */
    struct counted_thread {
        int32_t pid; /* -1: any */
        char comm[17];
    } * threads; /* from THREAD_MAP */
    size_t nthreads;
    bool *supported; /* per event: some counter counted it */
    struct round {
        uint64_t time; /* ns since counting began */
        bool final;    /* the round is the whole measurement, not an interval */
    } round;
    struct counted *counted; /* counters of the round, by event, thread and CPU */
    size_t ncounted, cap_counted;
    struct counter *v; /* private to counters.c */
    size_t n, cap;
    uint64_t blanks; /* how many more rows without a count are allowed */
    bool ended;      /* the round has ended, `counted` is complete */
    /* places: number of each pair of thread and CPU; at: index + 1 into v, by this number and event */
    struct idmap places, at;
};

/* Both arguments must outlive the counters. Bad records are counted in `problems`. */
void counters_init(struct counters *c, const struct capture *capture, struct problems *problems);

/* Read a record of any type; records must come in the order of the capture. True: the record ended a round;
   `round` and `counted` are then valid until the next call. */
bool counters_add_record(struct counters *c, const struct record *r);

/* Take `rows` out of the limit `blanks`. False: the limit is reached, which is counted as a problem of
   `what`. */
bool counters_reserve_rows(struct counters *c, uint64_t rows, const char *what);

/* Call at the end of the capture. STAT records after the last STAT_ROUND record are counted as a problem.
   After the last interval they are not, since perf stat then reads all counters once more. */
void counters_finish(struct counters *c);

void counters_free(struct counters *c);

#endif
