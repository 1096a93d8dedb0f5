/*
 * counters: what perf stat record counted. A STAT record says how far one event has come on one CPU for one
 * thread; a STAT_ROUND ends an interval, or all of it. Here these become how much each of them counted in a
 * round. Nothing is added up: see core/replay/stat/stat_aggregate.h. Memory is that of the counters, not of the
 * rounds, and a round costs what was counted in it.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H
#define PERFOLIO_CORE_REPLAY_STAT_COUNTERS_H

#include "core/base/idmap.h"
#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/cpus.h"

/* How many rows there may be for what was not counted: they are answers, but cost nothing in the file. So
   many, and so many for each that was counted. */
enum { BLANKS = 1 << 20, BLANKS_EACH = 16 };

/* What counts are added up by. */
enum counters_by {
    BY_CPU,
    BY_ALL,
    BY_SOCKET,
    BY_DIE,
    BY_CLUSTER, /* perf 6.9; what it needs is in no capture, as with caches */
    BY_CACHE,   /* perf 6.5 */
    BY_CORE,
    BY_THREAD,
    BY_NODE,
    BY_UNSET,
};

struct counts {
    uint64_t value, enabled, running; /* the latter two in ns: running is shorter when events took turns */
};

/* What an event counted as if it had never been switched off; 0 if it never ran (perf,
   perf_counts_values__scale()). */
struct counts counters_scaled(struct counts c);

/* What an event counted on a CPU for a thread. */
struct counted {
    uint32_t event;
    int32_t thread, cpu; /* thread: its place in the THREAD_MAP */
    struct counts now;   /* since counting began, as it was recorded */
    struct counts grown; /* in the round that has ended */
};

struct counters {
    const struct capture *capture;
    struct problems *problems;
    enum counters_by by; /* as it was recorded */
    bool scale;          /* events that took turns are to be scaled */
    uint64_t interval;   /* ms; 0: all was counted at once */
    struct cpus cpus;    /* CPU_MAP; none: not recorded */
    struct counted_thread {
        int32_t pid; /* -1: any */
        char comm[17];
    } * threads; /* THREAD_MAP */
    size_t nthreads;
    bool *supported; /* by event: whether it was ever counted */
    struct round {
        uint64_t time; /* ns since counting began */
        bool final;    /* of all, not of an interval */
    } round;
    struct counted *counted; /* in that round, by event, thread and CPU */
    size_t ncounted, cap_counted;
    struct counter *v; /* private */
    size_t n, cap;
    uint64_t blanks;         /* rows of what was not counted that may still come */
    bool ended;              /* `counted` is what the round has counted, else what it has so far */
    struct idmap places, at; /* numbers of (thread, CPU); of that and an event, the index + 1 into v */
};

/* What is wrong with records is counted in `problems`; both must outlive the counters. */
void counters_init(struct counters *c, const struct capture *capture, struct problems *problems);

/* See a record, of any type, in the order of the capture. True when it ends a round: then `round` and
   `counted` hold until the next call. */
bool counters_see(struct counters *c, const struct record *r);

/* Whether so many rows of what was not counted may come; if not, that is a problem: of `what`. */
bool counters_afford(struct counters *c, uint64_t rows, const char *what);

/* At the end of the capture: counts that no round ended are a problem, but behind the last interval, where
   perf stat reads all of them once more. */
void counters_end(struct counters *c);

void counters_free(struct counters *c);

#endif
