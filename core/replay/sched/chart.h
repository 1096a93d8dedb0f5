/*
 * chart: the schedule in time slices of equal length: how each CPU, and each of the threads that ran longest,
 * spent every slice. The capture is read twice: first to find these threads and the duration, then to fill the
 * slices. Times never decrease (replay.h), so the slices of a row are filled in order, and a finished slice takes
 * two bytes. Memory grows with threads, CPUs and slices, not with events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_CHART_H
#define PERFOLIO_CORE_REPLAY_SCHED_CHART_H

#include "core/replay/sched/schedule.h"

enum {
    CHART_CPUS = 1024, /* at most so many have rows */
    CHART_PARTS = 14,  /* a slice is divided into so many parts among its lanes */
};

/* How a thread spends time. Rows of CPUs have the first two lanes alone. In rows of idle states lane i is
   idle state i; lane 3 also has all deeper states. */
enum chart_lane { CHART_RUN, CHART_MARKED, CHART_WAIT, CHART_BLOCK, CHART_LANES };

/* A run long enough to be labelled with the thread's name. */
struct chart_label {
    uint64_t from, to; /* ns */
    const struct sched_task *task;
};

struct chart_row {
    uint16_t *parts;          /* per slice 4 bits for each lane: chart_parts() */
    uint32_t at;              /* index of the present slice */
    uint64_t ns[CHART_LANES]; /* time spent so far in the present slice */
    struct chart_label *labels;
    size_t nlabels;
};

struct chart_task_row {
    const struct sched_task *task;
    const char *comm;            /* last name; NULL: not recorded */
    uint64_t spent[CHART_LANES]; /* ns */
    uint64_t runs, first, last;  /* number of runs; first and last time it was seen, ns */
    struct chart_row row;
};

struct chart_cpu_row {
    uint32_t number;
    uint64_t busy;
    bool has_power;
    struct chart_row row, idle; /* idle: lanes are idle states */
    /* khz: highest frequency per slice, 0: unknown; max_khz: highest frequency of all slices */
    uint32_t *khz, max_khz;
};

struct chart {
    /* Set by the user: */
    struct replay *replay;
    uint64_t from, to; /* ns: limits of time; 0: none */
    uint32_t slices;
    uint32_t named;    /* least slices of a run with a label; 0: no labels */
    size_t most_tasks; /* at most so many threads have rows */
    bool power;        /* show idle states and frequencies */
    bool (*wanted)(void *arg, const struct sched_task *t, const char *comm); /* NULL: all threads */
    /* Whether a thread's runs are highlighted; NULL: none is. */
    bool (*marked)(void *arg, const struct sched_task *t,
                   const char *comm); /* its runs are highlighted; NULL: none */
    void *arg;
    uint64_t mark_from; /* ns: runs of at least this length are highlighted; 0: none */
    /* Set by chart_read(): */
    struct schedule schedule;
    uint64_t first, last, per;    /* ns: what is shown; length of a slice */
    struct chart_task_row *tasks; /* in the order of appearance */
    size_t ntasks;
    struct chart_cpu_row *cpus; /* by number */
    size_t ncpus;
    uint64_t tasks_left_out, run_left_out; /* threads that ran but have no row, and how long they ran, ns */
    uint64_t cpus_left_out;
    struct chart_plan *plan; /* private */
};

/* Read the capture twice and fill the chart. False with `e` set when it cannot be read; chart_free() in either case. */
bool chart_read(struct chart *c, struct err *e);
void chart_free(struct chart *c);

/* How many CHART_PARTS of a slice went to a lane: at least one if any time did, unless lanes before it took them all. */
static inline unsigned chart_parts(const struct chart_row *r, uint32_t slice, unsigned lane)
{
    return r->parts[slice] >> 4 * lane & 15;
}

#endif
