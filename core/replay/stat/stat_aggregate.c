#include "core/replay/stat/formulas.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* A count before it is added up. */
struct stat_aggregate_part {
    uint32_t event, place;
    int32_t cpu;
    struct counts counts;
};

static int stat_aggregate_compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* ---- places ---- */

static const struct {
    const char *option;
    bool of_cpus;     /* needs counts by CPU, not by thread */
    bool of_topology; /* needs the CPU topology of the header */
} kinds[] = {
    [BY_CPU] = { "--no-aggr", true, false },        [BY_ALL] = { "--aggr-global", false, false },
    [BY_SOCKET] = { "--per-socket", true, true },   [BY_DIE] = { "--per-die", true, true },
    [BY_CLUSTER] = { "--per-cluster", true, true }, [BY_CACHE] = { "--per-cache", true, true },
    [BY_CORE] = { "--per-core", true, true },       [BY_THREAD] = { "--per-thread", false, false },
    [BY_NODE] = { "--per-node", true, true },       [BY_UNSET] = { "an unknown one", false, false },
};

static bool knows_topology(const struct env *env, enum counters_by by)
{
    if (by == BY_CLUSTER || by == BY_CACHE)
        return false;
    bool any = false; /* some machines number cores, but not sockets */
    for (size_t i = 0; i < env->ncpus && !any; i++) {
        if (by == BY_NODE)
            any = env->cpus[i].node >= 0;
        else
            any = env->cpus[i].socket >= 0 || env->cpus[i].core >= 0;
    }
    return any;
}

/* Why counts cannot be aggregated by this; NULL: they can. */
static const char *refuses(const struct counters *c, enum counters_by by)
{
    if (kinds[by].of_cpus && cpus_are_any(&c->cpus))
        return "threads were counted, not CPUs";
    if (kinds[by].of_topology && !knows_topology(&c->capture->env, by))
        return "the header lacks the topology of the CPUs";
    const bool has_threads = c->nthreads && c->threads[0].pid != -1;
    if (by == BY_THREAD && !has_threads)
        return "CPUs were counted, not threads";
    if (by == BY_UNSET)
        return "the recorded one is unknown";
    return NULL;
}

/* The aggregation to use: the requested one, else the recorded one, else one that is possible. */
static enum counters_by stat_aggregate_choose(const struct counters *c, enum counters_by asked)
{
    const enum counters_by wishes[] = { asked, c->by, BY_CPU };
    for (size_t i = asked == BY_UNSET; i < COUNT(wishes); i++) {
        const char *why = refuses(c, wishes[i]);
        if (!why)
            return wishes[i];
        if (i < 2)
            problem_add(c->problems, PROBLEM_NO_AGGREGATION, 1, "%s: %s", kinds[wishes[i]].option, why);
    }
    return BY_ALL;
}

static struct stat_aggregate_place place_of_cpu(const struct env *env, enum counters_by by, int32_t cpu)
{
    struct stat_aggregate_place p = { -1, -1, -1, -1, -1, -1, 0, 0 };
    const struct env_cpu unknown = { -1, -1, -1, -1 }, *at = &unknown;
    const bool in_die = by == BY_DIE || by == BY_CORE, in_socket = by == BY_SOCKET || in_die;
    if (cpu >= 0 && (size_t)cpu < env->ncpus)
        at = &env->cpus[cpu];
    if (by == BY_NODE)
        p.node = at->node;
    if (in_socket)
        p.socket = at->socket;
    if (in_die)
        p.die = at->die;
    if (by == BY_CORE)
        p.core = at->core;
    if (by == BY_CPU)
        p.cpu = cpu;
    return p;
}

