/*
 * The formulas of perf 6.1 (tools/perf/util/stat-shadow.c, perf_stat__print_shadow_stats()), one function
 * each, and a table of the formula of each event. Formulas of top-down analysis at level 2 are missing: perf
 * chooses them while counting, and no capture records this.
 */
#include "core/replay/stat/formulas.h"

#include <assert.h>

/* A count whose metrics are computed. */
struct question {
    const struct metrics *metrics;
    const struct event *event;
    uint32_t place;
    double value;
    enum basis basis; /* the basis of the formula's row in the table */
    const char *unit;
};

static double mean_of(const struct question *q, enum basis b)
{
    return metrics_mean(q->metrics, b, q->event, q->place);
}

static bool knows(const struct question *q, enum basis b)
{
    return metrics_has_basis(q->metrics, b, q->event);
}

static void formulas_put(struct metric_list *l, unsigned width, unsigned decimals, const char *suffix,
                         const char *unit, bool is_known, double value)
{
    assert(l->n < COUNT(l->v));
    l->v[l->n++] = (struct metric){ .value = value,
                                    .unit = unit,
                                    .suffix = suffix,
                                    .width = (uint8_t)width,
                                    .decimals = (uint8_t)decimals,
                                    .is_known = is_known };
}

static double ratio(double part, double of)
{
    if (of != 0)
        return part / of;
    return 0;
}

static double formulas_share(double part, double of)
{
    return ratio(part, of) * 100.0;
}

/* The count as a percentage of its basis. */
static void part_of_basis(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 7, 2, "%", q->unit, knows(q, q->basis), formulas_share(q->value, mean_of(q, q->basis)));
}

static void instructions(const struct question *q, struct metric_list *l)
{
    double cycles = mean_of(q, CYCLES), front = mean_of(q, STALLED_FRONT), back = mean_of(q, STALLED_BACK);
    double stalled = front > back ? front : back;
    formulas_put(l, 7, 2, " ", "insn per cycle", cycles != 0, ratio(q->value, cycles));
    if (stalled != 0 && q->value != 0) {
        formulas_put(l, 7, 2, " ", "stalled cycles per insn", true, stalled / q->value);
        l->v[1].on_new_line = true;
    }
}

static void cache_misses(const struct question *q, struct metric_list *l)
{
    double refs = mean_of(q, CACHE_REFS);
    formulas_put(l, 8, 3, " %", "of all cache refs", knows(q, CACHE_REFS), ratio(q->value * 100, refs));
}

static void stalled_front(const struct question *q, struct metric_list *l)
{
    double v = formulas_share(q->value, mean_of(q, CYCLES));
    formulas_put(l, 7, 2, "%", "frontend cycles idle", v != 0, v);
}

static void stalled_back(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 7, 2, "%", "backend cycles idle", true, formulas_share(q->value, mean_of(q, CYCLES)));
}

static void cycles(const struct question *q, struct metric_list *l)
{
    double ns = mean_of(q, NSECS);
    const char *unit = ns != 0 ? "GHz" : "Ghz"; /* as perf spells it */
    formulas_put(l, 8, 3, "", unit, ns != 0, ratio(q->value, ns));
}

static void transactional(const struct question *q, struct metric_list *l)
{
    double all = mean_of(q, CYCLES);
    formulas_put(l, 7, 2, "%", "transactional cycles", all != 0, 100.0 * ratio(q->value, all));
}

static void aborted(const struct question *q, struct metric_list *l)
{
    double all = mean_of(q, CYCLES), in_tx = mean_of(q, CYCLES_IN_TX);
    if (in_tx < q->value)
        in_tx = q->value;
    formulas_put(l, 7, 2, "%", "aborted cycles", all != 0, 100.0 * ratio(in_tx - q->value, all));
}

static void transactions(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 8, 0, "", "cycles / transaction", knows(q, CYCLES_IN_TX),
                 ratio(mean_of(q, CYCLES_IN_TX), q->value));
}

static void elisions(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 8, 0, "", "cycles / elision", true, ratio(mean_of(q, CYCLES_IN_TX), q->value));
}

