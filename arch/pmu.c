#include "arch/pmu.h"

#include <string.h>

#include "arch/arch.h"

/* Name prefixes of PMUs that belong to one kind of CPU, with the kernel files that register them. */
static const char *const begins[] = {
    "cpu_",   /* cpu_core, cpu_atom, cpu_lowpower: arch/x86/events/intel/core.c, intel_hybrid_pmu_type_map */
    "armv7_", /* armv7_cortex_a7: arch/arm/kernel/perf_event_v7.c, drivers/perf/arm_v7_pmu.c */
    "armv8_", /* armv8_cortex_a53: drivers/perf/arm_pmuv3.c */
    "armv9_", /* armv9_cortex_a510: the same */
    "apple_", /* apple_icestorm_pmu: drivers/perf/apple_m1_cpu_pmu.c */
};

bool pmu_is_for_cpu_kind(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT(begins); i++)
        if (n > strlen(begins[i]) && !strncmp(name, begins[i], strlen(begins[i])))
            return true;
    return false;
}
