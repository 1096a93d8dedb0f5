/* Samples and other records as objects of JSON, a line each, with all that was decoded (docs/json.md). */
#include "cli/output/record_json.h"
#include "cli/script/scribe.h"
#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"
#include "formats/perf/records/synth_event.h"
#include "formats/tracepoint/tracepoint.h"

static void add_place(struct scribe *w, struct json *j, const struct resolved_addr *resolved)
{
    const struct place *p = &resolved->place;
    struct text name = { 0 };
    if (p->symbol)
        symtab_symbol_name(w->o->common.demangle, p->symbol, &name);
    json_text(j, "symbol", p->symbol ? name.s : NULL);
    if (p->symbol)
        json_hex(j, "offset", p->at - p->symbol->start);
    json_text(j, "object", p->object ? script_places_object(w, p->object) : NULL);
    json_hex(j, "address", resolved->addr);
    text_free(&name);
}

/* The names of what was inlined at a frame, the innermost first: in frames that were unwound, as in text. */
static void add_inlined(struct scribe *w, struct json *j, const struct frame *f,
                        const struct resolved_addr *resolved)
{
    struct inlined in = { 0 };
    if (f->found >= FRAME_UNWOUND && w->addresses.r && resolved->place.symbol)
        in = resolver_inlined(w->addresses.r, &resolved->place);
    if (!in.n)
        return;
    json_array(j, "inlined");
    for (size_t i = 0; i < in.n; i++) {
        struct symbol y = *in.v[i];
        struct text name = { 0 };
        y.is_inlined = false;
        symtab_symbol_name(w->o->common.demangle, &y, &name);
        json_text(j, NULL, name.s);
        text_free(&name);
    }
    json_end(j);
}

static void add_frames(struct scribe *w, struct json *j, const struct script_line *l)
{
    stack_of(&w->stacks, l->s, l->task);
    json_array(j, "chain");
    for (size_t i = 0; i < w->stacks.n; i++) {
        const struct frame *f = &w->stacks.frames[i];
        struct resolved_addr resolved =
            address_cache_find(&w->addresses, l->task, f->mode, f->avma, l->s->when, 0);
        json_object(j, NULL);
        json_hex(j, "ip", f->avma);
        json_text(j, "found", stack_frame_found_text(f->found));
        add_place(w, j, &resolved);
        add_inlined(w, j, f, &resolved);
        json_end(j);
    }
    json_end(j);
}

static void put_value(void *arg, const char *name, const char *text, size_t n, bool literal)
{
    if (literal)
        json_literal(arg, name, text);
    else
        json_text_n(arg, name, text, n);
}

/* What a tracepoint says: its text, and value by value. */
static void add_trace(struct scribe *w, struct json *j, const struct script_line *l)
{
    const struct rec_sink to = record_sink(j);
    const struct trace_sink sink = { j, to.open, to.close, put_value };
    struct text text = { 0 };
    bool ok = session_trace(w->s, l->s, &text);
    json_text(j, "trace", ok ? text.s : NULL);
    if (!ok || !tracepoint_reader.show(session_traces(w->s), l->s->event->attr.config, l->s->raw, &sink))
        script_no_trace(w, l);
    text_free(&text);
}

static void add_raw(struct scribe *w, struct json *j, const struct script_line *l)
{
    const struct sample *s = l->s;
    struct text text = { 0 };
    if (s->event->attr.type == PERF_TYPE_TRACEPOINT)
        add_trace(w, j, l);
    if (script_type_of(&s->event->attr) == SCRIPT_SYNTH)
        json_text(j, "synth", synth_event_text(s->event->attr.config, s->raw, &text) ? text.s : NULL);
    text_free(&text);
}

/* What bits of a field mean, in words. */
static void add_words(struct json *j, const char *key, uint64_t v, void (*words)(uint64_t v, struct text *t))
{
    struct text text = { 0 };
    text_add(&text, "");
    words(v, &text);
    json_text(j, key, text.s);
    text_free(&text);
}

/* What is more than a number. */
#define SHAPED (PERF_SAMPLE_READ | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR)

void script_sample_json(struct scribe *w, const struct script_line *l)
{
    const struct sample *s = l->s;
    const struct arch *arch = w->s->capture->env.arch;
    struct json *j = &w->json;
    const struct rec_sink sink = record_sink(j);
    struct text comm = { 0 };
    key_comm_text(l->task->comm, s->tid, &comm);
    json_object_line(j, NULL);
    json_hex(j, "at", s->at);
    json_seconds(j, "time", l->time);
    json_text(j, "type", "SAMPLE");
    json_text(j, "event", l->event->event->name);
    json_text(j, "comm", comm.s);
    json_signed(j, "pid", s->pid);
    json_signed(j, "tid", s->tid);
    if (s->has & PERF_SAMPLE_CPU)
        json_count(j, "cpu", s->cpu);
    json_count(j, "period", l->period);
    json_count(j, "cpumode", s->misc & PERF_RECORD_MISC_CPUMODE_MASK);
    json_hex(j, "misc", s->misc);
    script_guest_json(w, j, l);
    if (s->has & PERF_SAMPLE_IP) {
        struct resolved_addr resolved = address_cache_find(
            &w->addresses, l->task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, 0);
        json_hex(j, "ip", s->ip);
        add_place(w, j, &resolved);
        if (!resolved.place.symbol && w->s->resolver)
            script_nameless(w, l, script_places_problem(&resolved.place));
    }
    sample_members(s, arch, ~(SHAPED | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW), &sink);
    if (s->has & PERF_SAMPLE_DATA_SRC)
        add_words(j, "memory", s->data_src, script_data_src_text);
    if (s->has & PERF_SAMPLE_TRANSACTION)
        add_words(j, "transaction_words", s->transaction, script_transaction_text);
    sample_members(s, arch, PERF_SAMPLE_READ, &sink);
    if (s->has & PERF_SAMPLE_CGROUP)
        json_text(j, "cgroup", timeline_cgroup(w->s->timeline, s->cgroup));
    if (s->has & PERF_SAMPLE_CALLCHAIN && w->chains)
        add_frames(w, j, l);
    sample_members(s, arch, PERF_SAMPLE_RAW, &sink);
    if (s->has & PERF_SAMPLE_RAW)
        add_raw(w, j, l);
    sample_members(s, arch, SHAPED & ~PERF_SAMPLE_READ, &sink);
    json_end(j);
    text_free(&comm);
}

void script_record_json(struct scribe *w, const struct record *r)
{
    struct json *j = &w->json;
    struct text name = { 0 };
    record_name(r, &name);
    w->out.n = 0;
    json_object_line(j, NULL);
    json_hex(j, "at", r->at);
    json_seconds(j, "time", r->when.time);
    json_text(j, "type", name.s);
    text_add(&w->out, "");
    record_details(r, &w->out);
    json_text(j, "text", w->out.s);
    record_json(j, w->s->capture, r);
    json_end(j);
    text_free(&name);
    w->out.n = 0;
}
