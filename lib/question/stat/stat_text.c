/* stat_text: prints the counts of a round for people: in columns, with the metrics after the counts; or,
   with -x, in fields with a separator between them. The layout is perf 6.1's
   (tools/perf/util/stat-display.c), including blanks at the ends of lines. Like perf, it does not quote a
   field that contains the separator. */
#include "core/base/text.h"
#include "lib/question/stat/stat_sheet.h"

#include <inttypes.h>
#include <string.h>

enum { NUMBER_WIDTH = 18, UNIT_WIDTH = 4, NAME_WIDTH = 32, MISSING_NAME_WIDTH = 25, METRIC_WIDTH = 35 };
enum { BELOW_NUMBERS = 49, HEADER_EVERY = 25 /* intervals */, FIELDS_BEFORE_METRIC = 3 };

static void add_clean(struct text *out, const char *s, size_t width)
{
    size_t before = out->n;
    text_add_clean(out, s);
    size_t n = out->n - before;
    if (n < width)
        text_char(out, ' ', width - n);
}

void stat_text_place(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const char *x = p->o->separator;
    struct text *out = &p->out;
    stat_add_time(p, text_or(x, " "));
    const size_t before = out->n;
    stat_add_place(p, r, !x, out);
    if (x && out->n > before)
        text_add(out, x);
    const bool adds_up = stat_by(p)->adds_up;
    if (adds_up && x)
        text_printf(out, "%u%s", r->ncpus, x);
    else if (adds_up)
        text_printf(out, " %4u", r->ncpus);
    text_char(out, ' ', !x && out->n > before);
}

void stat_text_digits(struct text *out, const struct metric *m)
{
    struct text value = { 0 };
    stat_add_value(&value, m);
    const char *s = value.s + strspn(value.s, " ");
    text_add_n(out, s, strspn(s, "0123456789."));
    text_free(&value);
}

/* Adds a number with grouped digits: "1,234.50". */
static void add_grouped(struct text *out, double v, int decimals)
{
    struct text digits = { 0 };
    text_printf(&digits, "%.*f", decimals, v);
    size_t sign = digits.s[0] == '-', n = strspn(digits.s + sign, "0123456789");
    for (size_t i = 0; i < digits.n; i++) {
        bool inside = i > sign && i < sign + n;
        if (inside && (sign + n - i) % 3 == 0)
            text_char(out, ',', 1);
        text_char(out, digits.s[i], 1);
    }
    text_free(&digits);
}

/* Begins a new line for a metric. */
static void stat_text_begin_line(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const char *x = p->o->separator;
    text_char(&p->out, '\n', 1);
    stat_text_place(p, r);
    if (!x)
        text_char(&p->out, ' ', BELOW_NUMBERS + 8 * (p->aggregate.by == BY_CPU));
    for (unsigned i = 0; x && i < FIELDS_BEFORE_METRIC + stat_by(p)->nfields; i++)
        text_add(&p->out, x);
}

static void add_metric_fields(struct text *out, const char *separator, const struct metric *m)
{
    text_add(out, separator);
    if (m->is_known)
        stat_text_digits(out, m);
    text_add(out, separator);
    if (m->is_known)
        text_add_clean(out, m->unit);
}

static void add_metric_columns(struct text *out, const struct metric *m)
{
    const size_t before = out->n;
    if (m->is_known) {
        text_add(out, " # ");
        stat_add_value(out, m);
        text_add(out, " ");
    }
    const size_t n = out->n - before;
    size_t width = 0;
    if (n < METRIC_WIDTH)
        width = METRIC_WIDTH - n;
    add_clean(out, m->is_known ? m->unit : "", width);
}

static void add_metric(struct stat_sheet *p, const struct stat_aggregate_row *r, const struct metric *m)
{
    if (m->is_known && m->on_new_line)
        stat_text_begin_line(p, r);
    if (p->o->separator)
        add_metric_fields(&p->out, p->o->separator, m);
    else
        add_metric_columns(&p->out, m);
}

struct row_widths {
    int number;
    size_t unit, name;
};

static struct row_widths row_widths(bool is_counted)
{
    if (is_counted)
        return (struct row_widths){ NUMBER_WIDTH, UNIT_WIDTH, NAME_WIDTH };
    return (struct row_widths){ NUMBER_WIDTH, UNIT_WIDTH, MISSING_NAME_WIDTH };
}

static void stat_text_add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    const char *x = p->o->separator, *gap = text_or(x, " ");
    const bool is_counted = stat_aggregate_is_counted(r);
    const int decimals = stat_has_decimals(e) ? 2 : 0;
    const double v = is_counted ? metrics_value(&p->metrics, r) : 0;
    struct row_widths width = { 0 }; /* the widths of fields are 0 with -x */
    if (!x)
        width = row_widths(is_counted);
    struct metric_list l = { .n = 1 }; /* an event that was not counted has one empty metric */
    struct text value = { 0 };
    if (!is_counted)
        text_add(&value, stat_missing(p, r));
    else if (p->o->groups_of_digits && !x)
        add_grouped(&value, v, decimals);
    else
        text_printf(&value, "%.*f", decimals, v);
    if (is_counted)
        l = formulas_of(&p->metrics, r);
    stat_text_place(p, r);
    text_printf(&p->out, "%*s%s", width.number, value.s, gap);
    add_clean(&p->out, e->unit, width.unit);
    text_add(&p->out, gap);
    add_clean(&p->out, e->name, width.name);
    if (x)
        text_printf(&p->out, "%s%" PRIu64 "%s%" PRIu64 ".00", x, r->counts.running, x,
                    stat_running(&r->counts));
    for (unsigned i = 0; i < l.n; i++)
        add_metric(p, r, &l.v[i]);
    if (!x && r->counts.running != r->counts.enabled)
        text_printf(&p->out, "  (%.2f%%)", 100.0 * (double)r->counts.running / (double)r->counts.enabled);
    text_char(&p->out, '\n', 1);
    text_free(&value);
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
        if (i)
            text_add(&p->out, " ");
        text_add_clean(&p->out, env->cmdline[i]);
    }
    text_add(&p->out, "':\n\n");
}

bool stat_text_interval_heading(struct stat_sheet *p)
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
    const bool has_fields = p->o->separator;
    if (!has_fields)
        stat_text_heading(p);
    if (!has_fields && stat_text_interval_heading(p))
        text_printf(&p->out, "%s             counts %*s events\n", stat_by(p)->gap, UNIT_WIDTH, "unit");
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        stat_text_add_row(p, &p->aggregate.rows[i]);
    if (!has_fields)
        stat_text_footer(p);
}

const struct stat_style stat_text = { .round = text_round };
