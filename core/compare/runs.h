/*
 * runs: what the rows of one program cost in each of several runs, joined by what they are called: what
 * statistics are made of (core/statistics). Nothing of a capture is needed any more once its run was added.
 */
#ifndef PERFOLIO_CORE_COMPARE_RUNS_H
#define PERFOLIO_CORE_COMPARE_RUNS_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/text.h"
#include "core/model/timeline/timeline.h"
#include "core/profile/count/profile.h"
#include "core/profile/keys/key.h"

/* The call paths of several runs as one tree, from the outermost function inwards, joined by what functions
   are called. What is too small in a run to be told apart counts, of that run, as the rest of the path that it goes on
   from: so the tree stays small, and its costs add up to those of all samples with chains. */

/* What a row of a profile is called; texts are interned: equal ones have one address. */
struct run_names {
    const char *command, *object, *function; /* unknown is "[unknown]"; command NULL: none is asked for */
    bool inlined;                            /* the function is, there */
    const char *linked; /* what the linker calls it, and that without what compilers add; NULL: unknown */
    const char *stem;
};

/* Whether two functions, one of which called the other, are parts of one that a compiler split; or code of an object
   of which no names are known. */
static inline bool run_names_are_parts(const struct run_names *a, const struct run_names *b)
{
    return a->object == b->object && a->function == b->function && a->stem == b->stem &&
           (!a->linked || a->linked != b->linked);
}

/* The counts of one run, and its index among all runs. */
struct run_counted {
    const struct profile *profile;
    const struct event *events; /* of its capture */
    const uint32_t *event_of;   /* per event what it is here, or NO_EVENT */
    uint32_t run;               /* or the first of those that run_of() gives */
    uint32_t (*run_of)(const struct profile *p, const struct row *row,
                       const void *arg); /* takes the place of `run` for each row; may be NULL */
    const void *arg;
};

static inline uint32_t run_counted_run(const struct run_counted *c, const struct row *row)
{
    return c->run_of ? c->run_of(c->profile, row, c->arg) : c->run;
}

enum { RUN_OUTSIDE = 0 }; /* the root of the tree, which is no path */

struct run_path {
    uint32_t parent;               /* lies before it */
    uint32_t place;                /* a number of its object and function */
    const char *object, *function; /* that it ends in; NULL: the rest of its parent */
    const char *row;               /* what its row is called; NULL: it has none (path_rows.c) */
    bool inlined;                  /* the function is, there; until the runs are settled */
};

/* Samples that ended in a path. */
struct run_path_cost {
    uint32_t path, event, run;
    uint64_t samples;
    double cost; /* the sum of periods */
};

struct run_paths {
    struct run_path *v; /* v[RUN_OUTSIDE] is no path */
    size_t n, cap;
    struct run_path_cost *costs; /* several of one path, event and run add up */
    size_t ncosts, cap_costs;
    struct idmap texts, places,
        steps; /* numbers of names, of pairs of these, and of paths by parent and place */
};

void run_paths_free(struct run_paths *t);

/* Add the settled paths of a run; `names` per row of its profile, outliving `t`. */
void run_paths_add(struct run_paths *t, const struct run_counted *c, const struct run_names *names);

/* Renames each path by rename(), or merges it into its parent where rename() returns false; then merges paths that have become
   equal. */
void run_paths_rename(struct run_paths *t, bool (*rename)(const void *arg, struct run_path *path),
                      const void *arg);

/* Adds the name of a path's last step: its function, or "[object]" if that has no name. */
void run_paths_name(const struct run_path *path, struct text *out);

/* Adds the names of all steps of a path: "main;parse;lex". */
void run_paths_text(const struct run_paths *t, uint32_t path, struct text *out);

/* What lies at which address of the functions that cost most of a run, so that their code can be looked at
   once it is known which of them changed. Objects without a build-id have none: what lies at a path may be another build
   in each run. */

struct run_spot { /* several of one place and run add up */
    uint64_t at;  /* in the space of the object's symbols */
    uint64_t samples;
    double cost;       /* the sum of periods */
    uint32_t function; /* of the object: an index of functions */
    uint32_t build;    /* of the object: an id of its build-id */
    uint32_t event, run;
};

struct run_spots {
    struct run_spot *v;
    size_t n, cap;
    struct run_names *functions; /* as linked, by the names that rows have; no commands */
    size_t nfunctions, cap_functions;
    struct idmap texts, pairs; /* of addresses of names, and of pairs of their numbers: functions, + 1 */
    struct names builds;
};

void run_spots_free(struct run_spots *s);

/* Add a run that was counted by place: `key` is the number of the key whose cells are an object's index and an address in
   it (the index NO_SPOT: none); `names` per row. */
