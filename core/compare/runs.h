/*
 * runs: the cost of each function, object, command and call path of a program in each of several runs. Rows
 * of different runs are joined by name. core/statistics reads these costs. A capture may be closed once its
 * run is added. Names are interned: equal names have the same address.
 */
#ifndef PERFOLIO_CORE_COMPARE_RUNS_H
#define PERFOLIO_CORE_COMPARE_RUNS_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/text.h"
#include "core/model/timeline/timeline.h"
#include "core/profile/count/profile.h"
#include "core/profile/keys/key.h"

/* The call paths of several runs as one tree, from the outermost function inwards. Paths of different runs
   are joined by the names of their functions. A path with a small share of its run (below LEAST in
   run_paths.c) is not added. Its samples count in the "rest" of its parent path. So the tree stays small,
   and its costs add up to the cost of all samples with call chains. */

/* The names of a row of a profile, interned. */
struct run_names {
    /* "[unknown]": the name is unknown; command NULL: the rows have no commands */
    const char *command, *object, *function;
    bool inlined;       /* the function is inlined into its caller here */
    const char *linked; /* the function's symbol name; NULL: unknown */
    const char *stem;
};

/* Whether a caller and its callee count as one function: both are parts of a function that a compiler
   split (foo and foo.part.0), or both are code without symbols in the same object. */
static inline bool run_names_are_parts(const struct run_names *a, const struct run_names *b)
{
    return a->object == b->object && a->function == b->function && a->stem == b->stem &&
           (!a->linked || a->linked != b->linked);
}

/* The counts of one run, and its index among all runs. */
struct run_counted {
    const struct profile *profile;
    const struct event *events; /* the events of the run's capture */
    /* per event of the capture: its number in struct runs, or NO_EVENT */
    const uint32_t *event_of;
    uint32_t run; /* the index of the run; with run_of() the lowest index that it returns */
    uint32_t (*run_of)(const struct profile *p, const struct row *row,
                       /* the run in which a row is counted, instead of `run`; may be NULL */
                       const void *arg);
    const void *arg;
};

static inline uint32_t run_counted_run(const struct run_counted *c, const struct row *row)
{
    return c->run_of ? c->run_of(c->profile, row, c->arg) : c->run;
}

enum { RUN_OUTSIDE = 0 }; /* the root of the tree; it is not a path */

struct run_path {
    uint32_t parent;               /* index of a path, lower than this path's index */
    uint32_t place;                /* the number of its object and function in run_paths.places */
    const char *object, *function; /* of the last step; NULL: this path is the rest of its parent */
    const char *row;               /* the name of its row (path_rows.c); NULL: it has no row */
    /* the function is inlined into its caller here; always false after runs_settle() */
    bool inlined;
};

/* The samples whose call path is this one. */
struct run_path_cost {
    uint32_t path, event, run;
    uint64_t samples;
    double cost; /* the sum of periods */
};

struct run_paths {
    struct run_path *v; /* v[RUN_OUTSIDE] is the root, not a path */
    size_t n, cap;
    struct run_path_cost *costs; /* elements with equal path, event and run must be added up */
    size_t ncosts, cap_costs;
    struct idmap texts, places, /* texts: numbers of names; places: numbers of pairs of names */
        steps;                  /* indices of paths, by parent and place */
};

void run_paths_free(struct run_paths *t);

/* Add the call paths of a run, after its profile was made final. `names`: one for each row of its profile; the texts must outlive
   `t`. */
void run_paths_add(struct run_paths *t, const struct run_counted *c, const struct run_names *names);

/* Rename each path by rename(). A path for which rename() returns false is merged into its parent. Then paths
   with equal names are merged. */
void run_paths_rename(struct run_paths *t, bool (*rename)(const void *arg, struct run_path *path),
                      const void *arg);

/* Append the name of a path's last step: its function, or "[object]" if the function has no name. */
void run_paths_name(const struct run_path *path, struct text *out);

/* Append the names of all steps of a path: "main;parse;lex". */
void run_paths_text(const struct run_paths *t, uint32_t path, struct text *out);

