#include "core/replay/stat/formulas.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* Number of combinations of exclude_* flags. Counts are compared only with events that have the same
   flags. */
enum { CONTEXTS = 32 };

static const struct {
    struct event_pattern match;
    enum basis basis;
} bases[] = {
    { { PERF_TYPE_SOFTWARE, 0, NULL }, NSECS }, /* cpu-clock, task-clock */
    { { PERF_TYPE_SOFTWARE, 1, NULL }, NSECS },
    { { PERF_TYPE_HARDWARE, HW_CYCLES, NULL }, CYCLES },
    { { ANY, ANY, "cpu/cycles-t/" }, CYCLES_IN_TX },
    { { ANY, ANY, "topdown-total-slots" }, TD_TOTAL },
    { { ANY, ANY, "topdown-slots-issued" }, TD_ISSUED },
    { { ANY, ANY, "topdown-slots-retired" }, TD_RETIRED },
    { { ANY, ANY, "topdown-fetch-bubbles" }, TD_FETCH },
    { { ANY, ANY, "topdown-recovery-bubbles" }, TD_RECOVERY },
    { { ANY, ANY, "topdown-retiring" }, TD_RETIRING },
    { { ANY, ANY, "topdown-bad-spec" }, TD_BAD_SPEC },
    { { ANY, ANY, "topdown-fe-bound" }, TD_FRONTEND },
    { { ANY, ANY, "topdown-be-bound" }, TD_BACKEND },
    { { PERF_TYPE_HARDWARE, HW_STALLED_FRONT, NULL }, STALLED_FRONT },
    { { PERF_TYPE_HARDWARE, HW_STALLED_BACK, NULL }, STALLED_BACK },
    { { PERF_TYPE_HARDWARE, HW_BRANCHES, NULL }, BRANCHES },
    { { PERF_TYPE_HARDWARE, HW_CACHE_REFS, NULL }, CACHE_REFS },
    { { PERF_TYPE_HW_CACHE, CACHE_L1D, NULL }, L1D },
    { { PERF_TYPE_HW_CACHE, CACHE_L1I, NULL }, L1I },
    { { PERF_TYPE_HW_CACHE, CACHE_LL, NULL }, LL },
    { { PERF_TYPE_HW_CACHE, CACHE_DTLB, NULL }, DTLB },
    { { PERF_TYPE_HW_CACHE, CACHE_ITLB, NULL }, ITLB },
    { { ANY, ANY, "msr/smi/" }, SMI },
    { { ANY, ANY, "msr/aperf/" }, APERF },
};

static enum basis basis_of(const struct event *e)
{
    for (size_t i = 0; i < COUNT(bases); i++)
        if (event_fits(&bases[i].match, e))
            return bases[i].basis;
    return BASES;
}

static uint32_t context_of(const struct event *e)
{
    static const enum attr_flag flags[] = { ATTR_EXCLUDE_USER, ATTR_EXCLUDE_KERNEL, ATTR_EXCLUDE_HV,
                                            ATTR_EXCLUDE_HOST, ATTR_EXCLUDE_IDLE };
    uint32_t bits = 0;
    for (unsigned i = 0; i < COUNT(flags); i++)
        bits |= (uint32_t)attr_has(&e->attr, flags[i]) << i;
    return bits;
}

static uint32_t basis_in(enum basis b, const struct event *e)
{
    return (uint32_t)b * CONTEXTS + (b == NSECS ? 0 : context_of(e));
}

/* perf's formula (update_stats()), to round as perf does. */

/* perf's formula (update_stats()), so that rounding gives the same number. */
static void mean_add(struct metric_mean *m, double v)
{
    m->mean += (v - m->mean) / (double)++m->n;
}

static uint64_t whole_count(double v)
{
    if (v >= 18446744073709551616.0)
        return UINT64_MAX;
    if (v > 0)
        return (uint64_t)v;
    return 0;
}

void metrics_init(struct metrics *m, const struct stat_aggregate *t)
{
    const struct events *es = &t->counters->capture->events;
    *m = (struct metrics){ .aggregate = t, .no_recovery = true };
    m->exists = mem_new(BASES * CONTEXTS, sizeof(*m->exists));
    m->basis = mem_new(es->n ? es->n : 1, sizeof(*m->basis));
    for (uint32_t i = 0; i < es->n; i++) {
        enum basis b = basis_of(&es->v[i]);
        if (b == BASES)
            m->basis[i] = UINT32_MAX;
        else
            m->basis[i] = basis_in(b, &es->v[i]);
        if (b != BASES)
            m->exists[m->basis[i]] = true;
        m->no_recovery = m->no_recovery && b != TD_RECOVERY;
    }
}

static void see_row(struct metrics *m, const struct stat_aggregate_row *r)
{
    const struct event *e = &m->aggregate->counters->capture->events.v[r->event];
    uint32_t basis = m->basis[r->event];
    if (basis == UINT32_MAX)
        return;
    uint32_t number = idmap_number_key(&m->at, (uint64_t)r->place << 32 | basis);
    if (number > m->n)
        *MEM_ADD(m->v, m->n, m->cap) = (struct metric_mean){ 0, 0 };
    double v = (double)r->counts.value;
    if (basis / CONTEXTS != NSECS)
        v = (double)whole_count(v * e->scale);
    mean_add(&m->v[number - 1], v);
}

void metrics_round(struct metrics *m)
{
    const struct stat_aggregate *t = m->aggregate;
    if (t->counters->round.final)
        mean_add(&m->walltime, (double)t->counters->round.time);
    for (size_t i = 0; i < m->n; i++)
        m->v[i] = (struct metric_mean){ 0, 0 };
    for (size_t i = 0; i < t->nrows; i++)
        see_row(m, &t->rows[i]);
}

double metrics_value(const struct metrics *m, const struct stat_aggregate_row *r)
{
    return (double)r->counts.value * m->aggregate->counters->capture->events.v[r->event].scale;
}

double metrics_mean(const struct metrics *m, enum basis b, const struct event *e, uint32_t place)
{
    uint32_t at = idmap_get(&m->at, (uint64_t)place << 32 | basis_in(b, e));
    if (at)
        return m->v[at - 1].mean;
    return 0;
}

bool metrics_has_basis(const struct metrics *m, enum basis b, const struct event *e)
{
    return m->exists[basis_in(b, e)];
}

void metrics_free(struct metrics *m)
{
    free(m->v);
    free(m->basis);
    free(m->exists);
    idmap_free(&m->at);
}
