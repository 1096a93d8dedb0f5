/*
 * A frame is its registers, of which some may be unknown, by DWARF number; the first one's come from the
 * sample. A rule gives the caller's: all cells are computed from the registers of the callee, then set at
 * once. What has no cell keeps its value, except for the stack pointer, which is at the CFA.
 *
 * What is remembered is the rule of an address in a space, and for which time: look-ups in the timeline and
 * in the resolver happen once per place in the code.
 */
#include "core/resolve/unwind.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/resolve/expression.h"

enum { SLOTS = 1 << 13, PERF_REGS = 64, ABI_32 = 1 /* PERF_SAMPLE_REGS_ABI_32 */ };

/* An architecture as the steps need it; registers by DWARF number, -1: it has none. */
struct machine {
    const struct arch *arch; /* NULL: there is none */
    unsigned word;           /* bytes */
    uint64_t mask;           /* of a word */
    int sp, ra, pc;
    int pc_perf, sp_perf;
    int16_t column[PERF_REGS]; /* of a number of perf's */
};

struct slot {
    const struct space *space; /* NULL: free */
    uint64_t avma;
    struct when from, until;
    const struct unwind_rule *rule; /* NULL: none, and why */
    enum unwind_stop why;
};

struct unwinder {
    struct resolver *resolver;
    struct machine native, compat;
    struct slot slots[SLOTS];
};

/* The stack of a sample. */
struct dump {
    struct span bytes;
    uint64_t sp; /* of the first byte */
};

struct frame {
    const struct machine *m;
    enum order order;
    const struct dump *dump;
    uint64_t pc;
    uint64_t known[UNWIND_COLUMNS / 64]; /* which of them are known */
    uint64_t reg[UNWIND_COLUMNS];
};

static int dwarf_of(const struct arch *a, const char *role)
{
    const struct arch_reg *r = role ? arch_reg_by_name(a, role) : NULL;
    return r && r->dwarf < UNWIND_COLUMNS ? r->dwarf : -1;
}

static int perf_of(const struct arch *a, const char *role)
{
    const struct arch_reg *r = role ? arch_reg_by_name(a, role) : NULL;
    return r && r->perf < PERF_REGS ? r->perf : -1;
}

static void machine_init(struct machine *m, const struct arch *a)
{
    *m = (struct machine){ .arch = a };
    if (!a)
        return;
    m->word = a->bits / 8;
    m->mask = a->bits == 64 ? UINT64_MAX : UINT32_MAX;
    m->sp = dwarf_of(a, a->sp);
    m->ra = dwarf_of(a, a->ra);
    m->pc = dwarf_of(a, a->pc);
    m->pc_perf = perf_of(a, a->pc);
    m->sp_perf = perf_of(a, a->sp);
    for (int i = 0; i < PERF_REGS; i++) {
        const struct arch_reg *r = arch_reg_by_perf(a, i);
        m->column[i] = r && r->dwarf < UNWIND_COLUMNS ? r->dwarf : -1;
    }
}

struct unwinder *unwinder_new(struct resolver *r, const struct arch *a)
{
    struct unwinder *u = mem_new(1, sizeof(*u));
    u->resolver = r;
    machine_init(&u->native, a);
    machine_init(&u->compat, a ? a->compat : NULL);
    return u;
}

void unwinder_free(struct unwinder *u)
{
    free(u);
}

/* ---- registers and memory ---- */

static bool get_reg(const struct frame *f, uint64_t i, uint64_t *v)
{
    if (i >= UNWIND_COLUMNS || !(f->known[i / 64] >> i % 64 & 1))
        return false;
    *v = f->reg[i];
    return true;
}

static void set_reg(struct frame *f, unsigned i, uint64_t v)
{
    f->known[i / 64] |= UINT64_C(1) << i % 64;
    f->reg[i] = v & f->m->mask;
}

static void forget_reg(struct frame *f, unsigned i)
{
    f->known[i / 64] &= ~(UINT64_C(1) << i % 64);
}

static bool get_memory(const struct frame *f, uint64_t avma, unsigned size, uint64_t *v)
{
    uint64_t at = avma - f->dump->sp;
    struct span s = f->dump->bytes;
    if (at >= s.n || s.n - at < size)
        return false;
    switch (size) {
    case 8:
        *v = load_u64(s.p + at, f->order);
        return true;
    case 4:
        *v = load_u32(s.p + at, f->order);
        return true;
    case 2:
        *v = load_u16(s.p + at, f->order);
        return true;
    default:
        *v = s.p[at];
        return true;
    }
}

static bool reg_of(const void *frame, uint64_t dwarf, uint64_t *v)
{
    return get_reg(frame, dwarf, v);
}

static bool memory_of(const void *frame, uint64_t avma, unsigned size, uint64_t *v)
{
    return get_memory(frame, avma, size, v);
}

/* What an expression of a rule says; `cfa` NULL: it is the one for the CFA. */
static bool compute(const struct frame *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    const uint64_t *cfa, uint64_t *v)
{
    const struct expression_on on = {
        .reg = reg_of, .memory = memory_of, .frame = f, .order = f->order, .word = f->m->word
    };
    return expression_value((struct span){ r->bytes + c->n, c->from }, &on, cfa, v);
}