/* The addresses of samples in the functions that cost most of a run. If a comparison later shows that the
   cost of a function changed, its code can be annotated with them. Functions of objects without a build-id
   are left out, since the file at their path may be from another build in each run. */

struct run_spot { /* elements with equal address, function, build, event and run must be added up */
    uint64_t at;  /* address in the space of the object's symbols */
    uint64_t samples;
    double cost;       /* the sum of periods */
    uint32_t function; /* index in run_spots.functions */
    uint32_t build;    /* the object's build-id: an id in run_spots.builds */
    uint32_t event, run;
};

struct run_spots {
    struct run_spot *v;
    size_t n, cap;
    /* functions as the symbol table has them, without inlined ones, under the names of their rows and
       without commands */
    struct run_names *functions;
    size_t nfunctions, cap_functions;
    /* texts: numbers of names; pairs: index + 1 into `functions`, by the numbers of object and function */
    struct idmap texts, pairs;
    struct names builds;
};

void run_spots_free(struct run_spots *s);

/* Add a run that was counted by address. `key`: index of the key whose cells have as tag the index of an
   object (NO_SPOT: no object), and as value an address in the object. `names`: one for each row of the
   profile. */
enum { NO_SPOT = UINT32_MAX };
void run_spots_add(struct run_spots *s, const struct run_counted *c, const struct run_names *names,
                   size_t key, const struct object *const *objects);

/* The id of an object's build-id in run_spots.builds; 0: it is not there. */
uint32_t run_spots_build(const struct run_spots *s, const struct object *o);

/* The kinds of rows. Each sample counts once in each of the first five kinds. */
enum run_section {
    RUN_TOTAL,
    RUN_COMMAND,
    RUN_OBJECT,
    RUN_FUNCTION,
    RUN_COMMAND_FUNCTION, /* functions by command */
    RUN_WITH_CALLEES,     /* functions, including their callees */
    RUN_PATH,             /* call paths, including all longer paths that begin with them (path_rows.c) */
    RUN_ENTERED,          /* how often functions were entered (run_entries.c); not printed */
    RUN_CALLED_BY,        /* functions by caller; not printed, but used to explain other rows */
    RUN_SECTIONS
};

/* The source line at which a function begins. */
struct run_begin {
    const char *file; /* base name, since the folder may differ between builds; NULL: unknown */
    uint32_t line;
    uint32_t run; /* the run that file and line come from */
};

/* The place of a function's code. */
struct run_code {
    uint32_t run;       /* index + 1 of the run in which the function has this address; 0: unknown */
    uint32_t object;    /* index of an object in the capture of `run` */
    uint64_t start;     /* address in the space of the object's symbols */
    const char *linked; /* the function's name in the symbol table */
};

struct run_row {
    enum run_section section;
    uint32_t event;
    /* NULL: rows of this section have no such name. "[unknown]": the name is unknown. For a call path
       `function` is the whole path: "main;parse" */
    const char *command, *object, *function, *caller;
    /* whether inlined functions have rows of their own; else rows are by symbol, and inlined code counts in its caller.
       Valid only before runs_settle() */
    bool inlined;
    /* where the function begins in the source: according to the first and to the last run that knows it */
    struct run_begin first, last;
    struct run_code code; /* of the first run that knows it */
};

/* An object that contains samples of a run. */
struct run_met {
    const char *name; /* its name in rows, before match_runs() */
    uint32_t run;     /* the lowest index of the runs in which its samples are counted */
    uint32_t object;  /* index of an object in the capture of `run` */
    struct build_id id;
    uint64_t samples, nameless;
    bool lined; /* source lines or inlined functions are known for some of its code */
};

struct runs {
    uint32_t n; /* number of runs */
    struct names names;
    struct run_row *rows;
    uint32_t *slots; /* hash table: index + 1 of a row; 0: free */
    size_t mask;
    size_t nrows, cap_rows, cap_costs;
    double *cost;      /* [row * n + run]: the sum of periods */
    uint64_t *samples; /* [row * n + run] */
    /* join rows only if their names are equal; else same_name.h first strips suffixes and versions */
    bool exact_names;
    struct run_met *met; /* the objects of one run are adjacent */
    size_t nmet, cap_met;
    /* after runs_settle(): names of the objects whose rows are by symbol, without inlined functions */
    struct idmap linked;
};

