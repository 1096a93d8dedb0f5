/*
 * Layouts: tools/lib/perf/include/perf/event.h, struct perf_record_*; AUXTRACE types and errors:
 * tools/perf/util/auxtrace.h. Every count is held against the bytes that are left, and of long lists only the
 * beginning is shown.
 */
#include "formats/perf/records_user.h"

#include <inttypes.h>

#include "core/base/date.h"
#include "formats/perf/attr.h"
#include "formats/perf/feature.h"

enum { LIST_SHOWN = 8, BYTES_SHOWN = 16 };
enum { CPU_MAP_CPUS, CPU_MAP_MASK, CPU_MAP_RANGE };
enum { UPDATE_UNIT, UPDATE_SCALE, UPDATE_NAME, UPDATE_CPUS };

static struct cur body_of(const struct record *r)
{
    return cur_of((struct span){ r->bytes.p + 8, r->bytes.n - 8 }, r->order);
}

static void end_of(const struct cur *c, struct text *out)
{
    if (c->bad)
        text_add(out, " (cut short)");
}

/* Text in a field of n bytes, up to its NUL. */
static void add_field(struct cur *c, size_t n, struct text *out)
{
    char copy[513] = "";
    struct span s = cur_take(c, n < sizeof(copy) ? n : sizeof(copy) - 1);
    if (s.n)
        memcpy(copy, s.p, s.n);
    text_add_clean(out, copy);
}

/* How many entries of `size` bytes there are when the record says `said`. */
static uint64_t entries(struct cur *c, uint64_t said, size_t size)
{
    uint64_t fit = c->left / size;
    c->bad = c->bad || said > fit;
    return said < fit ? said : fit;
}

static const char *name_of(const char *const *names, size_t n, uint64_t i)
{
    return i < n && names[i] ? names[i] : "unknown";
}

#define NAME_OF(names, i) name_of(names, COUNT(names), i)

void record_user_bytes(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    size_t n = c.left < BYTES_SHOWN ? c.left : BYTES_SHOWN;
    text_printf(out, "%zu bytes%s", c.left, n ? ": " : "");
    text_hex(out, c.p, n);
    text_add(out, n < c.left ? "..." : "");
}

void record_user_attr(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    struct attr a;
    uint32_t size = c.left >= 8 ? load_u32(c.p + 4, c.order) : 0;
    struct span bytes = cur_take(&c, size ? size : ATTR_SIZE_VER0);
    if (attr_read(bytes, r->order, &a, NULL)) {
        attr_show(&a, NULL, ": ", out);
        text_printf(out, ", %zu ids", c.left / 8);
        for (int i = 0; i < LIST_SHOWN && c.left >= 8; i++)
            text_printf(out, "%s%" PRIu64, i ? " " : ": ", cur_u64(&c));
        text_add(out, c.left >= 8 ? " ..." : "");
    }
    c.bad = c.bad || bytes.n < ATTR_SIZE_VER0;
    end_of(&c, out);
}

void record_user_event_type(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    text_printf(out, "config 0x%" PRIx64 " name ", cur_u64(&c));
    add_field(&c, c.left < 64 ? c.left : 64, out);
    end_of(&c, out);
}

static void show_mask(struct cur *c, struct text *out)
{
    uint64_t n = cur_u16(c), size = cur_u16(c);
    if (size == 8)
        cur_u32(c); /* padding */
    if (size != 4 && size != 8) {
        text_printf(out, "mask of %" PRIu64 "-byte words", size);
        return;
    }
    n = entries(c, n, (size_t)size);
    text_add(out, "mask");
    for (uint64_t i = 0; i < n && i < LIST_SHOWN; i++)
        text_printf(out, " 0x%" PRIx64, size == 8 ? cur_u64(c) : cur_u32(c));
    text_add(out, n > LIST_SHOWN ? " ..." : "");
}

