/*
 * discovery: which of many differences are more than chance. Of 40 functions that did not change, two have a
 * p below 0.05: who looks at many has to ask for more, but not as much more as if each of them mattered alone.
 */
#ifndef PERFOLIO_CORE_STATISTICS_DISCOVERY_H
#define PERFOLIO_CORE_STATISTICS_DISCOVERY_H

#include "core/statistics/moderated.h"

/* Of n rows the largest p that counts as a change, when a share `rate` of those that do may be chance
   (Benjamini and Hochberg, "Controlling the False Discovery Rate", 1995, section 3); -1: none does. Rows of which
   nothing is known are no tries. */
double discovery_limit(const struct difference *d, size_t n, double rate);

#endif
