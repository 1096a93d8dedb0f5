/*
 * In the order of the ABI (linux/perf_event.h, PERF_RECORD_SAMPLE). Only what the event says that it records
 * is shown; spans were held against the record when it was read, so loops end with their bytes.
 */
#include "formats/perf/sample_show.h"

#include <inttypes.h>

#include "core/model/branch.h"

static void show_words(struct span words, enum byte_order order, struct text *out)
{
    for (struct cur c = cur_of(words, order); c.left >= 8;)
        text_printf(out, " 0x%" PRIx64, cur_u64(&c));
}

void sample_chain_show(struct span chain, enum byte_order order, struct text *out)
{
    static const struct {
        uint64_t context;
        const char *name;
    } markers[] = {
        { PERF_CONTEXT_HV, "hv" },
        { PERF_CONTEXT_KERNEL, "kernel" },
        { PERF_CONTEXT_USER, "user" },
        { PERF_CONTEXT_USER_DEFERRED, "user deferred" }, /* a cookie follows */
        { PERF_CONTEXT_GUEST, "guest" },
        { PERF_CONTEXT_GUEST_KERNEL, "guest kernel" },
        { PERF_CONTEXT_GUEST_USER, "guest user" },
    };
    for (struct cur c = cur_of(chain, order); c.left >= 8;) {
        uint64_t ip = cur_u64(&c);
        const char *name = NULL;
        for (size_t i = 0; i < COUNT(markers); i++)
            name = markers[i].context == ip ? markers[i].name : name;
        if (name)
            text_printf(out, " [%s]", name);
        else if (ip >= PERF_CONTEXT_MAX)
            text_printf(out, " [context %" PRId64 "]", (int64_t)ip);
        else
            text_printf(out, " 0x%" PRIx64, ip);
    }
}

/* struct read_format: a value, or a group of them behind the times they share. */
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
        if (format & PERF_FORMAT_GROUP)
            text_printf(out, "%s %" PRIu64, i ? "," : "", cur_u64(&c));
        if (format & PERF_FORMAT_ID)
            text_printf(out, " of id %" PRIu64, cur_u64(&c));
        if (format & PERF_FORMAT_LOST)
            text_printf(out, " lost %" PRIu64, cur_u64(&c));
    }
}

/* from->to/predicted/in transaction/abort/cycles, the last four as `perf script -F brstack` has them. */
static void show_branches(const struct sample *s, struct text *out)
{
    text_printf(out, " branches %" PRIu64, s->nbranches);
    if (s->event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        text_printf(out, " hw_index %" PRId64, (int64_t)s->branch_hw_index);
    text_add(out, s->branches.n ? ":" : "");
    for (uint64_t i = 0; i < s->nbranches; i++) {
        struct branch_entry b = branch_at(s, i);
        text_printf(out, " 0x%" PRIx64 "->0x%" PRIx64 "/%s/%s/%s/%u", b.from, b.to,
                    b.mispredicted ? "M"
                    : b.predicted  ? "P"
                                   : "-",
                    b.in_tx ? "X" : "-", b.abort ? "A" : "-", b.cycles);
        if (b.type)
            text_printf(out, "/type %u", b.type);
    }
    if (s->branch_counters.n) {
        text_add(out, " counters");
        show_words(s->branch_counters, s->order, out);
    }
}

static void show_regs(const char *whose, uint64_t abi, struct span regs, enum byte_order order,
                      struct text *out)
{
    text_printf(out, " %s abi %" PRIu64 "%s", whose, abi, regs.n ? ":" : "");
    show_words(regs, order, out);
}

void sample_show(const struct sample *s, struct text *out)
{
    uint64_t has = s->has;
    if (has & PERF_SAMPLE_ADDR)
        text_printf(out, " addr 0x%" PRIx64, s->addr);
    if (has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER))
        text_printf(out, " id %" PRIu64, s->id);
    if (has & PERF_SAMPLE_STREAM_ID)
        text_printf(out, " stream_id %" PRIu64, s->stream_id);
    if (has & PERF_SAMPLE_READ)
        show_read(s, out);
    if (has & PERF_SAMPLE_CALLCHAIN) {
        text_printf(out, " chain %" PRIu64 "%s", s->nchain, s->nchain ? ":" : "");
        sample_chain_show(s->chain, s->order, out);
    }
    if (has & PERF_SAMPLE_RAW)
        text_printf(out, " raw %zu", s->raw.n);
    if (has & PERF_SAMPLE_BRANCH_STACK)
        show_branches(s, out);
    if (has & PERF_SAMPLE_REGS_USER)
        show_regs("regs_user", s->user_abi, s->user_regs, s->order, out);
    if (has & PERF_SAMPLE_STACK_USER)
        text_printf(out, " stack %" PRIu64, s->user_stack_size);
    if (has & PERF_SAMPLE_WEIGHT)
        text_printf(out, " weight %" PRIu64, s->weight);
    if (has & PERF_SAMPLE_WEIGHT_STRUCT)
        text_printf(out, " weight %" PRIu64 "/%u/%u", s->weight, s->weight2, s->weight3);
    if (has & PERF_SAMPLE_DATA_SRC)
        text_printf(out, " data_src 0x%" PRIx64, s->data_src);
    if (has & PERF_SAMPLE_TRANSACTION)
        text_printf(out, " transaction 0x%" PRIx64, s->transaction);
    if (has & PERF_SAMPLE_REGS_INTR)
        show_regs("regs_intr", s->intr_abi, s->intr_regs, s->order, out);
    if (has & PERF_SAMPLE_PHYS_ADDR)
        text_printf(out, " phys_addr 0x%" PRIx64, s->phys_addr);
    if (has & PERF_SAMPLE_CGROUP)
        text_printf(out, " cgroup %" PRIu64, s->cgroup);
    if (has & PERF_SAMPLE_DATA_PAGE_SIZE)
        text_printf(out, " data_page %" PRIu64, s->data_page_size);
    if (has & PERF_SAMPLE_CODE_PAGE_SIZE)
        text_printf(out, " code_page %" PRIu64, s->code_page_size);
    if (has & PERF_SAMPLE_AUX)
        text_printf(out, " aux %zu", s->aux.n);
}