enum { NO_SPOT = UINT32_MAX };
void run_spots_add(struct run_spots *s, const struct run_counted *c, const struct run_names *names,
                   size_t key, const struct object *const *objects);

/* The number of an object's build in run_spots; 0: it is not there. */
uint32_t run_spots_build(const struct run_spots *s, const struct object *o);

/* The kinds of rows; each sample counts once in each of the first five kinds. */
enum run_section {
    RUN_TOTAL,
    RUN_COMMAND,
    RUN_OBJECT,
    RUN_FUNCTION,
    RUN_COMMAND_FUNCTION, /* functions of a command */
    RUN_WITH_CALLEES,     /* functions, with what they call */
    RUN_PATH,             /* call paths, with all that goes on from them (path_rows.c) */
    RUN_ENTERED, /* functions, by how often they were entered (run_entries.c): no part of an answer, either */
    RUN_CALLED_BY, /* functions, by who called them: no part of an answer, but what explains another */
    RUN_SECTIONS
};

/* The source line at which a function begins. */
struct run_begin {
    const char *file; /* without its folder, for builds lie in different ones; NULL: unknown */
    uint32_t line;
    uint32_t run; /* that knows it */
};

/* Where the code of a function lies. */
struct run_code {
    uint32_t run;       /* that has it there, + 1; 0: unknown */
    uint32_t object;    /* of that run, by its index */
    uint64_t start;     /* in the space of the object's symbols */
    const char *linked; /* what the linker calls it */
};

struct run_row {
    enum run_section section;
    uint32_t event;
    /* NULL: not of this section; unknown is "[unknown]". Of a call path all of it is its function: "main;parse" */
    const char *command, *object, *function, *caller;
    bool inlined; /* until runs_settle(): with inlined functions apart, else of linked ones alone */
    struct run_begin first, last; /* of the first and of the last run that has it */
    struct run_code code;         /* of the first */
};

/* An object that samples of a run lie in. */
struct run_met {
    const char *name; /* as rows call it before match_runs() */
    uint32_t run;     /* the first of those that its samples count in */
    uint32_t object;  /* of that run, by its index */
    struct build_id id;
    uint64_t samples, nameless;
    bool lined; /* where some of its code comes from is known */
};

struct runs {
    uint32_t n; /* runs */
    struct names names;
    struct run_row *rows;
    uint32_t *slots; /* rows by what tells them apart, + 1; 0: free */
    size_t mask;
    size_t nrows, cap_rows, cap_costs;
    double *cost;        /* [row * n + run]: the sum of periods */
    uint64_t *samples;   /* likewise */
    bool exact_names;    /* names of other builds have to be the same (same_name.h) */
    struct run_met *met; /* those of one run behind each other */
    size_t nmet, cap_met;
    struct idmap linked; /* names of objects whose functions are linked ones alone, once settled */
};

void runs_init(struct runs *r, uint32_t n, bool exact_names);
void runs_free(struct runs *r);

/* Which counts of a run are added: self costs of functions, costs with callees, or branches into functions. They are counted
   apart, for a recursive function is in a chain at several places. Branches come behind RUN_SELF. */
enum run_part { RUN_SELF, RUN_CALLEES, RUN_BRANCHES };

/* The keys that a part has to be counted by; others may stand behind them. How many. That of places, which RUN_SELF has,
   has cells as run_spots_add() takes them. */
enum { RUN_KEYS = 4, RUN_PLACE = 3 };
size_t runs_keys(enum run_part part, const struct key *keys[RUN_KEYS]);

/* The mean cost of a row in the runs [from, to), at least one run; and the mean total cost of an event in them. */
double runs_mean(const struct runs *r, size_t row, uint32_t from, uint32_t to);
double runs_mean_total(const struct runs *r, uint32_t event, uint32_t from, uint32_t to);

/* The total cost of an event in one run; `samples` (may be NULL) receives the number of its samples. */
double runs_total(const struct runs *r, uint32_t event, uint32_t run, uint64_t *samples);

/* The name by which runs join a function, interned: without the suffixes of compilers, unless runs_init() had exact_names. */
const char *runs_function_name(struct runs *r, const char *name);

/* Add to a row in a run. */
void runs_add_cost(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples);

/* Add what was counted of a run; its call paths, which RUN_CALLEES has, to `paths`, and what lies where, which RUN_SELF
   has, to `spots`. */
void runs_add(struct runs *r, const struct run_counted *c, enum run_part part, const struct key_context *kc,
              struct run_paths *paths, struct run_spots *spots);

/* Renames both names of a guessed pair: objects and commands everywhere, functions in their object alone. */

