/* A sample as an object of JSON on one line, with all that was decoded of it (docs/json.md). */
#include "cli/script/script.h"
#include "core/model/branch.h"
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

/* What was inlined at a frame, the innermost first, by the names alone: in frames that were unwound, as in
 * text. */
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

static void add_registers(struct scribe *w, struct json *j, const char *key, uint64_t abi, struct span regs,
                          uint64_t mask, enum byte_order order)
{
    const struct arch *arch = w->s->capture->env.arch;
    struct cur c = cur_of(regs, order);
    char number[8];
    json_object(j, key);
    json_count(j, "abi", abi); /* enum perf_sample_regs_abi; 0: there are none */
    for (int r = 0; r < 64 && c.left; r++) {
        if (!(mask >> r & 1))
            continue;
        const struct arch_reg *reg = arch ? arch_reg_by_perf(arch, r) : NULL;
        snprintf(number, sizeof(number), "%d", r);
        json_hex(j, reg ? reg->name : number, cur_u64(&c));
    }
    json_end(j);
}

static void add_branches(struct json *j, const struct sample *s)
{
    struct cur counters = cur_of(s->branch_counters, s->order);
    if (s->event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        json_signed(j, "branch_hw_index", (int64_t)s->branch_hw_index);
    json_array(j, "branches");
    for (uint64_t i = 0; i < s->nbranches; i++) {
        struct branch_entry b = branch_at(s, i);
        json_object(j, NULL);
        json_hex(j, "from", b.from);
        json_hex(j, "to", b.to);
        json_bool(j, "mispredicted", b.mispredicted);
        json_bool(j, "predicted", b.predicted);
        json_bool(j, "in_transaction", b.in_tx);
        json_bool(j, "abort", b.abort);
        json_count(j, "cycles", b.cycles);
        json_count(j, "type", b.type);
        json_count(j, "new_type", b.new_type);
        json_text(j, "kind", script_branch_type_name(&b));
        json_count(j, "speculation", b.spec);
        json_count(j, "privilege", b.priv);
        if (counters.left >= 8)
            json_hex(j, "counters", cur_u64(&counters));
        json_end(j);
    }
    json_end(j);
}

void script_read_members(struct json *j, struct cur c, uint64_t format)
{
    uint64_t n = 1, alone = 0;
    if (format & PERF_FORMAT_GROUP)
        n = cur_u64(&c);
    else
        alone = cur_u64(&c);
    json_object(j, "read");
    if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
        json_count(j, "enabled", cur_u64(&c));
    if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
        json_count(j, "running", cur_u64(&c));
    json_array(j, "values");
    for (; n && !c.bad && (c.left || !(format & PERF_FORMAT_GROUP)); n--) {
        json_object(j, NULL);
        json_count(j, "value", format & PERF_FORMAT_GROUP ? cur_u64(&c) : alone);
        if (format & PERF_FORMAT_ID)
            json_count(j, "id", cur_u64(&c));
        if (format & PERF_FORMAT_LOST)
            json_count(j, "lost", cur_u64(&c));
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void open_container(void *arg, const char *name, bool array)
{
    (array ? json_array : json_object)(arg, name);
}

static void close_container(void *arg)
{
    json_end(arg);
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
    const struct trace_sink sink = { j, open_container, close_container, put_value };
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
    text_hex(&text, s->raw.p, s->raw.n);
    json_text(j, "raw", text.n ? text.s : "");
    text.n = 0;
    if (s->event->attr.type == PERF_TYPE_TRACEPOINT)
        add_trace(w, j, l);
    if (script_type_of(&s->event->attr) == SCRIPT_SYNTH)
        json_text(j, "synth", script_synth_text(s->event->attr.config, s->raw, &text) ? text.s : NULL);
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

/* Fields that are a number and have a bit of their own in sample_type. */
static void add_numbers(struct json *j, const struct sample *s)
{
    const struct {
        uint64_t bit;
        const char *key;
        uint64_t v;
        bool is_count;
    } rows[] = {
        { PERF_SAMPLE_ADDR, "addr", s->addr, false },
        { PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER, "id", s->id, true },
        { PERF_SAMPLE_STREAM_ID, "stream_id", s->stream_id, true },
        { PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, "weight", s->weight, true },
        { PERF_SAMPLE_WEIGHT_STRUCT, "ins_lat", s->weight2, true },
        { PERF_SAMPLE_WEIGHT_STRUCT, "retire_lat", s->weight3, true },
        { PERF_SAMPLE_DATA_SRC, "data_src", s->data_src, false },
        { PERF_SAMPLE_TRANSACTION, "transaction", s->transaction, false },
        { PERF_SAMPLE_PHYS_ADDR, "phys_addr", s->phys_addr, false },
        { PERF_SAMPLE_DATA_PAGE_SIZE, "data_page_size", s->data_page_size, true },
        { PERF_SAMPLE_CODE_PAGE_SIZE, "code_page_size", s->code_page_size, true },
        { PERF_SAMPLE_STACK_USER, "stack_bytes", s->user_stack_size, true },
        { PERF_SAMPLE_STACK_USER, "stack_room", s->user_stack.n, true },
        { PERF_SAMPLE_CGROUP, "cgroup_id", s->cgroup, true },
        { PERF_SAMPLE_AUX, "aux_bytes", s->aux.n, true },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (s->has & rows[i].bit)
            (rows[i].is_count ? json_count : json_hex)(j, rows[i].key, rows[i].v);
}

void script_sample_json(struct scribe *w, const struct script_line *l)
{
    const struct sample *s = l->s;
    const struct attr *a = &s->event->attr;
    struct json *j = &w->json;
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
        const struct place *p = &resolved.place;
        if (!p->symbol && w->s->resolver)
            script_nameless(w, l,
                            1 + (!p->object  ? PROBLEM_NO_MAP
                                 : !p->table ? PROBLEM_NO_OBJECT
                                             : PROBLEM_NO_SYMBOL));
    }
    add_numbers(j, s);
    if (s->has & PERF_SAMPLE_DATA_SRC)
        add_words(j, "memory", s->data_src, script_data_src_text);
    if (s->has & PERF_SAMPLE_TRANSACTION)
        add_words(j, "transaction_words", s->transaction, script_transaction_text);
    if (s->has & PERF_SAMPLE_READ)
        script_read_members(j, cur_of(s->read, s->order), a->read_format);
    if (s->has & PERF_SAMPLE_CGROUP)
        json_text(j, "cgroup", timeline_cgroup(w->s->timeline, s->cgroup));
    if (s->has & PERF_SAMPLE_CALLCHAIN && w->chains)
        add_frames(w, j, l);
    if (s->has & PERF_SAMPLE_RAW)
        add_raw(w, j, l);
    if (s->has & PERF_SAMPLE_BRANCH_STACK)
        add_branches(j, s);
    if (s->has & PERF_SAMPLE_REGS_USER)
        add_registers(w, j, "uregs", s->user_abi, s->user_regs, a->sample_regs_user, s->order);
    if (s->has & PERF_SAMPLE_REGS_INTR)
        add_registers(w, j, "iregs", s->intr_abi, s->intr_regs, a->sample_regs_intr, s->order);
    json_end(j);
    text_free(&comm);
}
