/*
 * cpus: a set of CPUs, as a CPU_MAP record or an EVENT_UPDATE gives it: ranges in ascending order that
 * neither overlap nor touch, so that a set is as small as its bytes were.
 */
#ifndef PERFOLIO_CORE_MODEL_CPUS_H
#define PERFOLIO_CORE_MODEL_CPUS_H

#include "core/base/cur.h"

/* How CPUs are written (perf_record_cpu_map_data.type); ranges since perf 6.1. */
enum { CPU_MAP_CPUS, CPU_MAP_MASK, CPU_MAP_RANGE };

enum { CPU_ANY = -1, CPUS_MOST = 1 << 16 }; /* no kernel has as many: NR_CPUS is 8192 at most */

struct cpus {
    struct cpu_range {
        int32_t first, last;
    } * v;
    size_t n, cap;
};

/* Read struct perf_record_cpu_map_data (tools/lib/perf/include/perf/event.h) into a set that the caller
   frees. False, with an empty set, when the bytes are of no known type, are cut short or name CPUs that
   cannot be. */
bool cpus_read(struct cur *c, struct cpus *out);

/* Add another set. After the last one, cpus_settle() puts all of them into order. */
void cpus_add(struct cpus *s, const struct cpus *more);
void cpus_settle(struct cpus *s);

bool cpus_has(const struct cpus *s, int32_t cpu);
size_t cpus_count(const struct cpus *s);

/* Not recorded, or "any", as it is with what threads were counted (perf_cpu_map__empty()). */
static inline bool cpus_are_any(const struct cpus *s)
{
    return !s->n || s->v[0].first == CPU_ANY;
}

void cpus_free(struct cpus *s);

#endif
