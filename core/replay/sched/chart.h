/*
 * chart: the schedule in slices of time, all of one length: for each CPU and for the threads that ran longest
 * how much of every slice was spent how. The capture is read twice: once to see which threads these are and
 * how long it lasts, once to fill the slices. Time never goes back (replay.h), so a row's slices are done in
 * order, and of one that is done two bytes are kept. Memory is that of threads, CPUs and slices, not of
 * events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_CHART_H
#define PERFOLIO_CORE_REPLAY_SCHED_CHART_H

#include "core/replay/sched/schedule.h"

enum {
    CHART_CPUS = 1024, /* that have rows at most */
    CHART_PARTS = 14,  /* of a slice, that its lanes share */
};

/* What a slice's time was spent on: by a thread, or on a CPU, where only the first two are known; and of a CPU
 * that idles in the state of that number, 3 standing for all deeper ones. */
enum chart_lane { CHART_RUN, CHART_MARKED, CHART_WAIT, CHART_BLOCK, CHART_LANES };

/* A run that is long enough for a name. */
struct chart_label {
    uint64_t from, to; /* ns */
    const struct sched_task *task;
};

struct chart_row {
    uint16_t *parts;          /* of each slice, 4 bits for a lane: chart_parts() */
    uint32_t at;              /* the slice that is not done yet, */
    uint64_t ns[CHART_LANES]; /* and what was spent in it so far */
    struct chart_label *labels;
    size_t nlabels;
};

struct chart_task_row {
    const struct sched_task *task;
    const char *comm;            /* its last one; NULL: not recorded */
    uint64_t spent[CHART_LANES]; /* ns */
    uint64_t runs, first, last;  /* how often it ran; when it was first and last seen */
    struct chart_row row;
};

struct chart_cpu_row {
    uint32_t number;
    uint64_t busy;
    bool has_power;
    struct chart_row row, idle; /* idle: lanes are idle states */
    uint32_t *khz, max_khz;     /* the highest frequency in each slice, 0: unknown; and in all */
};

struct chart {
    /* Set by the user: */
    struct replay *replay;
    uint64_t from, to; /* ns; only what happened then; 0: it is not limited */
    uint32_t slices;
    uint32_t named;    /* slices that a run needs for a name; 0: none has one */
    size_t most_tasks; /* that have rows */
    bool power;        /* idle states and frequencies are wanted */
    bool (*wanted)(void *arg, const struct sched_task *t, const char *comm); /* NULL: all threads are */
    bool (*marked)(void *arg, const struct sched_task *t,
                   const char *comm); /* its runs are highlighted; NULL: none */
    void *arg;
    uint64_t mark_from; /* ns: runs of this length are highlighted; 0: none for that */
    /* Set by chart_run(): */
    struct schedule schedule;
    uint64_t first, last, per;    /* ns: what is shown; a slice's */
    struct chart_task_row *tasks; /* in the order of appearance */
    size_t ntasks;
    struct chart_cpu_row *cpus; /* by number */
    size_t ncpus;
    uint64_t tasks_left_out, run_left_out; /* threads that ran and are not drawn, and how long they did */
    uint64_t cpus_left_out;
    struct chart_plan *plan; /* its own */
};

bool chart_run(struct chart *c, struct err *e);
void chart_free(struct chart *c);

/* How many CHART_PARTS of a slice's time were spent on a lane: what was spent on at all has one at least, if
 * those before it left any. */
static inline unsigned chart_parts(const struct chart_row *r, uint32_t slice, unsigned lane)
{
    return r->parts[slice] >> 4 * lane & 15;
}

#endif