/* The struct is packed: nothing in it is aligned. */
static void show_cpus(struct cur *c, struct text *out)
{
    uint16_t kind = cur_u16(c);
    if (kind == CPU_MAP_CPUS) {
        uint64_t n = entries(c, cur_u16(c), 2);
        text_printf(out, "%" PRIu64 " cpus%s", n, n ? ":" : "");
        for (uint64_t i = 0; i < n && i < 2 * LIST_SHOWN; i++)
            text_printf(out, " %d", (int16_t)cur_u16(c)); /* -1: any */
        text_add(out, n > 2 * LIST_SHOWN ? " ..." : "");
    } else if (kind == CPU_MAP_MASK) {
        show_mask(c, out);
    } else if (kind == CPU_MAP_RANGE) {
        bool any = cur_u8(c);
        cur_u8(c);
        unsigned first = cur_u16(c), last = cur_u16(c);
        text_printf(out, "cpus %u-%u%s", first, last, any ? " and any" : "");
    } else {
        text_printf(out, "type %u", kind);
    }
}

void record_user_cpu_map(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    show_cpus(&c, out);
    end_of(&c, out);
}

void record_user_event_update(const struct record *r, struct text *out)
{
    static const char *const kinds[] = { "unit", "scale", "name", "cpus" };
    struct cur c = body_of(r);
    uint64_t kind = cur_u64(&c), id = cur_u64(&c);
    text_printf(out, "id %" PRIu64 " %s ", id, NAME_OF(kinds, kind));
    if (kind == UPDATE_UNIT || kind == UPDATE_NAME) {
        text_add_clean(out, cur_cstr(&c));
    } else if (kind == UPDATE_SCALE) {
        uint64_t bits = cur_u64(&c);
        double scale;
        memcpy(&scale, &bits, sizeof(scale));
        text_printf(out, "%g", scale);
    } else if (kind == UPDATE_CPUS) {
        show_cpus(&c, out);
    } else {
        text_printf(out, "%" PRIu64, kind);
    }
    end_of(&c, out);
}

void record_user_feature(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    uint64_t bit = cur_u64(&c);
    const char *name = bit < PERF_FEATURES ? feature_name((unsigned)bit) : NULL;
    if (c.left || c.bad)
        text_printf(out, "%" PRIu64 " %s, %zu bytes", bit, name ? name : "unknown", c.left);
    else
        text_printf(out, "%" PRIu64 ": the end of the features", bit);
    end_of(&c, out);
}

void record_user_tracing_data(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    text_printf(out, "%u bytes follow", cur_u32(&c));
    end_of(&c, out);
}

void record_user_id_index(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    uint64_t said = cur_u64(&c), n = entries(&c, said, 32);
    text_printf(out, "%" PRIu64 " ids%s", said, n ? ":" : "");
    for (uint64_t i = 0; i < n && i < LIST_SHOWN; i++) {
        uint64_t id = cur_u64(&c), idx = cur_u64(&c), cpu = cur_u64(&c), tid = cur_u64(&c);
        text_printf(out, "%s %" PRIu64 " idx %" PRIu64 " cpu %" PRId64 " tid %" PRId64, i ? "," : "", id, idx,
                    (int64_t)cpu, (int64_t)tid);
    }
    text_add(out, n > LIST_SHOWN ? ", ..." : "");
    end_of(&c, out);
}

void record_user_thread_map(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    uint64_t said = cur_u64(&c), n = entries(&c, said, 24);
    text_printf(out, "%" PRIu64 " threads%s", said, n ? ":" : "");
    for (uint64_t i = 0; i < n && i < LIST_SHOWN; i++) {
        text_printf(out, "%s %" PRId64, i ? "," : "", (int64_t)cur_u64(&c));
        text_add(out, *c.p ? " " : "");
        add_field(&c, 16, out);
    }
    text_add(out, n > LIST_SHOWN ? ", ..." : "");
    end_of(&c, out);
}

void record_user_stat_config(const struct record *r, struct text *out)
{
    static const char *const tags[] = { "aggr_mode", "interval", "scale", "aggr_level" };
    struct cur c = body_of(r);
    uint64_t n = entries(&c, cur_u64(&c), 16);
    for (uint64_t i = 0; i < n && i < LIST_SHOWN; i++) {
        uint64_t tag = cur_u64(&c), value = cur_u64(&c);
        text_printf(out, "%s%s %" PRIu64, i ? ", " : "", NAME_OF(tags, tag), value);
    }
    text_add(out, n > LIST_SHOWN ? ", ..." : "");
    end_of(&c, out);
}