void runs_init(struct runs *r, uint32_t n, bool exact_names);
void runs_free(struct runs *r);

/* The counts of a run that are added: the self costs of functions, costs with callees, or branches into functions.
   Each needs its own profile. RUN_BRANCHES must be added after RUN_SELF, since it uses its totals. */
enum run_part { RUN_SELF, RUN_CALLEES, RUN_BRANCHES };

/* Set `keys` to the keys by which a profile for `part` must be counted, and return their number. The user
   may append other keys. For RUN_SELF the key at index RUN_PLACE has the cells that run_spots_add() needs. */
enum { RUN_KEYS = 4, RUN_PLACE = 3 };
size_t runs_keys(enum run_part part, const struct key *keys[RUN_KEYS]);

/* runs_mean(): the mean cost of a row in the runs [from, to), which must not be empty. runs_mean_total():
   the mean of an event's total cost in these runs. */
double runs_mean(const struct runs *r, size_t row, uint32_t from, uint32_t to);
double runs_mean_total(const struct runs *r, uint32_t event, uint32_t from, uint32_t to);

/* The total cost of an event in one run; `samples` (may be NULL) receives the number of its samples. */
double runs_total(const struct runs *r, uint32_t event, uint32_t run, uint64_t *samples);

/* The name by which runs join a function, interned. It lacks the suffixes that compilers add, unless
   runs_init() had exact_names. */
const char *runs_function_name(struct runs *r, const char *name);

/* Add a cost and samples to a row in a run; the row is made if it is new. */
void runs_add_cost(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples);

/* Add the counts of a run for `part`. RUN_CALLEES also adds the call paths to `paths`. RUN_SELF also adds
   the addresses of samples to `spots`. */
void runs_add(struct runs *r, const struct run_counted *c, enum run_part part, const struct key_context *kc,
              struct run_paths *paths, struct run_spots *spots);

/* Renames: apply guesses to names. Both names of a guess become its joined name. Objects and commands are
   renamed in all rows, functions only in rows of their object. */

/* A guess that two names, one before and one after the change, mean the same object, command or function. */
struct guess {
    const char *before, *after;
    const char *joined; /* the name that replaces both: "base, slow10" */
    const char *what;   /* "object", "command", "function" */
    const char *object; /* the joined name of the function's object; NULL: `what` is not "function" */
    enum guess_by { GUESS_BY_NAMES, GUESS_BY_LINES, GUESS_BY_CODE } by;
    /* 0 to 1. GUESS_BY_NAMES: the share of the cost in functions that both have. GUESS_BY_CODE: the
       similarity of the code. */
    double common;
};

struct run_renames {
    struct run_rename *v; /* both names of each guess, sorted */
    size_t n;
};

/* Make the renames of n guesses, whose texts must outlive `r`. All names passed to the functions below
   must be interned in the same place as the texts of the guesses. */
void run_renames_init(struct run_renames *r, const struct guess *guesses, size_t n);
void run_renames_free(struct run_renames *r);

/* The joined name of a command or an object; its own name if it is in no guess; NULL for NULL. */
const char *run_renames_command_name(const struct run_renames *r, const char *command);
const char *run_renames_object(const struct run_renames *r, const char *object);

/* The joined name of a function; its own name if it is in no guess. `object`: the joined name of its
   object. */
const char *run_renames_function(const struct run_renames *r, const char *object, const char *function);

/* Rename each row by rename(), drop the rows for which rename() returns false, and merge rows with equal
   names. Afterwards the rows are in the order of their old names. */
void runs_rename(struct runs *r, bool (*rename)(const void *arg, struct run_row *row), const void *arg);

