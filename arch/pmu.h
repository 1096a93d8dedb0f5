/* pmu: which performance monitoring units are a CPU's own. */
#ifndef PERFOLIO_ARCH_PMU_H
#define PERFOLIO_ARCH_PMU_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the PMU of this name, of n bytes, is that of one kind of CPU of a machine with several: the same
   event on two of them counts the same thing on different CPUs. */
bool pmu_is_of_cpus(const char *name, size_t n);

#endif
