/* script_json: writes samples and other records as JSON objects, one a line, with all decoded data
   (docs/json.md). */
#include "lib/question/common/record_json.h"
#include "lib/question/script/scribe.h"
#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"
#include "formats/perf/records/synth_event.h"
#include "formats/tracepoint/tracepoint.h"

static void script_json_add_place(struct scribe *w, struct rows *r, const struct resolved_addr *resolved)
{
    const struct place *p = &resolved->place;
    struct text name = { 0 };
    if (p->symbol)
        symtab_symbol_name(w->o->common.demangle, p->symbol, &name);
    rows_fact(r, "symbol", value_text_if(p->symbol, name.s));
    if (p->symbol)
        rows_fact(r, "offset", value_hex(p->at - p->symbol->start));
    rows_fact(r, "object", value_text(p->object ? script_places_object(w, p->object) : NULL));
    rows_fact(r, "address", value_hex(resolved->addr));
    text_free(&name);
}

/* Adds the names of the functions that were inlined at a frame, the innermost first; only for frames that
   were unwound, as in text. */
static void add_inlined(struct scribe *w, struct rows *r, const struct frame *f,
                        const struct resolved_addr *resolved)
{
    struct inlined in = { 0 };
    if (f->found >= FRAME_UNWOUND && w->addresses.r && resolved->place.symbol)
        in = resolver_inlined(w->addresses.r, &resolved->place);
    if (!in.n)
        return;
    rows_list(r, "inlined");
    for (size_t i = 0; i < in.n; i++) {
        struct symbol y = *in.v[i];
        struct text name = { 0 };
        y.is_inlined = false;
        symtab_symbol_name(w->o->common.demangle, &y, &name);
        rows_fact(r, NULL, value_text(name.s));
        text_free(&name);
    }
    rows_close(r);
}

static void script_json_add_frames(struct scribe *w, struct rows *r, const struct script_line *l)
{
    stack_find_frames(&w->stacks, l->s, l->task);
    rows_list(r, "chain");
    for (size_t i = 0; i < w->stacks.n; i++) {
        const struct frame *f = &w->stacks.frames[i];
        struct resolved_addr resolved =
            address_cache_find(&w->addresses, l->task, f->mode, f->avma, l->s->when, 0);
        rows_object(r, NULL);
        rows_fact(r, "ip", value_hex(f->avma));
        rows_fact(r, "found", value_text(stack_frame_found_text(f->found)));
        script_json_add_place(w, r, &resolved);
        add_inlined(w, r, f, &resolved);
        rows_close(r);
    }
    rows_close(r);
}

/* Adds a tracepoint's text and its values. */
static void add_trace(struct scribe *w, struct rows *r, const struct script_line *l)
{
    const struct value_sink sink = record_sink(r);
    struct text text = { 0 };
    bool ok = script_add_trace_fields(w, l, &text);
    rows_fact(r, "trace", value_text_if(ok, text.s));
    if (!ok || !tracepoint_reader.show(script_traces(w), l->s->event->attr.config, l->s->raw, &sink))
        script_count_unread_trace(w, l);
    text_free(&text);
}

static void add_raw(struct scribe *w, struct rows *r, const struct script_line *l)
{
    const struct sample *s = l->s;
    struct text text = { 0 };
    if (s->event->attr.type == PERF_TYPE_TRACEPOINT)
        add_trace(w, r, l);
    if (script_type_of(&s->event->attr) == SCRIPT_SYNTH)
        rows_fact(r, "synth",
                  value_text(synth_event_text(s->event->attr.config, s->raw, &text) ? text.s : NULL));
    text_free(&text);
}

/* Adds the meaning of a field's bits, in words. */
static void add_words(struct rows *r, const char *key, uint64_t v, void (*words)(uint64_t v, struct text *t))
{
    struct text text = { 0 };
    words(v, &text);
    rows_fact(r, key, value_text(text_str(&text)));
    text_free(&text);
}

/* Adds the fields that are not numbers. */
#define SHAPED (PERF_SAMPLE_READ | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR)

void script_sample_json(struct scribe *w, const struct script_line *l)
{
    const struct sample *s = l->s;
    const struct arch *arch = w->s->capture->env.arch;
    struct rows *r = &w->rows;
    const struct value_sink sink = record_sink(r);
    struct text comm = { 0 };
    key_comm_text(l->task->comm, s->tid, &comm);
    rows_object(r, NULL);
    rows_fact(r, "at", value_hex(s->at));
    rows_fact(r, "time", value_time(l->time));
    rows_fact(r, "type", value_text("SAMPLE"));
    rows_fact(r, "event", value_text(l->event->event->name));
    rows_fact(r, "comm", value_text(comm.s));
    rows_fact(r, "pid", value_signed(s->pid));
    rows_fact(r, "tid", value_signed(s->tid));
    if (s->has & PERF_SAMPLE_CPU)
        rows_fact(r, "cpu", value_count(s->cpu));
    rows_fact(r, "period", value_count(l->period));
    rows_fact(r, "cpumode", value_count(s->misc & PERF_RECORD_MISC_CPUMODE_MASK));
    rows_fact(r, "misc", value_hex(s->misc));
    script_guest_json(w, r, l);
    if (s->has & PERF_SAMPLE_IP) {
        struct resolved_addr resolved = address_cache_find(
            &w->addresses, l->task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, 0);
        rows_fact(r, "ip", value_hex(s->ip));
        script_json_add_place(w, r, &resolved);
        if (!resolved.place.symbol && w->s->resolver)
            script_count_nameless(w, l, script_places_problem(&resolved.place));
    }
    sample_members(s, arch, ~(SHAPED | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW), &sink);
    if (s->has & PERF_SAMPLE_DATA_SRC)
        add_words(r, "memory", s->data_src, script_data_src_text);
    if (s->has & PERF_SAMPLE_TRANSACTION)
        add_words(r, "transaction_words", s->transaction, script_transaction_text);
    sample_members(s, arch, PERF_SAMPLE_READ, &sink);
    if (s->has & PERF_SAMPLE_CGROUP)
        rows_fact(r, "cgroup", value_text(timeline_cgroup(w->s->timeline, s->cgroup)));
    if (s->has & PERF_SAMPLE_CALLCHAIN && w->chains)
        script_json_add_frames(w, r, l);
    sample_members(s, arch, PERF_SAMPLE_RAW, &sink);
    if (s->has & PERF_SAMPLE_RAW)
        add_raw(w, r, l);
    sample_members(s, arch, SHAPED & ~PERF_SAMPLE_READ, &sink);
    rows_close(r);
    text_free(&comm);
}

void script_record_json(struct scribe *w, const struct record *record)
{
    struct rows *r = &w->rows;
    struct text name = { 0 };
    record_name(record, &name);
    w->out.n = 0;
    rows_object(r, NULL);
    rows_fact(r, "at", value_hex(record->at));
    rows_fact(r, "time", value_time(record->when.time));
    rows_fact(r, "type", value_text(name.s));
    text_add(&w->out, "");
    record_details(record, &w->out);
    rows_fact(r, "text", value_text(w->out.s));
    record_json(r, w->s->capture, record);
    rows_close(r);
    text_free(&name);
    w->out.n = 0;
}