/* perf's order (aggr_cpu_id__cmp()), then by CPU. */
static int compare_places(const struct stat_aggregate_place *a, const struct stat_aggregate_place *b)
{
    int c = stat_aggregate_compare(a->node, b->node);
    if (!c)
        c = stat_aggregate_compare(a->socket, b->socket);
    if (!c)
        c = stat_aggregate_compare(a->die, b->die);
    if (!c)
        c = stat_aggregate_compare(a->core, b->core);
    if (c)
        return c;
    return stat_aggregate_compare(a->cpu, b->cpu);
}

struct placed {
    struct stat_aggregate_place place;
    int32_t cpu;
};

static int by_place_and_cpu(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int c = compare_places(&x->place, &y->place);
    if (c)
        return c;
    return stat_aggregate_compare(x->cpu, y->cpu);
}

/* The CPUs on which some event was counted, with their places, in order. malloc'ed. */
static struct placed *place_cpus(const struct stat_aggregate *t, size_t *n)
{
    const struct counters *c = t->counters;
    const struct events *es = &c->capture->events;
    struct cpus all = { 0 };
    cpus_add(&all, &c->cpus);
    for (uint32_t i = 0; i < es->n; i++)
        cpus_add(&all, &es->v[i].cpus);
    cpus_settle(&all);
    struct placed *v = mem_new(cpus_count(&all) + 1, sizeof(*v));
    *n = 0;
    for (size_t i = 0; i < all.n; i++)
        for (int32_t cpu = all.v[i].first; cpu <= all.v[i].last; cpu++)
            v[(*n)++] = (struct placed){ place_of_cpu(&c->capture->env, t->by, cpu), cpu };
    cpus_free(&all);
    qsort(v, *n, sizeof(*v), by_place_and_cpu);
    return v;
}

static void make_places(struct stat_aggregate *t)
{
    size_t n;
    struct placed *v = place_cpus(t, &n);
    t->places = mem_new(n, sizeof(*t->places));
    t->cpus = mem_new(n, sizeof(*t->cpus));
    for (size_t i = 0; i < n; i++) {
        if (!i || compare_places(&v[i].place, &v[i - 1].place)) {
            t->places[t->nplaces] = v[i].place;
            t->places[t->nplaces++].first = i;
        }
        t->places[t->nplaces - 1].n++;
        t->cpus[i] = v[i].cpu;
        *idmap_find_or_add(&t->of_cpu, (uint64_t)(v[i].cpu + 1)) = (uint32_t)t->nplaces;
    }
    free(v);
}

void stat_aggregate_init(struct stat_aggregate *t, struct counters *c, enum counters_by by)
{
    *t = (struct stat_aggregate){ .counters = c, .by = stat_aggregate_choose(c, by) };
    if (t->by != BY_ALL && t->by != BY_THREAD) {
        make_places(t);
        return;
    }
    t->nplaces = t->by == BY_THREAD ? c->nthreads : 1;
    t->places = mem_new(t->nplaces, sizeof(*t->places));
    for (size_t i = 0; i < t->nplaces; i++) {
        t->places[i] = (struct stat_aggregate_place){ -1, -1, -1, -1, -1, -1, 0, 0 };
        if (t->by == BY_THREAD)
            t->places[i].thread = (int32_t)i;
    }
}

/* ---- rows ---- */

static uint32_t stat_aggregate_place_of(const struct stat_aggregate *t, const struct counted *n)
{
    if (t->by == BY_ALL)
        return 0;
    if (t->by == BY_THREAD)
        return (uint32_t)n->thread;
    return idmap_get(&t->of_cpu, (uint64_t)(n->cpu + 1)) - 1;
}

static int by_row(const void *a, const void *b)
{
    const struct stat_aggregate_part *x = a, *y = b;
    int c = stat_aggregate_compare(x->event, y->event);
    if (!c)
        c = stat_aggregate_compare(x->place, y->place);
    if (c)
        return c;
    return stat_aggregate_compare(x->cpu, y->cpu);
}

/* Make a part of each count of the round. Each count is scaled; with BY_ALL the sum is scaled instead
   (perf, process_counter_values()). */
