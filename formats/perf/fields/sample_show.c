/*
 * Shows only the fields that the event records. Spans were checked when the record was read, so loops end
 * with their bytes.
 */
#include "formats/perf/fields/sample_show.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/model/branch.h"
#include "formats/perf/fields/record_fields.h"

/* ---- one table ---- */

// clang-format off
/* The bits of sample_type that record the field; its name, "#name" for rows that are only in the text. */
#define ROW(bits, name, kind, member) \
    { name, REC_##kind, sizeof(((struct sample *)0)->member), REC_NOWHERE, offsetof(struct sample, member), .mask = bits }
#define LIST(bits, name, layout, member) \
    { name, REC_LIST, 0, REC_NOWHERE, offsetof(struct sample, member), .mask = bits, .of = &(layout) }

static const struct rec_field chain_address = { NULL, REC_ADDRESS, 8, 0, .to = 0 }, register_word = { NULL, REC_HEX, 8, 0, .to = 0 };
static const struct rec_layout addresses = { &chain_address, 1, 8, NULL }, words = { &register_word, 1, 8, NULL };

static const struct rec_field sample_rows[] = {
    ROW(PERF_SAMPLE_ADDR,                            "addr",            HEX,   addr),
    ROW(PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER,     "id",              COUNT, id),
    ROW(PERF_SAMPLE_STREAM_ID,                       "stream_id",       COUNT, stream_id),
    ROW(PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, "weight",       COUNT, weight),
    ROW(PERF_SAMPLE_WEIGHT_STRUCT,                   "ins_lat",         COUNT, weight2),
    ROW(PERF_SAMPLE_WEIGHT_STRUCT,                   "retire_lat",      COUNT, weight3),
    ROW(PERF_SAMPLE_DATA_SRC,                        "data_src",        HEX,   data_src),
    ROW(PERF_SAMPLE_TRANSACTION,                     "transaction",     HEX,   transaction),
    ROW(PERF_SAMPLE_PHYS_ADDR,                       "phys_addr",       HEX,   phys_addr),
    ROW(PERF_SAMPLE_DATA_PAGE_SIZE,                  "data_page_size",  COUNT, data_page_size),
    ROW(PERF_SAMPLE_CODE_PAGE_SIZE,                  "code_page_size",  COUNT, code_page_size),
    ROW(PERF_SAMPLE_STACK_USER,                      "stack_bytes",     COUNT, user_stack_size),
    ROW(PERF_SAMPLE_STACK_USER,                      "stack_room",      COUNT, user_stack.n),
    ROW(PERF_SAMPLE_CGROUP,                          "cgroup_id",       COUNT, cgroup),
    ROW(PERF_SAMPLE_AUX,                             "aux_bytes",       COUNT, aux.n),
    LIST(PERF_SAMPLE_CALLCHAIN,                      "chain",           addresses, chain),
    { "raw", REC_BYTES, 0, REC_NOWHERE, offsetof(struct sample, raw), .mask = PERF_SAMPLE_RAW },
    ROW(0, "#chain", COUNT, nchain),
    ROW(0, "#user_abi", COUNT, user_abi), LIST(0, "#uregs", words, user_regs),
    ROW(0, "#intr_abi", COUNT, intr_abi), LIST(0, "#iregs", words, intr_regs),
};

static void show_read(const struct sample *s, struct text *out);
static void show_branches(const struct sample *s, struct text *out);

/* In the order of the ABI (linux/perf_event.h, PERF_RECORD_SAMPLE). */
static const struct {
    uint64_t bits;
    const char *text;
    void (*show)(const struct sample *s, struct text *out); /* if the text of rows is not sufficient */
} lines[] = {
    { PERF_SAMPLE_ADDR,           " addr {addr}",                                       NULL },
    { PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER, " id {id}",                              NULL },
    { PERF_SAMPLE_STREAM_ID,      " stream_id {stream_id}",                             NULL },
    { PERF_SAMPLE_READ,           NULL,                                                 show_read },
    { PERF_SAMPLE_CALLCHAIN,      " chain {#chain}{#chain?:}{chain}",                  NULL },
    { PERF_SAMPLE_RAW,            " raw {raw#}",                                        NULL },
    { PERF_SAMPLE_BRANCH_STACK,   NULL,                                                 show_branches },
    { PERF_SAMPLE_REGS_USER,      " regs_user abi {#user_abi}{#uregs?:}{#uregs}",       NULL },
    { PERF_SAMPLE_STACK_USER,     " stack {stack_bytes}",                               NULL },
    { PERF_SAMPLE_WEIGHT,         " weight {weight}",                                   NULL },
    { PERF_SAMPLE_WEIGHT_STRUCT,  " weight {weight}/{ins_lat}/{retire_lat}",            NULL },
    { PERF_SAMPLE_DATA_SRC,       " data_src {data_src}",                               NULL },
    { PERF_SAMPLE_TRANSACTION,    " transaction {transaction}",                         NULL },
    { PERF_SAMPLE_REGS_INTR,      " regs_intr abi {#intr_abi}{#iregs?:}{#iregs}",       NULL },
    { PERF_SAMPLE_PHYS_ADDR,      " phys_addr {phys_addr}",                             NULL },
    { PERF_SAMPLE_CGROUP,         " cgroup {cgroup_id}",                                NULL },
    { PERF_SAMPLE_DATA_PAGE_SIZE, " data_page {data_page_size}",                        NULL },
    { PERF_SAMPLE_CODE_PAGE_SIZE, " code_page {code_page_size}",                        NULL },
    { PERF_SAMPLE_AUX,            " aux {aux_bytes}",                                   NULL },
};

struct branch_shown {
    struct branch_entry b;
    const char *kind;
};
#define BRANCH(name, kind, member) \
    { name, REC_##kind, sizeof(((struct branch_shown *)0)->member), REC_NOWHERE, offsetof(struct branch_shown, member), .mask = 1 }
static const struct rec_field branch_rows[] = {
    BRANCH("from", HEX, b.from), BRANCH("to", HEX, b.to), BRANCH("mispredicted", FLAG, b.mispredicted),
    BRANCH("predicted", FLAG, b.predicted), BRANCH("in_transaction", FLAG, b.in_tx), BRANCH("abort", FLAG, b.abort),
    BRANCH("cycles", COUNT, b.cycles), BRANCH("type", COUNT, b.type), BRANCH("new_type", COUNT, b.new_type),
    BRANCH("kind", TEXT, kind), BRANCH("speculation", COUNT, b.spec), BRANCH("privilege", COUNT, b.priv),
};

#define ID(bits, name, kind, member) \
    { name, REC_##kind, sizeof(((struct sample_id *)0)->member), REC_NOWHERE, offsetof(struct sample_id, member), .mask = bits }
static const struct rec_field id_rows[] = {
    ID(PERF_SAMPLE_TID, "pid", SIGNED, pid), ID(PERF_SAMPLE_TID, "tid", SIGNED, tid), ID(PERF_SAMPLE_TIME, "time", TIME, time),
    ID(PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER, "id", COUNT, id), ID(PERF_SAMPLE_STREAM_ID, "stream_id", COUNT, stream_id),
    ID(PERF_SAMPLE_CPU, "cpu", COUNT, cpu),
};
// clang-format on

/* ---- text ---- */

/* Appends a struct read_format: a value and its times, or a group of values after their common times. */
static void show_read(const struct sample *s, struct text *out)
{
    uint64_t format = s->event->attr.read_format, n = 1;
    struct cur c = cur_of(s->read, s->order);
    text_add(out, " read");
    if (format & PERF_FORMAT_GROUP)
        n = cur_u64(&c);
    else
        text_printf(out, " %" PRIu64, cur_u64(&c));
    if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
        text_printf(out, " enabled %" PRIu64, cur_u64(&c));
    if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
        text_printf(out, " running %" PRIu64, cur_u64(&c));
    for (uint64_t i = 0; i < n && c.left >= 8; i++) {
        if (format & PERF_FORMAT_GROUP && i)
            text_add(out, ",");
        if (format & PERF_FORMAT_GROUP)
            text_printf(out, " %" PRIu64, cur_u64(&c));
        if (format & PERF_FORMAT_ID)
            text_printf(out, " of id %" PRIu64, cur_u64(&c));
        if (format & PERF_FORMAT_LOST)
            text_printf(out, " lost %" PRIu64, cur_u64(&c));
    }
}

/* Appends from->to/predicted/in transaction/abort/cycles. `perf script -F brstack` prints the last four in
   the same way. */
static void show_branch(struct branch_entry b, struct text *out)
{
    char predicted = '-';
    if (b.mispredicted)
        predicted = 'M';
    else if (b.predicted)
        predicted = 'P';
    const char in_tx = b.in_tx ? 'X' : '-';
    const char abort = b.abort ? 'A' : '-';
    text_printf(out, " 0x%" PRIx64 "->0x%" PRIx64 "/%c/%c/%c/%u", b.from, b.to, predicted, in_tx, abort,
                b.cycles);
    if (b.type)
        text_printf(out, "/type %u", b.type);
}

static void show_branches(const struct sample *s, struct text *out)
{
    text_printf(out, " branches %" PRIu64, s->nbranches);
    if (s->event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        text_printf(out, " hw_index %" PRId64, (int64_t)s->branch_hw_index);
    if (s->branches.n)
        text_add(out, ":");
    for (uint64_t i = 0; i < s->nbranches; i++)
        show_branch(branch_at(s, i), out);
    struct cur counters = cur_of(s->branch_counters, s->order);
    if (counters.left >= 8)
        text_add(out, " counters");
    while (counters.left >= 8)
        text_printf(out, " 0x%" PRIx64, cur_u64(&counters));
}

void sample_show(const struct sample *s, struct text *out)
{
    for (size_t i = 0; i < COUNT(lines); i++) {
        const struct rec_layout line = { sample_rows, COUNT(sample_rows), 0, lines[i].text };
        if (!(s->has & lines[i].bits))
            continue;
        if (lines[i].show)
            lines[i].show(s, out);
        else
            record_struct_text(&line, s, s->order, out);
    }
}

/* ---- members ---- */

void sample_id_members(const struct sample_id *id, const struct value_sink *sink)
{
    static const struct rec_layout l = { .rows = id_rows, .n = COUNT(id_rows) };
    sink->open(sink->arg, "sample_id", false);
    record_struct_show(&l, id, ORDER_LITTLE, id->has, sink);
    sink->close(sink->arg);
}

static void put_branches(const struct sample *s, const struct value_sink *sink)
{
    static const struct rec_layout l = { .rows = branch_rows, .n = COUNT(branch_rows) };
    struct cur counters = cur_of(s->branch_counters, s->order);
    if (s->event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        sink->put(sink->arg, "branch_hw_index", value_signed((int64_t)s->branch_hw_index));
    sink->open(sink->arg, "branches", true);
    for (uint64_t i = 0; i < s->nbranches; i++) {
        struct branch_shown branch = { .b = branch_at(s, i) };
        branch.kind = branch_type_name(&branch.b);
        sink->open(sink->arg, NULL, false);
        record_struct_show(&l, &branch, s->order, UINT64_MAX, sink);
        if (counters.left >= 8)
            sink->put(sink->arg, "counters", value_hex(cur_u64(&counters)));
        sink->close(sink->arg);
    }
    sink->close(sink->arg);
}

/* Passes registers to the sink as an object; with ABI 0 there are none. */
static void put_registers(const struct arch *arch, uint64_t abi, struct span regs, uint64_t mask,
                          enum byte_order order, const char *name, const struct value_sink *sink)
{
    struct cur c = cur_of(regs, order);
    char number[8];
    sink->open(sink->arg, name, false);
    sink->put(sink->arg, "abi", value_count(abi));
    for (int r = 0; r < 64 && c.left; r++) {
        if (!(mask >> r & 1))
            continue;
        const struct arch_reg *reg = NULL;
        if (arch)
            reg = arch_reg_by_perf(arch, r);
        snprintf(number, sizeof(number), "%d", r);
        sink->put(sink->arg, reg ? reg->name : number, value_hex(cur_u64(&c)));
    }
    sink->close(sink->arg);
}

void sample_members(const struct sample *s, const struct arch *arch, uint64_t which,
                    const struct value_sink *sink)
{
    static const struct rec_layout l = { .rows = sample_rows, .n = COUNT(sample_rows) };
    const struct attr *a = &s->event->attr;
    which &= s->has;
    if (which)
        record_struct_show(&l, s, s->order, which, sink);
    if (which & PERF_SAMPLE_READ)
        record_counters_show(s->read, s->order, a->read_format, "read", sink);
    if (which & PERF_SAMPLE_BRANCH_STACK)
        put_branches(s, sink);
    if (which & PERF_SAMPLE_REGS_USER)
        put_registers(arch, s->user_abi, s->user_regs, a->sample_regs_user, s->order, "uregs", sink);
    if (which & PERF_SAMPLE_REGS_INTR)
        put_registers(arch, s->intr_abi, s->intr_regs, a->sample_regs_intr, s->order, "iregs", sink);
}
