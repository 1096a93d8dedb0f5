/* summary: prints the tables of -s and -S, as perf trace does. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "lib/question/trace/tracer.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* buckets of perf's hash table of threads (util/machine.h, THREADS__TABLE_SIZE); perf prints threads in
   their order */
enum { PERF_BUCKETS = 256 };

/* The rows of the tables in sorted order. */
struct summary {
    const struct call_group **groups;
    size_t ngroups;
    const struct call_sum *
        *sums; /* sums of group g: from first[g] to before first[g + 1], the longest total time first */
    size_t *first;
    struct numbered *errors; /* sorted by sum, then by number */
    size_t nerrors;
};

static int compare_groups(const void *x, const void *y)
{
    const struct call_group *a = *(const struct call_group *const *)x,
                            *b = *(const struct call_group *const *)y;
    uint32_t a_bucket = (uint32_t)a->tid % PERF_BUCKETS, b_bucket = (uint32_t)b->tid % PERF_BUCKETS;
    if (a_bucket != b_bucket) {
        if (a_bucket < b_bucket)
            return -1;
        return 1;
    }
    if (a->events != b->events) {
        if (a->events < b->events)
            return -1;
        return 1;
    }
    if (a->tid != b->tid)
        return (a->tid > b->tid) - (a->tid < b->tid);
    if (a < b)
        return -1;
    return a > b;
}

static int compare_sums(const void *x, const void *y)
{
    const struct call_sum *a = *(const struct call_sum *const *)x, *b = *(const struct call_sum *const *)y;
    double a_total = call_sum_total(a), b_total = call_sum_total(b);
    if (a->group != b->group) {
        if (a->group < b->group)
            return -1;
        return 1;
    }
    if (a_total > b_total || a_total < b_total) {
        if (a_total > b_total)
            return -1;
        return 1;
    }
    if (a->kind->number < b->kind->number)
        return -1;
    return a->kind->number > b->kind->number;
}

