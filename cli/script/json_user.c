/*
 * Members of records that are lists, or that perf itself writes (tools/lib/perf/include/perf/event.h, struct
 * perf_record_*; tools/perf/util/auxtrace.h). Every count is held against the bytes that are left.
 */
#include "cli/session/answer.h"
#include "cli/script/script.h"
#include "core/model/capture.h"
#include "formats/perf/attr.h"
#include "formats/perf/feature.h"

/* What a member is made of: the record, and a cursor over what is behind its header. */
struct from {
    const struct capture *c;
    const struct record *r;
    struct cur body;
};

/* Text in a field of n bytes, up to its NUL. */
static void add_text(struct json *j, const char *name, struct cur *c, size_t n)
{
    struct text t = { 0 };
    struct span s = cur_take(c, n < c->left ? n : c->left);
    text_add_n(&t, (const char *)s.p, s.n);
    json_text(j, name, t.s);
    text_free(&t);
}

static void add_words(struct json *j, const char *name, struct cur *c,
                      void (*add)(struct json *, const char *, uint64_t))
{
    json_array(j, name);
    while (c->left >= 8)
        add(j, NULL, cur_u64(c));
    json_end(j);
}

/* The read_format block of a READ, as that of a sample. */
static void add_read(struct json *j, struct from *f)
{
    const struct event *ev = events_find(&f->c->events, f->r->id.id);
    if (ev)
        script_read_members(j, cur_of(f->r->read.values, f->r->order), ev->attr.read_format);
}

static void add_namespaces(struct json *j, struct from *f)
{
    struct cur c = cur_of(f->r->namespaces.links, f->r->order);
    json_array(j, "namespaces");
    for (uint64_t i = 0; i < f->r->namespaces.n; i++) {
        json_object(j, NULL);
        json_text(j, "kind", namespace_name(i));
        json_count(j, "device", cur_u64(&c));
        json_count(j, "inode", cur_u64(&c));
        json_end(j);
    }
    json_end(j);
}

static void add_deferred(struct json *j, struct from *f)
{
    struct cur c = cur_of(f->r->deferred.ips, f->r->order);
    add_words(j, "chain", &c, json_hex);
}

/* By the names of linux/perf_event.h. */
static void add_attr_members(struct json *j, const struct attr *a)
{
    const struct {
        const char *name;
        uint64_t v;
        bool is_mask;
    } members[] = {
        { "type", a->type, false },
        { "config", a->config, true },
        { attr_has(a, ATTR_FREQ) ? "sample_freq" : "sample_period", a->sample_period, false },
        { "sample_type", a->sample_type, true },
        { "read_format", a->read_format, true },
        { "flags", a->flags, true },
        { "wakeup_events", a->wakeup_events, false },
        { "bp_type", a->bp_type, false },
        { "config1", a->config1, true },
        { "config2", a->config2, true },
        { "branch_sample_type", a->branch_sample_type, true },
        { "sample_regs_user", a->sample_regs_user, true },
        { "sample_stack_user", a->sample_stack_user, false },
        { "sample_regs_intr", a->sample_regs_intr, true },
        { "aux_watermark", a->aux_watermark, false },
        { "sample_max_stack", a->sample_max_stack, false },
        { "aux_sample_size", a->aux_sample_size, false },
        { "aux_action", a->aux_action, true },
        { "sig_data", a->sig_data, true },
        { "config3", a->config3, true },
        { "config4", a->config4, true },
    };
    for (size_t i = 0; i < COUNT(members); i++)
        (members[i].is_mask ? json_hex : json_count)(j, members[i].name, members[i].v);
    json_signed(j, "clockid", a->clockid);
}

static void add_attr(struct json *j, struct from *f)
{
    struct attr a;
    uint32_t size = f->body.left >= 8 ? load_u32(f->body.p + 4, f->body.order) : 0;
    struct span bytes = cur_take(&f->body, size ? size : ATTR_SIZE_VER0);
    if (!attr_read(bytes, f->r->order, &a, NULL))
        return;
    json_object(j, "attr");
    add_attr_members(j, &a);
    json_end(j);
    add_words(j, "ids", &f->body, json_count);
}