/* Two names of one thing. */
struct guess {
    const char *before, *after;
    const char *joined; /* what both are called now: "base, slow10" */
    const char *what;   /* "object", "command", "function" */
    const char *object; /* that the function is in, as both sides call it; NULL: it is none */
    enum guess_by { GUESS_BY_NAMES, GUESS_BY_LINES, GUESS_BY_CODE } by;
    double common; /* by names: the share of its cost that has the same; by code: how alike it is; 0 to 1 */
};

struct run_renames {
    struct run_rename *v; /* both names of each guess, sorted */
    size_t n;
};

/* Of n guesses, whose texts outlive it; all names here are interned where these are: equal ones have one address. */
void run_renames_init(struct run_renames *r, const struct guess *guesses, size_t n);
void run_renames_free(struct run_renames *r);

/* The common name of a command or an object after the guesses; NULL gives NULL. */
const char *run_renames_command_name(const struct run_renames *r, const char *command);
const char *run_renames_object(const struct run_renames *r, const char *object);

/* What a function of an object is, which is given as both sides call it. */
const char *run_renames_function(const struct run_renames *r, const char *object, const char *function);

/* Renames each row by rename(), drops it where rename() returns false, and merges rows that have become equal. They are in the
   order of the names that they had then. */
void runs_rename(struct runs *r, bool (*rename)(const void *arg, struct run_row *row), const void *arg);

/* Once all runs are added: functions are those that were inlined, where every run with the object knows them, so
   that one that a compiler inlined in one build only is the same in all; else those that were linked, in call paths,
   too. */
void runs_settle(struct runs *r, struct run_paths *paths);

/* Once settled: whether the functions of an object (named as before match_runs()) are those that were linked. */
bool runs_uses_linked_functions(const struct runs *r, const char *object);

/* What functions cost in a run with what they call. A sample counts once in each name that its call chain has,
   however many functions of the run have that name: foo and foo.part.0, overloads, code without symbols. */

/* Add rows (RUN_WITH_CALLEES) of a settled profile with call paths, for linked functions alone and with inlined ones apart;
   its total is there already. `names` per row of the profile. */
void run_callees_add(struct runs *r, const struct run_counted *c, const struct run_names *names);

/* How often functions were entered, as far as samples tell: a probe where a function begins is hit
   whenever it is entered; and branch stacks have the branches that led there, among the last few in front of a sample. */

/* Where the entries of functions were hit by probes in a run; zero-initialise. */
struct run_entries {
    struct idmap symbols, hit; /* numbers of functions; per one and an event where, + 1 */
};

/* Samples of an event at a place; it counts by this number, as others may. */
void run_entries_note(struct run_entries *r, uint32_t number, const struct event *event,
                      const struct place *p);

/* Once all are seen: whether they are hits of a probe where the place's function begins, and of the only one there: two
   count each entry twice. */
bool run_entries_is_probe(struct run_entries *r, uint32_t number, const struct event *event,
                          const struct place *p);
void run_entries_free(struct run_entries *r);

/* A key for branches into a function: the length of the branch stack they are in; 0 for other branches. */
extern const struct key run_entries_key;

/* How many entries a branch of such a cell stands for, if the samples of the event have a mean period. */
double run_entries_per_branch(const struct cell *c, double period);

/* Which call paths of several runs are rows of a comparison: those that cost enough to be judged and say
   something that no longer path says; and what of a path's or a function's cost lies in what it calls. */

struct path_rows_opts {
    uint64_t min_samples;  /* of all runs together */
    uint32_t before;       /* runs of one side stand in front */
    const double *factors; /* per run, that costs are multiplied by */
    /* Whether a path is a row whatever longer ones say, if it costs enough. */
    bool (*wanted)(const void *arg, uint32_t event, const char *path);
    const void *arg;
};

/* Add rows (RUN_PATH) of an event's call paths to runs, whose totals and costs are there already. */
void path_rows_add(struct runs *r, struct run_paths *t, uint32_t event, const struct path_rows_opts *o);

/* Mean costs of a run, per path with all that goes on from it. */
struct path_means {
    double *before, *after;
};

struct path_means path_rows_means(const struct run_paths *t, uint32_t event, const struct path_rows_opts *o,
                                  uint32_t runs);
void path_rows_means_free(struct path_means *m);

/* A part of what something costs. */
struct path_part {
    enum path_part_kind {
        PATH_CALLER, /* by whom it was called; `path` NULL: it is the outermost */
        PATH_CALLEE,
        PATH_ITSELF,
        PATH_REST /* paths that are too small to be told apart */
    } kind;
    const struct run_path *path;
    double before, after;
};

/* The parts of what a row costs, a function with what it calls or a call path, n of them: by its callers, a path has
   none, and by what it calls. A function that calls itself counts where it is first called. malloc'ed. */
struct path_part *path_rows_parts(const struct run_paths *t, const struct path_means *m,
                                  const struct run_row *row, size_t *n);

#endif