/* Once all runs are added, decide for each object whether inlined functions have their own rows and call
   paths. They do if all runs that have the object know its inlined functions. Otherwise its rows are by
   symbol, and inlined code counts in the function that contains it. */
void runs_settle(struct runs *r, struct run_paths *paths);

/* After runs_settle(): whether the rows of an object are by symbol, without inlined functions. `object`: its
   name before match_runs(). */
bool runs_uses_linked_functions(const struct runs *r, const char *object);

/* The cost of functions including their callees in a run. A sample counts once for each name in its call
   chain, even if several functions in the chain have that name: foo and foo.part.0, overloads, code
   without symbols. */

/* Add the rows RUN_WITH_CALLEES of a settled profile with call paths. Rows are added twice: by symbol, and
   with separate rows for inlined functions. The run's RUN_TOTAL must be there already. `names`: one for
   each row of the profile. */
void run_callees_add(struct runs *r, const struct run_counted *c, const struct run_names *names);

/* How often functions were entered, as far as samples show it. A probe at the beginning of a function is
   hit at each entry. A branch stack contains the calls among the last branches before a sample. */

/* The offsets in functions at which the probes of a run were hit. Zero-initialise it. */
struct run_entries {
    /* symbols: numbers of functions; hit: by number of the function and of the event: offset of the hits +
       1 */
    struct idmap symbols, hit;
};

/* Note that samples of an event are at a place. Events with equal `number` count as one event. */
void run_entries_note(struct run_entries *r, uint32_t number, const struct event *event,
                      const struct place *p);

/* Whether samples of the event at the place are hits of a probe at the beginning of the function. Call it
   after all calls of run_entries_note(). False if the function was hit at two such offsets, since two
   probes count each entry twice. */
bool run_entries_is_probe(struct run_entries *r, uint32_t number, const struct event *event,
                          const struct place *p);
void run_entries_free(struct run_entries *r);

/* A key for branches. If a branch enters a function, its cell is the length of its branch stack, in cycles
   or branches; else the cell is 0. */
extern const struct key run_entries_key;

/* The number of entries of a function that a branch with this cell of run_entries_key counts as. `period`: the mean
   period of the event's samples. */
double run_entries_per_branch(const struct cell *c, double period);

/* Selects which call paths of several runs become rows of a comparison: those that cost enough to be
   judged, unless a longer path has nearly the same cost or change. Also divides the cost of a path or a
   function among its callers and callees. */

struct path_rows_opts {
    uint64_t min_samples;  /* minimum number of samples of a path in all runs together */
    uint32_t before;       /* the first `before` runs are one side, the remaining runs the other */
    const double *factors; /* per run: its costs are multiplied by this */
    /* Whether to add a path that costs enough, even if a longer path has nearly the same cost or change. */
    bool (*wanted)(const void *arg, uint32_t event, const char *path);
    const void *arg;
};

/* Add rows RUN_PATH for an event's call paths to `r`. The event's totals must be there already. */
void path_rows_add(struct runs *r, struct run_paths *t, uint32_t event, const struct path_rows_opts *o);

/* Per path: the mean cost per run on each side. It includes all longer paths that begin with the path. */
struct path_means {
    double *before, *after;
};

struct path_means path_rows_means(const struct run_paths *t, uint32_t event, const struct path_rows_opts *o,
                                  uint32_t runs);
void path_rows_means_free(struct path_means *m);

/* A part of the cost of a function or a call path. */
struct path_part {
    enum path_part_kind {
        /* the cost when this caller calls it; `path` NULL: the cost when it is the outermost function */
        PATH_CALLER,
        PATH_CALLEE,
        PATH_ITSELF,
        PATH_REST /* callees with too little cost to be listed */
    } kind;
    const struct run_path *path;
    double before, after;
};

/* The n parts of the cost of a row RUN_WITH_CALLEES or RUN_PATH. A function is divided by caller and by
   callee, a call path by callee alone. A recursive function counts at its outermost call. malloc'ed. */
struct path_part *path_rows_parts(const struct run_paths *t, const struct path_means *m,
                                  const struct run_row *row, size_t *n);

#endif
