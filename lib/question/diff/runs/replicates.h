/* replicates: several runs of one program before a change and several after it, and what was found in them. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H

#include "lib/question/diff/diff.h"
#include "lib/question/common/run_list.h"
#include "core/model/same_event.h"
#include "core/profile/runs/match_runs.h"
#include "core/profile/show/path_rows.h"

/* Slices of time that a run is cut into where a side has no other run. */
enum { REPLICATE_SLICES = 10 };

/* A run, of which this is left once it was counted. */
struct replicate {
    bool after;
    const char *path, *name; /* as listed */
    char *capture;
    double work;        /* that its cost is divided by */
    uint32_t *event_of; /* while it is counted: per event, which of the known it is (same_event.h) */
    uint64_t samples;   /* of the events that are compared */
    bool timed;         /* its samples have times */
    double seconds;     /* then what lies between its first sample and its last, filters or not */
    uint64_t lost, throttled;
    uint64_t unread; /* header features: with them is lost what machine and command it is of */
    struct problems problems;
    const char *kernel, *cpu, *cpus, *arch, *command, *rates; /* "": not recorded */
};

struct run_event {
    const char *name;
    bool is_clock; /* its periods are ns */
    bool is_tracepoint;
    uint32_t runs; /* that have it */
    struct names
        entered; /* functions that hits of it lie at the beginning of, as rows call them (probes.h) */
};

/* What is known of whether functions mean the same in all runs (comparable.h). */
struct comparable {
    uint8_t *tables; /* per object that struct runs met: an enum table_kind */
    size_t n, cap;
    struct idmap apart; /* names of objects whose functions are not comparable, to why */
};

struct replicates {
    struct run_list list;
    struct replicate *v;
    uint32_t n, before; /* those of one side stand in front */
    bool sliced;        /* one run on a side: all are cut into slices of time, as many of struct runs each */
    double run_noise;   /* then what runs are assumed to differ by, in percent */
    struct runs runs;
    struct run_paths paths; /* if with_callees */
    struct run_spots spots;
    struct comparable comparable;
    double *factors;          /* per run of struct runs, that its costs were multiplied by */
    struct run_event *events; /* of the first run */
    uint32_t nevents;
    struct known_events known;
    struct names strangers; /* events of others that the first run has not */
    bool with_callees;      /* all runs have call chains */
    struct names texts;
    struct guess *guesses; /* what has another name on the other side, and is taken for the same */
    size_t nguesses;
    struct run_renames renames; /* of these */
    struct words differ;        /* what differs between the sides, a sentence each */
};

void replicates_free(struct replicates *r);

/* A text that lives as long as the replicates do; "" for NULL. */
const char *replicates_keep(struct replicates *r, const char *s);

/* Add a sentence to what differs. */
void replicates_add_difference(struct replicates *r, const char *sentence);

/* The runs of struct runs that are before the change, and which run one of struct runs is, or is a slice of. */
uint32_t replicates_before(const struct replicates *r);
uint32_t replicates_number(const struct replicates *r, uint32_t run);

/* Open a run's session. False: it was shown why. */
bool replicates_open(const struct replicates *r, uint32_t number, const struct diff_opts *o,
                     struct session *s, struct outlet *err);

/* Per object of a run, by its index, the first of its maps, by which its symbols are loaded: the kernel's, of the kernel and its
   modules, come before processes'. NULL: it was never mapped. malloc'ed. */
const struct map **replicates_first_maps(const struct timeline *t);

/* paths.c: add the rows of call paths, if all runs have call chains; `wanted` as in struct path_rows_opts. */
void replicates_add_paths(struct replicates *r, const struct gate_opts *o,
                          bool (*wanted)(const void *arg, uint32_t event, const char *path), const void *arg);

/* How paths are looked at. */
struct path_rows_opts replicates_of_paths(const struct replicates *r, const struct gate_opts *o);

#endif
