/*
 * Samples of the type PERF_TYPE_SYNTH, which perf inject makes from an Intel PT trace. Their raw data
 * describe an event (tools/perf/util/event.h, enum perf_synth_id and struct perf_synth_intel_*). The structs
 * are little-endian and begin with four bytes of padding that are not recorded.
 */
#include "formats/perf/records/synth_event.h"

#include <inttypes.h>

static unsigned synth_event_bits(uint64_t v, unsigned at, unsigned n)
{
    return (unsigned)(v >> at & ((UINT64_C(1) << n) - 1));
}

/* Appends a payload if it is a string of up to eight printable characters. */
static void add_string(struct text *t, uint64_t v)
{
    char shown[9] = "";
    unsigned n = 0;
    for (; n < 8 && v; v >>= 8, n++) {
        if ((v & 0xff) < 0x20 || (v & 0xff) > 0x7e)
            return;
        shown[n] = (char)(v & 0xff);
    }
    text_add(t, shown);
}

static void show_ptwrite(struct cur *c, struct text *t)
{
    uint32_t flags = cur_u32(c);
    uint64_t payload = cur_u64(c);
    text_printf(t, " IP: %u payload: %#" PRIx64 " ", flags & 1, payload);
    add_string(t, payload);
    text_char(t, ' ', 1);
}

static void show_mwait(struct cur *c, struct text *t)
{
    cur_u32(c);
    uint64_t v = cur_u64(c);
    text_printf(t, " hints: %#x extensions: %#x ", synth_event_bits(v, 0, 8), synth_event_bits(v, 32, 2));
}

static void show_pwre(struct cur *c, struct text *t)
{
    cur_u32(c);
    uint64_t v = cur_u64(c);
    text_printf(t, " hw: %u cstate: %u sub-cstate: %u ", synth_event_bits(v, 7, 1),
                synth_event_bits(v, 12, 4), synth_event_bits(v, 8, 4));
}

static void show_exstop(struct cur *c, struct text *t)
{
    text_printf(t, " IP: %u ", cur_u32(c) & 1);
}

static void show_pwrx(struct cur *c, struct text *t)
{
    cur_u32(c);
    uint64_t v = cur_u64(c);
    text_printf(t, " deepest cstate: %u last cstate: %u wake reason: %#x ", synth_event_bits(v, 0, 4),
                synth_event_bits(v, 4, 4), synth_event_bits(v, 8, 4));
}

static void show_cbr(struct cur *c, struct text *t)
{
    uint32_t flags = cur_u32(c), khz = cur_u32(c);
    unsigned ratio = synth_event_bits(flags, 0, 8), most = synth_event_bits(flags, 16, 8);
    text_printf(t, " cbr: %2u freq: %4u MHz ", ratio, (unsigned)(((uint64_t)khz + 500) / 1000));
    if (most)
        text_printf(t, "(%3u%%) ", (5 + 1000 * ratio / most) / 10);
}

static void show_psb(struct cur *c, struct text *t)
{
    cur_u32(c);
    text_printf(t, " psb offs: %#" PRIx64, cur_u64(c));
}

static void show_evt(struct cur *c, struct text *t)
{
    static const char *const events[] = { NULL,   "INTR",    "IRET",   "SMI",         "RSM",     "SIPI",
                                          "INIT", "VMENTRY", "VMEXIT", "VMEXIT_INTR", "SHUTDOWN" };
    static const char *const data[] = { "PFA", "VMXQ", "VMXR" };
    uint32_t v = cur_u32(c);
    unsigned type = synth_event_bits(v, 0, 5);
    if (type < COUNT(events) && events[type])
        text_printf(t, " cfe: %s", events[type]);
    else
        text_printf(t, " cfe: %u", type);
    text_printf(t, " IP: %u vector: %u", synth_event_bits(v, 7, 1), synth_event_bits(v, 8, 8));
    for (unsigned n = synth_event_bits(v, 16, 16); n && c->left >= 16; n--) {
        unsigned kind = (unsigned)cur_u64(c) & 0x3f;
        if (kind < COUNT(data))
            text_printf(t, " %s: ", data[kind]);
        else
            text_printf(t, " EVD_%u: ", kind);
        text_printf(t, "%#" PRIx64, cur_u64(c));
    }
}

static void show_iflag(struct cur *c, struct text *t)
{
    uint32_t flags = cur_u32(c);
    unsigned now = synth_event_bits(flags, 0, 1);
    text_printf(t, " IFLAG: %u->%u %s branch", !now, now, synth_event_bits(flags, 1, 1) ? "via" : "non");
}

/* By config; size: number of bytes. */
static const struct {
    void (*show)(struct cur *c, struct text *t);
    size_t size;
} synths[] = {
    { show_ptwrite, 12 }, { show_mwait, 12 }, { show_pwre, 12 }, { show_exstop, 4 }, { show_pwrx, 12 },
    { show_cbr, 12 },     { show_psb, 12 },   { show_evt, 4 },   { show_iflag, 12 },
};

bool synth_event_text(uint64_t kind, struct span raw, struct text *t)
{
    struct cur c = cur_of(raw, ORDER_LITTLE);
    if (kind >= COUNT(synths) || c.left < synths[kind].size)
        return false;
    synths[kind].show(&c, t);
    return true;
}
