/* Calls as documents, a line each (docs/json.md): arguments have values, and texts where there are any. */
#include "lib/question/trace/tracer.h"

/* False when there were enough already. */
static bool begin(struct tracer *t, const char *type, const struct sample *s)
{
    if (t->lines++ >= t->o->max_events)
        return false;
    rows_object(&t->rows, NULL);
    rows_fact(&t->rows, "type", value_text(type));
    rows_fact(&t->rows, "time", value_time(s->when.time));
    return true;
}

static void add_who(struct rows *r, const struct sample *s, const struct call_thread *thread)
{
    rows_fact(r, "cpu", s->cpu == UINT32_MAX ? value_unknown() : value_count(s->cpu));
    rows_fact(r, "pid", value_signed(thread->pid));
    rows_fact(r, "tid", value_signed(thread->tid));
    rows_fact(r, "comm", value_text(thread->comm));
}

static void add_arguments(struct rows *r, struct call_line call)
{
    struct text shown = { 0 };
    syscall_show(&call, &shown); /* which marks those that mean nothing */
    rows_list(r, "arguments");
    for (unsigned i = 0; i < call.kind->nargs; i++) {
        const struct call_arg *a = &call.kind->args[i];
        bool means = !(call.masked & 1u << i);
        shown.n = 0;
        syscall_show_arg(&call, i, &shown);
        rows_object(r, NULL);
        rows_fact(r, "name", value_text(a->name));
        rows_fact(r, "type", value_text(a->type));
        rows_fact(r, "value", value_hex(call.v[i]));
        rows_fact(r, "text", value_text(!means ? NULL : shown.n ? shown.s : ""));
        rows_close(r);
    }
    rows_close(r);
    text_free(&shown);
}

static void add_result(struct tracer *t, const struct call_report *report)
{
    struct call_line call = report->thread->call;
    struct text shown = { 0 };
    bool failed = syscall_failed(report->result);
    syscall_show_result(&call, report->result, &shown);
    rows_fact(&t->rows, "result", value_signed(report->result));
    rows_fact(&t->rows, "error",
              value_text(failed ? trace_error(&t->calls, (uint32_t)-report->result) : NULL));
    rows_fact(&t->rows, "text", value_text(shown.s));
    text_free(&shown);
}

void trace_call_json(void *arg, const struct call_report *report)
{
    static const char *const types[] = { [CALL_WAITS] = "waits", [CALL_DONE] = "call", [CALL_ENDS] = "ends" };
    struct tracer *t = arg;
    struct rows *r = &t->rows;
    const struct call_thread *thread = report->thread;
    if (!begin(t, types[report->event], report->sample))
        return;
    rows_fact(r, "entered", thread->was_entered ? value_time(thread->entered) : value_unknown());
    rows_fact(r, "duration", report->has_duration ? value_time(report->duration) : value_unknown());
    add_who(r, report->sample, thread);
    rows_fact(r, "call", value_text(report->kind->name));
    rows_fact(r, "number", value_count(report->kind->number));
    if (report->is_whole)
        add_arguments(r, thread->call);
    else
        rows_fact(r, "arguments", value_unknown());
    if (report->event == CALL_DONE) {
        add_result(t, report);
        trace_chain(t, report->sample);
    }
    rows_close(r);
}

void trace_fault_json(void *arg, const struct sample *s, const struct call_thread *thread, bool major)
{
    struct tracer *t = arg;
    if (!begin(t, "fault", s))
        return;
    add_who(&t->rows, s, thread);
    rows_fact(&t->rows, "major", value_yes_no(major));
    rows_fact(&t->rows, "ip", value_hex(s->ip));
    rows_fact(&t->rows, "addr", value_hex(s->addr));
    trace_chain(t, s);
    rows_close(&t->rows);
}

void trace_event_json(void *arg, const struct sample *s, const struct call_thread *thread,
                      const struct call_tracepoint *p)
{
    struct tracer *t = arg;
    struct rows *r = &t->rows;
    struct text shown = { 0 };
    if (!begin(t, "event", s))
        return;
    add_who(r, s, thread);
    rows_fact(r, "event", value_text(s->event->name));
    rows_list(r, "fields");
    for (size_t i = 0; i < p->n; i++) {
        shown.n = 0;
        call_tracepoint_show(&t->calls, p, s, i, &shown);
        rows_object(r, NULL);
        rows_fact(r, "name", value_text(p->fields[i].field->name));
        rows_fact(r, "type", value_text(p->fields[i].field->type));
        rows_fact(r, "text", value_text(shown.n ? shown.s : ""));
        rows_close(r);
    }
    rows_close(r);
    trace_chain(t, s);
    rows_close(r);
    text_free(&shown);
}
