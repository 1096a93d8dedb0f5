/* pmu: which performance monitoring units belong to a kind of CPU. */
#ifndef PERFOLIO_ARCH_PMU_H
#define PERFOLIO_ARCH_PMU_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a PMU (its name has n bytes) belongs to one kind of CPU of a machine with several: the same event on two such PMUs
   counts the same on different CPUs. */
bool pmu_is_for_cpu_kind(const char *name, size_t n);

#endif
