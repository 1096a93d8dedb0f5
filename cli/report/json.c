/* report as JSON: a table per event, groups or not, each row with its numbers and what it was sorted by. */
#include <string.h>
#include <stdlib.h>

#include "cli/session/answer.h"
#include "cli/output/key_json.h"
#include "cli/report/map_pieces.h"
#include "cli/report/report.h"
#include "core/base/mem.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/records/records.h"

struct event_table {
    const struct report_opts *o;
    const struct table *table;
    const struct key_context *kc;
    uint32_t event;
    const struct report_trees *trees;
};

static double percent_of(const struct event_table *t, uint64_t period)
{
    const struct total *total = &t->table->profile->totals[t->event];
    uint64_t all = total->period - (t->o->percent_of_shown ? total->hidden_period : 0);
    return all ? 100.0 * (double)period / (double)all : 0;
}

/* Fields of tracepoints may be called as anything: they are an object of their own. */
static void put_fields(struct json *j, const struct event_table *t, uint32_t row)
{
    const struct profile *p = t->table->profile;
    struct text scratch = { 0 };
    bool any = false;
    for (size_t k = 0; k < t->o->columns.nshown; k++) {
        const struct field_column *c = key_field(p->keys[k], t->event);
        if (!c || !c->header)
            continue;
        if (!any)
            json_object(j, "fields");
        any = true;
        json_text(j, c->header, table_text(t->table, row, k, &scratch));
    }
    if (any)
        json_end(j);
    text_free(&scratch);
}

static void put_key(struct json *j, const struct event_table *t, uint32_t row, size_t k)
{
    const struct profile *p = t->table->profile;
    for (size_t i = 0; i < k; i++)
        if (p->keys[i] == p->keys[k])
            return; /* named twice */
    if (!p->keys[k]->header)
        return; /* put_fields() */
    struct text scratch = { 0 };
    key_json(j, p->keys[k], table_text(t->table, row, k, &scratch), t->kc->addr_digits);
    text_free(&scratch);
}

static void put_stack(void *arg, const struct branch *end, const char *const *frames, size_t n)
{
    struct json *j = arg;
    json_object(j, NULL);
    json_count(j, "samples", end->samples);
    json_count(j, "period", end->period);
    json_array(j, "frames");
    for (size_t i = 0; i < n; i++)
        json_text(j, NULL, frames[i]);
    json_end(j);
    json_end(j);
}

static void put_stacks(struct json *j, const struct event_table *t, uint32_t row)
{
    struct graph g;
    struct tree tree;
    if (!t->trees->forest)
        return;
    json_array(j, "stacks");
    if (report_tree(t->trees, t->event, row, &g, &tree))
        graph_each(&g, &tree, put_stack, j);
    json_end(j);
}

static void put_latency(struct json *j, const struct event_table *t, uint32_t row)
{
    const struct total *total = &t->table->profile->totals[t->event];
    uint64_t hidden = t->o->percent_of_shown ? latency_number(&total->hidden_latency, total) : 0;
    uint64_t all = latency_number(&total->latency, total) - hidden;
    static const struct {
        enum figure figure;
        const char *name;
    } latencies[] = { { FIGURE_LATENCY_CHILDREN, "latency_children_percent" },
                      { FIGURE_LATENCY, "latency_percent" } };
    for (size_t i = t->o->count.children ? 0 : 1; t->o->columns.latency && i < 2; i++) {
        uint64_t part = table_figure(t->table, row, latencies[i].figure);
        json_percent(j, latencies[i].name, all ? 100.0 * (double)part / (double)all : 0);
    }
}

static void rows(struct json *j, const struct event_table *t)
{
    const struct profile *p = t->table->profile;
    bool children = t->o->count.children;
    size_t n;
    struct line_order order = { .by = t->o->columns.order, .n = t->o->columns.norder };
    uint32_t *lines = table_lines(t->table, t->event, 1, &order, &n);
    struct text scratch = { 0 };
    json_array(j, "rows");
    for (size_t i = 0; i < n; i++) {
        const struct row *r = row_at(p, lines[i]);
        if (percent_of(t, children ? r->children : r->period) < t->o->percent_limit ||
            report_excludes(t->o, t->table, lines[i]) || report_filters(t->o, t->table, lines[i], &scratch))
            continue;
        json_object_line(j, NULL);
        if (children) {
            json_percent(j, "children_percent", percent_of(t, r->children));
            json_count(j, "children_period", r->children);
        }
        json_percent(j, "percent", percent_of(t, r->period));
        put_latency(j, t, lines[i]);
        json_count(j, "samples", r->samples);
        json_count(j, "period", r->period);
        for (size_t k = 0; k < t->o->columns.nshown; k++)
            put_key(j, t, lines[i], k);
        put_fields(j, t, lines[i]);
        put_stacks(j, t, lines[i]);
        json_end(j);
    }
    json_end(j);
    text_free(&scratch);
    free(lines);
}