static void make_parts(struct stat_aggregate *t)
{
    const struct counters *c = t->counters;
    t->parts = mem_resize(t->parts, c->ncounted ? c->ncounted : 1, sizeof(*t->parts));
    t->nparts = c->ncounted;
    assert(c->ended);
    for (size_t i = 0; i < c->ncounted; i++) {
        const struct counted *n = &c->counted[i];
        bool scale = c->scale && t->by != BY_ALL;
        t->parts[i] =
            (struct stat_aggregate_part){ n->event, stat_aggregate_place_of(t, n), n->cpu, n->grown };
        if (scale)
            t->parts[i].counts = counters_scale(n->grown);
    }
    mem_sort(t->parts, t->nparts, sizeof(*t->parts), by_row);
}

/* A walk, in order, over the CPUs of a place on which an event was counted. */
struct stat_aggregate_walk {
    const int32_t *cpus;
    size_t n, at;
    const struct cpus *own; /* the CPUs of the event; empty: it is counted on all CPUs */
    size_t range;
};

static struct stat_aggregate_walk walk_of(const struct stat_aggregate *t, uint32_t event,
                                          const struct stat_aggregate_place *p)
{
    return (struct stat_aggregate_walk){ .cpus = p->n ? t->cpus + p->first : NULL,
                                         .n = p->n,
                                         .own = &t->counters->capture->events.v[event].cpus };
}

/* The index of the first CPU that is not below `cpu`. */
static size_t first_from(const struct stat_aggregate_walk *w, int32_t cpu)
{
    size_t low = w->at;
    BISECT(low, w->n, i, w->cpus[i] < cpu);
    return low;
}

/* The next CPU, or CPU_ANY at the end. CPUs in between are skipped without a loop, since places and events
   may have 65,536 CPUs. */
static int32_t walk_next(struct stat_aggregate_walk *w)
{
    for (; w->own->n && w->range < w->own->n; w->range++) {
        const struct cpu_range *r = &w->own->v[w->range];
        w->at = first_from(w, r->first);
        if (w->at < w->n && w->cpus[w->at] <= r->last)
            return w->cpus[w->at++];
    }
    if (!w->own->n && w->at < w->n)
        return w->cpus[w->at++];
    return CPU_ANY;
}

/* Count the CPUs of a place on which an event was counted, up to the first CPU on which it was not
   counted. Such a CPU makes the whole row uncounted, so that intervals can be compared (perf, aggr_cb()). */
static void count_cpus(const struct stat_aggregate *t, struct stat_aggregate_row *r,
                       const struct stat_aggregate_part *v, size_t n)
{
    struct stat_aggregate_walk w = walk_of(t, r->event, &t->places[r->place]);
    bool whole = true;
    int32_t cpu;
    for (size_t k = 0; whole && (cpu = walk_next(&w)) != CPU_ANY;) {
        r->ncpus++;
        const bool is_known = k < n && v[k].cpu == cpu;
        whole = is_known && v[k].counts.enabled && v[k].counts.running;
        while (k < n && v[k].cpu == cpu)
            k++;
    }
    if (!whole)
        r->counts.enabled = r->counts.running = 0;
}

/* a + b, at most UINT64_MAX. */
static uint64_t sum_of(uint64_t a, uint64_t b)
{
    if (a + b < a)
        return UINT64_MAX;
    return a + b;
}

/* The row of n parts of the same event and place. */
static struct stat_aggregate_row stat_aggregate_row_of(const struct stat_aggregate *t,
                                                       const struct stat_aggregate_part *v, size_t n)
{
    struct stat_aggregate_row r = { .event = v->event, .place = v->place };
    for (size_t i = 0; i < n; i++) {
        r.counts.value = sum_of(r.counts.value, v[i].counts.value);
        r.counts.enabled = sum_of(r.counts.enabled, v[i].counts.enabled);
        r.counts.running = sum_of(r.counts.running, v[i].counts.running);
    }
    if (t->by == BY_ALL && t->counters->scale)
        r.counts = counters_scale(r.counts);
    if (kinds[t->by].of_topology)
        count_cpus(t, &r, v, n);
    return r;
}

