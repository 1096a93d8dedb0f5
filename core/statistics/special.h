/*
 * special: mathematical functions for statistics, computed only by additions, multiplications, divisions and
 * square roots. IEEE 754 defines the results of these operations on every host, while the logarithms of C
 * libraries differ in the last digit. Results are accurate to about 13 digits. Formulas are named as in the
 * NIST Digital Library of Mathematical Functions (DLMF).
 */
#ifndef PERFOLIO_CORE_STATISTICS_SPECIAL_H
#define PERFOLIO_CORE_STATISTICS_SPECIAL_H

#include <stddef.h>

/* special_log(): the natural logarithm of x > 0. special_exp(): e to the power of x. */
double special_log(double x);
double special_exp(double x);

/* For x > 0: the logarithm of the gamma function, its first derivative (digamma) and its second derivative (trigamma). */
double special_lgamma(double x);
double special_digamma(double x);
double special_trigamma(double x);

/* The inverse of special_trigamma(): the x > 0 with trigamma(x) = y, for y > 0. */
double special_trigamma_inverse(double y);

/* The probability that |T| >= t, where T has Student's t distribution with `df` degrees of freedom. */
double special_t_two_sided(double t, double df);

/* The t that |T| exceeds with the probability p, 0 < p < 1. T is as in special_t_two_sided(). */
double special_t_critical(double p, double df);

/* The p-quantile of the chi-squared distribution, 0 < p < 1. */
double special_chi_squared_quantile(double p, double df);

/* Sorts numbers, ascending. */
void special_sort(double *v, size_t n);

#endif
