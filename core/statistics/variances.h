/*
 * variances: estimates a row's variance from few runs with the help of other rows. The prior is estimated from all rows,
 * as a mixture: one scaled inverse chi-squared distribution for all (Smyth, "Linear Models and Empirical Bayes Methods for
 * Assessing Differential Expression in Microarray Experiments", 2004, section 6.2), as narrow as the rows agree; and with
 * enough runs many narrow ones (M. Lu, M. Stephens, "Variance Adaptive Shrinkage (vash)", Bioinformatics 32, 2016), so
 * that where some rows vary ten times as much as others each borrows from its own kind.
 */
#ifndef PERFOLIO_CORE_STATISTICS_VARIANCES_H
#define PERFOLIO_CORE_STATISTICS_VARIANCES_H

#include <stddef.h>

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
struct variance variances_of(const struct variances *v, double seen, double least);

#endif