static struct summary summary_of(const struct calls *c)
{
    struct summary order = { .groups = mem_new(c->ngroups + 1, sizeof(*order.groups)),
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
        order.errors[i] =
            (struct numbered){ (uint64_t)c->error_counts[i].sum << 32 | c->error_counts[i].number,
                               (uint32_t)i };
    qsort(order.groups, order.ngroups, sizeof(*order.groups), compare_groups);
    qsort(order.sums, c->nsums, sizeof(*order.sums), compare_sums);
    sort_by_number(order.errors, c->nerrors);
    return order;
}

static void summary_free(struct summary *order)
{
    free(order->groups);
    free(order->sums);
    free(order->first);
    free(order->errors);
}

/* The index of the first error of a sum, or of a later sum. */
static size_t first_error(const struct summary *order, uint64_t sum)
{
    size_t i = 0;
    for (size_t n = order->nerrors; n; n /= 2)
        while (i + n <= order->nerrors && order->errors[i + n - 1].by >> 32 < sum)
            i += n;
    return i;
}

const char *trace_error(const struct calls *c, uint32_t number)
{
    const char *text;
    return uapi_error(c->kinds.arch, number, &text);
}

/* Adds the errors of a sum; text shows them only with --errno-summary. */
static void add_errors(struct tracer *t, const struct summary *order, const struct call_sum *s)
{
    const char *seen = t->o->errors ? "" : NULL;
    const struct rows_column columns[] = {
        ROWS_UNSEEN("error", TEXT),
        { .header = seen, .before = "\t\t\t\t", .after = ":", .type = VALUE_TEXT, .says = true },
        ROWS_UNSEEN("number", COUNT),
        { .name = "count", .header = seen, .type = VALUE_COUNT },
    };
    const struct rows_table table = { .name = "errors", .columns = columns, .n = COUNT(columns) };
    const uint64_t sum = (uint64_t)(s - t->calls.sums);
    rows_table(&t->rows, &table);
    for (size_t i = first_error(order, sum), end = first_error(order, sum + 1); i < end; i++) {
        const struct call_errors *e = &t->calls.error_counts[order->errors[i].at];
        const char *name = trace_error(&t->calls, e->number);
        ROWS_ROW(&t->rows, value_text(name), value_text(text_or(name, "(unknown)")), value_count(e->number),
                 value_count(e->n));
    }
    rows_table_end(&t->rows);
}

#define MS(member)                                                                                           \
    {                                                                                                        \
        .name = member, .header = "", .width = 9, .right = true, .type = VALUE_TIME, .show = rows_show_ms    \
    }
#define ROUNDED(member)                                                                                      \
    ROWS_UNSEEN(member, TIME),                                                                               \
    {                                                                                                        \
        .header = "", .width = 9, .right = true, .type = VALUE_DECIMAL, .says = true                         \
    }
ROWS_TABLE(call_table, "calls",
           { .name = "call", .header = "syscall", .before = "   ", .width = 15, .type = VALUE_TEXT },
           ROWS_UNSEEN("number", COUNT),
           { .name = "calls", .header = "calls", .width = 8, .right = true, .type = VALUE_COUNT },
           { .name = "failures", .header = "errors", .width = 6, .right = true, .type = VALUE_COUNT },
           ROUNDED("total"), MS("min"), ROUNDED("mean"), MS("max"),
           { .name = "deviation", .header = "stddev", .width = 10, .right = true, .type = VALUE_PERCENT });

/* Adds the row of a sum. The mean may have fractions of a nanosecond, so that text rounds only once. */
static void add_sum(struct tracer *t, const struct summary *order, const struct call_sum *s)
{
    ROWS_ROW_BEGIN(&t->rows, value_text(s->kind->name), value_count(s->kind->number), value_count(s->n),
                   value_count(s->failures), value_time((uint64_t)(call_sum_total(s) * 1e6 + 0.5)),
                   value_decimal(call_sum_total(s), 3), value_time(s->min),
                   value_time((uint64_t)(s->mean + 0.5)), value_decimal(s->mean / 1e6, 3), value_time(s->max),
                   value_percent(call_sum_deviation(s)));
    add_errors(t, order, s);
    rows_row_end(&t->rows);
}

static void add_group(struct tracer *t, const struct call_group *g)
{
    struct rows *out = &t->rows;
    struct text name = { 0 }, runtime = { 0 };
    rows_fact(out, "type", value_text("summary"));
    if (t->o->by == CALLS_BY_NOTHING) {
        rows_print(out, " total");
    } else if (t->o->by == CALLS_BY_CGROUP) {
        const char *path = timeline_cgroup(t->s->timeline, g->cgroup);
        rows_add_table_label(out, "cgroup", value_hex(g->cgroup));
        rows_add_table_label(out, "path", value_text(path));
        text_add_clean(&name, path);
        if (!path)
            text_printf(&name, "cgroup %" PRIu64, g->cgroup);
        rows_print(out, " %s", text_str(&name));
    } else {
        rows_add_table_label(out, "pid", value_signed(g->pid));
        rows_add_table_label(out, "tid", value_signed(g->tid));
        rows_add_table_label(out, "comm", value_text(g->comm));
        text_add_clean(&name, g->comm);
        if (!g->comm)
            text_printf(&name, ":%d", g->tid);
        rows_print(out, " %s (%d)", text_str(&name), g->tid);
    }
    rows_say(out, "events", value_count(g->events), ", %s events");
    if (t->o->by != CALLS_BY_NOTHING)
        rows_print(out, ", %.1f%%", (double)g->events / (double)t->calls.events * 100.0);
    rows_say_if(out, "major_faults", value_count(g->major), g->major, ", %s majfaults");
    rows_say_if(out, "minor_faults", value_count(g->minor), g->minor, ", %s minfaults");
    text_printf(&runtime, "%.3f", (double)g->runtime / 1e6);
    rows_add_fact_with_text(out, "runtime", value_time(g->runtime), runtime.s,
                            t->o->runtime ? ", %s msec" : NULL);
    rows_print(out, "\n");
    text_free(&name);
    text_free(&runtime);
}

void trace_summary(struct tracer *t)
{
    const struct calls *c = &t->calls;
    struct summary order = summary_of(c);
    t->rows.in_sums = true;
    rows_print(&t->rows, "\n Summary of events:\n\n");
    for (size_t i = 0; i < order.ngroups; i++) {
        uint32_t group = (uint32_t)(order.groups[i] - c->groups);
        rows_object(&t->rows, NULL);
        add_group(t, order.groups[i]);
        rows_print(&t->rows,
                   "\n   syscall            calls  errors  total       min       avg       max       stddev\n"
                   "                                     (msec)    (msec)    (msec)    (msec)        (%%)\n"
                   "   --------------- --------  ------ -------- --------- --------- ---------     ------\n");
        rows_table(&t->rows, &call_table);
        for (size_t k = order.first[group]; k < order.first[group + 1]; k++)
            add_sum(t, &order, order.sums[k]);
        rows_table_end(&t->rows);
        rows_print(&t->rows, "\n\n");
        rows_close(&t->rows);
    }
    summary_free(&order);
}
