/* The counts of a round as fields with a separator between them, as perf prints them with -x
 * (tools/perf/util/stat-display.c). What holds the separator is not quoted there, and not here. */
#include "lib/question/stat/sheet.h"

#include <inttypes.h>
#include <string.h>

enum { FIELDS_BEFORE_METRIC = 3 };

void stat_csv_place(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const char *x = p->o->separator;
    stat_add_time(p, x);
    size_t before = p->out.n;
    stat_add_place(p, r, false, &p->out);
    if (p->out.n > before)
        text_add(&p->out, x);
    if (stat_by(p)->adds_up)
        text_printf(&p->out, "%u%s", r->ncpus, x);
}

void stat_csv_digits(struct text *out, const struct metric *m)
{
    struct text value = { 0 };
    stat_add_value(&value, m);
    const char *s = value.s + strspn(value.s, " ");
    text_add_n(out, s, strspn(s, "0123456789."));
    text_free(&value);
}

static void add_metric(struct stat_sheet *p, const struct stat_aggregate_row *r, const struct metric *m)
{
    const char *x = p->o->separator;
    if (m->is_known && m->on_new_line) {
        text_char(&p->out, '\n', 1);
        stat_csv_place(p, r);
        for (unsigned i = 0; i < FIELDS_BEFORE_METRIC + stat_by(p)->nfields; i++)
            text_add(&p->out, x);
    }
    text_add(&p->out, x);
    if (m->is_known)
        stat_csv_digits(&p->out, m);
    text_add(&p->out, x);
    if (m->is_known)
        text_add(&p->out, m->unit);
}

static void add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const char *x = p->o->separator;
    const struct event *e = stat_event(p, r);
    struct metric_list l = { .n = 1 }; /* of what was not counted: the room for one */
    stat_csv_place(p, r);
    if (stat_aggregate_is_counted(r)) {
        text_printf(&p->out, "%.*f", stat_has_decimals(e) ? 2 : 0, metrics_value(&p->metrics, r));
        l = formulas_of(&p->metrics, r);
    } else {
        text_add(&p->out, stat_missing(p, r));
    }
    text_add(&p->out, x);
    text_add_clean(&p->out, e->unit);
    text_add(&p->out, x);
    text_add_clean(&p->out, e->name);
    text_printf(&p->out, "%s%" PRIu64 "%s%" PRIu64 ".00", x, r->counts.running, x, stat_running(&r->counts));
    for (unsigned i = 0; i < l.n; i++)
        add_metric(p, r, &l.v[i]);
    text_char(&p->out, '\n', 1);
}

static void csv_round(struct stat_sheet *p)
{
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        add_row(p, &p->aggregate.rows[i]);
}

const struct stat_style stat_csv = { .round = csv_round };
