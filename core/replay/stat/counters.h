/*
 * counters: the counts of perf stat record. A STAT record has the present value of an event on one CPU for one
 * thread; a STAT_ROUND record ends an interval, or the whole measurement. A "round" is the time between two
 * STAT_ROUND records. Counts are added up over CPUs and threads in stat_aggregate.c. Memory is that of the
 * counters, not of the rounds; a round costs as much time as counters changed in it.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H
#define PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/cpus.h"

/* Limit of the rows for events that were not counted at a place. Users want such rows, but no bytes in the
   file limit their number. Allowed are BLANKS, and BLANKS_EACH for each counter of a round. */
enum { BLANKS = 1 << 20, BLANKS_EACH = 16 };

/* What counts are aggregated by. */
enum counters_by {
    BY_CPU,
    BY_ALL,
    BY_SOCKET,
    BY_DIE,
    BY_CLUSTER, /* perf 6.9; captures have no topology of clusters or caches */
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

/* The count as if the event had never been switched off; 0 if it never ran (perf, perf_counts_values__scale()). */
struct counts counters_scale(struct counts c);

/* A counter: an event on a CPU for a thread. */
struct counted {
    uint32_t event;
    int32_t thread, cpu; /* thread: index in the THREAD_MAP */
    struct counts now;   /* since counting began, as recorded */
    struct counts grown; /* during the round that ended */
};

struct counters {
    const struct capture *capture;
    struct problems *problems;
    enum counters_by by; /* as recorded */
    bool scale;          /* scale the counts of multiplexed events */
    uint64_t interval;   /* ms; 0: one round for everything */
    struct cpus cpus;    /* from CPU_MAP; empty: not recorded */
    struct counted_thread {
        int32_t pid; /* -1: any */
        char comm[17];
    } * threads; /* from THREAD_MAP */
    size_t nthreads;
    bool *supported; /* per event: it was counted at least once */
    struct round {
        uint64_t time; /* ns since counting began */
        bool final;    /* the round is the whole measurement, not an interval */
    } round;
    struct counted *counted; /* in the round, by event, thread and CPU */
    size_t ncounted, cap_counted;
    struct counter *v; /* private */
    size_t n, cap;
    uint64_t blanks; /* rows of events that were not counted that are still allowed */
    bool ended;      /* the round has ended, `counted` is complete */
    /* places: numbers of pairs (thread, CPU); at: index + 1 into v, by such a number and event */
    struct idmap places, at;
};

/* Both arguments must outlive the counters; bad records are counted in `problems`. */
void counters_init(struct counters *c, const struct capture *capture, struct problems *problems);

/* Read a record of any type; records must come in the order of the capture. True: the record ended a round;
   `round` and `counted` are then valid until the next call. */
bool counters_add_record(struct counters *c, const struct record *r);

/* Take `rows` from `blanks`. False: too many, which is counted as a problem of `what`. */
bool counters_reserve_rows(struct counters *c, uint64_t rows, const char *what);

/* At the end of the capture: counters after the last STAT_ROUND record are counted as a problem, except after
   the last interval, since perf stat then reads all counters once more. */
void counters_finish(struct counters *c);

void counters_free(struct counters *c);

#endif