static void cpus_used(const struct question *q, struct metric_list *l)
{
    double ns = q->metrics->walltime.mean, used = 0;
    if (ns != 0)
        used = q->value / (ns * q->event->scale);
    formulas_put(l, 8, 3, "", "CPUs utilized", ns != 0, used);
}

/* Top-down analysis, level 1 (A. Yasin, A Top-Down Method for Performance Analysis and Counters Architecture,
   ISPASS 2014): slots are retiring, bad speculation or frontend bound; the rest is backend bound. Measured shares may
   add up to slightly more than 1. */
static double slots(const struct question *q, double n)
{
    return ratio(n, mean_of(q, TD_TOTAL));
}

static double not_below_zero(double v)
{
    if (v < 0 && v >= -0.02)
        return 0;
    return v;
}

static double slots_in_vain(const struct question *q)
{
    return not_below_zero(slots(q, mean_of(q, TD_ISSUED) - mean_of(q, TD_RETIRED) + mean_of(q, TD_RECOVERY)));
}

static void td_slots(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 8, 1, "%", q->unit, true, slots(q, mean_of(q, q->basis)) * 100.);
}

static void td_bad_speculation(const struct question *q, struct metric_list *l)
{
    formulas_put(l, 8, 1, "%", "bad speculation", true, slots_in_vain(q) * 100.);
}

static void td_backend(const struct question *q, struct metric_list *l)
{
    double sum = slots(q, mean_of(q, TD_FETCH)) + slots_in_vain(q) + slots(q, mean_of(q, TD_RETIRED));
    double left = 0;
    const char *unit = q->metrics->no_recovery ? "backend bound/bad spec" : "backend bound";
    if (sum != 0)
        left = not_below_zero(1.0 - sum) * 100.;
    formulas_put(l, 8, 1, "%", unit, mean_of(q, TD_TOTAL) > 0, left);
}

/* Top-down shares that the kernel computes, multiplied by slots. Up to two of the four may be missing. */
static void td_share(const struct question *q, struct metric_list *l)
{
    static const enum basis four[] = { TD_RETIRING, TD_FRONTEND, TD_BACKEND, TD_BAD_SPEC };
    double sum = 0;
    unsigned there = 0;
    for (unsigned i = 0; i < 4; i++) {
        double v = mean_of(q, four[i]);
        sum += v;
        there += v > 0;
    }
    if (there >= 2)
        formulas_put(l, 8, 1, "%", q->unit, true, mean_of(q, q->basis) / sum * 100.);
}

/* The count per second of the clock that was counted with the event. */
static void rate(const struct question *q, struct metric_list *l)
{
    static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
    double v = ratio(1000000000.0 * q->value, mean_of(q, NSECS));
    unsigned i = 0;
    for (; i < 3 && v > 1000.0; i++)
        v /= 1000.0;
    formulas_put(l, 8, 3, "", units[i], true, v);
}

/* Percentage of cycles spent in interrupts of the firmware. APERF counts these cycles, the cycles event
   does not. */
static void smi_cost(const struct question *q, struct metric_list *l)
{
    double smi = mean_of(q, SMI), aperf = mean_of(q, APERF), all = mean_of(q, CYCLES);
    if (all == 0 || aperf == 0)
        return;
    double cost = 0;
    if (smi != 0)
        cost = (aperf - all) / aperf * 100.00;
    formulas_put(l, 8, 1, "%", "SMI cycles%", true, cost);
    formulas_put(l, 4, 0, "", "SMI#", true, smi);
}

