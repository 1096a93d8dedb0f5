/*
 * moderated: tests whether rows (functions, objects, totals) cost more on one side than on the other, where each side
 * was measured in several runs. The noise is measured: it is the difference between runs of one side. Poisson's law
 * only says how much of the noise the number of samples explains.
 *
 * With 3 to 10 runs a row's own variance is hardly known, so the estimate also uses rows that vary by about as much.
 * The test is a t test of logarithms of costs with a moderated variance (Smyth, "Linear Models and Empirical Bayes
 * Methods for Assessing Differential Expression in Microarray Experiments", 2004, sections 3 and 6.2; variances.c). The
 * expected variance of a row is the variance that its number of samples causes plus a variance that all rows share.
 *
 * Results are the same on every host (special.h). Nothing is random.
 */
#ifndef PERFOLIO_CORE_STATISTICS_MODERATED_H
#define PERFOLIO_CORE_STATISTICS_MODERATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The measurements: n rows in `runs` runs, of which the first `before` are of the first side. */
struct measured {
    size_t n, runs, before;
    const double *cost;      /* cost of row i in run j: [i * runs + j], 0 or more */
    const uint64_t *samples; /* number of samples for each cost, with the same index */
};

/* The difference of a row between the sides. */
struct difference {
    double before, after; /* mean cost of a run */
    double change;        /* ln(after / before) of geometric means */
    double error;         /* standard error of `change` */
    double df;            /* degrees of freedom of `error` */
    double p;             /* probability that chance alone makes such a change, up or down */
    bool known;           /* false: there are no runs or samples to compare; all other members are then 0 */
};

/* The noise that all rows of a comparison share. */
struct noise {
    /* standard deviation of logarithms between runs, in addition to the deviation that sampling causes */
    double own;
};

/* Compares the two sides and writes the difference of row i to out[i]. If a side has fewer than two runs,
   no difference is known. */
struct noise moderated_compare(const struct measured *m, struct difference *out);

/* Turns n differences that were measured between slices of time into differences between runs, for sides with one run
   or few. `change` becomes the change between the whole runs. `noise` is the assumed standard deviation of logarithms
   between runs, beyond the variation between slices. */
void moderated_slices_to_runs(struct difference *d, size_t n, double noise);

/* The interval that contains the true change with a probability of 1 - p. */
void moderated_interval(const struct difference *d, double p, double *low, double *high);

/* The smallest |change| whose p is below the limit `p` with a probability of 80 %, in a row with this
   error and df. */
double moderated_detectable_change(const struct difference *d, double p);

/* The number of runs that each side needs to show a |change|, 2 to a million. They are assumed to vary like the
   measured `runs` (of both sides together). */
uint64_t moderated_runs_needed(const struct difference *d, size_t runs, double p, double change);

/* Finds the differences that are more than chance, in a comparison of many rows. Of 40 functions that did not change,
   two are expected to have a p below 0.05, so the limit of p has to be lower. It need not be so low that not a single
   false change is found. */

/* The largest p that counts as a change, among n rows (Benjamini and Hochberg, "Controlling the False Discovery Rate",
   1995, section 3). `rate` is the share of all found changes that may be chance. Rows that are not `known` are left
   out. -1: no row changed. */
double discovery_limit(const struct difference *d, size_t n, double rate);

/* Estimates a row's variance from few runs with the help of other rows. The prior distribution of
   variances is estimated from all rows. It is a mixture of scaled inverse chi-squared distributions, here
   called kinds. One kind is common to all rows; it is the narrower, the better the variances of rows agree
   (Smyth, "Linear Models and Empirical Bayes Methods for Assessing Differential Expression in Microarray
   Experiments", 2004, section 6.2). With enough runs there are also many narrow kinds (M. Lu, M. Stephens,
   "Variance Adaptive Shrinkage (vash)", Bioinformatics 32, 2016). So if some rows vary ten times as much
   as others, each row is estimated from rows of its own kind. */

enum { VARIANCES_MOST = 64 };

struct variances {
    double own; /* degrees of freedom of each row's own variance */
    size_t n;   /* number of kinds; 0: too few rows */
    struct variance_kind {
        double at, df; /* variance and degrees of freedom of the kind */
        double weight;
        /* logarithm of the part of the likelihood that does not depend on the observed variance */
        double constant;
    } kinds[VARIANCES_MOST];
};

/* Estimates the prior from the variances of n rows, each with `df` degrees of freedom. */
void variances_fit(struct variances *v, const double *rows, size_t n, double df);

/* A variance and its degrees of freedom. */
struct variance {
    double value, df;
};

/* The moderated variance of a row whose own runs have the variance `seen`; at least `least`. A t test with the result
   is close to a test averaged over all variances that the prior allows. */
struct variance variances_moderate(const struct variances *v, double seen, double least);

#endif
