/* Calls as documents, a line each (docs/json.md): every argument with its value, and its text where it has
   one. */
#include "cli/trace/tracer.h"

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
    syscall_show(&call, &shown); /* which marks those that mean nothing */
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
    if (t->lines++ >= t->o->max_events)
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
    if (t->lines++ >= t->o->max_events)
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
    if (t->lines++ >= t->o->max_events)
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
