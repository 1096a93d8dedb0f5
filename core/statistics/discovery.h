/*
 * discovery: finds the differences among many that are more than chance. Of 40 functions that did not change two have a p
 * below 0.05, so a comparison of many rows needs a lower limit, but not as low as if each single row mattered.
 */
#ifndef PERFOLIO_CORE_STATISTICS_DISCOVERY_H
#define PERFOLIO_CORE_STATISTICS_DISCOVERY_H

#include "core/statistics/moderated.h"

/* The largest p of n rows that counts as a change if a share `rate` of all changes found may be chance (Benjamini and
   Hochberg, "Controlling the False Discovery Rate", 1995, section 3); -1: no row changed. Rows that are not known do not
   count. */
double discovery_limit(const struct difference *d, size_t n, double rate);

#endif
