/*
 * chart: the schedule as a picture: for each CPU and for the threads that ran longest how much of every pixel
 * was spent how. The capture is read twice: once to see which threads these are and how long it lasts, once
 * to fill the pixels. Time never goes back (replay.h), so a row's pixels are done from left to right, and of
 * one that is done two bytes are kept. Memory is that of threads, CPUs and pixels, not of events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_CHART_H
#define PERFOLIO_CORE_REPLAY_SCHED_CHART_H

#include "core/replay/sched/schedule.h"

enum {
    CHART_CPUS = 1024,    /* that are drawn at most */
    CHART_LABEL_MIN = 24, /* pixels that a run needs to be named */
    CHART_PARTS = 14,     /* of a pixel, that its lanes share */
};

/* What a pixel's time was spent on: by a thread, or on a CPU, where only the first two are told; and of a CPU
 * that idles in the state of that number, 3 standing for all deeper ones. */
enum chart_lane { CHART_RUN, CHART_MARKED, CHART_WAIT, CHART_BLOCK, CHART_LANES };

/* A run that is wide enough for a name. */
struct chart_label {
    uint32_t at, width; /* pixels */
    uint64_t from, to;  /* ns */
    const struct sched_task *task;
};

struct chart_row {
    uint16_t *parts;          /* of each pixel, 4 bits for a lane: chart_parts() */
    uint32_t at;              /* the pixel that is not done yet, */
    uint64_t ns[CHART_LANES]; /* and what was spent in it so far */
    struct chart_label *labels;
    size_t nlabels;
};

struct chart_task_row {
    const struct sched_task *task;
    const char *comm;            /* its last one; NULL: never said */
    uint64_t spent[CHART_LANES]; /* ns */
    uint64_t runs, first, last;  /* how often it ran; when it was first and last heard of */
    struct chart_row row;
};

struct chart_cpu_row {
    uint32_t number;
    uint64_t busy;
    bool has_power;
    struct chart_row row, idle; /* idle: lanes are idle states */
    uint32_t *khz, max_khz;     /* the highest frequency in each pixel, 0: not told; and in all */
};

struct chart {
    /* Set by the user: */
    struct replay *replay;
    uint64_t from, to; /* ns; only what happened then; 0: it is not limited */
    uint32_t width;    /* pixels */
    size_t most_tasks; /* that are drawn */
    bool power;        /* idle states and frequencies are wanted */
    bool (*wanted)(void *arg, const struct sched_task *t, const char *comm); /* NULL: all threads are */
    bool (*marked)(void *arg, const struct sched_task *t,
                   const char *comm); /* its runs are highlighted; NULL: none */
    void *arg;
    uint64_t mark_from; /* ns: runs of this length are highlighted; 0: none for that */
    /* Set by chart_run(): */
    struct schedule schedule;
    uint64_t first, last, per;    /* ns: what is shown; a pixel's */
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

/* How many CHART_PARTS of a pixel's time were spent on a lane: what was spent on at all has one at least, if
 * those before it left any. */
static inline unsigned chart_parts(const struct chart_row *r, uint32_t pixel, unsigned lane)
{
    return r->parts[pixel] >> 4 * lane & 15;
}

#endif
