/*
 * activation: one call of a function, as far as its unwinding goes: the registers it had, by DWARF number, of
 * which some may be unknown, and the stack as far as it was dumped. A rule makes its caller's of it. Private
 * to core/resolve and its tests: unwind.h is the way in.
 */
#ifndef PERFOLIO_CORE_RESOLVE_ACTIVATION_H
#define PERFOLIO_CORE_RESOLVE_ACTIVATION_H

#include "arch/arch.h"
#include "core/model/event.h"
#include "core/model/record.h"
#include "core/resolve/frames.h"

enum { UNWIND_PERF_REGS = 64 };

/* An architecture as unwinding needs it; registers by DWARF number, -1: there is none. */
struct unwind_arch {
    const struct arch *arch; /* NULL: unknown */
    unsigned word;           /* bytes */
    uint64_t mask;           /* of a word */
    int sp, fp, ra, pc;
    int sp_perf, pc_perf;             /* numbers of perf's */
    int16_t column[UNWIND_PERF_REGS]; /* the DWARF number of perf's */
};

void unwind_arch_init(struct unwind_arch *m, const struct arch *a);

struct activation {
    const struct unwind_arch *m;
    enum byte_order order;
    struct span dump; /* of the stack, */
    uint64_t from;    /* and the address of its first byte */
    uint64_t pc;
    uint64_t known[UNWIND_COLUMNS / 64]; /* a bit for each of: */
    uint64_t reg[UNWIND_COLUMNS];
};

/* The innermost one of a sample (PERF_SAMPLE_REGS_USER, _STACK_USER). False: its program counter or stack
   pointer was not recorded. */
bool activation_start(struct activation *f, const struct unwind_arch *m, const struct sample *s);

/* False: it is unknown. */
static inline bool activation_reg(const struct activation *f, uint64_t i, uint64_t *v)
{
    if (i >= UNWIND_COLUMNS || !(f->known[i / 64] >> i % 64 & 1))
        return false;
    *v = f->reg[i];
    return true;
}

static inline void activation_set(struct activation *f, unsigned i, uint64_t v)
{
    f->known[i / 64] |= UINT64_C(1) << i % 64;
    f->reg[i] = v & f->m->mask;
}

static inline void activation_forget(struct activation *f, unsigned i)
{
    f->known[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* A number of 1, 2, 4 or 8 bytes on the stack; false: it was not dumped. */
bool activation_memory(const struct activation *f, uint64_t avma, unsigned size, uint64_t *v);

/* A word of the machine, which is of 4 or 8 bytes. */
static inline bool activation_word(const struct activation *f, uint64_t avma, uint64_t *v)
{
    const uint64_t at = (avma - f->from) & f->m->mask;
    const unsigned size = f->m->word;
    if (at >= f->dump.n || f->dump.n - at < size)
        return false;
    const uint8_t *p = f->dump.p + at;
    *v = size == 8 ? load_u64(p, f->order) : load_u32(p, f->order);
    return true;
}

/* Where a return address leads, as it was kept: without what marks it, and behind what it skips. */
uint64_t activation_target(const struct activation *f, uint64_t ra);
void activation_go_to(struct activation *f, uint64_t pc);

/* Where the return address is while a rule holds. */
enum ra_rule activation_ra_rule(const struct unwind_rule *rule);

#endif
