/*
 * parallel: how many of the recorded threads were running at a moment, from SWITCH and EXIT records
 * (linux/perf_event.h). An EXIT ends a run too, as no SWITCH follows it. The idle thread of a CPU, tid 0, is
 * not counted. If a thread's first record says that the thread stops, it counts as running since the
 * beginning of the recording.
 */
#ifndef PERFOLIO_CORE_MODEL_PARALLEL_H
#define PERFOLIO_CORE_MODEL_PARALLEL_H

#include <stdbool.h>

#include "core/model/record.h"

struct parallel {
    struct parallel_change {
        struct when when;
        int32_t tid;   /* until sealed: the thread that was switched in or out */
        int32_t level; /* once sealed: number of running threads after this change, relative to `first` */
        bool in;
    } * v;
    size_t n, cap;
    int32_t first; /* number of threads running before the first change */
};

/* Adds a record; types other than SWITCH and EXIT are ignored. */
void parallel_add(struct parallel *p, const struct record *r);

/* Sorts the records and computes levels; nothing may be added afterwards. */
void parallel_seal(struct parallel *p);

/* The number of threads that ran at a moment; at least 1, since samples come from running threads. */
int32_t parallel_at(const struct parallel *p, struct when when);

void parallel_free(struct parallel *p);

#endif
