/*
 * activation: the state of one function call during unwinding: the registers by DWARF number, of which some
 * may be unknown, and the dumped part of the stack. Applying an unwind rule changes it to the state of the
 * caller. Private to core/resolve and its tests; other code uses unwind.h.
 */
#ifndef PERFOLIO_CORE_RESOLVE_ACTIVATION_H
#define PERFOLIO_CORE_RESOLVE_ACTIVATION_H

#include <assert.h>

#include "arch/arch.h"
#include "core/model/event.h"
#include "core/model/record.h"
#include "core/resolve/frames.h"

enum { UNWIND_PERF_REGS = 64 };

/* The facts about an architecture that unwinding needs. Registers are DWARF numbers; -1: no such register. */
struct unwind_arch {
    const struct arch *arch; /* NULL: unknown */
    unsigned word;           /* size of a word in bytes */
    uint64_t mask;           /* the bits of a word */
    int sp, fp, ra, pc;
    int sp_perf, pc_perf;             /* perf's register numbers */
    int16_t column[UNWIND_PERF_REGS]; /* perf's number -> DWARF number */
};

void unwind_arch_init(struct unwind_arch *m, const struct arch *a);

struct activation {
    const struct unwind_arch *m;
    enum byte_order order;
    struct span dump; /* dumped bytes of the stack */
    uint64_t from;    /* stack address (avma) of the first byte of `dump` */
    uint64_t pc;
    uint64_t known[UNWIND_COLUMNS / 64]; /* bit i: register i is known */
    uint64_t reg[UNWIND_COLUMNS];
};

/* Sets up the innermost activation of a sample (PERF_SAMPLE_REGS_USER, _STACK_USER). False: the program
   counter or the stack pointer was not recorded. */
bool activation_start(struct activation *f, const struct unwind_arch *m, const struct sample *s);

/* The value of register i. False: unknown. */
static inline bool activation_reg(const struct activation *f, uint64_t i, uint64_t *v)
{
    if (i >= UNWIND_COLUMNS || !(f->known[i / 64] >> i % 64 & 1))
        return false;
    *v = f->reg[i];
    return true;
}

static inline void activation_set(struct activation *f, unsigned i, uint64_t v)
{
    assert(i < UNWIND_COLUMNS);
    f->known[i / 64] |= UINT64_C(1) << i % 64;
    f->reg[i] = v & f->m->mask;
}

static inline void activation_forget(struct activation *f, unsigned i)
{
    assert(i < UNWIND_COLUMNS);
    f->known[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* Reads a number of 1, 2, 4 or 8 bytes from the stack. False: it was not dumped. */
bool activation_read_stack(const struct activation *f, uint64_t avma, unsigned size, uint64_t *v);

/* Reads a machine word (4 or 8 bytes) from the stack. False: it was not dumped. */
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

/* activation_return_target(): the address at which execution continues after a return to the saved address
   `ra`. Bits that are not address bits are cleared (arch.addr_mask), and the bytes that a return skips are
   added (arch.ra_skip). It is 0 if the address is 0. activation_set_pc(): sets the program counter. */
uint64_t activation_return_target(const struct activation *f, uint64_t ra);
void activation_set_pc(struct activation *f, uint64_t pc);

/* The rule by which the return address is found while code runs that the unwind rule covers. */
enum ra_rule activation_ra_rule(const struct unwind_rule *rule);

#endif
