/* replicates: several runs of one program before a change and several after it, with their counts and properties. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_REPLICATES_H

#include "lib/question/diff/diff.h"
#include "lib/question/common/run_list.h"
#include "core/model/same_event.h"
#include "core/compare/match_runs.h"
#include "core/compare/runs.h"

/* If a side has only one run, runs are cut into this many slices of time. */
enum { REPLICATE_SLICES = 10 };

/* What is kept of a run after it is counted and closed. */
struct replicate {
    struct listed_run *of;
    double work; /* the amount of work that the run's cost is divided by */
    /* while the run is counted: per event, its index in the known events (same_event.h) */
    uint32_t *event_of;
    bool timed;     /* its samples have times */
    double seconds; /* if `timed`: time between the first and the last sample, including filtered ones */
    uint64_t lost, throttled;
    /* number of unreadable header features, which may have had facts about the machine and the command */
    uint64_t unread;
    const char *kernel, *cpu, *cpus, *arch, *command, *rates; /* "": not recorded */
};

struct run_event {
    const char *name;
    bool is_clock; /* its periods are ns */
    bool is_tracepoint;
    uint32_t runs; /* number of runs that have the event */
    struct names
        /* names, as in rows, of the functions at whose beginning the event was hit (probes_join()) */
        entered;
};

/* Data for the decision whether functions are comparable between all runs (comparable.c). */
struct comparable {
    uint8_t *tables; /* per object in struct runs: the enum table_kind of each symbol table that was used */
    size_t n, cap;
    struct idmap apart; /* name of an object whose functions are not comparable -> the reason */
};

struct replicates {
    struct run_list list;
    struct replicate *v;
    uint32_t n, before; /* the runs before the change come first */
    /* a side has only one run: each run is cut into slices of time, each of which is a run in struct runs */
    bool sliced;
    double run_noise; /* if `sliced`: the assumed variation between runs, in percent */
    struct runs runs;
    struct run_paths paths; /* if with_callees */
    struct run_spots spots;
    struct comparable comparable;
    double *factors;          /* per run in struct runs: the factor that its costs were multiplied by */
    struct run_event *events; /* the events of the first run */
    uint32_t nevents;
    struct known_events known;
    struct names strangers; /* names of events of other runs that the first run does not have */
    bool with_callees;      /* all runs have call chains */
    struct names texts;
    struct guess *guesses; /* names that differ on the two sides and are taken for the same function */
    size_t nguesses;
    struct run_renames renames; /* the renames that follow from `guesses` */
    struct words differ;        /* differences between the sides, one sentence each */
};

void replicates_free(struct replicates *r);

/* A text that lives as long as the replicates do; "" for NULL. */
const char *replicates_copy_text(struct replicates *r, const char *s);

/* Adds a sentence to r->differ. */
void replicates_add_difference(struct replicates *r, const char *sentence);

/* replicates_count_before(): number of runs in struct runs that are before the change. replicates_index_of_run(): the
   index in r->v of the run that is, or has as a slice, run number `run` in struct runs. */
uint32_t replicates_count_before(const struct replicates *r);
uint32_t replicates_index_of_run(const struct replicates *r, uint32_t run);

/* Returns an array, indexed by object->index, of the first mapping of each object, through which its symbols are
   loaded; NULL: the object was never mapped. For the kernel and its modules, mappings in the kernel's address space
   come before mappings of processes. The array is malloc'ed. */
const struct map **replicates_first_maps(const struct timeline *t);

/* Adds the rows of call paths, if all runs have call chains; `wanted`: as in struct path_rows_opts. */
void replicates_add_paths(struct replicates *r, const struct gate_opts *o,
                          bool (*wanted)(const void *arg, uint32_t event, const char *path), const void *arg);

/* The options for path_rows_add() and path_rows_means(). */
struct path_rows_opts replicates_path_opts(const struct replicates *r, const struct gate_opts *o);

/* Reading runs: finds the runs that the options name, opens one after the other, and counts it. */

/* Fills `r`. False after printing the reason. The caller calls replicates_free() in either case. */
bool read_runs(struct replicates *r, struct diff_opts *o, struct outlet *err);

/* Work: the amount of work that each run did, by which its cost is divided (--per, --per-file). */

/* Whether the work of each run is counted by one of its events (--per EVENT). */
bool work_is_counted_by_event(const struct gate_opts *o);

/* Whether --per names this event; modifiers (":u") are ignored. */
bool work_event_matches(const struct gate_opts *o, const char *event);

/* Sets the work of each run: 1 if the options do not give it; 0, for the time being, if an event counts it. False
   after printing the reason. */
bool work_set_amounts(struct replicates *r, const struct gate_opts *o, struct outlet *err);

/* Machines: on which machine and how each run was recorded, and what of this differs between the sides. */

/* Notes the facts about the recording machine in a run's capture, and what the run's problems, which are already
   counted, tell about the recording. */
void machines_note_run(struct replicates *r, struct replicate *run, const struct capture *c);

/* Adds a sentence to r->differ for each fact that differs between the runs. */
void machines_compare(struct replicates *r);

/* Probes: which probes of two builds correspond. perf names a probe by the file that it is in (probe_old:parse,
   probe_new:parse), and adds a number if the name exists already (probe_bench:parse_1). So probes at the same
   function may have different event names. */

/* For each event of a run that is not a known event (NO_EVENT in `event_of`): finds the known event that is the same
   probe, and sets event_of. Two probes are the same under four conditions. Both are in the kernel, or both in
   programs. Their names are equal except for the number at the end. Both were hit at the beginning of functions. The
   functions of one probe are among the functions of the other. `profile` was counted with runs_keys() of RUN_SELF.
   Notes the functions at which each known probe was hit. Adds a sentence to r->differ for each joined probe, once. */
void probes_join(struct replicates *r, const struct profile *profile, const struct session *s,
                 uint32_t *event_of);

/* Comparable: in which objects functions are comparable between all runs. If some runs have symbols that other runs
   lack, a function with a name in one run has none in another. If only some runs know inlined functions, functions
   are counted as they were linked (runs_settle()), and a function that only one side has may be inlined on the other
   side. */

/* Notes the kind of symbol table of each object of the run that was added last, whose session is still open. */
void comparable_note_objects(struct replicates *r, const struct session *s);

/* Finds the objects whose functions are not comparable, and adds sentences about them to r->differ. To be called
   after names were guessed; `guessed`: whether they were. */
void comparable_find(struct replicates *r, bool guessed);

/* Why a row must not be judged, in a few words; NULL: it may be. `alone`: only one side has the row. For rows of call
   paths, to be called before the call paths are freed. */
const char *comparable_why_not(const struct replicates *r, const struct run_row *row, bool alone);

/* Lone code: reads the code of functions that only one side of a comparison has, so that match_runs() can find
   functions that have different names on the two sides. For this, some runs are opened again: as few as have all
   these functions, and none if one side has no such functions. */

/* Guesses which different names belong to the same function, and replaces them by one name in the rows of all runs,
   which have been read. Prints to `err` what cannot be compared. */
void lone_code_guess(struct replicates *r, const struct diff_opts *o, struct outlet *err);

#endif
