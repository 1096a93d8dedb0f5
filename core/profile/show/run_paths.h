/*
 * run_paths: the call paths of several runs as one tree, from the outermost function inwards, joined by what functions
 * are called. What is too small in a run to be told apart counts, of that run, as the rest of the path that it goes on
 * from: so the tree stays small, and its costs add up to those of all samples with chains.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUN_PATHS_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUN_PATHS_H

#include "core/base/idmap.h"
#include "core/base/text.h"
#include "core/profile/count/profile.h"

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

/* What was counted of a run, and where it goes among all runs. */
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
    const char *row;               /* what its row is called; NULL: it has none (path_rows.h) */
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

/* Give each path another name, or make it one with what it goes on from where that says false; and make one those that
   now are. */
void run_paths_rename(struct run_paths *t, bool (*rename)(const void *arg, struct run_path *path),
                      const void *arg);

/* Add what the end of a path is called: its function, or "[object]" where that has no name. */
void run_paths_name(const struct run_path *path, struct text *out);

/* Add what all of a path is called: "main;parse;lex". */
void run_paths_text(const struct run_paths *t, uint32_t path, struct text *out);

#endif
