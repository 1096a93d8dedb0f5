/* pairs: the functions of two captures, joined by their names. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H

#include "lib/question/annotate/annotation.h"
#include "lib/view/rows.h"
#include "lib/question/common/run_list.h"

/* One of two captures that stand side by side, or the runs of that side (--before, --after) summed up. */

struct side_run {
    uint64_t left_out; /* its samples that count nowhere, for the first run lacks their object or event */
    struct text first; /* of these */
    uint32_t by_path;  /* its objects that are taken for those of the first run by their paths alone */
    struct text named; /* the first of these */
};

struct annotate_side {
    struct session s; /* of the first run, which the names and the code are of */
    bool opened;
    uint32_t n, nevents;
    struct listed_run *listed; /* borrowed */
    struct side_run *runs;
    uint32_t *having; /* per object of the first run and event: how many runs have both */
};

/* Count the runs of a side, one at least, each with samples, into one annotation. False once the reason is shown, or with `e`
   set. The list is borrowed; its runs' problems are set, but for the first one's, whose session is open still. Freed with
   side_close(), once the annotation is, in either case. */
bool side_open(struct annotate_side *side, struct annotation *a, const struct annotate_opts *o,
               const struct run_list *l, bool after, struct outlet *err, struct err *e);
void side_close(struct annotate_side *side);

/* How many of the runs have an object (of the first one; NULL: any) and an event: what its samples are summed up of. */
uint32_t side_runs(const struct annotate_side *side, const struct object *o, uint32_t event);

/* Show the runs with samples left out, and the runs with objects matched by path alone: lines on `err`, objects of a list in JSON. */
void side_show_doubts(const struct annotate_side *side, struct rows *r, struct outlet *err);

enum { SIDES = 2 };

struct pair {
    const struct hot_function *of[SIDES]; /* NULL: it is not there; it may have no samples there */
    double share;                         /* the larger one, of all samples of the event */
};

struct pairs {
    struct pair *v; /* the largest share first */
    size_t n, cap;
    size_t chosen; /* how many are shown */
    struct names names;
    struct hot_function *unsampled; /* those without samples on a side */
    size_t nunsampled;
    struct text unclear; /* which functions --was may mean, that it joins none of; empty: it is clear */
};

/* Join the functions with samples of one event of each of two captures: what --was names, in objects of the
   same name (same_name.h); those of one name and object; else what --was names in any object, if there is one
   on each side; then those of one name, then those whose names differ in what compilers add; and choose those
   that were asked for. Freed with pairs_free(). */
void pairs_make_of_functions(struct pairs *p, const struct annotation *sides, const uint32_t *events);

/* unsampled.c. Find what chosen functions with samples on one side alone are on the other: by their names, in
   objects of the same name there. Their rows are none, behind all of that side. */
void pairs_find_unsampled(struct pairs *p, const struct annotation *sides, const uint32_t *events);
void pairs_free(struct pairs *p);

#endif
