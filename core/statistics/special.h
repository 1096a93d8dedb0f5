/*
 * special: what statistics need of mathematics, out of additions, multiplications, divisions and square
 * roots alone: these are the same on every host (IEEE 754), while the logarithms of C libraries differ in
 * their last digit. Accurate to about 13 digits. The names of formulas are those of the NIST Digital Library
 * of Mathematical Functions (DLMF).
 */
#ifndef PERFOLIO_CORE_STATISTICS_SPECIAL_H
#define PERFOLIO_CORE_STATISTICS_SPECIAL_H

#include <stddef.h>

/* The natural logarithm of x > 0, and its inverse. */
double special_log(double x);
double special_exp(double x);

/* ln Gamma(x), its derivative and its second derivative; x > 0. */
double special_lgamma(double x);
double special_digamma(double x);
double special_trigamma(double x);

/* The x > 0 whose trigamma is y > 0. */
double special_trigamma_inverse(double y);

/* The probability that |T| of Student's t distribution with `df` degrees of freedom is t or more. */
double special_t_two_sided(double t, double df);

/* The t that |T| exceeds with probability p, 0 < p < 1. */
double special_t_critical(double p, double df);

/* The x below which a share p, 0 < p < 1, of the chi-squared distribution lies. */
double special_chi_squared(double p, double df);

/* Sort numbers, the smallest first. */
void special_sort(double *v, size_t n);

#endif