/* ---- a step ---- */

static enum unwind_stop find_cfa(const struct frame *f, const struct unwind_rule *r, uint64_t *cfa)
{
    if (r->cfa.how == HOW_COMPUTED)
        return compute(f, r, &r->cfa, NULL, cfa) ? UNWIND_STOPS : UNWIND_NO_MEMORY;
    if (!get_reg(f, r->cfa.from, cfa))
        return UNWIND_NO_REGISTERS;
    *cfa = (*cfa + (uint64_t)(int64_t)r->cfa.n) & f->m->mask;
    return UNWIND_STOPS;
}

/* The caller's value of a register; false: nobody knows. */
static bool restore(const struct frame *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    uint64_t cfa, uint64_t *v)
{
    uint64_t n = (uint64_t)(int64_t)c->n;
    switch (c->how) {
    case HOW_SAVED:
        return get_memory(f, (cfa + n) & f->m->mask, f->m->word, v);
    case HOW_CFA:
        *v = cfa + n;
        return true;
    case HOW_REGISTER:
        if (!get_reg(f, c->from, v))
            return false;
        *v += n;
        return true;
    case HOW_SAVED_BY:
        return compute(f, r, c, &cfa, v) && get_memory(f, *v, f->m->word, v);
    case HOW_COMPUTED:
        return compute(f, r, c, &cfa, v);
    default:
        return false;
    }
}

/* Why the return address is not known. */
static enum unwind_stop missing(const struct frame *f, const struct unwind_rule *r, uint64_t cfa)
{
    const struct unwind_cell *c = r->cells, *end = c + r->ncells;
    while (c < end && c->reg != r->ra)
        c++;
    if (c == end || c->how == HOW_REGISTER)
        return UNWIND_NO_REGISTERS;
    if (c->how == HOW_UNDEFINED)
        return UNWIND_OUTERMOST;
    uint64_t at = (cfa + (uint64_t)(int64_t)c->n) & f->m->mask;
    return c->how == HOW_SAVED && at > f->dump->sp ? UNWIND_SHORT : UNWIND_NO_MEMORY;
}

/* Go on at a return address, as it was kept; UNWIND_STOPS: all is well. */
static enum unwind_stop go_to(struct frame *f, uint64_t ra)
{
    const struct arch *a = f->m->arch;
    f->pc = ra & a->addr_mask;
    if (!f->pc)
        return UNWIND_OUTERMOST;
    f->pc += a->ra_skip;
    if (f->m->pc >= 0)
        set_reg(f, (unsigned)f->m->pc, f->pc);
    return UNWIND_STOPS;
}

/* Make of a frame its caller's; UNWIND_STOPS: it has one. */
static enum unwind_stop step(struct frame *f, const struct unwind_rule *r)
{
    uint64_t cfa, v[UNWIND_COLUMNS], sp = 0, pc = f->pc, to;
    bool known[UNWIND_COLUMNS];
    enum unwind_stop stop = find_cfa(f, r, &cfa);
    if (stop != UNWIND_STOPS)
        return stop;
    bool had_sp = get_reg(f, (uint64_t)f->m->sp, &sp);
    for (unsigned i = 0; i < r->ncells; i++)
        known[i] = restore(f, r, &r->cells[i], cfa, &v[i]);
    set_reg(f, (unsigned)f->m->sp, cfa + (uint64_t)(int64_t)f->m->arch->sp_at);
    for (unsigned i = 0; i < r->ncells; i++)
        if (known[i])
            set_reg(f, r->cells[i].reg, v[i]);
        else
            forget_reg(f, r->cells[i].reg);
    if (!get_reg(f, r->ra, &to))
        return missing(f, r, cfa);
    stop = go_to(f, to);
    if (stop == UNWIND_STOPS && f->pc == pc && had_sp && get_reg(f, (uint64_t)f->m->sp, &to) && to == sp)
        return UNWIND_LOOP;
    return stop;
}

/* Where no rule covers a frame that was interrupted, and not left by a call, its return address still is in
   the link register if the architecture has one: what has no rule is a PLT entry, or calls nobody. */
static bool step_by_link(struct frame *f)
{
    uint64_t to;
    return f->m->ra >= 0 && get_reg(f, (uint64_t)f->m->ra, &to) && go_to(f, to) == UNWIND_STOPS;
}

/* ---- frames ---- */

static const struct unwind_rule *rule_at(struct unwinder *u, const struct space *space, uint64_t avma,
                                         struct when when, enum unwind_stop *why)
{
    struct slot *k = &u->slots[hash_u64(avma ^ (uintptr_t)space << 5) % SLOTS];
    if (k->space != space || k->avma != avma || when_before(when, k->from) || !when_before(when, k->until)) {
        k->space = space;
        k->avma = avma;
        k->why = UNWIND_UNMAPPED;
        const struct map *m = space_find(space, avma, when, &k->from, &k->until);
        k->rule = m ? resolver_unwind_rule(u->resolver, m, avma, &k->why) : NULL;
    }
    *why = k->why;
    return k->rule;
}

