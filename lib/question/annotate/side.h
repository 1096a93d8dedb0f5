/* side: one of two captures that stand side by side, or the runs of that side (--before, --after) summed up. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_SIDE_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_SIDE_H

#include "lib/question/annotate/annotation.h"
#include "lib/view/rows.h"
#include "lib/question/common/run_list.h"

struct side_run {
    const char *name;  /* borrowed */
    uint64_t left_out; /* its samples that count nowhere, for the first run lacks their object or event */
    struct text first; /* of these */
    uint32_t by_path;  /* its objects that are taken for those of the first run by their paths alone */
    struct text named; /* the first of these */
    uint64_t samples;  /* what its problems are parts of */
    struct problems problems;
};

struct annotate_side {
    struct session s; /* of the first run, which the names and the code are of */
    bool opened;
    uint32_t n, nevents;
    struct side_run *runs;
    uint32_t *having; /* per object of the first run and event: how many runs have both */
};

/* Count `n` runs, one at least, each with samples, into one annotation. False once the reason is shown, or with `e` set.
   The names of the runs are borrowed. Freed with side_close(), once the annotation is, in either case. */
bool side_open(struct annotate_side *side, struct annotation *a, const struct annotate_opts *o,
               struct listed_run *runs, uint32_t n, struct outlet *err, struct err *e);
void side_close(struct annotate_side *side);

/* How many of the runs have an object (of the first one; NULL: any) and an event: what its samples are summed up of. */
uint32_t side_runs(const struct annotate_side *side, const struct object *o, uint32_t event);

/* Show the runs of which samples are left out, or whose objects are matched by their paths alone: lines on `err`, objects
   of a list in JSON. */
void side_doubts(const struct annotate_side *side, struct rows *r, struct outlet *err);

/* Show the problems of each run, by its name, unless they are in JSON, and add them up. */
void side_problems(const struct annotate_side *side, const struct annotation *a, bool json,
                   struct problems *all, struct outlet *err);

#endif
