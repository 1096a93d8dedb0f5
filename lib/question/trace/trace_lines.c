/* trace_lines: prints calls, page faults and other events: as lines, like perf trace (builtin-trace.c),
   and as JSON (docs/json.md). In JSON, arguments have values, and texts if there are any. */
#include <inttypes.h>
#include <string.h>

#include "lib/question/trace/tracer.h"

enum { COMM_SHOWN = 14, RESULT_COLUMN = 70, CHAIN_COLUMN = 39 };

/* Begins a line. False after --max-events lines. */
static bool trace_lines_begin(struct tracer *t, const char *type, const struct sample *s)
{
    if (t->lines++ >= t->o->max_events)
        return false;
    rows_object(&t->rows, NULL);
    rows_fact(&t->rows, "type", value_text(type));
    rows_fact(&t->rows, "time", value_time(s->when.time));
    return true;
}

static void trace_lines_add_time(struct tracer *t, uint64_t time, bool known)
{
    if (!t->o->full_time)
        time -= t->calls.first;
    if (known && rows_prints_text(&t->rows))
        text_printf(&t->line, "%10.3f ", (double)time / 1e6);
    else
        text_add(&t->line, "         ? ");
}

static void add_duration(struct tracer *t, uint64_t duration, bool known)
{
    if (known && rows_prints_text(&t->rows))
        text_printf(&t->line, "(%6.3f ms): ", (double)duration / 1e6);
    else
        text_add(&t->line, "(         ): ");
}

static void trace_lines_add_thread(struct tracer *t, const struct sample *s, const struct call_thread *thread)
{
    struct rows *r = &t->rows;
    rows_fact(r, "cpu", value_if(s->cpu != UINT32_MAX, value_count(s->cpu)));
    rows_fact(r, "pid", value_signed(thread->pid));
    rows_fact(r, "tid", value_signed(thread->tid));
    rows_fact(r, "comm", value_text(thread->comm));
    if (!t->o->no_comm) {
        if (thread->comm)
            text_add_clean_n(&t->line, thread->comm, strnlen(thread->comm, COMM_SHOWN));
        else
            text_printf(&t->line, ":%d", thread->tid);
        text_add(&t->line, "/");
    }
    text_printf(&t->line, "%d ", thread->tid);
}

/* ---- call chains below a line, an entry each, the innermost first ---- */

/* The name of a kernel object, or the path of a file. */
static const char *object_name(const struct object *o)
{
    if (!o)
        return "[unknown]";
    bool is_kernel = o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE || o->kind == OBJECT_KSYMBOL;
    if (is_kernel)
        return o->name;
    return o->path;
}

/* Adds a function of a call chain. For an inlined function, text shows "inlined" in place of the object,
   and JSON after the name. */
static void add_entry(struct tracer *t, const struct resolved_addr *resolved, const struct symbol *symbol)
{
    const struct object *o = resolved->place.object;
    const bool is_inlined = symbol && symbol->is_inlined;
    struct text name = { 0 };
    text_char(&t->line, ' ', CHAIN_COLUMN);
    if (symbol) {
        struct symbol y = *symbol;
        y.is_inlined = false;
        symtab_symbol_name(t->s->o.demangle, &y, &name);
        text_add_clean(&t->line, name.s);
        if (is_inlined)
            text_add(&name, " (inlined)");
    } else if (resolved->place.map && resolved->addr) {
        text_printf(&t->line, "[0x%" PRIx64 "]", resolved->addr);
    } else {
        text_add(&t->line, "[0]");
    }
    text_add(&t->line, " (");
    if (is_inlined)
        text_add(&t->line, "inlined");
    else
        text_add_clean(&t->line, object_name(o));
    text_add(&t->line, ")\n");
    rows_object(&t->rows, NULL);
    rows_fact(&t->rows, "symbol", value_text(name.s));
    rows_fact(&t->rows, "object", value_text(o ? o->path : NULL));
    rows_fact(&t->rows, "address", value_hex(resolved->addr));
    rows_close(&t->rows);
    text_free(&name);
}

