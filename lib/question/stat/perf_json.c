/* perf_json: prints the counts of a round in the format of perf's -j (tools/perf/util/stat-display.c): a
   line for each metric. */
#include "core/base/text.h"
#include "lib/question/stat/stat_sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/date.h"

static void add_quoted(struct text *out, const char *key, const char *s)
{
    text_printf(out, "\"%s\" : ", key);
    text_add_quoted(out, s, strlen(s));
    text_add(out, ", ");
}

static void begin_object(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct stat_aggregate_place *at = stat_place(p, r);
    enum counters_by by = p->aggregate.by;
    struct text *out = &p->out, of = { 0 };
    text_add(out, "{");
    if (p->counters.interval)
        text_printf(out, "\"interval\" : %" PRIu64 ".%09" PRIu64 ", ", p->counters.round.time / NSEC_PER_SEC,
                    p->counters.round.time % NSEC_PER_SEC);
    if (stat_by(p)->adds_up) {
        stat_add_place(p, r, false, &of);
        add_quoted(out, stat_by(p)->name, text_str(&of));
        text_printf(out, "\"aggregate-number\" : %u, ", r->ncpus);
    } else if (by == BY_CPU && at->cpu != CPU_ANY) {
        text_printf(out, "\"cpu\" : \"%d\", ", at->cpu);
    } else if (by == BY_THREAD) {
        text_printf(&of, "%s-%d", stat_thread(p, at)->comm, stat_thread(p, at)->pid);
        add_quoted(out, "thread", text_str(&of));
    }
    text_free(&of);
}

static void perf_json_add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    struct text *out = &p->out;
    struct metric_list l = { .v = { { .unit = "" } }, .n = 1 };
    begin_object(p, r);
    if (stat_aggregate_is_counted(r)) {
        text_printf(out, "\"counter-value\" : \"%f\", ", metrics_value(&p->metrics, r));
        l = formulas_of(&p->metrics, r);
    } else {
        add_quoted(out, "counter-value", stat_missing(p, r));
    }
    add_quoted(out, "unit", text_or(e->unit, ""));
    add_quoted(out, "event", e->name);
    text_printf(out, "\"event-runtime\" : %" PRIu64 ", \"pcnt-running\" : %" PRIu64 ".00", r->counts.running,
                stat_running(&r->counts));
    for (unsigned i = 0; i < l.n; i++) {
        const struct metric *m = &l.v[i];
        if (m->on_new_line) {
            text_add(out, "}\n");
            begin_object(p, r);
        } else {
            text_add(out, ", ");
        }
        if (isfinite(m->value))
            text_printf(out, "\"metric-value\" : %f, \"metric-unit\" : ", m->value);
        else /* JSON has no infinite numbers */
            text_add(out, "\"metric-value\" : null, \"metric-unit\" : ");
        const char *unit = text_or(m->unit, "(null)");
        text_add_quoted(out, unit, strlen(unit));
    }
    text_add(out, "}\n");
}

static void perf_json_round(struct stat_sheet *p)
{
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        perf_json_add_row(p, &p->aggregate.rows[i]);
}

const struct stat_style stat_perf_json = { .round = perf_json_round };
