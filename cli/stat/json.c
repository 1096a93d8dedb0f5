/* The counts of a round as JSON: our own document, whose shape docs/json.md tells, and the lines of perf's -j
 * (tools/perf/util/stat-display.c), an object for each metric. */
#include "cli/stat/stat.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/session/answer.h"
#include "core/base/date.h"

/* ---- --json ---- */

static const char *const by_names[] = {
    [BY_CPU] = "cpu",   [BY_ALL] = "all",   [BY_SOCKET] = "socket", [BY_DIE] = "die",
    [BY_CORE] = "core", [BY_NODE] = "node", [BY_THREAD] = "thread",
};

static void json_begin(struct stat_sheet *p, FILE *out)
{
    const struct env *env = &p->s->capture->env;
    struct json *j = &p->json;
    *j = answer_begin(out, "stat");
    json_array(j, "recorded");
    for (size_t i = 0; i < env->ncmdline; i++)
        json_text(j, NULL, env->cmdline[i]);
    json_end(j);
    json_text(j, "by", p->aggregate.nplaces ? by_names[p->aggregate.by] : NULL);
    json_count(j, "interval_ms", p->counters.interval);
    json_array(j, "rounds");
}

static void json_place(struct json *j, const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct stat_aggregate_place *at = stat_place(p, r);
    enum counters_by by = p->aggregate.by;
    if (by == BY_CPU)
        json_signed(j, "cpu", at->cpu);
    if (by == BY_THREAD) {
        json_text(j, "comm", stat_thread(p, at)->comm);
        json_signed(j, "pid", stat_thread(p, at)->pid);
    }
    if (by == BY_NODE)
        json_signed(j, "node", at->node);
    if (by == BY_SOCKET || by == BY_DIE || by == BY_CORE)
        json_signed(j, "socket", at->socket);
    if (by == BY_DIE || by == BY_CORE)
        json_signed(j, "die", at->die);
    if (by == BY_CORE)
        json_signed(j, "core", at->core);
    if (by == BY_NODE || by == BY_SOCKET || by == BY_DIE || by == BY_CORE)
        json_count(j, "cpus", r->ncpus);
}

static void json_row(struct json *j, const struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    struct metric_list l = { .n = 0 };
    json_object_line(j, NULL);
    json_text(j, "event", e->name);
    json_place(j, p, r);
    json_bool(j, "supported", p->counters.supported[r->event]);
    if (stat_aggregate_is_counted(r)) {
        json_count(j, "count", r->counts.value);
        json_decimal(j, "value", metrics_value(&p->metrics, r), stat_has_decimals(e) ? 6 : 0);
        l = metrics_of(&p->metrics, r);
    } else {
        json_text(j, "count", NULL);
        json_text(j, "value", NULL);
    }
    json_text(j, "unit", e->unit && *e->unit ? e->unit : NULL);
    json_count(j, "enabled", r->counts.enabled);
    json_count(j, "running", r->counts.running);
    json_array(j, "metrics");
    for (unsigned i = 0; i < l.n; i++)
        if (l.v[i].is_known) {
            json_object(j, NULL);
            json_text(j, "name", l.v[i].unit);
            json_decimal(j, "value", l.v[i].value, l.v[i].decimals);
            json_bool(j, "percent", strchr(l.v[i].suffix, '%'));
            json_end(j);
        }
    json_end(j);
    json_end(j);
}

static void json_round(struct stat_sheet *p)
{
    struct json *j = &p->json;
    json_object(j, NULL);
    json_seconds(j, "time", p->counters.round.time);
    json_bool(j, "final", p->counters.round.final);
    json_array(j, "rows");
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        json_row(j, p, &p->aggregate.rows[i]);
    json_end(j);
    json_end(j);
}

static void json_finish(struct stat_sheet *p)
{
    json_end(&p->json);
    answer_end(&p->json, p->s, &p->problems);
}

const struct stat_style stat_json = { .begin = json_begin, .round = json_round, .end = json_finish };

/* ---- -j ---- */

static void add_quoted(FILE *out, const char *key, const char *s)
{
    fprintf(out, "\"%s\" : ", key);
    json_quoted(out, s);
    fputs(", ", out);
}

static void begin_object(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct stat_aggregate_place *at = stat_place(p, r);
    FILE *out = p->json.out;
    putc('{', out);
    if (p->counters.interval)
        fprintf(out, "\"interval\" : %" PRIu64 ".%09" PRIu64 ", ", p->counters.round.time / NSEC_PER_SEC,
                p->counters.round.time % NSEC_PER_SEC);
    switch (p->aggregate.by) {
    case BY_CORE:
        fprintf(out, "\"core\" : \"S%d-D%d-C%d\", \"aggregate-number\" : %u, ", at->socket, at->die, at->core,
                r->ncpus);
        break;
    case BY_DIE:
        fprintf(out, "\"die\" : \"S%d-D%d\", \"aggregate-number\" : %u, ", at->socket, at->die, r->ncpus);
        break;
    case BY_SOCKET:
        fprintf(out, "\"socket\" : \"S%d\", \"aggregate-number\" : %u, ", at->socket, r->ncpus);
        break;
    case BY_NODE:
        fprintf(out, "\"node\" : \"N%d\", \"aggregate-number\" : %u, ", at->node, r->ncpus);
        break;
    case BY_CPU:
        if (at->cpu != CPU_ANY)
            fprintf(out, "\"cpu\" : \"%d\", ", at->cpu);
        break;
    case BY_THREAD: {
        struct text name = { 0 };
        text_printf(&name, "%s-%d", stat_thread(p, at)->comm, stat_thread(p, at)->pid);
        add_quoted(out, "thread", name.s);
        text_free(&name);
        break;
    }
    default: /* all of them */
        break;
    }
}

static void add_row(struct stat_sheet *p, const struct stat_aggregate_row *r)
{
    const struct event *e = stat_event(p, r);
    FILE *out = p->json.out;
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
        json_quoted(out, m->unit ? m->unit : "(null)");
    }
    fputs("}\n", out);
}

static void perf_json_round(struct stat_sheet *p)
{
    for (size_t i = 0; i < p->aggregate.nrows; i++)
        add_row(p, &p->aggregate.rows[i]);
}

const struct stat_style stat_perf_json = { .round = perf_json_round };