static void add_chain(struct tracer *t, const struct sample *s)
{
    struct task_slot *task = address_cache_task_of(&t->addresses, s);
    if (!(s->has & PERF_SAMPLE_CALLCHAIN))
        return;
    stack_find_frames(&t->stacks, s, task);
    rows_list(&t->rows, "chain");
    for (size_t i = 0; i < t->stacks.n; i++) {
        const struct frame *f = &t->stacks.frames[i];
        struct resolved_addr resolved = address_cache_find(&t->addresses, task, f->mode, f->avma, s->when, 0);
        struct inlined in = { 0 };
        address_check_frame(&resolved.place, resolved.addr, &t->calls.problems);
        /* perf shows no inlined functions for recorded call chains */
        if (f->found >= FRAME_UNWOUND && resolved.place.symbol)
            in = resolver_inlined(t->addresses.r, &resolved.place);
        for (size_t k = 0; k < in.n; k++)
            add_entry(t, &resolved, in.v[k]);
        add_entry(t, &resolved, resolved.place.symbol);
    }
    rows_close(&t->rows);
}

/* Ends a line; `chain`: the sample whose call chain follows it, or NULL. */
static void trace_lines_end(struct tracer *t, const struct sample *chain)
{
    text_add(&t->line, "\n");
    if (chain)
        add_chain(t, chain);
    rows_print_raw(&t->rows, &t->line);
    rows_close(&t->rows);
}

/* ---- calls ---- */

/* The text, or "" if nothing was added since it was emptied. */
static const char *written(const struct text *t)
{
    if (t->n)
        return t->s;
    return "";
}

static void add_arguments(struct rows *r, struct call_line call)
{
    struct text shown = { 0 };
    syscall_show(&call, &shown); /* marks the arguments without a meaning for this call */
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
        rows_fact(r, "text", value_text_if(means, written(&shown)));
        rows_close(r);
    }
    rows_close(r);
    text_free(&shown);
}

/* Adds the call and its arguments, up to the closing parenthesis. */
static void add_call(struct tracer *t, const struct call_report *report)
{
    struct rows *r = &t->rows;
    rows_fact(r, "call", value_text(report->kind->name));
    rows_fact(r, "number", value_count(report->kind->number));
    if (report->is_whole) {
        if (rows_includes(r, false))
            add_arguments(r, report->thread->call);
        text_add(&t->line, report->thread->shown.s);
    } else {
        rows_fact(r, "arguments", value_unknown());
        text_add(&t->line, " ... [continued]: ");
        text_add_clean(&t->line, report->kind->name);
        text_add(&t->line, "()");
    }
    text_add(&t->line, ")");
}

static void add_result(struct tracer *t, const struct call_report *report)
{
    struct call_line call = report->thread->call;
    const bool failed = syscall_failed(report->result);
    const size_t from = t->line.n;
    syscall_show_result(&call, report->result, &t->line);
    rows_fact(&t->rows, "result", value_signed(report->result));
    rows_fact(&t->rows, "error",
              value_text(failed ? trace_error(&t->calls, (uint32_t)-report->result) : NULL));
    rows_fact(&t->rows, "text", value_text(t->line.s + from));
}

/* Adds blanks up to a column, counted from `from`; at least `least` blanks. */
static void add_gap(struct tracer *t, size_t from, size_t column, size_t least)
{
    const size_t n = t->line.n - from;
    if (n < column)
        text_char(&t->line, ' ', column - n);
    else
        text_char(&t->line, ' ', least);
}

void trace_write_call(void *arg, const struct call_report *report)
{
    static const char *const types[] = { [CALL_WAITS] = "waits", [CALL_DONE] = "call", [CALL_ENDS] = "ends" };
    struct tracer *t = arg;
    const struct call_thread *thread = report->thread;
    const bool done = report->event == CALL_DONE;
    if (!trace_lines_begin(t, types[report->event], report->sample))
        return;
    rows_fact(&t->rows, "entered", value_if(thread->was_entered, value_time(thread->entered)));
    rows_fact(&t->rows, "duration", value_if(report->has_duration, value_time(report->duration)));
    trace_lines_add_time(t, thread->entered, thread->was_entered && thread->entered);
    add_duration(t, report->duration, done && report->has_duration);
    trace_lines_add_thread(t, report->sample, thread);
    const size_t from = t->line.n;
    add_call(t, report);
    if (report->event == CALL_WAITS) {
        add_gap(t, from, RESULT_COLUMN - 4, 0);
        text_add(&t->line, " ...");
    } else {
        add_gap(t, from, RESULT_COLUMN, 1);
        text_add(&t->line, done ? "= " : "= ?");
    }
    if (done)
        add_result(t, report);
    trace_lines_end(t, done ? report->sample : NULL);
}

