#include "core/model/branch.h"

#include <assert.h>

/* Reads a field of the flags: `n` bits from bit `at` on. The flags are a C bitfield, and on big-endian machines
   compilers allocate bitfields from the other end of the word. */
static unsigned flag(uint64_t flags, unsigned at, unsigned n, enum byte_order order)
{
    unsigned shift = order == ORDER_BIG ? 64 - at - n : at;
    return (unsigned)(flags >> shift & ((1u << n) - 1));
}

struct branch_entry branch_at(const struct sample *s, uint64_t i)
{
    assert(i < s->nbranches);
    const uint8_t *p = s->branches.p + i * BRANCH_BYTES;
    uint64_t flags = load_u64(p + 16, s->order);
    return (struct branch_entry){ .from = load_u64(p, s->order),
                                  .to = load_u64(p + 8, s->order),
                                  .mispredicted = flag(flags, 0, 1, s->order),
                                  .predicted = flag(flags, 1, 1, s->order),
                                  .in_tx = flag(flags, 2, 1, s->order),
                                  .abort = flag(flags, 3, 1, s->order),
                                  .cycles = (uint16_t)flag(flags, 4, 16, s->order),
                                  .type = (uint8_t)flag(flags, 20, 4, s->order),
                                  .new_type = (uint8_t)flag(flags, 26, 4, s->order),
                                  .spec = (uint8_t)flag(flags, 24, 2, s->order),
                                  .priv = (uint8_t)flag(flags, 30, 3, s->order) };
}

/* PERF_BR_* and PERF_BR_NEW_* (linux/perf_event.h); 0: unknown. */
const char *branch_type_name(const struct branch_entry *b)
{
    enum { EXTENDED = 15 };
    static const char *const names[] = { "",         "COND", "UNCOND",  "IND",    "CALL",
                                         "IND_CALL", "RET",  "SYSCALL", "SYSRET", "COND_CALL",
                                         "COND_RET", "ERET", "IRQ",     "SERROR", "NO_TX" };
    static const char *const more[] = { "FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1",
                                        "ARCH_2",     "ARCH_3",     "ARCH_4",     "ARCH_5" };
    if (b->type < EXTENDED)
        return names[b->type];
    if (b->new_type < COUNT(more))
        return more[b->new_type];
    return "N/A";
}
