/* replicates: several runs of one program before a change and several after it, and what was found in them. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H

#include "lib/question/diff/diff.h"
#include "lib/question/common/run_list.h"
#include "core/model/same_event.h"
#include "core/compare/match_runs.h"
#include "core/compare/runs.h"

/* Slices of time that a run is cut into where a side has no other run. */
enum { REPLICATE_SLICES = 10 };

/* A run, of which this is left once it was counted. */
struct replicate {
    struct listed_run *of;
    double work;        /* that its cost is divided by */
    uint32_t *event_of; /* while it is counted: per event, which of the known it is (same_event.h) */
    bool timed;         /* its samples have times */
    double seconds;     /* then what lies between its first sample and its last, filters or not */
    uint64_t lost, throttled;
    uint64_t unread; /* header features: with them is lost what machine and command it is of */
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
const char *replicates_copy_text(struct replicates *r, const char *s);

/* Add a sentence to what differs. */
void replicates_add_difference(struct replicates *r, const char *sentence);

/* The runs of struct runs that are before the change, and which run one of struct runs is, or is a slice of. */
uint32_t replicates_count_before(const struct replicates *r);
uint32_t replicates_index_of_run(const struct replicates *r, uint32_t run);

/* Per object of a run, by its index, the first of its maps, by which its symbols are loaded: the kernel's, of the kernel and its
   modules, come before processes'. NULL: it was never mapped. malloc'ed. */
const struct map **replicates_first_maps(const struct timeline *t);

/* Add the rows of call paths, if all runs have call chains; `wanted` as in struct path_rows_opts. */
void replicates_add_paths(struct replicates *r, const struct gate_opts *o,
                          bool (*wanted)(const void *arg, uint32_t event, const char *path), const void *arg);

/* The options for path_rows_add() and path_rows_means(). */
struct path_rows_opts replicates_path_opts(const struct replicates *r, const struct gate_opts *o);

/* The runs that are asked for are found, opened one after the other, and counted. */

/* Fills `r`. False after printing the reason. The caller calls replicates_free() in either case. */
bool read_runs(struct replicates *r, struct diff_opts *o, struct outlet *err);

/* How much work each run did, which its cost is divided by (--per, --per-file). */

/* Whether an event of each run counts its work (--per EVENT). */
bool work_is_counted_by_event(const struct gate_opts *o);

/* Whether --per names this event; modifiers (":u") are ignored. */
bool work_event_matches(const struct gate_opts *o, const char *event);

/* Set the work of each run: 1 where nothing is asked for, 0 for now where an event counts it. False: it was shown
   why. */
bool work_set_amounts(struct replicates *r, const struct gate_opts *o, struct outlet *err);

/* What machine each run is of and how it was recorded, and what of that is not the same on both sides. */

/* Note what a run's capture says of its machine, and what its problems, which are counted, say of how it was recorded. */
void machines_note_run(struct replicates *r, struct replicate *run, const struct capture *c);

/* Add a sentence to what differs for each fact that is not the same in all runs. */
void machines_compare(struct replicates *r);

/* Which probes of two builds are one. perf names a probe by the file that it is in (probe_old:parse,
   probe_new:parse) and, where that name is taken, by a number behind it (probe_bench:parse_1): other events, for
   the one that counts the same. */

/* Give events of a run that are none of the known ones (NO_EVENT) the one that is a probe of the same: both of the
   kernel or both of programs, of one name but for the number that one of both has, and hit at the beginning of the
   same functions. `profile` is counted by runs_keys() of RUN_SELF. What each known one was hit at is noted; each
   that was joined is added to what differs, once. */
void probes_join(struct replicates *r, const struct profile *profile, const struct session *s,
                 uint32_t *event_of);

/* Which objects' functions mean the same in all runs. Where some runs have symbols that others lack, what has a
   name in one has none in the other; where some know what was inlined, functions are those that were linked
   (runs_settle()), of which one that a side alone has may be inlined on the other. */

/* Notes the kind of symbol table of each object of the run that was added last, whose session is still open. */
void comparable_note_objects(struct replicates *r, const struct session *s);

/* Once names were guessed, if they were: find what is not comparable, and add sentences about it to what differs between the
   sides. */
void comparable_find(struct replicates *r, bool guessed);

/* Why a row is not to be judged, in a few words; NULL: it is. `alone`: one side alone has it. Of call paths before they are
   freed. */
const char *comparable_why_not(const struct replicates *r, const struct run_row *row, bool alone);

/* The code of functions that one side of a comparison alone has, so that match_runs() finds which of them are
   one under two names. Runs are opened again for it, as few as have them all, and only where both sides have such
   functions. */

/* Guess which names are of one thing, and give it one name in the rows of all runs, which were read. Shows on `err` what
   cannot be compared. */
void lone_code_guess(struct replicates *r, const struct diff_opts *o, struct outlet *err);

#endif
