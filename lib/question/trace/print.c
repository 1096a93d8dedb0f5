/* Lines as perf trace prints them (perf, builtin-trace.c). */
#include <inttypes.h>
#include <string.h>

#include "lib/question/trace/tracer.h"

enum { COMM_SHOWN = 14, RESULT_COLUMN = 70 };

static void add_time(struct tracer *t, uint64_t time, bool known)
{
    if (known)
        text_printf(&t->line, "%10.3f ", (double)(time - (t->o->full_time ? 0 : t->calls.first)) / 1e6);
    else
        text_add(&t->line, "         ? ");
}

static void add_duration(struct tracer *t, uint64_t duration, bool known)
{
    if (known)
        text_printf(&t->line, "(%6.3f ms): ", (double)duration / 1e6);
    else
        text_add(&t->line, "(         ): ");
}

static void add_thread(struct tracer *t, const struct call_thread *thread)
{
    if (!t->o->no_comm) {
        struct text name = { 0 };
        if (thread->comm)
            text_add_n(&name, thread->comm, strnlen(thread->comm, COMM_SHOWN));
        else
            text_printf(&name, ":%d", thread->tid);
        text_add_clean(&t->line, name.s);
        text_add(&t->line, "/");
        text_free(&name);
    }
    text_printf(&t->line, "%d ", thread->tid);
}

/* Blanks up to `column` of what began at `from`, one at least. */
static void add_gap(struct tracer *t, size_t from, size_t column)
{
    size_t n = t->line.n - from;
    text_char(&t->line, ' ', n < column ? column - n : 1);
}

/* `chain`: whose call chain belongs below the line, or NULL. */
static void write_line(struct tracer *t, const struct sample *chain)
{
    text_add(&t->line, "\n");
    if (chain && t->lines < t->o->max_events)
        trace_chain(t, chain);
    if (t->lines < t->o->max_events)
        outlet_write(t->out, t->line.s, t->line.n);
    t->lines++;
    t->line.n = 0;
}

void trace_call(void *arg, const struct call_report *report)
{
    struct tracer *t = arg;
    const struct call_thread *thread = report->thread;
    bool done = report->event == CALL_DONE;
    add_time(t, thread->entered, thread->was_entered && thread->entered);
    add_duration(t, report->duration, done && report->has_duration);
    add_thread(t, thread);
    size_t from = t->line.n;
    if (report->is_whole) {
        text_add(&t->line, thread->shown.s);
    } else {
        text_add(&t->line, " ... [continued]: ");
        text_add_clean(&t->line, report->kind->name);
        text_add(&t->line, "()");
    }
    text_add(&t->line, ")");
    if (report->event == CALL_WAITS) {
        if (t->line.n - from < RESULT_COLUMN - 4)
            text_char(&t->line, ' ', RESULT_COLUMN - 4 - (t->line.n - from));
        text_add(&t->line, " ...");
    } else {
        add_gap(t, from, RESULT_COLUMN);
        text_add(&t->line, "= ");
        struct call_line call = thread->call;
        if (done)
            syscall_show_result(&call, report->result, &t->line);
        else
            text_add(&t->line, "?");
    }
    write_line(t, done ? report->sample : NULL);
}

/* Where an address lies: its symbol, or its object and the address in that. */
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

void trace_fault(void *arg, const struct sample *s, const struct call_thread *thread, bool major)
{
    struct tracer *t = arg;
    unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    const struct task_slot *task = address_cache_task_of(&t->addresses, s);
    add_time(t, s->when.time, true);
    add_duration(t, 0, true);
    add_thread(t, thread);
    text_add(&t->line, major ? "majfault [" : "minfault [");
    struct resolved_addr resolved = address_cache_find(&t->addresses, task, mode, s->ip, s->when, 0);
    add_resolved(t, &resolved, s->ip, false);
    text_add(&t->line, "] => ");
    resolved = address_cache_find(&t->addresses, task, mode, s->addr, s->when, 0);
    add_resolved(t, &resolved, s->addr, true);
    text_printf(&t->line, " (%c%c)", resolved.place.map ? 'd' : '?', resolved.level);
    write_line(t, s);
}

void trace_event(void *arg, const struct sample *s, const struct call_thread *thread,
                 const struct call_tracepoint *p)
{
    struct tracer *t = arg;
    struct text shown = { 0 };
    const char *between = "";
    add_time(t, s->when.time, true);
    if (!t->o->names.n || t->o->names.ncalls || t->o->calls)
        add_duration(t, 0, false);
    add_thread(t, thread);
    text_add_clean(&t->line, s->event->name);
    text_add(&t->line, "(");
    for (size_t i = 0; i < p->n; i++) {
        shown.n = 0;
        if (!call_tracepoint_show(&t->calls, p, s, i, &shown))
            continue;
        text_printf(&t->line, "%s%s: %s", between, p->fields[i].field->name, shown.s);
        between = ", ";
    }
    text_add(&t->line, ")");
    text_free(&shown);
    write_line(t, s);
}
