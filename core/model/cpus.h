/*
 * cpus: a set of CPUs from a CPU_MAP or EVENT_UPDATE record. It is stored as ascending ranges that neither overlap nor
 * touch, so that it takes no more memory than the record.
 */
#ifndef PERFOLIO_CORE_MODEL_CPUS_H
#define PERFOLIO_CORE_MODEL_CPUS_H

#include "core/base/cur.h"

/* Encodings of a set of CPUs (perf_record_cpu_map_data.type); ranges exist since perf 6.1. */
enum { CPU_MAP_CPUS, CPU_MAP_MASK, CPU_MAP_RANGE };

/* CPUS_MOST is more than any kernel supports: NR_CPUS is 8192 at most */
enum { CPU_ANY = -1, CPUS_MOST = 1 << 16 };

struct cpus {
    struct cpu_range {
        int32_t first, last;
    } * v;
    size_t n, cap;
};

/* Reads struct perf_record_cpu_map_data (tools/lib/perf/include/perf/event.h) into a set, for cpus_free(). False, with an
   empty set: the bytes are of an unknown type, cut short, or name impossible CPUs. */
bool cpus_read(struct cur *c, struct cpus *out);

/* Adds another set. After the last addition cpus_settle() sorts and merges the ranges. */
void cpus_add(struct cpus *s, const struct cpus *more);
void cpus_settle(struct cpus *s);

/* cpus_has(): whether a CPU is in the set. cpus_count(): the number of CPUs in the set. Call cpus_settle()
   before. */
bool cpus_has(const struct cpus *s, int32_t cpu);
size_t cpus_count(const struct cpus *s);

/* Whether the set is empty or contains "any CPU", as in recordings of threads (perf_cpu_map__empty()). */
static inline bool cpus_are_any(const struct cpus *s)
{
    return !s->n || s->v[0].first == CPU_ANY;
}

void cpus_free(struct cpus *s);

#endif
