/* A sample as an object of JSON on one line, with all that was decoded of it (docs/json.md). */
#include "cli/script.h"
#include "core/model/branch.h"
#include "formats/elf/elf.h"
#include "formats/perf/records.h"

static void add_place(struct scribe *w, struct json *j, const struct spot *spot)
{
    const struct place *p = &spot->place;
    struct text name = { 0 };
    if (p->symbol)
        symbol_name(elf_demangle, p->symbol, &name);
    json_text(j, "symbol", p->symbol ? name.s : NULL);
    if (p->symbol)
        json_hex(j, "offset", p->at - p->symbol->start);
    json_text(j, "object", p->object ? places_object(w, p->object) : NULL);
    json_hex(j, "address", spot->addr);
    text_free(&name);
}

static void add_frames(struct scribe *w, struct json *j, const struct script_line *l)
{
    stack_of(&w->stacks, l->s, l->task);
    json_array(j, "chain");
    for (size_t i = 0; i < w->stacks.n; i++) {
        const struct frame *f = &w->stacks.frames[i];
        struct spot spot = spots_find(&w->spots, l->task, f->mode, f->avma, l->s->when, 0);
        json_object(j, NULL);
        json_hex(j, "ip", f->avma);
        json_text(j, "found", frame_found_text(f->found));
        add_place(w, j, &spot);
        json_end(j);
    }
    json_end(j);
}

static void add_registers(struct scribe *w, struct json *j, const char *key, struct span regs, uint64_t mask,
                          enum order order)
{
    const struct arch *arch = w->s->capture->env.arch;
    struct cur c = cur_of(regs, order);
    char number[8];
    json_object(j, key);
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
        json_end(j);
    }
    json_end(j);
}

static void add_raw(struct scribe *w, struct json *j, const struct script_line *l)
{
    const struct sample *s = l->s;
    struct text text = { 0 };
    text_hex(&text, s->raw.p, s->raw.n);
    json_text(j, "raw", text.n ? text.s : "");
    text.n = 0;
    if (s->event->attr.type == PERF_TYPE_TRACEPOINT)
        json_text(j, "trace", session_trace(w->s, s, &text) ? text.s : NULL);
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
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (s->has & rows[i].bit)
            (rows[i].is_count ? json_count : json_hex)(j, rows[i].key, rows[i].v);
}

void script_sample_json(struct scribe *w, const struct script_line *l)
{
    const struct sample *s = l->s;
    const struct attr *a = &s->event->attr;
    struct json *j = &w->json;
    struct text comm = { 0 };
    comm_text(l->task->comm, s->tid, &comm);
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
    if (s->has & PERF_SAMPLE_IP) {
        struct spot spot =
            spots_find(&w->spots, l->task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, 0);
        json_hex(j, "ip", s->ip);
        add_place(w, j, &spot);
        const struct place *p = &spot.place;
        if (!p->symbol && w->s->resolver)
            script_nameless(w, l,
                            1 + (!p->object  ? PROBLEM_NO_MAP
                                 : !p->table ? PROBLEM_NO_OBJECT
                                             : PROBLEM_NO_SYMBOL));
    }
    add_numbers(j, s);
    if (s->has & PERF_SAMPLE_CGROUP)
        json_text(j, "cgroup", timeline_cgroup(w->s->timeline, s->cgroup));
    if (s->has & PERF_SAMPLE_CALLCHAIN && w->chains)
        add_frames(w, j, l);
    if (s->has & PERF_SAMPLE_RAW)
        add_raw(w, j, l);
    if (s->has & PERF_SAMPLE_BRANCH_STACK)
        add_branches(j, s);
    if (s->has & PERF_SAMPLE_REGS_USER)
        add_registers(w, j, "uregs", s->user_regs, a->sample_regs_user, s->order);
    if (s->has & PERF_SAMPLE_REGS_INTR)
        add_registers(w, j, "iregs", s->intr_regs, a->sample_regs_intr, s->order);
    json_end(j);
    text_free(&comm);
}

void script_record_json(struct scribe *w, const struct record *r)
{
    struct json *j = &w->json;
    w->out.n = 0;
    record_show(r, &w->out);
    char *details = w->out.s;
    while (*details && *details != ' ') /* "MMAP2 178/178 ..." */
        details++;
    if (*details)
        *details++ = 0;
    json_object_line(j, NULL);
    json_hex(j, "at", r->at);
    json_seconds(j, "time", r->when.time);
    json_text(j, "type", w->out.s);
    json_text(j, "text", details);
    json_end(j);
    w->out.n = 0;
}
