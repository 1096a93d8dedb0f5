/*
 * runs: what the rows of one program cost in each of several runs, joined by what they are called: what
 * statistics are made of (core/statistics). Nothing of a capture is needed any more once its run was added.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUNS_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUNS_H

#include "core/base/arena.h"
#include "core/profile/keys/key.h"
#include "core/profile/show/run_spots.h"

/* What rows are of; each sample counts once in each of the first five. */
enum run_section {
    RUN_TOTAL,
    RUN_COMMAND,
    RUN_OBJECT,
    RUN_FUNCTION,
    RUN_COMMAND_FUNCTION, /* functions of a command */
    RUN_WITH_CALLEES,     /* functions, with what they call */
    RUN_PATH,             /* call paths, with all that goes on from them (path_rows.h) */
    RUN_ENTERED, /* functions, by how often they were entered (run_entries.h): no part of an answer, either */
    RUN_CALLED_BY, /* functions, by who called them: no part of an answer, but what explains another */
    RUN_SECTIONS
};

/* Where a function begins in the source. */
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

/* What of a run is added: what functions cost themselves, or with what they call, or the branches into them. They are
   counted apart, for a recursive function is in a chain at several places. Branches come behind RUN_SELF. */
enum run_part { RUN_SELF, RUN_CALLEES, RUN_BRANCHES };

/* The keys that a part has to be counted by; others may stand behind them. How many. That of places, which RUN_SELF has,
   has cells as run_spots_add() takes them. */
enum { RUN_KEYS = 4, RUN_PLACE = 3 };
size_t runs_keys(enum run_part part, const struct key *keys[RUN_KEYS]);

/* Add to a row in a run. */
void runs_add_to(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples);

/* Add what was counted of a run; its call paths, which RUN_CALLEES has, to `paths`, and what lies where, which RUN_SELF
   has, to `spots`. */
void runs_add(struct runs *r, const struct run_counted *c, enum run_part part, const struct key_context *kc,
              struct run_paths *paths, struct run_spots *spots);

#endif
