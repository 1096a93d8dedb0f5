/* The counts of a round as the lines of perf's -j (tools/perf/util/stat-display.c), an object for each
 * metric. */
#include "cli/stat/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/output/json.h"
#include "core/base/date.h"

static void add_quoted(FILE *out, const char *key, const char *s)
{
    fprintf(out, "\"%s\" : ", key);
    json_quoted(out, s, strlen(s));
    fputs(", ", out);
}

static void begin_object(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct stat_aggregate_place *at = stat_place(p, r);
    enum counters_by by = p->aggregate.by;
    FILE *out = p->file;
    p->out.n = 0;
    putc('{', out);
    if (p->counters.interval)
        fprintf(out, "\"interval\" : %" PRIu64 ".%09" PRIu64 ", ", p->counters.round.time / NSEC_PER_SEC,
                p->counters.round.time % NSEC_PER_SEC);
    if (stat_by(p)->adds_up) {
        stat_add_place(p, r, false);
        add_quoted(out, stat_by(p)->name, text_str(&p->out));
        fprintf(out, "\"aggregate-number\" : %u, ", r->ncpus);
    } else if (by == BY_CPU && at->cpu != CPU_ANY) {
        fprintf(out, "\"cpu\" : \"%d\", ", at->cpu);
    } else if (by == BY_THREAD) {
        text_printf(&p->out, "%s-%d", stat_thread(p, at)->comm, stat_thread(p, at)->pid);
        add_quoted(out, "thread", text_str(&p->out));
    }
    p->out.n = 0;
}

static void add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    FILE *out = p->file;
    struct metric_list l = { .v = { { .unit = "" } }, .n = 1 };
    begin_object(p, r);
    if (stat_aggregate_is_counted(r)) {
        fprintf(out, "\"counter-value\" : \"%f\", ", metrics_value(&p->metrics, r));
        l = metrics_of(&p->metrics, r);
    } else {
        add_quoted(out, "counter-value", stat_missing(p, r));
    }
    add_quoted(out, "unit", e->unit ? e->unit : "");
    add_quoted(out, "event", e->name);
    fprintf(out, "\"event-runtime\" : %" PRIu64 ", \"pcnt-running\" : %" PRIu64 ".00", r->counts.running,
            stat_running(&r->counts));
    for (unsigned i = 0; i < l.n; i++) {
        const struct metric *m = &l.v[i];
        if (m->on_new_line) {
            fputs("}\n", out);
            begin_object(p, r);
        } else {
            fputs(", ", out);
        }
        if (isfinite(m->value))
            fprintf(out, "\"metric-value\" : %f, \"metric-unit\" : ", m->value);
        else /* of which JSON has no number */
            fprintf(out, "\"metric-value\" : null, \"metric-unit\" : ");
        const char *unit = m->unit ? m->unit : "(null)";
        json_quoted(out, unit, strlen(unit));
    }
    fputs("}\n", out);
}

static void perf_json_round(struct stat_sheet *p)
{
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        add_row(p, &p->aggregate.rows[i]);
}

const struct stat_style stat_perf_json = { .round = perf_json_round };
