/* The tables of -s and -S, as perf trace prints them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trace/trace.h"
#include "core/base/mem.h"

enum { PERF_BUCKETS = 256 }; /* perf walks its hash table of threads (util/machine.h, THREADS__TABLE_SIZE) */

static int compare_groups(const void *x, const void *y)
{
    const struct call_group *a = *(const struct call_group *const *)x,
                            *b = *(const struct call_group *const *)y;
    uint32_t a_bucket = (uint32_t)a->tid % PERF_BUCKETS, b_bucket = (uint32_t)b->tid % PERF_BUCKETS;
    if (a_bucket != b_bucket)
        return a_bucket < b_bucket ? -1 : 1;
    if (a->events != b->events)
        return a->events < b->events ? -1 : 1;
    return a->tid != b->tid ? (a->tid < b->tid ? -1 : 1) : a < b ? -1 : a > b;
}

static int compare_sums(const void *x, const void *y)
{
    const struct call_sum *a = *(const struct call_sum *const *)x, *b = *(const struct call_sum *const *)y;
    double a_total = call_sum_total(a), b_total = call_sum_total(b);
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a_total > b_total || a_total < b_total)
        return a_total > b_total ? -1 : 1;
    return a->kind->number < b->kind->number ? -1 : a->kind->number > b->kind->number;
}

static int compare_errors(const void *x, const void *y)
{
    const struct call_errors *a = *(const struct call_errors *const *)x,
                             *b = *(const struct call_errors *const *)y;
    if (a->sum != b->sum)
        return a->sum < b->sum ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

struct trace_order trace_order(const struct calls *c)
{
    struct trace_order order = { .groups = mem_new(c->ngroups + 1, sizeof(*order.groups)),
                                 .sums = mem_new(c->nsums + 1, sizeof(*order.sums)),
                                 .first = mem_new(c->ngroups + 2, sizeof(*order.first)),
                                 .errors = mem_new(c->nerrors + 1, sizeof(*order.errors)),
                                 .nerrors = c->nerrors };
    for (size_t i = 0; i < c->ngroups; i++)
        if (c->groups[i].events)
            order.groups[order.ngroups++] = &c->groups[i];
    for (size_t i = 0; i < c->nsums; i++) {
        order.sums[i] = &c->sums[i];
        order.first[c->sums[i].group + 1]++;
    }
    for (size_t g = 0; g < c->ngroups; g++)
        order.first[g + 1] += order.first[g];
    for (size_t i = 0; i < c->nerrors; i++)
        order.errors[i] = &c->error_counts[i];
    qsort(order.groups, order.ngroups, sizeof(*order.groups), compare_groups);
    qsort(order.sums, c->nsums, sizeof(*order.sums), compare_sums);
    qsort(order.errors, c->nerrors, sizeof(*order.errors), compare_errors);
    return order;
}

void trace_order_free(struct trace_order *order)
{
    free(order->groups);
    free(order->sums);
    free(order->first);
    free(order->errors);
}

const struct call_errors *trace_next_error(const struct trace_order *order, uint32_t sum, size_t *i)
{
    if (!*i)
        for (size_t n = order->nerrors; n; n /= 2) /* the first that is not of a sum before */
            while (*i + n <= order->nerrors && order->errors[*i + n - 1]->sum < sum)
                *i += n;
    return *i < order->nerrors && order->errors[*i]->sum == sum ? order->errors[(*i)++] : NULL;
}

const char *trace_error(const struct calls *c, uint32_t number)
{
    const char *text;
    return uapi_error(c->kinds.arch, number, &text);
}

static const char *error_text(const struct tracer *t, uint32_t number)
{
    const char *name = trace_error(&t->calls, number);
    return name ? name : "(unknown)";
}

static void add_sum(struct tracer *t, const struct trace_order *order, const struct call_sum *s)
{
    const struct call_errors *e;
    size_t i = 0;
    text_printf(&t->line, "   %-15s %8" PRIu64 " %6" PRIu64 " %9.3f %9.3f %9.3f %9.3f %9.2f%%\n",
                s->kind->name, s->n, s->failures, call_sum_total(s), (double)s->min / 1e6, s->mean / 1e6,
                (double)s->max / 1e6, call_sum_deviation(s));
    while (t->o->errors && (e = trace_next_error(order, (uint32_t)(s - t->calls.sums), &i)) != NULL)
        text_printf(&t->line, "\t\t\t\t%s: %" PRIu64 "\n", error_text(t, e->number), e->n);
}

static void add_group_name(struct tracer *t, const struct call_group *g)
{
    const char *path;
    text_add(&t->line, " ");
    if (t->o->by == CALLS_BY_NOTHING) {
        text_add(&t->line, "total");
    } else if (t->o->by == CALLS_BY_CGROUP) {
        path = timeline_cgroup(t->s->timeline, g->cgroup);
        if (path)
            text_add_clean(&t->line, path);
        else
            text_printf(&t->line, "cgroup %" PRIu64, g->cgroup);
    } else {
        if (g->comm)
            text_add_clean(&t->line, g->comm);
        else
            text_printf(&t->line, ":%d", g->tid);
        text_printf(&t->line, " (%d)", g->tid);
    }
}

static void add_group(struct tracer *t, const struct call_group *g)
{
    add_group_name(t, g);
    text_printf(&t->line, ", %" PRIu64 " events", g->events);
    if (t->o->by != CALLS_BY_NOTHING)
        text_printf(&t->line, ", %.1f%%", (double)g->events / (double)t->calls.events * 100.0);
    if (g->major)
        text_printf(&t->line, ", %" PRIu64 " majfaults", g->major);
    if (g->minor)
        text_printf(&t->line, ", %" PRIu64 " minfaults", g->minor);
    if (t->o->runtime)
        text_printf(&t->line, ", %.3f msec", (double)g->runtime / 1e6);
    text_add(&t->line, "\n");
}

void trace_summary(struct tracer *t)
{
    const struct calls *c = &t->calls;
    struct trace_order order = trace_order(c);
    text_add(&t->line, "\n Summary of events:\n\n");
    for (size_t i = 0; i < order.ngroups; i++) {
        uint32_t group = (uint32_t)(order.groups[i] - c->groups);
        add_group(t, order.groups[i]);
        text_add(&t->line,
                 "\n   syscall            calls  errors  total       min       avg       max       stddev\n"
                 "                                     (msec)    (msec)    (msec)    (msec)        (%)\n"
                 "   --------------- --------  ------ -------- --------- --------- ---------     ------\n");
        for (size_t k = order.first[group]; k < order.first[group + 1]; k++)
            add_sum(t, &order, order.sums[k]);
        text_add(&t->line, "\n\n");
    }
    fwrite(t->line.s, 1, t->line.n, t->out);
    t->line.n = 0;
    trace_order_free(&order);
}
