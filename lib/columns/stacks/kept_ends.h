/*
 * kept_ends: in which end of a path each sample counts, for questions that differ in nothing but times and CPUs: samples of
 * another range are then added up by one look-up each. Private to lib/columns, but for the session that keeps them.
 */
#ifndef PERFOLIO_LIB_COLUMNS_STACKS_KEPT_ENDS_H
#define PERFOLIO_LIB_COLUMNS_STACKS_KEPT_ENDS_H

#include "core/base/text.h"
#include "core/profile/count/count_opts.h"

struct column_count;
struct count_stacks;

/* The samples of one row that have one kept path. */
struct kept_end {
    uint32_t row, path; /* row: a number that only these ends use; path: a kept one */
    uint32_t missed;    /* callers of each sample in objects that no source has */
};

struct kept_ends {       /* zero-initialise */
    uint32_t *of_sample; /* per sample; KEPT_ENDS_HIDDEN: filters hide the sample. NULL: none are kept yet */
    struct kept_end *v;  /* in the order of paths */
    size_t n, nrows;
    bool any_missed;      /* some end has `missed` */
    struct text question; /* what the ends depend on */
};

#define KEPT_ENDS_HIDDEN UINT32_MAX

/* Whether the ends of these options can be kept: nothing but time and CPU tells samples of one thread and stack apart, and
   frames count in no rows. */
bool kept_ends_may_be(const struct column_count *a);

/* Whether the kept ends are of such options, and of the kept paths. */
bool kept_ends_fit(const struct kept_ends *k, const struct count_opts *o);

/* Replaces the kept ends by those that `s` has counted for all samples; of_sample[], which it takes, has the number of an end of
   `s`, or KEPT_ENDS_HIDDEN. Also keeps the paths of these options. */
void kept_ends_put(struct kept_ends *k, struct count_stacks *s, uint32_t *of_sample);
void kept_ends_free(struct kept_ends *k);

/* The samples of an end that count. */
struct kept_sum {
    uint64_t period;
    uint32_t samples, first; /* first: the earliest one */
};

/* Makes the rows of sums[], which has an element for each kept end, in the profile of `s`, and gives `s` its stack ends. */
void kept_ends_count(const struct kept_ends *k, struct count_stacks *s, const struct kept_sum *sums);

#endif