/* The registers of a sample: in the order of their bits in the mask (linux/perf_event.h,
   PERF_SAMPLE_REGS_USER). False: the two that count are not there. */
static bool start(struct frame *f, const struct sample *s, struct dump *d)
{
    const struct machine *m = f->m;
    struct cur c = cur_of(s->user_regs, s->order);
    bool pc = false, sp = false;
    for (uint64_t left = s->event->attr.sample_regs_user; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        uint64_t v = cur_u64(&c);
        if (c.bad)
            break;
        if (m->column[i] >= 0)
            set_reg(f, (unsigned)m->column[i], v);
        if (i == m->pc_perf) {
            pc = true;
            f->pc = v & m->mask;
        } else if (i == m->sp_perf) {
            sp = true;
            d->sp = v & m->mask;
        }
    }
    return pc && sp;
}

static struct dump dump_of(const struct sample *s)
{
    struct dump d = { .bytes = s->user_stack };
    if (s->user_stack_size < d.bytes.n)
        d.bytes.n = (size_t)s->user_stack_size;
    return d;
}

/* The frames of a stack that are found so far. */
struct frames {
    struct unwound *v;
    size_t n, max;
};

/* Add a frame's caller, which `f` has become. The frame that a signal is handled in, and the one below, were
   not left by a call. */
static const struct unwind_rule *add_caller(struct unwinder *u, const struct frame *f, const struct sample *s,
                                            const struct space *space, bool interrupted,
                                            enum unwind_found found, struct frames *out,
                                            enum unwind_stop *stop)
{
    uint64_t avma = interrupted ? f->pc : f->pc - 1;
    const struct unwind_rule *r = rule_at(u, space, avma, s->when, stop);
    out->v[out->n++] = (struct unwound){ r && r->signal_frame ? f->pc : avma, found };
    return r;
}

/* Walk from the innermost frame, which is there, as far as rules lead. */
static enum unwind_stop walk(struct unwinder *u, struct frame *f, const struct sample *s,
                             const struct space *space, struct frames *out)
{
    enum unwind_stop stop;
    const struct unwind_rule *r = rule_at(u, space, f->pc, s->when, &stop);
    bool interrupted = true;
    while (out->n < out->max) {
        enum unwind_found found = r ? r->found : UNWIND_BY_LINK;
        if (!r && !(interrupted && stop == UNWIND_NO_RULE && step_by_link(f)))
            return stop;
        if (r && (stop = step(f, r)) != UNWIND_STOPS)
            return stop;
        interrupted = r && r->signal_frame;
        r = add_caller(u, f, s, space, interrupted, found, out, &stop);
    }
    return UNWIND_LIMIT;
}

size_t unwind(struct unwinder *u, const struct sample *s, const struct space *space, struct unwound *out,
              size_t max, enum unwind_stop *stop)
{
    struct dump d = dump_of(s);
    struct frame f;
    struct frames found = { out, 0, max };
    f.m = s->user_abi == ABI_32 && u->compat.arch ? &u->compat : &u->native;
    f.order = s->order;
    f.dump = &d;
    memset(f.known, 0, sizeof(f.known));
    *stop = UNWIND_NO_REGISTERS;
    if (!max || !f.m->arch || !start(&f, s, &d))
        return 0;
    *stop = d.bytes.n ? UNWIND_UNMAPPED : UNWIND_SHORT;
    if (!d.bytes.n || !space || space_empty(space, s->when))
        return 0;
    found.v[found.n++] = (struct unwound){ f.pc, UNWIND_BY_IP };
    *stop = walk(u, &f, s, space, &found);
    if (*stop == UNWIND_SHORT && f.m->arch->marks_cut && found.n < max)
        found.v[found.n++] = (struct unwound){ UINT64_MAX, UNWIND_BY_CFI };
    return found.n;
}

const char *unwind_stop_text(enum unwind_stop stop)
{
    static const char *const texts[UNWIND_STOPS] = {
        [UNWIND_OUTERMOST] = "the outermost frame is reached",
        [UNWIND_LIMIT] = "there are as many frames as were asked for",
        [UNWIND_NO_REGISTERS] = "registers that are needed were not recorded",
        [UNWIND_UNMAPPED] = "the address lies in nothing that was mapped",
        [UNWIND_NO_FILE] = "nobody has the file of the object",
        [UNWIND_NO_TABLE] = "the object has no unwind tables",
        [UNWIND_NO_RULE] = "the object's unwind tables do not cover the address",
        [UNWIND_REFUSED] = "the object's unwind tables say that it cannot be unwound",
        [UNWIND_BAD_RULE] = "the object's unwind tables are damaged",
        [UNWIND_SHORT] = "the stack dump is too short",
        [UNWIND_NO_MEMORY] = "memory that is needed is not in the stack dump",
        [UNWIND_LOOP] = "a frame is its own caller",
    };
    return stop < UNWIND_STOPS ? texts[stop] : "";
}
