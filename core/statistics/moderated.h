/*
 * moderated: tests whether rows (functions, objects, totals) cost more on one side than on the other, where each side was
 * measured in several runs. The noise is how much runs of one side differ. That samples follow Poisson's law only tells
 * what noise to expect of rows with few samples.
 *
 * With 3 to 10 runs a row's own variance is hardly known. But there are many rows, so each borrows from rows that vary
 * like it: a t test with a moderated variance (Smyth, "Linear Models and Empirical Bayes Methods for Assessing
 * Differential Expression in Microarray Experiments", 2004, sections 3 and 6.2; variances.c) of logarithms of costs, whose
 * expected variance is that of the number of samples plus one that all rows share.
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
    const uint64_t *samples; /* samples behind each cost, likewise */
};

/* The difference of a row between the sides. */
struct difference {
    double before, after; /* mean cost of a run */
    double change;        /* ln(after / before) of geometric means */
    double error;         /* standard error of `change` */
    double df;            /* degrees of freedom of `error` */
    double p;             /* probability that chance alone makes such a change, up or down */
    bool known;           /* false: no runs or samples to tell from; all else is 0 then */
};

/* The noise that all rows of a comparison share. */
struct noise {
    double own; /* standard deviation of logarithms between runs, beside that of the samples */
};

/* Compares the sides; out[i] is row i. Each side needs two runs, else nothing is known. */
struct noise moderated_compare(const struct measured *m, struct difference *out);

/* Turns n differences between slices of time (of one run a side, or few) into differences between runs. The change is that
   of the whole runs; `noise`, a standard deviation of logarithms, is assumed for how runs differ beyond what their slices
   show. */
void moderated_slices_to_runs(struct difference *d, size_t n, double noise);

/* The interval that contains the true change with a probability of 1 - p. */
void moderated_interval(const struct difference *d, double p, double *low, double *high);

/* The smallest |change| that such a row would show with a probability of 80 % at the limit p. */
double moderated_detectable_change(const struct difference *d, double p);

/* The number of runs on each side that would show a |change| if they vary like these `runs` (of both sides): 2 to a million. */
uint64_t moderated_runs_needed(const struct difference *d, size_t runs, double p, double change);

/* Finds the differences among many that are more than chance. Of 40 functions that did not change two have a p
   below 0.05, so a comparison of many rows needs a lower limit, but not as low as if each single row mattered. */

/* The largest p of n rows that counts as a change if a share `rate` of all changes found may be chance (Benjamini and
   Hochberg, "Controlling the False Discovery Rate", 1995, section 3); -1: no row changed. Rows that are not known do not
   count. */
double discovery_limit(const struct difference *d, size_t n, double rate);

/* Estimates a row's variance from few runs with the help of other rows. The prior is estimated from all rows,
   as a mixture: one scaled inverse chi-squared distribution for all (Smyth, "Linear Models and Empirical Bayes Methods for
   Assessing Differential Expression in Microarray Experiments", 2004, section 6.2), as narrow as the rows agree; and with
   enough runs many narrow ones (M. Lu, M. Stephens, "Variance Adaptive Shrinkage (vash)", Bioinformatics 32, 2016), so
   that where some rows vary ten times as much as others each borrows from its own kind. */

enum { VARIANCES_MOST = 64 };

struct variances {
    double own; /* degrees of freedom of each row's own variance */
    size_t n;   /* number of kinds; 0: too few rows */
    struct variance_kind {
        double at, df; /* its variance and degrees of freedom */
        double weight;
        double constant; /* logarithm of the part of a likelihood that does not depend on the variance seen */
    } kinds[VARIANCES_MOST];
};

/* Estimates the prior from the variances of n rows, each with `df` degrees of freedom. */
void variances_fit(struct variances *v, const double *rows, size_t n, double df);

/* A variance and its degrees of freedom. */
struct variance {
    double value, df;
};

/* The variance of a row whose own runs show `seen`; at least `least`. A t test with it is close to one averaged over all
   variances that are possible. */
struct variance variances_moderate(const struct variances *v, double seen, double least);

#endif