/* ---- page faults and other events ---- */

/* Adds an address as symbol and offset; if it is a target, also its object. */
static void add_resolved(struct tracer *t, const struct resolved_addr *resolved, uint64_t avma,
                         bool is_target)
{
    if (is_target && resolved->place.object) {
        text_add_clean(&t->line, resolved->place.object->path);
        text_add(&t->line, "@");
    }
    if (!is_target && resolved->place.symbol) {
        symtab_symbol_name(t->s->o.demangle, resolved->place.symbol, &t->line);
        text_printf(&t->line, "+0x%" PRIx64, resolved->addr - resolved->place.symbol->start);
    } else {
        text_printf(&t->line, "0x%" PRIx64, resolved->place.map ? resolved->addr : avma);
    }
}

static void add_places(struct tracer *t, const struct sample *s, bool major)
{
    const unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    const struct task_slot *task = address_cache_task_of(&t->addresses, s);
    text_add(&t->line, major ? "maj" : "min");
    text_add(&t->line, "fault [");
    struct resolved_addr resolved = address_cache_find(&t->addresses, task, mode, s->ip, s->when, 0);
    add_resolved(t, &resolved, s->ip, false);
    text_add(&t->line, "] => ");
    resolved = address_cache_find(&t->addresses, task, mode, s->addr, s->when, 0);
    add_resolved(t, &resolved, s->addr, true);
    text_printf(&t->line, " (%c%c)", resolved.place.map ? 'd' : '?', resolved.level);
}

void trace_write_fault(void *arg, const struct sample *s, const struct call_thread *thread, bool major)
{
    struct tracer *t = arg;
    if (!trace_lines_begin(t, "fault", s))
        return;
    trace_lines_add_time(t, s->when.time, true);
    add_duration(t, 0, true);
    trace_lines_add_thread(t, s, thread);
    rows_fact(&t->rows, "major", value_yes_no(major));
    rows_fact(&t->rows, "ip", value_hex(s->ip));
    rows_fact(&t->rows, "addr", value_hex(s->addr));
    if (rows_prints_text(&t->rows))
        add_places(t, s, major);
    trace_lines_end(t, s);
}

/* Writes an event; its line shows the fields that have a text. */
void trace_write_event(void *arg, const struct sample *s, const struct call_thread *thread,
                       const struct call_tracepoint *p)
{
    struct tracer *t = arg;
    struct rows *r = &t->rows;
    struct text shown = { 0 };
    const char *between = "";
    if (!trace_lines_begin(t, "event", s))
        return;
    trace_lines_add_time(t, s->when.time, true);
    if (!t->o->names.n || t->o->names.ncalls || t->o->calls)
        add_duration(t, 0, false);
    trace_lines_add_thread(t, s, thread);
    text_add_clean(&t->line, s->event->name);
    text_add(&t->line, "(");
    rows_fact(r, "event", value_text(s->event->name));
    rows_list(r, "fields");
    for (size_t i = 0; i < p->n; i++) {
        shown.n = 0;
        if (call_tracepoint_show(&t->calls, p, s, i, &shown)) {
            text_printf(&t->line, "%s%s: %s", between, p->fields[i].field->name, shown.s);
            between = ", ";
        }
        rows_object(r, NULL);
        rows_fact(r, "name", value_text(p->fields[i].field->name));
        rows_fact(r, "type", value_text(p->fields[i].field->type));
        rows_fact(r, "text", value_text(written(&shown)));
        rows_close(r);
    }
    rows_close(r);
    text_add(&t->line, ")");
    text_free(&shown);
    trace_lines_end(t, s);
}
