/*
 * variances: how large a row's variance is, when it was seen in a few runs alone, and other rows' were, too. What is
 * known of them beforehand is estimated from all rows, in two ways that are mixed: one scaled inverse chi-squared
 * distribution for all (Smyth, "Linear Models and Empirical Bayes Methods for Assessing Differential Expression in
 * Microarray Experiments", 2004, section 6.2), as narrow as the rows agree; and, where runs are enough, many narrow ones
 * (M. Lu, M. Stephens, "Variance Adaptive Shrinkage (vash)", Bioinformatics 32, 2016), so that where some rows vary ten
 * times as much as others each borrows from its own kind.
 */
#ifndef PERFOLIO_CORE_STATISTICS_VARIANCES_H
#define PERFOLIO_CORE_STATISTICS_VARIANCES_H

#include <stddef.h>

enum { VARIANCES_MOST = 64 };

struct variances {
    double own; /* degrees of freedom that each row's is seen with */
    size_t n;   /* 0: there are too few rows to tell anything */
    struct variance_kind {
        double at, df; /* how large, and known with how many degrees of freedom */
        double weight;
        double constant; /* what a likelihood has but for the variance that is seen, as a logarithm */
    } kinds[VARIANCES_MOST];
};

/* Estimate it from n rows' variances, each seen with `df` degrees of freedom. */
void variances_fit(struct variances *v, const double *rows, size_t n, double df);

/* A variance, and with how many degrees of freedom it is known. */
struct variance {
    double value, df;
};

/* That of a row in which `seen` was seen, which is `least` at least: such that a t test with it is nearly the one over all
   that the variance may be. */
struct variance variances_of(const struct variances *v, double seen, double least);

#endif
