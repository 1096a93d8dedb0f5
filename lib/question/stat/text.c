/* The counts of a round as people read them: columns, and what a count means behind it. The layout is perf
 * 6.1's (tools/perf/util/stat-display.c), blanks at the ends of lines included. */
#include "lib/question/stat/sheet.h"

#include <string.h>

enum { NUMBER_WIDTH = 18, UNIT_WIDTH = 4, NAME_WIDTH = 32, MISSING_NAME_WIDTH = 25, METRIC_WIDTH = 35 };
enum { BELOW_NUMBERS = 49, HEADER_EVERY = 25 /* intervals */ };

static void add_clean(struct text *out, const char *s, size_t width)
{
    size_t before = out->n;
    text_add_clean(out, s);
    size_t n = out->n - before;
    text_char(out, ' ', n < width ? width - n : 0);
}

void stat_text_place(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    stat_add_time(p, " ");
    size_t before = p->out.n;
    stat_add_place(p, r, true, &p->out);
    if (stat_by(p)->adds_up)
        text_printf(&p->out, " %4u", r->ncpus);
    text_char(&p->out, ' ', p->out.n > before);
}

/* "1,234.50" of "1234.50", in a column. */
static void add_grouped(struct text *out, double v, int decimals)
{
    struct text digits = { 0 }, grouped = { 0 };
    text_printf(&digits, "%.*f", decimals, v);
    size_t sign = digits.s[0] == '-', n = strspn(digits.s + sign, "0123456789");
    for (size_t i = 0; i < digits.n; i++) {
        bool inside = i > sign && i < sign + n;
        if (inside && (sign + n - i) % 3 == 0)
            text_char(&grouped, ',', 1);
        text_char(&grouped, digits.s[i], 1);
    }
    text_printf(out, "%*s", NUMBER_WIDTH, grouped.s);
    text_free(&digits);
    text_free(&grouped);
}

static void add_metric(struct stat_sheet *p, const struct stat_aggregate_row *r, const struct metric *m)
{
    if (!m->is_known) {
        text_char(&p->out, ' ', METRIC_WIDTH);
        return;
    }
    if (m->on_new_line) {
        text_char(&p->out, '\n', 1);
        stat_text_place(p, r);
        text_char(&p->out, ' ', p->aggregate.by == BY_CPU ? BELOW_NUMBERS + 8 : BELOW_NUMBERS);
    }
    size_t before = p->out.n;
    text_add(&p->out, " # ");
    stat_add_value(&p->out, m);
    text_char(&p->out, ' ', 1);
    size_t n = p->out.n - before;
    add_clean(&p->out, m->unit, n < METRIC_WIDTH ? METRIC_WIDTH - n : 0);
}

static void add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    const char *unit = e->unit ? e->unit : "";
    int decimals = stat_has_decimals(e) ? 2 : 0;
    stat_text_place(p, r);
    if (!stat_aggregate_is_counted(r)) {
        text_printf(&p->out, "%*s ", NUMBER_WIDTH, stat_missing(p, r));
        add_clean(&p->out, unit, UNIT_WIDTH);
        text_char(&p->out, ' ', 1);
        add_clean(&p->out, e->name, MISSING_NAME_WIDTH);
        text_char(&p->out, ' ', METRIC_WIDTH);
    } else {
        double v = metrics_value(&p->metrics, r);
        struct metric_list l = formulas_of(&p->metrics, r);
        if (p->o->groups_of_digits)
            add_grouped(&p->out, v, decimals);
        else
            text_printf(&p->out, "%*.*f", NUMBER_WIDTH, decimals, v);
        text_char(&p->out, ' ', 1);
        add_clean(&p->out, unit, UNIT_WIDTH);
        text_char(&p->out, ' ', 1);
        add_clean(&p->out, e->name, NAME_WIDTH);
        for (unsigned i = 0; i < l.n; i++)
            add_metric(p, r, &l.v[i]);
    }
    if (r->counts.running != r->counts.enabled)
        text_printf(&p->out, "  (%.2f%%)", 100.0 * (double)r->counts.running / (double)r->counts.enabled);
    text_char(&p->out, '\n', 1);
}

void stat_text_heading(struct stat_sheet *p)
{
    const struct env *env = &p->s->capture->env;
    if (p->counters.interval)
        return;
    text_add(&p->out, "\n Performance counter stats for '");
    if (!env->ncmdline)
        text_add(&p->out, "pipe");
    for (size_t i = 0; i < env->ncmdline; i++) {
        text_add(&p->out, i ? " " : "");
        text_add_clean(&p->out, env->cmdline[i]);
    }
    text_add(&p->out, "':\n\n");
}

bool stat_text_columns(struct stat_sheet *p)
{
    bool due = p->counters.interval && p->rounds % HEADER_EVERY == 0;
    if (due)
        text_printf(&p->out, "#           time%s", stat_by(p)->header);
    return due;
}

void stat_text_footer(struct stat_sheet *p)
{
    if (p->counters.interval)
        return;
    text_printf(&p->out, "\n %17.9f seconds time elapsed\n\n", p->metrics.walltime.mean / 1e9);
    if (p->mixed)
        text_add(&p->out,
                 "The events in group usually have to be from the same PMU. Try reorganizing the group.\n");
}

static void text_round(struct stat_sheet *p)
{
    stat_text_heading(p);
    if (stat_text_columns(p))
        text_printf(&p->out, "%s             counts %*s events\n", stat_by(p)->gap, UNIT_WIDTH, "unit");
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        add_row(p, &p->aggregate.rows[i]);
    stat_text_footer(p);
}

const struct stat_style stat_text = { .round = text_round };
