/* pmu: tells which performance monitoring units (PMUs) belong to one kind of CPU. */
#ifndef PERFOLIO_ARCH_PMU_H
#define PERFOLIO_ARCH_PMU_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a PMU belongs to one kind of CPU, on a machine with several kinds. An event of the same name on two such PMUs
   counts the same thing on different CPUs. `n`: bytes of `name`. */
bool pmu_is_for_cpu_kind(const char *name, size_t n);

#endif
