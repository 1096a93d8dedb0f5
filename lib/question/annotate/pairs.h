/* pairs: the functions of two captures, matched by their names. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H

#include "lib/question/annotate/annotation.h"
#include "lib/view/rows.h"
#include "lib/question/common/run_list.h"

/* A side: one of two captures that are shown side by side, or the sum of several runs (--before, --after). struct
   side_run describes one of these runs: */

struct side_run {
    /* number of its samples that are not counted, because the first run lacks their object or event */
    uint64_t left_out;
    struct text first; /* the first such object or event */
    /* number of its objects that match objects of the first run only by path */
    uint32_t by_path;
    struct text named; /* the first of these */
};

struct annotate_side {
    struct session s; /* the session of the first run; names and code are taken from this run */
    bool opened;
    uint32_t n, nevents;
    struct listed_run *listed; /* borrowed */
    struct side_run *runs;
    uint32_t *having; /* by object and event of the first run: number of runs that have both */
};

/* Counts the runs of a side, at least one, into one annotation. Each run must have samples. False after
   printing the reason, or with `e` set. The list is borrowed. Sets the problems of its runs, except those
   of the first run, whose session stays open. In either case the caller calls annotation_free(), then
   side_close(). */
bool side_open(struct annotate_side *side, struct annotation *a, const struct annotate_opts *o,
               const struct run_list *l, bool after, struct outlet *err, struct err *e);
void side_close(struct annotate_side *side);

/* How many runs of the side have both an object and an event, so that their samples are in the sum. `o`: an object of
   the first run; NULL: any object. */
uint32_t side_runs(const struct annotate_side *side, const struct object *o, uint32_t event);

/* Reports the runs with samples that are left out, and the runs with objects that are matched by path alone: as lines
   on `err`, or as a list of objects in JSON. */
void side_show_doubts(const struct annotate_side *side, struct rows *r, struct outlet *err);

enum { SIDES = 2 };

struct pair {
    /* per side: the function, which may have no samples; NULL: the side does not have it */
    const struct hot_function *of[SIDES];
    /* its share of all samples of the event, on the side where it is larger */
    double share;
};

struct pairs {
    struct pair *v; /* the largest share first */
    size_t n, cap;
    size_t chosen; /* number of pairs to show, which come first */
    struct names names;
    struct hot_function *unsampled; /* functions that have samples only on the other side */
    size_t nunsampled;
    /* the functions that --was may mean, if it is ambiguous, so that none is matched; empty: it is not
       ambiguous */
    struct text unclear;
};

/* Matches the functions that have samples of one event, which is events[side] on each side. In this order:
   the function that --was names, in objects of the same name (same_name.h); functions with the same name
   and object; the function that --was names in any object, if each side has one; functions with the same
   name; functions whose names differ only in suffixes of compilers. Then selects the requested functions.
   Freed with pairs_free(). */
void pairs_make_of_functions(struct pairs *p, const struct annotation *sides, const uint32_t *events);

/* unsampled.c: for selected functions that have samples only on one side, finds the function without
   samples on the other side, by its name, in objects with the same name. Such a function has an empty
   range of rows, after all rows of its side. */
void pairs_find_unsampled(struct pairs *p, const struct annotation *sides, const uint32_t *events);
void pairs_free(struct pairs *p);

#endif
