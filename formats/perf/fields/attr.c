/*
 * attr: the fields of perf_event_attr (include/uapi/linux/perf_event.h) in one table, in the order of its
 * bytes. `perf evlist -v` and `perf report --header` print them in the same order. The table reads and shows
 * them; a new field is a new row. attr_name.c names events without a recorded name.
 *
 * Two of its words are C bitfields. A big-endian compiler allocates their bits from the most significant end,
 * so in a big-endian file they are mirrored. The order of the bits *inside* a field is not mirrored. So the
 * only field wider than one bit, precise_ip, is mirrored back.
 *
 * One known gap of perf is copied, because the text is compared with perf's: TRANSACTION has no name in
 * sample_type.
 */
#include "formats/perf/fields/attr.h"

#include <inttypes.h>

struct bit_name {
    uint64_t bit;
    const char *name;
};

// clang-format off
#define SAMPLE(n) { PERF_SAMPLE_##n, #n }
static const struct bit_name sample_types[] = { /* in perf's order, not in the order of the bits */
    SAMPLE(IP), SAMPLE(TID), SAMPLE(TIME), SAMPLE(ADDR), SAMPLE(READ), SAMPLE(CALLCHAIN), SAMPLE(ID),
    SAMPLE(CPU), SAMPLE(PERIOD), SAMPLE(STREAM_ID), SAMPLE(RAW), SAMPLE(BRANCH_STACK), SAMPLE(REGS_USER),
    SAMPLE(STACK_USER), SAMPLE(IDENTIFIER), SAMPLE(REGS_INTR), SAMPLE(DATA_SRC), SAMPLE(WEIGHT),
    SAMPLE(PHYS_ADDR), SAMPLE(AUX), SAMPLE(CGROUP), SAMPLE(DATA_PAGE_SIZE), SAMPLE(CODE_PAGE_SIZE),
    SAMPLE(WEIGHT_STRUCT), { 0, NULL },
};

static const struct bit_name branch_types[] = { /* enum perf_branch_sample_type_shift */
    { 1 << 0, "USER" },       { 1 << 1, "KERNEL" },      { 1 << 2, "HV" },         { 1 << 3, "ANY" },
    { 1 << 4, "ANY_CALL" },   { 1 << 5, "ANY_RETURN" },  { 1 << 6, "IND_CALL" },   { 1 << 7, "ABORT_TX" },
    { 1 << 8, "IN_TX" },      { 1 << 9, "NO_TX" },       { 1 << 10, "COND" },      { 1 << 11, "CALL_STACK" },
    { 1 << 12, "IND_JUMP" },  { 1 << 13, "CALL" },       { 1 << 14, "NO_FLAGS" },  { 1 << 15, "NO_CYCLES" },
    { 1 << 16, "TYPE_SAVE" }, { 1 << 17, "HW_INDEX" },   { 1 << 18, "PRIV_SAVE" }, { 1 << 19, "COUNTERS" },
    { 0, NULL },
};

