/*
 * parallel: how many of the recorded threads ran at a moment, by SWITCH records and by EXIT, behind
 * which no switch comes (linux/perf_event.h). The idle thread of a CPU, tid 0, does not count. A thread of
 * which the first thing known is that it stopped ran from the beginning of the recording.
 */
#ifndef PERFOLIO_CORE_MODEL_PARALLEL_H
#define PERFOLIO_CORE_MODEL_PARALLEL_H

#include <stdbool.h>

#include "core/model/record.h"

struct parallel {
    struct parallel_change {
        struct when when;
        int32_t tid;   /* until the seal: whose */
        int32_t level; /* then: how many more run from here on than at first */
        bool in;
    } * v;
    size_t n, cap;
    int32_t first; /* how many ran in front of them all */
};

/* Any record; those that say nothing of who runs are ignored. */
void parallel_add(struct parallel *p, const struct record *r);

/* No more records. */
void parallel_seal(struct parallel *p);

/* How many threads ran; 1 or more, for a thread was sampled. */
int32_t parallel_at(const struct parallel *p, struct when when);

void parallel_free(struct parallel *p);

#endif
