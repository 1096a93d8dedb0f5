/*
 * chart: divides time into slices of equal length, and shows how each CPU and each of the threads that ran
 * longest spent every slice. The capture is read twice: first to find these threads and the duration, then to
 * fill the slices. Times never decrease (replay.h), so the slices of a row are filled in order. A finished
 * slice takes two bytes. Memory grows with threads, CPUs and slices, not with events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_CHART_H
#define PERFOLIO_CORE_REPLAY_SCHED_CHART_H

#include "core/replay/sched/schedule.h"

enum {
    CHART_CPUS = 1024, /* most CPUs that have rows */
    CHART_PARTS = 14,  /* parts of a slice, which its lanes share */
};

/* The ways in which a thread spends time: running, running and highlighted, waiting for a CPU, blocked. Rows of CPUs
   use the first two lanes only. In rows of idle states lane i is idle state i; lane 3 also counts all deeper states. */
enum chart_lane { CHART_RUN, CHART_MARKED, CHART_WAIT, CHART_BLOCK, CHART_LANES };

/* A run that is long enough to carry the thread's name. */
struct chart_label {
    uint64_t from, to; /* ns */
    const struct sched_task *task;
};

struct chart_row {
    uint16_t *parts;          /* one per slice, with 4 bits for each lane: chart_parts() */
    uint32_t at;              /* index of the slice that is being filled */
    uint64_t ns[CHART_LANES]; /* time spent so far in the slice that is being filled */
    struct chart_label *labels;
    size_t nlabels;
};

struct chart_task_row {
    const struct sched_task *task;
    const char *comm;            /* last name; NULL: not recorded */
    uint64_t spent[CHART_LANES]; /* ns */
    uint64_t runs, first, last;  /* number of runs; when the thread was seen first and last, ns */
    struct chart_row row;
};

struct chart_cpu_row {
    uint32_t number;
    uint64_t busy;
    bool has_power;
    struct chart_row row, idle; /* idle: its lanes are idle states */
    /* khz: highest frequency in each slice, 0: unknown; max_khz: highest frequency in all slices */
    uint32_t *khz, max_khz;
};

struct chart {
    /* The caller sets these members: */
    struct replay *replay;
    uint64_t from, to; /* ns: show this time only; 0: no limit */
    uint32_t slices;
    uint32_t named;    /* runs of at least this many slices get a label; 0: no labels */
    size_t most_tasks; /* most threads that have rows */
    bool power;        /* show idle states and frequencies */
    /* which threads have rows; NULL: all */
    bool (*wanted)(void *arg, const struct sched_task *t, const char *comm);
    /* Whether the runs of a thread are highlighted. NULL: no thread is. */
    bool (*marked)(void *arg, const struct sched_task *t, const char *comm);
    void *arg;
    uint64_t mark_from; /* ns: runs of at least this length are highlighted, too; 0: none */
    /* Set by chart_read(): */
    struct schedule schedule;
    uint64_t first, last, per;    /* ns: begin and end of the shown time, and length of a slice */
    struct chart_task_row *tasks; /* in the order of appearance */
    size_t ntasks;
    struct chart_cpu_row *cpus; /* by number */
    size_t ncpus;
    /* number of threads that ran but have no row, and how long they ran, ns */
    uint64_t tasks_left_out, run_left_out;
    uint64_t cpus_left_out;
    struct chart_plan *plan; /* private */
};

/* Read the capture twice and fill the chart. False: it cannot be read, and `e` is set. Call chart_free()
   in either case. */
bool chart_read(struct chart *c, struct err *e);
void chart_free(struct chart *c);

/* The number of the CHART_PARTS of a slice that belong to a lane. A lane that took any time has at least one part,
   unless the lanes before it took all parts. */
static inline unsigned chart_parts(const struct chart_row *r, uint32_t slice, unsigned lane)
{
    return r->parts[slice] >> 4 * lane & 15;
}

#endif