static void add_event_type(struct json *j, struct from *f)
{
    json_hex(j, "config", cur_u64(&f->body));
    add_text(j, "name", &f->body, 64);
}

static void add_tracing_data(struct json *j, struct from *f)
{
    json_count(j, "size", cur_u32(&f->body));
}

static void add_id_index(struct json *j, struct from *f)
{
    struct cur ids = cur_of(f->r->id_index.ids, f->r->order), of = cur_of(f->r->id_index.guests, f->r->order);
    json_array(j, "ids");
    while (ids.left >= 32) {
        json_object(j, NULL);
        json_count(j, "id", cur_u64(&ids));
        json_count(j, "index", cur_u64(&ids));
        json_signed(j, "cpu", (int64_t)cur_u64(&ids));
        json_signed(j, "tid", (int64_t)cur_u64(&ids));
        if (of.left >= 16) {
            json_count(j, "machine_pid", cur_u64(&of));
            json_count(j, "vcpu", cur_u64(&of));
        }
        json_end(j);
    }
    json_end(j);
}

static void add_auxtrace_info(struct json *j, struct from *f)
{
    json_count(j, "kind", cur_u32(&f->body));
    cur_u32(&f->body); /* reserved */
    add_words(j, "private", &f->body, json_hex);
}

/* Format 0 has no time; the machine came with format 2. */
static void add_auxtrace_error(struct json *j, struct from *f)
{
    struct cur *c = &f->body;
    json_count(j, "kind", cur_u32(c));
    json_count(j, "code", cur_u32(c));
    json_signed(j, "cpu", (int32_t)cur_u32(c));
    json_signed(j, "pid", (int32_t)cur_u32(c));
    json_signed(j, "tid", (int32_t)cur_u32(c));
    uint32_t format = cur_u32(c);
    json_count(j, "format", format);
    json_hex(j, "ip", cur_u64(c));
    if (format)
        json_seconds(j, "when", cur_u64(c));
    add_text(j, "message", c, 64);
    if (format >= 2 && c->left >= 8) {
        json_signed(j, "machine_pid", (int32_t)cur_u32(c));
        json_signed(j, "vcpu", (int32_t)cur_u32(c));
    }
}

static void add_thread_map(struct json *j, struct from *f)
{
    struct cur c = cur_of(f->r->thread_map.threads, f->r->order);
    json_array(j, "threads");
    while (c.left >= 24) {
        json_object(j, NULL);
        json_signed(j, "pid", (int64_t)cur_u64(&c));
        add_text(j, "comm", &c, 16);
        json_end(j);
    }
    json_end(j);
}

enum { CPU_MAP_CPUS, CPU_MAP_MASK, CPU_MAP_RANGE };

/* The struct is packed: nothing in it is aligned. */
static void add_cpus(struct json *j, struct cur *c)
{
    uint16_t kind = cur_u16(c);
    json_count(j, "kind", kind);
    if (kind == CPU_MAP_CPUS) {
        json_array(j, "cpus");
        for (unsigned n = cur_u16(c); n && c->left >= 2; n--)
            json_signed(j, NULL, (int16_t)cur_u16(c)); /* -1: any */
        json_end(j);
    } else if (kind == CPU_MAP_MASK) {
        unsigned n = cur_u16(c), size = cur_u16(c);
        if (size == 8)
            cur_u32(c); /* padding */
        json_count(j, "word_bytes", size);
        json_array(j, "mask");
        for (; n && (size == 4 || size == 8) && c->left >= size; n--)
            json_hex(j, NULL, size == 8 ? cur_u64(c) : cur_u32(c));
        json_end(j);
    } else if (kind == CPU_MAP_RANGE) {
        json_bool(j, "any", cur_u8(c));
        cur_u8(c);
        json_count(j, "first", cur_u16(c));
        json_count(j, "last", cur_u16(c));
    }
}

static void add_cpu_map(struct json *j, struct from *f)
{
    add_cpus(j, &f->body);
}