void record_user_stat(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    uint64_t id = cur_u64(&c);
    int32_t cpu = (int32_t)cur_u32(&c), thread = (int32_t)cur_u32(&c);
    uint64_t value = cur_u64(&c), enabled = cur_u64(&c), running = cur_u64(&c);
    text_printf(out, "id %" PRIu64 " cpu %d thread %d value %" PRIu64 " enabled %" PRIu64 " running %" PRIu64,
                id, cpu, thread, value, enabled, running);
    end_of(&c, out);
}

void record_user_stat_round(const struct record *r, struct text *out)
{
    static const char *const kinds[] = { "interval", "final" };
    struct cur c = body_of(r);
    uint64_t kind = cur_u64(&c), time = cur_u64(&c);
    text_printf(out, "%s %" PRIu64 ".%09" PRIu64, NAME_OF(kinds, kind), time / NSEC_PER_SEC,
                time % NSEC_PER_SEC);
    end_of(&c, out);
}

/* The last four fields came later (perf 5.10). */
void record_user_time_conv(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    uint64_t shift = cur_u64(&c), mult = cur_u64(&c), zero = cur_u64(&c);
    text_printf(out, "shift %" PRIu64 " mult %" PRIu64 " zero %" PRIu64, shift, mult, zero);
    if (c.left >= 18) {
        uint64_t cycles = cur_u64(&c), mask = cur_u64(&c);
        unsigned user_zero = cur_u8(&c), user_short = cur_u8(&c);
        text_printf(out, " cycles %" PRIu64 " mask 0x%" PRIx64 " user_time_zero %u user_time_short %u",
                    cycles, mask, user_zero, user_short);
    }
    end_of(&c, out);
}

void record_user_auxtrace_info(const struct record *r, struct text *out)
{
    static const char *const kinds[] = { NULL,      "intel_pt",    "intel_bts", "cs_etm",
                                         "arm_spe", "s390_cpumsf", "hisi_ptt",  "vpa_dtl" };
    struct cur c = body_of(r);
    uint32_t kind = cur_u32(&c);
    cur_u32(&c); /* reserved */
    text_printf(out, "type %u %s, %zu words%s", kind, NAME_OF(kinds, kind), c.left / 8,
                c.left >= 8 ? ":" : "");
    for (int i = 0; i < LIST_SHOWN && c.left >= 8; i++)
        text_printf(out, " 0x%" PRIx64, cur_u64(&c));
    text_add(out, c.left >= 8 ? " ..." : "");
    end_of(&c, out);
}

/* Format 0 has no time; the message is there as far as the record reaches; the machine came last (format 2).
 */
void record_user_auxtrace_error(const struct record *r, struct text *out)
{
    static const char *const kinds[] = { NULL, "instruction trace" };
    struct cur c = body_of(r);
    uint32_t kind = cur_u32(&c), code = cur_u32(&c);
    int32_t cpu = (int32_t)cur_u32(&c), pid = (int32_t)cur_u32(&c), tid = (int32_t)cur_u32(&c);
    uint32_t fmt = cur_u32(&c);
    uint64_t ip = cur_u64(&c);
    text_printf(out, "type %u %s code %u cpu %d pid/tid: %d/%d ip 0x%" PRIx64, kind, NAME_OF(kinds, kind),
                code, cpu, pid, tid, ip);
    if (fmt) {
        uint64_t time = cur_u64(&c);
        text_printf(out, " time %" PRIu64 ".%09" PRIu64, time / NSEC_PER_SEC, time % NSEC_PER_SEC);
    }
    text_char(out, ' ', 1);
    add_field(&c, c.left < 64 ? c.left : 64, out);
    if (fmt >= 2 && c.left >= 8) {
        int32_t machine = (int32_t)cur_u32(&c), vcpu = (int32_t)cur_u32(&c);
        text_printf(out, " machine %d vcpu %d", machine, vcpu);
    }
    end_of(&c, out);
}

void record_user_bpf_metadata(const struct record *r, struct text *out)
{
    struct cur c = body_of(r);
    add_field(&c, 512, out); /* KSYM_NAME_LEN */
    uint64_t n = entries(&c, cur_u64(&c), 64 + 256);
    for (uint64_t i = 0; i < n && i < LIST_SHOWN; i++) {
        text_char(out, ' ', 1);
        add_field(&c, 64, out);
        text_char(out, '=', 1);
        add_field(&c, 256, out);
    }
    text_add(out, n > LIST_SHOWN ? " ..." : "");
    end_of(&c, out);
}