static void branch_types(struct json *j, const struct session *s, const struct branch_types *t)
{
    json_object(j, "branch_types");
    for (size_t i = 0; i < BRANCH_TYPES; i++)
        if (t->of[i])
            json_count(j, branch_types_name(i, s->capture->env.arch), t->of[i]);
    json_end(j);
}

void report_header_json(const struct session *s, bool full, FILE *out)
{
    struct json j = answer_begin(out, "report");
    answer_header(&j, s, full);
    answer_end(&j, s, NULL);
}

void report_rows_json(const struct session *s, const struct report_opts *o, const struct table *table,
                      const struct key_context *kc, FILE *out)
{
    const struct profile *p = table->profile;
    struct json j = answer_begin(out, "report");
    if (o->header)
        answer_header(&j, s, o->full);
    json_count(&j, "lost_samples", s->capture->lost_samples);
    json_array(&j, "events");
    struct report_trees trees;
    report_trees_init(&trees, s, o, table, kc, true);
    for (uint32_t i = 0; i < p->nevents; i++) {
        struct event_table t = { o, table, kc, i, &trees };
        json_object(&j, NULL);
        json_text(&j, "name", s->capture->events.v[i].name);
        json_count(&j, "samples", p->totals[i].samples);
        json_count(&j, "period", p->totals[i].period);
        json_count(&j, "hidden_samples", p->totals[i].hidden_samples);
        json_count(&j, "hidden_period", p->totals[i].hidden_period);
        rows(&j, &t);
        json_end(&j);
    }
    json_end(&j);
    report_trees_free(&trees);
    if (o->count.branches)
        branch_types(&j, s, &p->branch_types);
    answer_end(&j, s, &p->problems);
}

void report_stats_json(const struct session *s, const struct profile *p, FILE *out)
{
    const struct capture *c = s->capture;
    struct json j = answer_begin(out, "report");
    json_array(&j, "records");
    for (size_t i = 0; i < RECORD_KINDS; i++) {
        const struct rec_desc *d = record_desc_at(i);
        if (!c->counts[i])
            continue;
        json_object_line(&j, NULL);
        json_text(&j, "type", d ? d->name : "UNKNOWN");
        json_count(&j, "count", c->counts[i]);
        json_end(&j);
    }
    json_end(&j);
    json_array(&j, "events");
    for (uint32_t i = 0; i < c->events.n; i++) {
        json_object_line(&j, NULL);
        json_text(&j, "name", c->events.v[i].name);
        json_count(&j, "samples", p->totals[i].samples);
        json_count(&j, "lost", c->events.v[i].lost);
        json_end(&j);
    }
    json_end(&j);
    answer_end(&j, s, &p->problems);
}

static void maps(struct json *j, const struct space *space)
{
    size_t n;
    struct map_piece *pieces = map_pieces(space, &n);
    json_array(j, "maps");
    for (size_t i = 0; i < n; i++) {
        const struct map *m = pieces[i].map;
        const char prot[] = { m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-', m->prot & 4 ? 'x' : '-',
                              m->flags & 1 ? 's' : 'p', 0 };
        json_object_line(j, NULL);
        json_hex(j, "start", pieces[i].start);
        json_hex(j, "end", pieces[i].end);
        json_text(j, "prot", prot);
        json_hex(j, "offset", pieces[i].pgoff);
        json_count(j, "inode", m->ino);
        json_text(j, "path", m->object->path);
        answer_build_id(j, &m->object->build_id);
        json_end(j);
    }
    json_end(j);
    free(pieces);
}

void report_tasks_json(const struct session *s, bool with_maps, FILE *out)
{
    struct json j = answer_begin(out, "report");
    json_array(&j, "tasks");
    for (size_t i = 0, n = timeline_tasks(s->timeline); i < n; i++) {
        struct task_view k = timeline_task(s->timeline, i);
        if (with_maps)
            json_object(&j, NULL);
        else
            json_object_line(&j, NULL);
        json_signed(&j, "pid", k.pid);
        json_signed(&j, "tid", k.tid);
        if (k.ppid < 0)
            json_text(&j, "ppid", NULL);
        else
            json_signed(&j, "ppid", k.ppid);
        json_text(&j, "comm", k.comm);
        if (with_maps)
            maps(&j, k.space);
        json_end(&j);
    }
    json_end(&j);
    answer_end(&j, s, NULL);
}