static void add_stat_config(struct json *j, struct from *f)
{
    static const char *const tags[] = { "aggr_mode", "interval", "scale", "aggr_level" };
    struct cur c = cur_of(f->r->stat_config.terms, f->r->order);
    json_array(j, "terms");
    while (c.left >= 16) {
        uint64_t tag = cur_u64(&c);
        json_object(j, NULL);
        json_count(j, "tag", tag);
        json_text(j, "name", tag < COUNT(tags) ? tags[tag] : NULL);
        json_count(j, "value", cur_u64(&c));
        json_end(j);
    }
    json_end(j);
}

static void add_event_update(struct json *j, struct from *f)
{
    enum { UNIT, SCALE, NAME, CPUS };
    struct cur *c = &f->body;
    struct text number = { 0 };
    uint64_t kind = cur_u64(c), bits;
    json_count(j, "kind", kind);
    json_count(j, "id", cur_u64(c));
    if (kind == UNIT || kind == NAME) {
        add_text(j, kind == UNIT ? "unit" : "name", c, c->left);
    } else if (kind == SCALE) {
        double scale;
        bits = cur_u64(c);
        memcpy(&scale, &bits, sizeof(scale));
        text_printf(&number, "%.17g", scale);
        json_text(j, "scale", number.s);
    } else if (kind == CPUS) {
        json_object(j, "cpus");
        add_cpus(j, c);
        json_end(j);
    }
    text_free(&number);
}

/* The last five fields came later (perf 5.10). */
static void add_time_conv(struct json *j, struct from *f)
{
    struct cur *c = &f->body;
    json_count(j, "shift", cur_u64(c));
    json_count(j, "mult", cur_u64(c));
    json_count(j, "zero", cur_u64(c));
    if (c->left < 18)
        return;
    json_count(j, "cycles", cur_u64(c));
    json_hex(j, "mask", cur_u64(c));
    json_bool(j, "user_time_zero", cur_u8(c));
    json_bool(j, "user_time_short", cur_u8(c));
}

static void add_feature(struct json *j, struct from *f)
{
    uint64_t bit = cur_u64(&f->body);
    json_count(j, "bit", bit);
    json_text(j, "name", bit < PERF_FEATURES ? feature_name((unsigned)bit) : NULL);
    json_count(j, "size", f->body.left);
}

static void add_bpf_metadata(struct json *j, struct from *f)
{
    struct cur *c = &f->body;
    add_text(j, "program", c, 512); /* KSYM_NAME_LEN */
    cur_u64(c);                     /* how many follow */
    json_array(j, "variables");
    while (c->left >= 64 + 256) {
        json_object(j, NULL);
        add_text(j, "key", c, 64);
        add_text(j, "value", c, 256);
        json_end(j);
    }
    json_end(j);
}

static const struct {
    uint32_t type;
    void (*add)(struct json *j, struct from *f);
} rows[] = {
    { PERF_RECORD_READ, add_read },
    { PERF_RECORD_NAMESPACES, add_namespaces },
    { PERF_RECORD_CALLCHAIN_DEFERRED, add_deferred },
    { PERF_RECORD_HEADER_ATTR, add_attr },
    { PERF_RECORD_HEADER_EVENT_TYPE, add_event_type },
    { PERF_RECORD_HEADER_TRACING_DATA, add_tracing_data },
    { PERF_RECORD_ID_INDEX, add_id_index },
    { PERF_RECORD_AUXTRACE_INFO, add_auxtrace_info },
    { PERF_RECORD_AUXTRACE_ERROR, add_auxtrace_error },
    { PERF_RECORD_THREAD_MAP, add_thread_map },
    { PERF_RECORD_CPU_MAP, add_cpu_map },
    { PERF_RECORD_STAT_CONFIG, add_stat_config },
    { PERF_RECORD_EVENT_UPDATE, add_event_update },
    { PERF_RECORD_TIME_CONV, add_time_conv },
    { PERF_RECORD_HEADER_FEATURE, add_feature },
    { PERF_RECORD_BPF_METADATA, add_bpf_metadata },
};

bool script_user_members(struct json *j, const struct capture *c, const struct record *r)
{
    struct from f = { c, r, cur_of((struct span){ r->bytes.p + 8, r->bytes.n - 8 }, r->order) };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].type == r->type) {
            rows[i].add(j, &f);
            return true;
        }
    return false;
}