static const struct bit_name read_formats[] = {
    { PERF_FORMAT_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED" },
    { PERF_FORMAT_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING" },
    { PERF_FORMAT_ID, "ID" }, { PERF_FORMAT_GROUP, "GROUP" }, { PERF_FORMAT_LOST, "LOST" }, { 0, NULL },
};

/* Fields of one bit each, in the order of enum attr_flag; a field before NULL has two bits. */
static const char *const flag_names[] = {
    "disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv", "exclude_idle",
    "mmap", "comm", "freq", "inherit_stat", "enable_on_exec", "task", "watermark", "precise_ip", NULL, "mmap_data",
    "sample_id_all", "exclude_host", "exclude_guest", "exclude_callchain_kernel", "exclude_callchain_user", "mmap2",
    "comm_exec", "use_clockid", "context_switch", "write_backward", "namespaces", "ksymbol", "bpf_event",
    "aux_output", "cgroup", "text_poke", "build_id", "inherit_thread", "remove_on_exec", "sigtrap",
    "defer_callchain", "defer_output",
};
static const char *const aux_names[] = { "aux_start_paused", "aux_pause", "aux_resume" };

enum how { DECIMAL, HEX, SIGNED, BITS };

struct attr_row {
    const char *name;
    uint16_t at, width; /* offset and size of the member in struct attr */
    enum how how;
    const struct bit_name *bits; /* for BITS: the names of the bits */
    /* NULL: the word is one field; else the names of the nflags bitfields in it */
    const char *const *flags;
    size_t nflags;
};

#define MEMBER(m)                     offsetof(struct attr, m), sizeof(((struct attr *)0)->m)
#define FIELD(name, member, how)      { name, MEMBER(member), how, NULL, NULL, 0 }
#define MASK(name, member, names)     { name, MEMBER(member), BITS, names, NULL, 0 }
#define FLAGS(names, member)          { NULL, MEMBER(member), DECIMAL, NULL, names, COUNT(names) }

static const struct attr_row rows[] = {
    FIELD("type",                                type,               DECIMAL),
    FIELD("size",                                size,               DECIMAL),
    FIELD("config",                              config,             HEX),
    FIELD("{ sample_period, sample_freq }",      sample_period,      DECIMAL),
    MASK("sample_type",                          sample_type,        sample_types),
    MASK("read_format",                          read_format,        read_formats),
    FLAGS(flag_names, flags),
    FIELD("{ wakeup_events, wakeup_watermark }", wakeup_events,      DECIMAL),
    FIELD("bp_type",                             bp_type,            DECIMAL),
    FIELD("{ bp_addr, config1 }",                config1,            HEX),
    FIELD("{ bp_len, config2 }",                 config2,            HEX),
    MASK("branch_sample_type",                   branch_sample_type, branch_types),
    FIELD("sample_regs_user",                    sample_regs_user,   HEX),
    FIELD("sample_stack_user",                   sample_stack_user,  DECIMAL),
    FIELD("clockid",                             clockid,            SIGNED),
    FIELD("sample_regs_intr",                    sample_regs_intr,   HEX),
    FIELD("aux_watermark",                       aux_watermark,      DECIMAL),
    FIELD("sample_max_stack",                    sample_max_stack,   DECIMAL),
    FIELD("aux_sample_size",                     aux_sample_size,    DECIMAL),
    FLAGS(aux_names, aux_action),
    FIELD("sig_data",                            sig_data,           DECIMAL),
    FIELD("config3",                             config3,            HEX),
    FIELD("config4",                             config4,            HEX),
};
// clang-format on

static uint64_t mirror(uint64_t v, unsigned bits)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < bits; i++)
        out |= (v >> i & 1) << (bits - 1 - i);
    return out;
}

/* The flags with the two bits of precise_ip exchanged: the bits of a field are not mirrored. */
static uint64_t precise_exchanged(uint64_t v)
{
    const uint64_t field = UINT64_C(3) << ATTR_PRECISE_IP, low = v >> ATTR_PRECISE_IP & 1,
                   high = v >> (ATTR_PRECISE_IP + 1) & 1;
    return (v & ~field) | high << ATTR_PRECISE_IP | low << (ATTR_PRECISE_IP + 1);
}

/* Counts the bytes after the known fields as a problem, unless they are all zero. */
static void count_surplus(struct span rest, struct problems *problems)
{
    for (size_t i = 0; problems && i < rest.n; i++)
        if (rest.p[i]) {
            problem_add(problems, PROBLEM_BIGGER_ATTR, 1, "%zu bytes more than the %d known", rest.n,
                        ATTR_KNOWN);
            return;
        }
}

unsigned attr_strange_bits(const struct attr *a)
{
    enum { SAMPLE_TYPE = 32, READ_FORMAT = 32, FLAGS = 48 };
    return (unsigned)(__builtin_popcountll(a->sample_type >> SAMPLE_TYPE) +
                      __builtin_popcountll(a->read_format >> READ_FORMAT) +
                      __builtin_popcountll(a->flags >> FLAGS));
}

uint32_t attr_stated_size(const struct cur *c)
{
    uint32_t size = 0;
    if (c->left >= 8)
        size = load_u32(c->p + 4, c->order);
    if (!size)
        size = ATTR_SIZE_VER0;
    return size;
}

bool attr_read(struct span bytes, enum byte_order order, struct attr *a, struct problems *problems)
{
    *a = (struct attr){ 0 };
    if (bytes.n < ATTR_SIZE_VER0)
        return false;
    uint32_t size = load_u32(bytes.p + 4, order);
    if (size < ATTR_SIZE_VER0)
        size = ATTR_SIZE_VER0;
    struct cur c = cur_of(bytes, order);
    if (size < bytes.n)
        c.left = size;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct span field = cur_take(&c, rows[i].width);
        if (field.n)
            rec_take(field.p, rows[i].width, order, (uint8_t *)a + rows[i].at);
        if (rows[i].width == 2)
            cur_u16(&c); /* __reserved_2 */
    }
    if (order == ORDER_BIG) {
        a->flags = precise_exchanged(mirror(a->flags, 64));
        a->aux_action = (uint32_t)mirror(a->aux_action, 32);
    }
    if (!c.bad)
        count_surplus((struct span){ c.p, c.left }, problems);
    return true;
}

