/*
 * counters: what perf stat record counted. A STAT record says how far an event has come on one CPU for one thread; a
 * STAT_ROUND record ends an interval, or the whole count. From these come the counts of each round. Nothing is added
 * up here: see core/replay/stat/stat_aggregate.c. Memory is that of the counters, not of the rounds; a round costs as
 * much time as counters changed in it.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H
#define PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/cpus.h"

/* Limit of rows for what was not counted: they are answers, but cost nothing in the file. BLANKS, and BLANKS_EACH for
   each counter of a round. */
enum { BLANKS = 1 << 20, BLANKS_EACH = 16 };

/* What counts are aggregated by. */
enum counters_by {
    BY_CPU,
    BY_ALL,
    BY_SOCKET,
    BY_DIE,
    BY_CLUSTER, /* perf 6.9; captures lack its topology, as that of caches */
    BY_CACHE,   /* perf 6.5 */
    BY_CORE,
    BY_THREAD,
    BY_NODE,
    BY_UNSET,
};

struct counts {
    uint64_t value, enabled, running; /* enabled, running: ns; running is less if events took turns */
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
    bool scale;          /* scale events that took turns */
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
        bool final;    /* of the whole count, not of an interval */
    } round;
    struct counted *counted; /* in the round, by event, thread and CPU */
    size_t ncounted, cap_counted;
    struct counter *v; /* private */
    size_t n, cap;
    uint64_t blanks;         /* rows of what was not counted that are still allowed */
    bool ended;              /* the round has ended, `counted` is complete */
    struct idmap places, at; /* numbers of (thread, CPU); by such a number and event: index + 1 into v */
};

/* Both arguments must outlive the counters; bad records are counted in `problems`. */
void counters_init(struct counters *c, const struct capture *capture, struct problems *problems);

/* See a record of any type, in the order of the capture. True: it ended a round; `round` and `counted` hold until the
   next call. */
bool counters_add_record(struct counters *c, const struct record *r);

/* Take `rows` from `blanks`. False: too many, which is counted as a problem of `what`. */
bool counters_reserve_rows(struct counters *c, uint64_t rows, const char *what);

/* At the end of the capture: counters without an end of round are a problem, except after the last interval, where
   perf stat reads all of them once more. */
void counters_end(struct counters *c);

void counters_free(struct counters *c);

#endif
