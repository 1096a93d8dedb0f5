/* pairs: the functions of two captures, joined by their names. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_PAIRS_H

#include "lib/question/annotate/annotation.h"

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
void pairs_make(struct pairs *p, const struct annotation *sides, const uint32_t *events);

/* unsampled.c. Find what chosen functions with samples on one side alone are on the other: by their names, in
   objects of the same name there. Their rows are none, behind all of that side. */
void pairs_find_unsampled(struct pairs *p, const struct annotation *sides, const uint32_t *events);
void pairs_free(struct pairs *p);

#endif