void attr_put(const struct attr *a, enum byte_order order, struct text *out)
{
    struct attr put = *a;
    if (order == ORDER_BIG) {
        put.flags = mirror(precise_exchanged(a->flags), 64);
        put.aux_action = (uint32_t)mirror(a->aux_action, 32);
    }
    for (size_t i = 0; i < COUNT(rows); i++) {
        const unsigned width = rows[i].width;
        const uint64_t v = rec_number((const uint8_t *)&put + rows[i].at, width);
        for (unsigned n = 0; n < width; n++) {
            unsigned byte = n;
            if (order == ORDER_BIG)
                byte = width - 1 - n;
            text_char(out, (char)(v >> 8 * byte), 1);
        }
        if (width == 2)
            text_char(out, 0, 2); /* __reserved_2 */
    }
}

static void show_bits(const struct bit_name *names, uint64_t v, struct text *out)
{
    const char *bar = "";
    for (; names->name; names++)
        if (v & names->bit) {
            text_printf(out, "%s%s", bar, names->name);
            bar = "|";
        }
}

static void attr_show_value(const struct attr_row *r, uint64_t v, struct text *out)
{
    switch (r->how) {
    case DECIMAL:
        text_printf(out, "%" PRIu64, v);
        break;
    case HEX:
        text_printf(out, "0x%" PRIx64, v);
        break;
    case SIGNED:
        text_printf(out, "%" PRId64, (int64_t)v);
        break;
    case BITS:
        show_bits(r->bits, v, out);
        break;
    }
}

/* Shows a field unless it is zero, with *between before it. */
static void show_field(const struct attr_row *r, const char *name, uint64_t v, const char *sep,
                       const char **between, struct text *out)
{
    if (!v)
        return;
    text_printf(out, "%s%s%s", *between, name, sep);
    attr_show_value(r, v, out);
    *between = ", ";
}

void attr_show(const struct attr *a, const char *first, const char *sep, struct text *out)
{
    const char *between = "";
    if (first)
        between = first;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct attr_row *r = &rows[i];
        uint64_t v = rec_number((const uint8_t *)a + r->at, r->width);
        if (r->how == SIGNED)
            v = (uint64_t)(int64_t)(int32_t)v;
        if (!r->flags)
            show_field(r, r->name, v, sep, &between, out);
        for (size_t bit = 0; bit < r->nflags; bit++) {
            const bool two = bit + 1 < r->nflags && !r->flags[bit + 1];
            const uint64_t mask = two ? 3 : 1;
            if (r->flags[bit])
                show_field(r, r->flags[bit], v >> bit & mask, sep, &between, out);
        }
    }
}

// clang-format off
/* Named as in linux/perf_event.h. Bits of `mask` select fields. */
enum { ALWAYS = 1, PERIOD = 2, FREQ = 4 };
#define NAMED(name, kind, m, when) { name, REC_##kind, sizeof(((struct attr *)0)->m), REC_NOWHERE, offsetof(struct attr, m), .mask = when }
#define COUNT_MEMBER(m) NAMED(#m, COUNT, m, ALWAYS)
#define HEX_MEMBER(m)   NAMED(#m, HEX, m, ALWAYS)
static const struct rec_field members[] = {
    COUNT_MEMBER(type), HEX_MEMBER(config), NAMED("sample_period", COUNT, sample_period, PERIOD),
    NAMED("sample_freq", COUNT, sample_period, FREQ), HEX_MEMBER(sample_type), HEX_MEMBER(read_format), HEX_MEMBER(flags),
    COUNT_MEMBER(wakeup_events), COUNT_MEMBER(bp_type), HEX_MEMBER(config1), HEX_MEMBER(config2), HEX_MEMBER(branch_sample_type),
    HEX_MEMBER(sample_regs_user), COUNT_MEMBER(sample_stack_user), HEX_MEMBER(sample_regs_intr), COUNT_MEMBER(aux_watermark),
    COUNT_MEMBER(sample_max_stack), COUNT_MEMBER(aux_sample_size), HEX_MEMBER(aux_action), HEX_MEMBER(sig_data),
    HEX_MEMBER(config3), HEX_MEMBER(config4), NAMED("clockid", SIGNED, clockid, ALWAYS),
};
// clang-format on

const struct rec_layout attr_layout = { .rows = members, .n = COUNT(members) };

uint64_t attr_which(const struct attr *a)
{
    if (attr_has(a, ATTR_FREQ))
        return ALWAYS | FREQ;
    return ALWAYS | PERIOD;
}
