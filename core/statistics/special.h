/*
 * special: mathematical functions for statistics, from additions, multiplications, divisions and square roots alone: these
 * give the same results on every host (IEEE 754), while logarithms of C libraries differ in the last digit. Accurate to
 * about 13 digits. Formulas are named as in the NIST Digital Library of Mathematical Functions (DLMF).
 */
#ifndef PERFOLIO_CORE_STATISTICS_SPECIAL_H
#define PERFOLIO_CORE_STATISTICS_SPECIAL_H

#include <stddef.h>

/* The natural logarithm (x > 0), and the exponential function. */
double special_log(double x);
double special_exp(double x);

/* ln Gamma(x), its first and its second derivative; x > 0. */
double special_lgamma(double x);
double special_digamma(double x);
double special_trigamma(double x);

/* The x > 0 with trigamma(x) = y > 0. */
double special_trigamma_inverse(double y);

/* The probability that |T| >= t, where T has Student's t distribution with `df` degrees of freedom. */
double special_t_two_sided(double t, double df);

/* The t with a probability of p that |T| > t, 0 < p < 1. */
double special_t_critical(double p, double df);

/* The p-quantile of the chi-squared distribution, 0 < p < 1. */
double special_chi_squared(double p, double df);

/* Sorts numbers, ascending. */
void special_sort(double *v, size_t n);

#endif
