/*
 * attr: perf_event_attr from bytes (include/uapi/linux/perf_event.h): any size, either byte order. How it is
 * shown is attr_show.c, what it is called without a recorded name is attr_name.c.
 *
 * Two of its words are C bitfields. A big-endian compiler gives out their bits from the most significant end,
 * so a big-endian file holds them mirrored. The order of the bits *inside* a field is not mirrored: the only
 * field wider than one bit, precise_ip, has to be turned back.
 */
#include "formats/perf/fields/attr.h"

enum { ATTR_KNOWN = 144 }; /* PERF_ATTR_SIZE_VER9: the last byte of config4 */

static uint64_t mirror(uint64_t v, unsigned bits)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < bits; i++)
        out |= (v >> i & 1) << (bits - 1 - i);
    return out;
}

/* The flags of a big-endian file, in the order of enum attr_flag. */
static uint64_t flags_from_big(uint64_t v)
{
    const uint64_t field = UINT64_C(3) << ATTR_PRECISE_IP;
    uint64_t m = mirror(v, 64), low = m >> ATTR_PRECISE_IP & 1, high = m >> (ATTR_PRECISE_IP + 1) & 1;
    return (m & ~field) | high << ATTR_PRECISE_IP | low << (ATTR_PRECISE_IP + 1);
}

/* Bytes that follow the fields we know; zeros say nothing and are no loss. */
static void count_surplus(struct span rest, struct problems *problems)
{
    for (size_t i = 0; problems && i < rest.n; i++)
        if (rest.p[i]) {
            problem_add(problems, PROBLEM_BIGGER_ATTR, 1, "%zu bytes more than the %d known", rest.n,
                        ATTR_KNOWN);
            return;
        }
}

bool attr_read(struct span bytes, enum byte_order order, struct attr *a, struct problems *problems)
{
    *a = (struct attr){ 0 };
    if (bytes.n < ATTR_SIZE_VER0)
        return false;
    uint32_t size = load_u32(bytes.p + 4, order);
    if (size < ATTR_SIZE_VER0)
        size = ATTR_SIZE_VER0;
    struct cur c = cur_of((struct span){ bytes.p, size < bytes.n ? size : bytes.n }, order);

    a->type = cur_u32(&c);
    a->size = cur_u32(&c);
    a->config = cur_u64(&c);
    a->sample_period = cur_u64(&c);
    a->sample_type = cur_u64(&c);
    a->read_format = cur_u64(&c);
    a->flags = cur_u64(&c);
    a->wakeup_events = cur_u32(&c);
    a->bp_type = cur_u32(&c);
    a->config1 = cur_u64(&c); /* version 0 ends here */
    a->config2 = cur_u64(&c);
    a->branch_sample_type = cur_u64(&c);
    a->sample_regs_user = cur_u64(&c);
    a->sample_stack_user = cur_u32(&c);
    a->clockid = (int32_t)cur_u32(&c);
    a->sample_regs_intr = cur_u64(&c);
    a->aux_watermark = cur_u32(&c);
    a->sample_max_stack = cur_u16(&c);
    cur_u16(&c); /* __reserved_2 */
    a->aux_sample_size = cur_u32(&c);
    a->aux_action = cur_u32(&c);
    a->sig_data = cur_u64(&c);
    a->config3 = cur_u64(&c);
    a->config4 = cur_u64(&c);

    if (order == ORDER_BIG) {
        a->flags = flags_from_big(a->flags);
        a->aux_action = (uint32_t)mirror(a->aux_action, 32);
    }
    if (!c.bad)
        count_surplus((struct span){ c.p, c.left }, problems);
    return true;
}
