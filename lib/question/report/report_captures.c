#include "lib/question/report/report_captures.h"

#include <stdlib.h>
#include <string.h>

#include "lib/question/report/counted.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"
#include "core/model/same_event.h"

bool report_joins_captures(const struct report_opts *o)
{
    bool rows = !o->header_only && !o->stats && !o->tasks && !o->mmaps;
    return rows && (layout_names_key(&o->layout, "capture") || layout_names_key(&o->layout, "label"));
}

bool report_check_join_options(const struct report_opts *o, struct outlet *err)
{
    const char *what = NULL;
    if (o->header)
        what = "--header";
    else if (o->sandwich)
        what = "--sandwich";
    else if (o->graph_asked)
        what = "-g";
    if (what)
        outlet_print(err, "perfolio report: --sort capture: %s applies to one capture only\n", what);
    return !what;
}

static const char *report_captures_name_of(const struct layout *l, const struct key *k)
{
    if (k->name)
        return k->name;
    return l->latency ? "latency" : "the mode of the CPU";
}

bool report_check_join_keys(const struct report_opts *o, struct err *e)
{
    const struct layout *l = &o->columns;
    if (o->threads)
        return err_set(e, ERR_USAGE, 0, "--threads: a table of all captures has no counts by thread");
    for (size_t k = 0; k < l->nkeys; k++)
        if (l->keys[k]->join == JOIN_NONE)
            return err_set(e, ERR_USAGE, 0, "--sort capture: cannot be combined with key '%s'",
                           report_captures_name_of(l, l->keys[k]));
    return true;
}

void report_drop_unjoinable(struct report_captures *g, struct report_opts *o)
{
    g->draws = o->graph.form != GRAPH_NONE;
    o->graph.form = GRAPH_NONE;
    if (g->begun && !g->o.count.children)
        o->children = 0;
}

static const char *report_captures_keep(struct report_captures *g, const char *text)
{
    if (text)
        return arena_text(&g->texts, text, strlen(text));
    return NULL;
}

static void report_captures_begin(struct report_captures *g, const struct session *s,
                                  const struct report_opts *o)
{
    const struct capture *c = s->capture;
    g->capture.env.arch = c->env.arch;
    g->capture.path = report_captures_keep(g, c->path);
    g->o = *o;
    g->o.trace_keys = NULL; /* they are freed with the capture */
    g->o.count.values = NULL;
    g->o.count.filter.times = NULL;
    g->o.count.filter.ntimes = 0;
    g->o.count.filter.turns = NULL;
    g->o.turns = (struct event_switch_turns){ 0 };
    compare_init(&g->compare, g->o.columns.keys, g->o.columns.nkeys, 0, 1);
    compare_keep_addresses(&g->compare);
    g->begun = true;
}

/* Adds a copy of an event with the members that are needed after its capture is closed. */
static void report_captures_add_event(struct report_captures *g, const struct event *from)
{
    struct events *es = &g->capture.events;
    struct event *e = MEM_ADD(es->v, es->n, es->cap);
    *e = *from;
    e->name = report_captures_keep(g, e->name);
    e->group_name = report_captures_keep(g, e->group_name);
    e->unit = report_captures_keep(g, e->unit);
    e->cpus = (struct cpus){ 0 };
    e->ids = NULL;
    e->nids = 0;
    compare_add_event(&g->compare);
}

/* For each event of a capture, its number among the events of all captures; malloc'ed. New events are added after the
   others, and belong to no group of the first capture. */
static uint32_t *number_events(struct report_captures *g, const struct events *es)
{
    const struct events *all = &g->capture.events;
    const bool first = !all->n;
    struct known_events known;
    same_event_init(&known, all);
    uint32_t *event_of = same_event_match(&known, es);
    same_event_free(&known);
    for (uint32_t i = 0; i < es->n; i++) {
        if (event_of[i] != NO_EVENT)
            continue;
        event_of[i] = all->n;
        report_captures_add_event(g, &es->v[i]);
        if (!first) {
            all->v[all->n - 1].leader = all->n - 1;
            all->v[all->n - 1].members = 0;
        }
    }
    return event_of;
}

void report_add_capture(struct report_captures *g, const struct session *s, const struct report_opts *o,
                        struct profile *p, const struct key_context *kc)
{
    struct table table;
    struct problems all;
    if (!g->begun)
        report_captures_begin(g, s, o);
    uint32_t *event_of = number_events(g, &s->capture->events);
    table_init(&table, p, kc);
    compare_add(&g->compare, 0, &table, event_of);
    table_free(&table);
    free(event_of);
    session_problems_all(s, &p->problems, &all);
    problems_merge(&g->capture.problems, &all);
    g->capture.lost_samples += s->capture->lost_samples;
    g->chains = g->chains || plan_has_sample_field(s->capture, PERF_SAMPLE_CALLCHAIN);
}

void report_show_captures(struct report_captures *g, struct outlet *out, struct outlet *err)
{
    const struct report_opts *o = &g->o;
    const struct session *all = &g->session;
    struct problems problems;
    struct rows r;
    uint64_t samples = 0;
    if (!g->begun)
        return;
    struct counted *c = mem_new(1, sizeof(*c));
    g->session.capture = &g->capture;
    c->o = *o;
    c->s = all;
    compare_settle(&g->compare);
    for (uint32_t i = 0; i < g->compare.nevents; i++)
        samples += g->compare.profile.totals[i].samples;
    session_problems_all(all, &g->compare.profile.problems, &problems);
    answer_begin_rows(&r, &o->common, o->separator, "report", out);
    report_rows(c, &g->compare.table, &g->compare.context, &r);
    rows_end(&r, &problems);
    outlet_own_part(o->common.desk, c, report_counts_free);
    if (!samples && !o->common.json)
        common_no_samples_show(all, NULL, err);
    if (g->draws && g->chains && !o->common.json)
        outlet_add(
            err,
            "perfolio report: --sort capture: call graphs apply to one capture only, and are not shown\n");
}

void report_captures_free(void *gathered)
{
    struct report_captures *g = gathered;
    if (g->begun)
        compare_free(&g->compare);
    free(g->capture.events.v);
    arena_free(&g->texts);
    free(g);
}