/* Events with their own formula. If it gives no metric, the event has a rate, like all other events. */
// clang-format off
static const struct {
    struct event_pattern match;
    void (*answer)(const struct question *q, struct metric_list *l);
    enum basis basis; /* the count that the event's count is compared with, if the formula needs one */
    const char *unit;
} formulas[] = {
    { { PERF_TYPE_HARDWARE, HW_INSTRUCTIONS, NULL }, .answer = instructions },
    { { PERF_TYPE_HARDWARE, HW_BRANCH_MISSES, NULL }, .answer = part_of_basis, .basis = BRANCHES, .unit = "of all branches" },
    { { PERF_TYPE_HW_CACHE, CACHE_L1D | CACHE_READ_MISS, NULL }, .answer = part_of_basis, .basis = L1D, .unit = "of all L1-dcache accesses" },
    { { PERF_TYPE_HW_CACHE, CACHE_L1I | CACHE_READ_MISS, NULL }, .answer = part_of_basis, .basis = L1I, .unit = "of all L1-icache accesses" },
    { { PERF_TYPE_HW_CACHE, CACHE_DTLB | CACHE_READ_MISS, NULL }, .answer = part_of_basis, .basis = DTLB, .unit = "of all dTLB cache accesses" },
    { { PERF_TYPE_HW_CACHE, CACHE_ITLB | CACHE_READ_MISS, NULL }, .answer = part_of_basis, .basis = ITLB, .unit = "of all iTLB cache accesses" },
    { { PERF_TYPE_HW_CACHE, CACHE_LL | CACHE_READ_MISS, NULL }, .answer = part_of_basis, .basis = LL, .unit = "of all LL-cache accesses" },
    { { PERF_TYPE_HARDWARE, HW_CACHE_MISSES, NULL }, .answer = cache_misses },
    { { PERF_TYPE_HARDWARE, HW_STALLED_FRONT, NULL }, .answer = stalled_front },
    { { PERF_TYPE_HARDWARE, HW_STALLED_BACK, NULL }, .answer = stalled_back },
    { { PERF_TYPE_HARDWARE, HW_CYCLES, NULL }, .answer = cycles },
    { { ANY, ANY, "cpu/cycles-t/" }, .answer = transactional },
    { { ANY, ANY, "cpu/cycles-ct/" }, .answer = aborted },
    { { ANY, ANY, "cpu/tx-start/" }, .answer = transactions },
    { { ANY, ANY, "cpu/el-start/" }, .answer = elisions },
    { { PERF_TYPE_SOFTWARE, 0, NULL }, .answer = cpus_used },
    { { PERF_TYPE_SOFTWARE, 1, NULL }, .answer = cpus_used },
    { { ANY, ANY, "topdown-fetch-bubbles" }, .answer = td_slots, .basis = TD_FETCH, .unit = "frontend bound" },
    { { ANY, ANY, "topdown-slots-retired" }, .answer = td_slots, .basis = TD_RETIRED, .unit = "retiring" },
    { { ANY, ANY, "topdown-recovery-bubbles" }, .answer = td_bad_speculation },
    { { ANY, ANY, "topdown-slots-issued" }, .answer = td_backend },
    { { ANY, ANY, "topdown-retiring" }, .answer = td_share, .basis = TD_RETIRING, .unit = "Retiring" },
    { { ANY, ANY, "topdown-fe-bound" }, .answer = td_share, .basis = TD_FRONTEND, .unit = "Frontend Bound" },
    { { ANY, ANY, "topdown-be-bound" }, .answer = td_share, .basis = TD_BACKEND, .unit = "Backend Bound" },
    { { ANY, ANY, "topdown-bad-spec" }, .answer = td_share, .basis = TD_BAD_SPEC, .unit = "Bad Speculation" },
};
// clang-format on

struct metric_list formulas_of(const struct metrics *m, const struct stat_aggregate_row *r)
{
    const struct event *e = &m->aggregate->counters->capture->events.v[r->event];
    struct question q = { .metrics = m, .event = e, .place = r->place, .value = metrics_value(m, r) };
    struct metric_list l = { .n = 0 };
    for (size_t i = 0; i < COUNT(formulas) && !l.n; i++)
        if (event_fits(&formulas[i].match, e)) {
            q.basis = formulas[i].basis;
            q.unit = formulas[i].unit;
            formulas[i].answer(&q, &l);
        }
    if (l.n)
        return l;
    if (knows(&q, NSECS))
        rate(&q, &l);
    else if (!strcmp(e->name, "msr/smi/"))
        smi_cost(&q, &l);
    else
        formulas_put(&l, 0, 0, "", NULL, false, 0);
    return l;
}
