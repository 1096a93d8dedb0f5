#include "core/resolve/activation.h"

#include <string.h>

static const struct arch_reg *role(const struct arch *a, const char *name)
{
    if (name)
        return arch_reg_by_name(a, name);
    return NULL;
}

static int16_t activation_column_of(const struct arch_reg *r)
{
    if (r && r->dwarf < UNWIND_COLUMNS)
        return r->dwarf;
    return -1;
}

void unwind_arch_init(struct unwind_arch *m, const struct arch *a)
{
    *m = (struct unwind_arch){ .arch = a };
    if (!a)
        return;
    m->word = a->bits / 8;
    m->mask = a->bits == 64 ? UINT64_MAX : UINT32_MAX;
    m->sp = activation_column_of(role(a, a->sp));
    m->fp = activation_column_of(role(a, a->fp));
    m->ra = activation_column_of(role(a, a->ra));
    m->pc = activation_column_of(role(a, a->pc));
    if (role(a, a->sp))
        m->sp_perf = role(a, a->sp)->perf;
    else
        m->sp_perf = -1;
    if (role(a, a->pc))
        m->pc_perf = role(a, a->pc)->perf;
    else
        m->pc_perf = -1;
    for (int i = 0; i < UNWIND_PERF_REGS; i++)
        m->column[i] = activation_column_of(arch_reg_by_perf(a, i));
}

bool activation_read_stack(const struct activation *f, uint64_t avma, unsigned size, uint64_t *v)
{
    uint64_t at = (avma - f->from) & f->m->mask;
    if (at >= f->dump.n || f->dump.n - at < size)
        return false;
    const uint8_t *p = f->dump.p + at;
    *v = load_number((struct span){ p, size }, f->order);
    return true;
}

/* The recorded registers are in the order of their bits in the mask (linux/perf_event.h,
   PERF_SAMPLE_REGS_USER). */
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

uint64_t activation_return_target(const struct activation *f, uint64_t ra)
{
    ra &= f->m->arch->addr_mask;
    if (ra)
        return ra + f->m->arch->ra_skip;
    return 0;
}

void activation_set_pc(struct activation *f, uint64_t pc)
{
    f->pc = pc;
    if (f->m->pc >= 0)
        activation_set(f, (unsigned)f->m->pc, pc);
}

enum ra_rule activation_ra_rule(const struct unwind_rule *rule)
{
    for (unsigned k = 0; k < rule->ncells; k++) {
        const struct unwind_cell *c = &rule->cells[k];
        if (c->reg == rule->ra) {
            if (c->how == HOW_UNDEFINED)
                return RA_NONE;
            if (c->how == HOW_REGISTER && !c->n)
                return RA_COPIED;
            return RA_SAVED;
        }
    }
    return RA_IN_REGISTER;
}
