/* stat_rows: writes the counts of a round as typed rows, for --json and --csv (docs/json.md). */
#include "lib/question/stat/stat_sheet.h"

#include <string.h>

#include "lib/question/common/common_answer.h"

#define IN(by) (1u << (by))
enum { ADDED_UP = IN(BY_NODE) | IN(BY_SOCKET) | IN(BY_DIE) | IN(BY_CORE) };

/* The columns; `in`: the ways of adding up (enum counters_by) that have the column; 0: all. */
static const struct {
    unsigned in;
    struct rows_column is;
} columns[STAT_COLUMNS] = {
    { 0, { .name = "event", .type = VALUE_TEXT } },
    { IN(BY_CPU), { .name = "cpu", .type = VALUE_SIGNED } },
    { IN(BY_THREAD), { .name = "comm", .type = VALUE_TEXT } },
    { IN(BY_THREAD), { .name = "pid", .type = VALUE_SIGNED } },
    { IN(BY_NODE), { .name = "node", .type = VALUE_SIGNED } },
    { IN(BY_SOCKET) | IN(BY_DIE) | IN(BY_CORE), { .name = "socket", .type = VALUE_SIGNED } },
    { IN(BY_DIE) | IN(BY_CORE), { .name = "die", .type = VALUE_SIGNED } },
    { IN(BY_CORE), { .name = "core", .type = VALUE_SIGNED } },
    { ADDED_UP, { .name = "cpus", .type = VALUE_COUNT } },
    { 0, { .name = "supported", .type = VALUE_YES_NO } },
    { 0, { .name = "count", .type = VALUE_COUNT } },
    { 0, { .name = "value", .type = VALUE_DECIMAL } },
    { 0, { .name = "unit", .type = VALUE_TEXT } },
    { 0, { .name = "enabled", .type = VALUE_COUNT } },
    { 0, { .name = "running", .type = VALUE_COUNT } },
    { 0, { .name = "name", .type = VALUE_TEXT, .of = "metrics", .at = 1 } },
    { 0, { .name = "value", .type = VALUE_DECIMAL, .of = "metrics", .at = 1 } },
    { 0, { .name = "percent", .type = VALUE_YES_NO, .of = "metrics", .at = 1 } },
    { 0, { .name = "name", .type = VALUE_TEXT, .of = "metrics", .at = 2 } },
    { 0, { .name = "value", .type = VALUE_DECIMAL, .of = "metrics", .at = 2 } },
    { 0, { .name = "percent", .type = VALUE_YES_NO, .of = "metrics", .at = 2 } },
};

static void stat_rows_begin(struct stat_sheet *p)
{
    const struct env *env = &p->s->capture->env;
    struct rows *r = &p->rows;
    for (size_t i = 0; i < STAT_COLUMNS; i++) {
        p->columns[i] = columns[i].is;
        if (columns[i].in && !(columns[i].in & IN(p->aggregate.by)))
            p->columns[i].name = NULL;
    }
    p->table = (struct rows_table){ .name = "rows", .columns = p->columns, .n = STAT_COLUMNS };
    answer_begin_rows(r, &p->o->common, NULL, "stat", p->file);
    rows_list(r, "recorded");
    for (size_t i = 0; i < env->ncmdline; i++)
        rows_fact(r, NULL, value_text(env->cmdline[i]));
    rows_close(r);
    rows_fact(r, "by", value_text(p->aggregate.nplaces ? stat_by(p)->name : NULL));
    rows_fact(r, "interval_ms", value_count(p->counters.interval));
    rows_list(r, "rounds");
}

static void stat_rows_add(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    const struct stat_aggregate_place *at = stat_place(p, r);
    static const struct counted_thread none = { 0 };
    const struct counted_thread *t = p->aggregate.by == BY_THREAD ? stat_thread(p, at) : &none;
    struct metric_list l = { .n = 0 };
    struct value count = value_unknown(), value = value_unknown();
    if (stat_aggregate_is_counted(r)) {
        l = formulas_of(&p->metrics, r);
        count = value_count(r->counts.value);
        value = value_decimal(metrics_value(&p->metrics, r), stat_has_decimals(e) ? 6 : 0);
    }
    struct value cells[STAT_COLUMNS] = {
        value_text(e->name),
        value_signed(at->cpu),
        value_text(t->comm),
        value_signed(t->pid),
        value_signed(at->node),
        value_signed(at->socket),
        value_signed(at->die),
        value_signed(at->core),
        value_count(r->ncpus),
        value_yes_no(p->counters.supported[r->event]),
        count,
        value,
        value_text_if(e->unit && *e->unit, e->unit),
        value_count(r->counts.enabled),
        value_count(r->counts.running),
    };
    struct value *cell = &cells[STAT_COLUMNS - 3 * COUNT(l.v)], *end = &cells[STAT_COLUMNS];
    for (unsigned i = 0; i < l.n; i++)
        if (l.v[i].is_known) {
            *cell++ = value_text(l.v[i].unit);
            *cell++ = value_decimal(l.v[i].value, l.v[i].decimals);
            *cell++ = value_yes_no(strchr(l.v[i].suffix, '%'));
        }
    while (cell < end)
        *cell++ = value_none();
    rows_row(&p->rows, cells);
}

static void rows_round(struct stat_sheet *p)
{
    struct rows *r = &p->rows;
    if (!p->rounds)
        stat_rows_begin(p);
    rows_object(r, NULL);
    rows_add_table_label(r, "time", value_time(p->counters.round.time));
    rows_add_table_label(r, "final", value_yes_no(p->counters.round.final));
    rows_table(r, &p->table);
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        stat_rows_add(p, &p->aggregate.rows[i]);
    rows_table_end(r);
    rows_close(r);
}

static void stat_rows_end(struct stat_sheet *p, struct outlet *err)
{
    rows_close(&p->rows);
    answer_rows_end(&p->rows, p->s, &p->problems, 0, err);
}

const struct stat_style stat_rows = { .round = rows_round, .end = stat_rows_end };
