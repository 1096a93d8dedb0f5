#include "lib/question/diff/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/diff/runs/replicates.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/statistics/moderated.h"
#include "core/statistics/special.h"

const char *judged_word(enum verdict v)
{
    static const char *const words[VERDICTS] = { "worse", "better", "same", "cannot tell" };
    return words[v];
}

double judged_percent(double change)
{
    return (special_exp(change) - 1) * 100;
}

const struct difference *judged_difference(const struct gate_opts *o, const struct judged_row *r)
{
    if (o->by == GATE_BY_SHARE)
        return &r->share;
    return &r->cost;
}

enum judged_side judged_only_side(const struct judged_row *r)
{
    if (r->cost.after <= 0)
        return JUDGED_ONLY_BEFORE;
    if (r->cost.before <= 0)
        return JUDGED_ONLY_AFTER;
    return JUDGED_BOTH;
}

/* The rows of a section with enough samples, in the form that core/statistics needs. */
struct table_of_costs {
    double *cost, *share;
    uint64_t *samples;
    const struct run_row **rows;
    size_t n;
};

static struct table_of_costs judged_gather(const struct runs *runs, uint32_t event, enum run_section section,
                                           uint64_t least, size_t *few)
{
    struct table_of_costs t = { .rows = mem_new(runs->nrows, sizeof(struct run_row *)) };
    t.cost = mem_new(runs->nrows * runs->n, sizeof(*t.cost));
    t.share = mem_new(runs->nrows * runs->n, sizeof(*t.share));
    t.samples = mem_new(runs->nrows * runs->n, sizeof(*t.samples));
    for (size_t i = 0; i < runs->nrows; i++) {
        const uint64_t *samples = &runs->samples[i * runs->n];
        uint64_t all = 0;
        if (runs->rows[i].section != section || runs->rows[i].event != event)
            continue;
        for (uint32_t j = 0; j < runs->n; j++)
            all += samples[j];
        if (all < least) {
            ++*few;
            continue;
        }
        for (uint32_t j = 0; j < runs->n; j++) {
            const double cost = runs->cost[i * runs->n + j], total = runs_total(runs, event, j, NULL);
            t.cost[t.n * runs->n + j] = cost;
            t.share[t.n * runs->n + j] = total > 0 ? cost / total : 0;
            t.samples[t.n * runs->n + j] = samples[j];
        }
        t.rows[t.n++] = &runs->rows[i];
    }
    return t;
}

static int judged_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct judged_row *x = a, *y = b;
    double p = x->cost.before + x->cost.after, q = y->cost.before + y->cost.after;
    const char *const names[][2] = { { x->row->function, y->row->function },
                                     { x->row->object, y->row->object },
                                     { x->row->command, y->row->command } };
    if (p != q) {
        if (p < q)
            return 1;
        return -1;
    }
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!names[i][0])
            continue;
        int order = strcmp(names[i][0], names[i][1]);
        if (order)
            return order;
    }
    return 0;
}

/* The unit in which costs up to `most` are shown: a power of 1,000. */
static double unit_of(double most)
{
    double unit = 1;
    while (most / unit >= 10000 && unit < 1e15)
        unit *= 1000;
    return unit;
}

static enum verdict judge(const struct judged *j, const struct gate_opts *o, const struct judged_row *r)
{
    const struct difference *d = judged_difference(o, r);
    double matters = special_log(1 + o->min_change / 100);
    if (d->p <= j->limit && fabs(d->change) >= matters) {
        if (d->change > 0)
            return VERDICT_WORSE;
        return VERDICT_BETTER;
    }
    if (r->shows <= fmax(matters, 0))
        return VERDICT_SAME;
    return VERDICT_UNKNOWN;
}

/* The limit of p for a row, if it is the only one of `tries` rows that changed. */
static double alone(const struct gate_opts *o, size_t tries)
{
    return o->fdr / 100 / (double)(tries ? tries : 1);
}

/* Per row why it is not judged, or NULL. Such a row must not count when the limit for other rows is
   computed. malloc'ed. */
static const char **see_apart(const struct replicates *r, const struct table_of_costs *t,
                              const struct difference *cost, struct difference *by)
{
    const char **apart = mem_new(t->n, sizeof(*apart));
    for (size_t i = 0; i < t->n; i++) {
        apart[i] = comparable_why_not(r, t->rows[i], cost[i].before <= 0 || cost[i].after <= 0);
        if (apart[i])
            by[i].p = 1;
    }
    return apart;
}

void judged_init(struct judged *j, const struct replicates *r, const struct gate_opts *o, uint32_t event,
                 enum run_section section)
{
    const struct runs *runs = &r->runs;
    *j = (struct judged){ .event = event, .section = section };
    struct table_of_costs t = judged_gather(runs, event, section, o->min_samples, &j->few);
    struct measured m = { t.n, runs->n, replicates_count_before(r), t.cost, t.samples };
    struct difference *cost = mem_new(t.n, sizeof(*cost)), *share = mem_new(t.n, sizeof(*share));
    struct noise of_cost = moderated_compare(&m, cost);
    m.cost = t.share;
    struct noise of_share = moderated_compare(&m, share);
    if (r->sliced) {
        const double noise = r->run_noise / 100 * sqrt(1.0 / r->before + 1.0 / (r->n - r->before));
        moderated_slices_to_runs(cost, t.n, noise);
        moderated_slices_to_runs(share, t.n, noise);
    }
    struct difference *by = cost;
    j->noise = of_cost;
    if (o->by == GATE_BY_SHARE) {
        by = share;
        j->noise = of_share;
    }
    const char **apart = see_apart(r, &t, cost, by);
    j->limit = discovery_limit(by, t.n, o->fdr / 100);
    j->v = mem_new(t.n, sizeof(*j->v));
    for (size_t i = 0; i < t.n; i++) {
        if (!cost[i].known)
            continue;
        struct judged_row *row = &j->v[j->n++];
        *row = (struct judged_row){ .row = t.rows[i], .cost = cost[i], .share = share[i] };
        for (uint32_t run = 0; run < runs->n; run++)
            row->samples += t.samples[i * runs->n + run];
        moderated_interval(&by[i], 0.05, &row->low, &row->high);
        row->shows = moderated_detectable_change(&by[i], fmax(j->limit, alone(o, t.n)));
        row->apart = apart[i];
        if (apart[i])
            row->verdict = VERDICT_UNKNOWN;
        else
            row->verdict = judge(j, o, row);
    }
    sort_by(j->v, j->n, sizeof(*j->v), judged_by_cost, NULL);
    bool clock = r->events[event].is_clock;
    if (clock)
        j->unit = 1e9;
    else
        j->unit = unit_of(j->n ? fmax(j->v[0].cost.before, j->v[0].cost.after) : 1);
    free(cost);
    free(share);
    free(apart);
    free(t.cost);
    free(t.share);
    free(t.samples);
    free(t.rows);
}

void judged_free(struct judged *j)
{
    free(j->v);
    *j = (struct judged){ 0 };
}
