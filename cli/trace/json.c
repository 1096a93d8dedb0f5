/* Calls as documents, a line each (docs/json.md): every argument with its value, and its text where it has
   one. */
#include "cli/trace/trace.h"

static void add_who(struct tracer *t, const struct sample *s, const struct call_thread *thread)
{
    struct json *j = &t->json;
    if (s->cpu != UINT32_MAX)
        json_count(j, "cpu", s->cpu);
    else
        json_text(j, "cpu", NULL);
    json_signed(j, "pid", thread->pid);
    json_signed(j, "tid", thread->tid);
    json_text(j, "comm", thread->comm);
}

static void add_arguments(struct tracer *t, struct call_line call)
{
    struct json *j = &t->json;
    struct text shown = { 0 };
    syscall_show(&call, &shown); /* which tells those that mean nothing */
    json_array(j, "arguments");
    for (unsigned i = 0; i < call.kind->nargs; i++) {
        const struct call_arg *a = &call.kind->args[i];
        bool means = !(call.masked & 1u << i);
        shown.n = 0;
        text_add(&shown, "");
        syscall_show_arg(&call, i, &shown);
        json_object_line(j, NULL);
        json_text(j, "name", a->name);
        json_text(j, "type", a->type);
        json_hex(j, "value", call.v[i]);
        json_text(j, "text", means ? shown.s : NULL);
        json_end(j);
    }
    json_end(j);
    text_free(&shown);
}

static void add_result(struct tracer *t, const struct call_told *told)
{
    struct json *j = &t->json;
    struct call_line call = told->thread->call;
    struct text shown = { 0 };
    syscall_show_result(&call, told->result, &shown);
    json_signed(j, "result", told->result);
    json_text(j, "error",
              syscall_failed(told->result) ? trace_error(&t->calls, (uint32_t)-told->result) : NULL);
    json_text(j, "text", shown.s);
    text_free(&shown);
}

void trace_tell_json(void *arg, const struct call_told *told)
{
    static const char *const types[] = { [CALL_WAITS] = "waits", [CALL_DONE] = "call", [CALL_ENDS] = "ends" };
    struct tracer *t = arg;
    struct json *j = &t->json;
    const struct call_thread *thread = told->thread;
    if (t->told++ >= t->o->max_events)
        return;
    json_object_line(j, NULL);
    json_text(j, "type", types[told->event]);
    json_seconds(j, "time", told->sample->when.time);
    if (thread->was_entered)
        json_seconds(j, "entered", thread->entered);
    else
        json_text(j, "entered", NULL);
    if (told->has_duration)
        json_seconds(j, "duration", told->duration);
    else
        json_text(j, "duration", NULL);
    add_who(t, told->sample, thread);
    json_text(j, "call", told->kind->name);
    json_count(j, "number", told->kind->number);
    if (told->is_whole)
        add_arguments(t, thread->call);
    else
        json_text(j, "arguments", NULL);
    if (told->event == CALL_DONE) {
        add_result(t, told);
        trace_chain(t, told->sample);
    }
    json_end(j);
}

void trace_fault_json(void *arg, const struct sample *s, const struct call_thread *thread, bool major)
{
    struct tracer *t = arg;
    struct json *j = &t->json;
    if (t->told++ >= t->o->max_events)
        return;
    json_object_line(j, NULL);
    json_text(j, "type", "fault");
    json_seconds(j, "time", s->when.time);
    add_who(t, s, thread);
    json_bool(j, "major", major);
    json_hex(j, "ip", s->ip);
    json_hex(j, "addr", s->addr);
    trace_chain(t, s);
    json_end(j);
}

void trace_event_json(void *arg, const struct sample *s, const struct call_thread *thread,
                      const struct call_tracepoint *p)
{
    struct tracer *t = arg;
    struct json *j = &t->json;
    struct text shown = { 0 };
    if (t->told++ >= t->o->max_events)
        return;
    json_object_line(j, NULL);
    json_text(j, "type", "event");
    json_seconds(j, "time", s->when.time);
    add_who(t, s, thread);
    json_text(j, "event", s->event->name);
    json_array(j, "fields");
    for (size_t i = 0; i < p->n; i++) {
        shown.n = 0;
        text_add(&shown, "");
        call_tracepoint_show(&t->calls, p, s, i, &shown);
        json_object_line(j, NULL);
        json_text(j, "name", p->fields[i].field->name);
        json_text(j, "type", p->fields[i].field->type);
        json_text(j, "text", shown.s);
        json_end(j);
    }
    json_end(j);
    trace_chain(t, s);
    json_end(j);
    text_free(&shown);
}

static void add_group(struct tracer *t, const struct call_group *g)
{
    struct json *j = &t->json;
    if (t->o->by == CALLS_BY_THREAD) {
        json_signed(j, "pid", g->pid);
        json_signed(j, "tid", g->tid);
        json_text(j, "comm", g->comm);
    } else if (t->o->by == CALLS_BY_CGROUP) {
        json_hex(j, "cgroup", g->cgroup);
        json_text(j, "path", timeline_cgroup(t->s->timeline, g->cgroup));
    }
    json_count(j, "events", g->events);
    json_count(j, "major_faults", g->major);
    json_count(j, "minor_faults", g->minor);
    json_seconds(j, "runtime", g->runtime);
}

static void add_sum(struct tracer *t, const struct trace_order *order, const struct call_sum *s)
{
    struct json *j = &t->json;
    const struct call_errors *e;
    size_t i = 0;
    json_object(j, NULL);
    json_text(j, "call", s->kind->name);
    json_count(j, "number", s->kind->number);
    json_count(j, "calls", s->n);
    json_count(j, "failures", s->failures);
    json_seconds(j, "total", (uint64_t)(call_sum_total(s) * 1e6 + 0.5));
    json_seconds(j, "min", s->min);
    json_seconds(j, "mean", (uint64_t)(s->mean + 0.5));
    json_seconds(j, "max", s->max);
    json_percent(j, "deviation", call_sum_deviation(s));
    json_array(j, "errors");
    while ((e = trace_next_error(order, (uint32_t)(s - t->calls.sums), &i)) != NULL) {
        json_object(j, NULL);
        json_text(j, "error", trace_error(&t->calls, e->number));
        json_count(j, "number", e->number);
        json_count(j, "count", e->n);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

void trace_summary_json(struct tracer *t)
{
    const struct calls *c = &t->calls;
    struct json *j = &t->json;
    struct trace_order order = trace_order(c);
    for (size_t i = 0; i < order.ngroups; i++) {
        uint32_t group = (uint32_t)(order.groups[i] - c->groups);
        json_object_line(j, NULL);
        json_text(j, "type", "summary");
        add_group(t, order.groups[i]);
        json_array(j, "calls");
        for (size_t k = order.first[group]; k < order.first[group + 1]; k++)
            add_sum(t, &order, order.sums[k]);
        json_end(j);
        json_end(j);
    }
    trace_order_free(&order);
}
