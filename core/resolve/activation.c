#include "core/resolve/activation.h"

#include <string.h>

#include "core/resolve/expression.h"

static const struct arch_reg *role(const struct arch *a, const char *name)
{
    return name ? arch_reg_by_name(a, name) : NULL;
}

static int16_t column_of(const struct arch_reg *r)
{
    return r && r->dwarf < UNWIND_COLUMNS ? r->dwarf : -1;
}

void unwind_arch_init(struct unwind_arch *m, const struct arch *a)
{
    *m = (struct unwind_arch){ .arch = a };
    if (!a)
        return;
    m->word = a->bits / 8;
    m->mask = a->bits == 64 ? UINT64_MAX : UINT32_MAX;
    m->sp = column_of(role(a, a->sp));
    m->fp = column_of(role(a, a->fp));
    m->ra = column_of(role(a, a->ra));
    m->pc = column_of(role(a, a->pc));
    m->sp_perf = role(a, a->sp) ? role(a, a->sp)->perf : -1;
    m->pc_perf = role(a, a->pc) ? role(a, a->pc)->perf : -1;
    for (int i = 0; i < UNWIND_PERF_REGS; i++)
        m->column[i] = column_of(arch_reg_by_perf(a, i));
}

bool activation_reg(const struct activation *f, uint64_t i, uint64_t *v)
{
    if (i >= UNWIND_COLUMNS || !(f->known[i / 64] >> i % 64 & 1))
        return false;
    *v = f->reg[i];
    return true;
}

void activation_set(struct activation *f, unsigned i, uint64_t v)
{
    f->known[i / 64] |= UINT64_C(1) << i % 64;
    f->reg[i] = v & f->m->mask;
}

void activation_forget(struct activation *f, unsigned i)
{
    f->known[i / 64] &= ~(UINT64_C(1) << i % 64);
}

bool activation_memory(const struct activation *f, uint64_t avma, unsigned size, uint64_t *v)
{
    uint64_t at = (avma - f->from) & f->m->mask;
    if (at >= f->dump.n || f->dump.n - at < size)
        return false;
    const uint8_t *p = f->dump.p + at;
    *v = load_number((struct span){ p, size }, f->order);
    return true;
}

/* The registers come in the order of their bits in the mask (linux/perf_event.h, PERF_SAMPLE_REGS_USER). */
bool activation_start(struct activation *f, const struct unwind_arch *m, const struct sample *s)
{
    struct cur c = cur_of(s->user_regs, s->order);
    bool has_pc = false, has_sp = false;
    f->m = m;
    f->order = s->order;
    f->dump = s->user_stack;
    if (s->user_stack_size < f->dump.n)
        f->dump.n = (size_t)s->user_stack_size;
    memset(f->known, 0, sizeof(f->known));
    for (uint64_t left = s->event->attr.sample_regs_user; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        uint64_t v = cur_u64(&c) & m->mask;
        if (c.bad)
            break;
        if (m->column[i] >= 0)
            activation_set(f, (unsigned)m->column[i], v);
        if (i == m->pc_perf) {
            has_pc = true;
            f->pc = v;
        } else if (i == m->sp_perf) {
            has_sp = true;
            f->from = v;
        }
    }
    return has_pc && has_sp && m->sp >= 0;
}

uint64_t activation_target(const struct activation *f, uint64_t ra)
{
    ra &= f->m->arch->addr_mask;
    return ra ? ra + f->m->arch->ra_skip : 0;
}

void activation_go_to(struct activation *f, uint64_t pc)
{
    f->pc = pc;
    if (f->m->pc >= 0)
        activation_set(f, (unsigned)f->m->pc, pc);
}

/* ---- a step ---- */

/* What an expression of a rule says; `cfa` NULL: it is the one for the CFA. */
static bool compute(const struct activation *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    const uint64_t *cfa, uint64_t *v)
{
    return expression_value((struct span){ r->bytes + c->n, c->from }, f, cfa, v);
}

static enum unwind_stop find_cfa(const struct activation *f, const struct unwind_rule *r, uint64_t *cfa)
{
    if (r->cfa.how == HOW_COMPUTED)
        return compute(f, r, &r->cfa, NULL, cfa) ? UNWIND_STOPS : UNWIND_NO_MEMORY;
    if (!activation_reg(f, r->cfa.from, cfa))
        return UNWIND_NO_REGISTERS;
    *cfa = (*cfa + (uint64_t)(int64_t)r->cfa.n) & f->m->mask;
    return UNWIND_STOPS;
}

/* The caller's value of a register; false: unknown. */
static bool restore(const struct activation *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    uint64_t cfa, uint64_t *v)
{
    uint64_t n = (uint64_t)(int64_t)c->n;
    switch (c->how) {
    case HOW_SAVED:
        return activation_memory(f, cfa + n, f->m->word, v);
    case HOW_CFA:
        *v = cfa + n;
        return true;
    case HOW_REGISTER:
        if (!activation_reg(f, c->from, v))
            return false;
        *v += n;
        return true;
    case HOW_SAVED_BY:
        return compute(f, r, c, &cfa, v) && activation_memory(f, *v, f->m->word, v);
    case HOW_COMPUTED:
        return compute(f, r, c, &cfa, v);
    default:
        return false;
    }
}

/* Why the return address that a cell (NULL: none) speaks of is not known. */
static enum unwind_stop without_return(const struct activation *f, const struct unwind_cell *c, uint64_t cfa)
{
    if (!c || c->how == HOW_REGISTER)
        return UNWIND_NO_REGISTERS;
    if (c->how == HOW_UNDEFINED)
        return UNWIND_OUTERMOST;
    uint64_t at = (cfa + (uint64_t)(int64_t)c->n) & f->m->mask;
    return c->how == HOW_SAVED && at > f->from ? UNWIND_SHORT : UNWIND_NO_MEMORY;
}

enum unwind_stop activation_step(struct activation *f, const struct unwind_rule *r)
{
    uint64_t cfa, v[UNWIND_COLUMNS], ra, sp = 0;
    bool known[UNWIND_COLUMNS], had_ra = false;
    const struct unwind_cell *of_ra = NULL;
    enum unwind_stop stop = find_cfa(f, r, &cfa);
    if (stop != UNWIND_STOPS)
        return stop;
    for (unsigned i = 0; i < r->ncells; i++) {
        known[i] = restore(f, r, &r->cells[i], cfa, &v[i]);
        if (r->cells[i].reg != r->ra)
            continue;
        of_ra = &r->cells[i];
        had_ra = known[i];
        ra = v[i];
    }
    if (of_ra ? !had_ra : !activation_reg(f, r->ra, &ra))
        return without_return(f, of_ra, cfa);
    uint64_t pc = activation_target(f, ra), old_pc = f->pc, old_sp = 0;
    if (!pc)
        return UNWIND_ZERO;
    activation_reg(f, (uint64_t)f->m->sp, &old_sp);
    activation_set(f, (unsigned)f->m->sp, cfa + (uint64_t)(int64_t)f->m->arch->sp_at);
    for (unsigned i = 0; i < r->ncells; i++)
        if (known[i])
            activation_set(f, r->cells[i].reg, v[i]);
        else
            activation_forget(f, r->cells[i].reg);
    activation_go_to(f, pc);
    return pc == old_pc && activation_reg(f, (uint64_t)f->m->sp, &sp) && sp == old_sp ? UNWIND_LOOP
                                                                                      : UNWIND_STOPS;
}
