/*
 * moderated: whether rows (functions, objects, totals) cost more on one side than on the other, each side
 * having been measured in several runs. What runs differ by on one side is the noise that a difference
 * between the sides is held against; that Poisson's law of samples is a part of it is only used to tell what
 * noise to expect of rows that have few.
 *
 * With 3 to 10 runs a row's own variance is hardly known. Rows are many, so each borrows from those that vary like it: a
 * t test with a moderated variance (Smyth, "Linear Models and Empirical Bayes Methods for Assessing Differential
 * Expression in Microarray Experiments", 2004, sections 3 and 6.2; variances.h), of logarithms of costs, whose
 * expected variance is that of the samples' number plus what is common to all rows.
 *
 * The same bytes on every host (special.h). Nothing is random.
 */
#ifndef PERFOLIO_CORE_STATISTICS_MODERATED_H
#define PERFOLIO_CORE_STATISTICS_MODERATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was measured: of n rows in `runs` runs, of which the first `before` are of one side. */
struct measured {
    size_t n, runs, before;
    const double *cost;      /* of row i in run j: [i * runs + j], 0 or more */
    const uint64_t *samples; /* that the cost was seen in, likewise */
};

/* What became of a row. */
struct difference {
    double before, after; /* costs of the mean run */
    double change;        /* ln(after / before), of geometric means */
    double error;         /* standard error of `change` */
    double df;            /* degrees of freedom that it is known with */
    double p;             /* that chance alone makes it change so much, up or down */
    bool known;           /* false: there is no run, or no sample, to tell from; all else is 0 then */
};

/* What is common to the rows of a comparison. */
struct noise {
    double own; /* standard deviation between runs that rows have beside their samples', of logarithms */
};

/* Compare the sides: out[i] is row i. Two runs on a side at least, else nothing is known. */
struct noise moderated_compare(const struct measured *m, struct difference *out);

/* Make of n differences between slices of time, of one run a side or few, those of the runs: the change is that of the
   whole runs, and `noise`, a standard deviation of logarithms, is what runs make it differ by besides, which their
   slices do not show and which is assumed. */
void moderated_of_slices(struct difference *d, size_t n, double noise);

/* The interval of `change` that holds the truth with a probability of 1 - p. */
void moderated_interval(const struct difference *d, double p, double *low, double *high);

/* The smallest |change| that such a row would show with a probability of 80 %, held against p. */
double moderated_power(const struct difference *d, double p);

/* How many runs on each side would show a |change|, were these `runs` (of both sides) as they are; at least
   2, at most a million. */
uint64_t moderated_runs(const struct difference *d, size_t runs, double p, double change);

#endif
