/* metrics: prints the metrics without the counts (--metric-only): a column for each metric, and a line for
   each CPU, core, etc. The layout is perf 6.1's (tools/perf/util/stat-display.c, print_metric_only()):
   `stat report` prints the headers of columns only with -A, and omits rates and used CPUs. */
#include "lib/question/stat/stat_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { COLUMN_WIDTH = 20 };

static bool has_column(const struct metric *m)
{
    return m->unit && !strstr(m->unit, "/sec") && strcmp(m->unit, "CPUs utilized");
}

/* The metrics of an event without counts; their names are the headers. */
static struct metric_list columns_of(const struct stat_sheet *p, uint32_t event)
{
    return formulas_of(&p->metrics, &(struct stat_aggregate_row){ .event = event });
}

/* Adds a metric's name. The name of a share begins with its event: "branch-misses of all branches". */
static void stat_metrics_add_name(const struct stat_sheet *p, uint32_t event, const struct metric *m,
                                  struct text *out)
{
    text_add(out, "");
    if (!strncmp(m->unit, "of all", 6)) {
        text_add_clean(out, p->s->capture->events.v[event].name);
        text_char(out, ' ', 1);
    }
    text_add(out, m->unit);
}

/* Adds a field: with -x followed by the separator, else in a column at least as wide as its header. */
static void add_field(struct stat_sheet *p, const struct text *name, const struct text *field)
{
    int width = COLUMN_WIDTH;
    if (name->n > COLUMN_WIDTH)
        width = (int)name->n;
    if (p->o->separator)
        text_printf(&p->out, "%s%s", field->s, p->o->separator);
    else
        text_printf(&p->out, "%*s ", width, field->s);
}

/* Adds a field for each metric of n rows of one place (CPU, core, thread), in the order of events. n is 0:
   adds the names of the metrics. */
static void stat_metrics_add_fields(struct stat_sheet *p, const struct stat_aggregate_row **rows, size_t n)
{
    const bool heads = !n;
    struct text name = { 0 }, field = { 0 };
    for (uint32_t event = 0; event < p->s->capture->events.n; event++) {
        struct metric_list columns = columns_of(p, event), l = { .n = 0 };
        if (n && (*rows)->event == event) {
            if (stat_aggregate_is_counted(*rows))
                l = formulas_of(&p->metrics, *rows);
            rows++;
            n--;
        }
        for (unsigned k = 0; k < columns.n; k++) {
            if (!has_column(&columns.v[k]))
                continue;
            name.n = field.n = 0;
            stat_metrics_add_name(p, event, &columns.v[k], &name);
            text_add(&field, "");
            if (heads)
                text_add(&field, name.s);
            const bool has_value = k < l.n && has_column(&l.v[k]) && l.v[k].is_known;
            if (has_value && p->o->separator)
                stat_text_digits(&field, &l.v[k]);
            else if (has_value)
                stat_add_value(&field, &l.v[k]);
            add_field(p, &name, &field);
        }
    }
    text_free(&name);
    text_free(&field);
}

static void add_header(struct stat_sheet *p)
{
    if (counters_reserve_rows(&p->counters, p->s->capture->events.n, "headers of metrics"))
        stat_metrics_add_fields(p, NULL, 0);
    text_char(&p->out, '\n', 1);
}

static int stat_metrics_by_place(const void *a, const void *b)
{
    const struct stat_aggregate_row *const *x = a, *const *y = b;
    if ((*x)->place != (*y)->place) {
        if ((*x)->place < (*y)->place)
            return -1;
        return 1;
    }
    return ((*x)->event > (*y)->event) - ((*x)->event < (*y)->event);
}

/* Adds the line of n rows of one place, in the order of events. */
static void stat_metrics_add_line(struct stat_sheet *p, const struct stat_aggregate_row **rows, size_t n)
{
    if (!counters_reserve_rows(&p->counters, p->s->capture->events.n - n, "metrics"))
        return;
    stat_text_place(p, rows[0]);
    stat_metrics_add_fields(p, rows, n);
    text_char(&p->out, '\n', 1);
}

static void stat_metrics_add_lines(struct stat_sheet *p)
{
    const struct stat_aggregate *t = &p->aggregate;
    const struct stat_aggregate_row **rows = mem_new(t->nrows + 1, sizeof(*rows));
    for (size_t i = 0; i < t->nrows; i++)
        rows[i] = &t->rows[i];
    mem_sort(rows, t->nrows, sizeof(*rows), stat_metrics_by_place);
    for (size_t i = 0, n; i < t->nrows; i += n) {
        for (n = 1; i + n < t->nrows && rows[i + n]->place == rows[i]->place;)
            n++;
        stat_metrics_add_line(p, &rows[i], n);
    }
    free(rows);
}

static void metrics_text_round(struct stat_sheet *p)
{
    stat_text_heading(p);
    if (stat_text_interval_heading(p)) {
        text_char(&p->out, ' ', 1);
        add_header(p);
    } else if (!p->counters.interval) {
        text_char(&p->out, ' ', stat_by(p)->indent);
        add_header(p);
    }
    stat_metrics_add_lines(p);
    stat_text_footer(p);
}

static void metrics_csv_round(struct stat_sheet *p)
{
    const char *x = p->o->separator;
    if (!p->rounds) {
        if (p->counters.interval)
            text_printf(&p->out, "time%s", x);
        for (unsigned i = 0; i < 2 && stat_by(p)->fields[i]; i++)
            text_printf(&p->out, "%s%s", stat_by(p)->fields[i], x);
        add_header(p);
    }
    stat_metrics_add_lines(p);
}

const struct stat_style stat_metrics_text = { .round = metrics_text_round };
const struct stat_style stat_metrics_csv = { .round = metrics_csv_round };