static void make_fresh(struct stat_aggregate *t)
{
    t->rows = mem_resize(t->rows, t->nparts ? t->nparts : 1, sizeof(*t->rows));
    t->nrows = 0;
    for (size_t i = 0, n; i < t->nparts; i += n) {
        const struct stat_aggregate_part *v = &t->parts[i];
        for (n = 1; i + n < t->nparts && v[n].event == v->event && v[n].place == v->place; n++)
            ;
        t->rows[t->nrows++] = stat_aggregate_row_of(t, v, n);
    }
}

/* Find at which places each event could be counted. */
static void find_reached(struct stat_aggregate *t)
{
    uint32_t nevents = t->counters->capture->events.n;
    t->reached = mem_new(t->nplaces * nevents + 1, sizeof(*t->reached));
    for (uint32_t e = 0; e < nevents; e++)
        for (size_t p = 0; p < t->nplaces; p++) {
            struct stat_aggregate_walk w = walk_of(t, e, &t->places[p]);
            t->reached[e * t->nplaces + p] = walk_next(&w) != CPU_ANY;
        }
}

/* Add rows without counts for all other pairs of event and place. */
static void add_blank(struct stat_aggregate *t)
{
    uint32_t nevents = t->counters->capture->events.n;
    uint64_t grid = (uint64_t)nevents * t->nplaces, blank = grid - t->nrows;
    if (!counters_reserve_rows(t->counters, blank, "events and places"))
        return;
    if (!t->reached)
        find_reached(t);
    struct stat_aggregate_row *all = mem_new(grid ? (size_t)grid : 1, sizeof(*all));
    size_t n = 0, k = 0;
    for (uint32_t e = 0; e < nevents; e++)
        for (uint32_t p = 0; p < t->nplaces; p++) {
            struct stat_aggregate_row r = { .event = e, .place = p };
            const bool is_counted = k < t->nrows && t->rows[k].event == e && t->rows[k].place == p;
            if (is_counted)
                all[n++] = t->rows[k++];
            else if (t->by != BY_CPU || t->reached[e * t->nplaces + p]) {
                r.ncpus = kinds[t->by].of_topology && t->reached[e * t->nplaces + p]; /* see count_cpus() */
                all[n++] = r;
            }
        }
    free(t->rows);
    t->rows = all;
    t->nrows = n;
}

static int most_first(const void *a, const void *b)
{
    const struct stat_aggregate_row *x = a, *y = b;
    int c = stat_aggregate_compare(x->event, y->event);
    if (!c && x->counts.value != y->counts.value) {
        if (x->counts.value > y->counts.value)
            return -1;
        return 1;
    }
    if (c)
        return c;
    return stat_aggregate_compare(x->place, y->place);
}

static int place_first(const void *a, const void *b)
{
    const struct stat_aggregate_row *x = a, *y = b;
    int c = stat_aggregate_compare(x->place, y->place);
    if (c)
        return c;
    return stat_aggregate_compare(x->event, y->event);
}

void stat_aggregate_round(struct stat_aggregate *t)
{
    make_parts(t);
    make_fresh(t);
    add_blank(t);
    if (t->by == BY_THREAD)
        qsort(t->rows, t->nrows, sizeof(*t->rows), most_first);
    else if (kinds[t->by].of_topology)
        qsort(t->rows, t->nrows, sizeof(*t->rows), place_first);
}

void stat_aggregate_free(struct stat_aggregate *t)
{
    free(t->places);
    free(t->cpus);
    free(t->rows);
    free(t->parts);
    free(t->reached);
    idmap_free(&t->of_cpu);
}
