/*
 * Rules are cached by object and file offset, for all processes that map the object. So the resolver is
 * called once for each address in the code.
 */
#include "core/resolve/unwind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/resolve/activation.h"

enum {
    RULES = 1 << 14,
    MAPS = 1 << 11,
    SCAN_WORDS = 256,
    ABI_32 = 1,    /* PERF_SAMPLE_REGS_ABI_32 */
    PROT_EXEC = 4, /* linux/mman-common.h */
};

/* Evaluates an expression of a rule. `cfa` NULL: the expression computes the CFA. */
static bool compute(const struct activation *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    const uint64_t *cfa, uint64_t *v)
{
    return expression_evaluate((struct span){ r->bytes + c->n, c->from }, f, cfa, v);
}

static enum unwind_stop find_cfa(const struct activation *f, const struct unwind_rule *r, uint64_t *cfa)
{
    if (r->cfa.how == HOW_COMPUTED) {
        if (compute(f, r, &r->cfa, NULL, cfa))
            return UNWIND_STOPS;
        return UNWIND_NO_MEMORY;
    }
    if (!activation_reg(f, r->cfa.from, cfa))
        return UNWIND_NO_REGISTERS;
    *cfa = (*cfa + (uint64_t)(int64_t)r->cfa.n) & f->m->mask;
    return UNWIND_STOPS;
}

/* Restores a register by any rule except HOW_SAVED, which is by far the most frequent. False: its value is
   unknown. */
static bool restore_by(const struct activation *f, const struct unwind_rule *r, const struct unwind_cell *c,
                       uint64_t cfa, uint64_t *v)
{
    uint64_t n = (uint64_t)(int64_t)c->n;
    switch (c->how) {
    case HOW_CFA:
        *v = cfa + n;
        return true;
    case HOW_REGISTER:
        if (!activation_reg(f, c->from, v))
            return false;
        *v += n;
        return true;
    case HOW_SAVED_BY:
        return compute(f, r, c, &cfa, v) && activation_word(f, *v, v);
    case HOW_COMPUTED:
        return compute(f, r, c, &cfa, v);
    default:
        return false;
    }
}

static bool restore(const struct activation *f, const struct unwind_rule *r, const struct unwind_cell *c,
                    uint64_t cfa, uint64_t *v)
{
    if (c->how == HOW_SAVED)
        return activation_word(f, cfa + (uint64_t)(int64_t)c->n, v);
    return restore_by(f, r, c, cfa, v);
}

/* Why the return address is unknown, from the cell of its register (NULL: the register has no cell). */
static enum unwind_stop without_return(const struct activation *f, const struct unwind_cell *c, uint64_t cfa)
{
    if (!c || c->how == HOW_REGISTER)
        return UNWIND_NO_REGISTERS;
    if (c->how == HOW_UNDEFINED)
        return UNWIND_OUTERMOST;
    uint64_t at = (cfa + (uint64_t)(int64_t)c->n) & f->m->mask;
    if (c->how == HOW_SAVED && at > f->from)
        return UNWIND_SHORT;
    return UNWIND_NO_MEMORY;
}

enum unwind_stop unwind_step(struct activation *f, const struct unwind_rule *r)
{
    uint64_t cfa, v[UNWIND_COLUMNS], ra, sp = 0;
    bool known[UNWIND_COLUMNS], had_ra = false;
    const struct unwind_cell *of_ra = NULL;
    assert(r->ncells <= UNWIND_COLUMNS);
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
    if (!of_ra)
        had_ra = activation_reg(f, r->ra, &ra);
    if (!had_ra)
        return without_return(f, of_ra, cfa);
    uint64_t pc = activation_return_target(f, ra), old_pc = f->pc, old_sp = 0;
    if (!pc)
        return UNWIND_ZERO;
    activation_reg(f, (uint64_t)f->m->sp, &old_sp);
    activation_set(f, (unsigned)f->m->sp, cfa + (uint64_t)(int64_t)f->m->arch->sp_at);
    for (unsigned i = 0; i < r->ncells; i++) {
        if (known[i])
            activation_set(f, r->cells[i].reg, v[i]);
        else
            activation_forget(f, r->cells[i].reg);
    }
    activation_set_pc(f, pc);
    const bool is_same_sp = activation_reg(f, (uint64_t)f->m->sp, &sp) && sp == old_sp;
    if (pc == old_pc && is_same_sp)
        return UNWIND_LOOP;
    return UNWIND_STOPS;
}

/* A cached rule. */
struct known_rule {
    const struct object *object; /* NULL: free */
    uint64_t foff;
    const struct unwind_rule *rule; /* NULL: no rule, because of `why` */
    enum unwind_stop why;
};

/* A cached look-up of an address that struct space_recent does not have, and the window of time in which
   it is valid. */
struct known_map {
    const struct space *space; /* NULL: free */
    uint64_t avma;
    struct when from, until;
    const struct map *map; /* NULL: no mapping */
};

struct unwinder {
    struct resolver *resolver;
    unsigned guess;
    struct unwind_arch native, compat;
    struct idmap by_content; /* hash of a rule's content -> index in `kinds` + 1 */
    const struct unwind_rule **kinds;
    size_t nkinds, cap_kinds;
    struct known_map maps[MAPS];
    struct known_rule rules[RULES];
};

/* The state of unwinding one stack. */
struct unwind_state {
    struct unwinder *u;
    struct space_recent *maps;
    struct when when;
    struct activation at; /* the current activation */
    /* the current frame was interrupted and made no call, so its address is the address of the next instruction */
    bool interrupted;
    struct unwound *out;
    size_t n, max;
};

struct unwinder *unwinder_new(struct resolver *r, const struct arch *a, unsigned guess)
{
    struct unwinder *u = mem_new(1, sizeof(*u));
    u->resolver = r;
    u->guess = guess;
    unwind_arch_init(&u->native, a);
    unwind_arch_init(&u->compat, a ? a->compat : NULL);
    return u;
}

void unwinder_free(struct unwinder *u)
{
    if (!u)
        return;
    idmap_free(&u->by_content);
    free(u->kinds);
    free(u);
}

static const struct map *map_at(struct unwind_state *w, uint64_t avma)
{
    const struct space *space = w->maps->space;
    struct space_hole hole;
    const struct map *m = space_recent_cached(w->maps, avma, w->when);
    struct known_map *k = &w->u->maps[hash_u64(avma ^ (uintptr_t)space << 5) % MAPS];
    if (m)
        return m;
    const bool is_known = k->space == space && k->avma == avma && when_within(w->when, k->from, k->until);
    if (is_known)
        return k->map;
    m = space_recent_search(w->maps, avma, w->when, &hole);
    if (m)
        return m;
    *k = (struct known_map){ .space = space, .avma = avma };
    return k->map = space_find(space, avma, w->when, &k->from, &k->until);
}

/* The content of a rule, without the range that it covers. */
static struct span unwind_content_of(const struct unwind_rule *r)
{
    const size_t from = offsetof(struct unwind_rule, cfa), end = offsetof(struct unwind_rule, cells);
    return (struct span){ (const uint8_t *)r + from, end - from + r->ncells * sizeof(*r->cells) };
}

static bool has_expression(const struct unwind_rule *r)
{
    bool has = r->cfa.how == HOW_COMPUTED;
    for (unsigned i = 0; i < r->ncells; i++)
        has = has || r->cells[i].how == HOW_COMPUTED || r->cells[i].how == HOW_SAVED_BY;
    return has;
}

/* The first rule with the same content. Thousands of addresses share some hundred different rules, which
   stay in a CPU's cache. */
static const struct unwind_rule *first_of_kind(struct unwinder *u, const struct unwind_rule *r)
{
    if (!r || has_expression(r))
        return r;
    const struct span own = unwind_content_of(r);
    uint32_t *kind = idmap_find_or_add(&u->by_content, hash_bytes(own.p, own.n));
    if (!*kind) {
        u->kinds = mem_room(u->kinds, u->nkinds, &u->cap_kinds, sizeof(const struct unwind_rule *));
        u->kinds[u->nkinds++] = r;
        *kind = (uint32_t)u->nkinds;
    }
    const struct span first = unwind_content_of(u->kinds[*kind - 1]);
    if (first.n == own.n && !memcmp(first.p, own.p, own.n))
        return u->kinds[*kind - 1];
    return r;
}

static const struct unwind_rule *rule_at(struct unwind_state *w, uint64_t avma, enum unwind_stop *why)
{
    const struct map *m = map_at(w, avma);
    *why = UNWIND_UNMAPPED;
    if (!m)
        return NULL;
    uint64_t foff = avma - m->start + m->how->pgoff;
    struct known_rule *k = &w->u->rules[hash_u64(foff ^ (uintptr_t)m->how->object << 5) % RULES];
    if (k->object != m->how->object || k->foff != foff) {
        k->object = m->how->object;
        k->foff = foff;
        k->rule = first_of_kind(w->u, resolver_unwind_rule(w->u->resolver, m, avma, &k->why));
    }
    *why = k->why;
    return k->rule;
}

/* ---- without a rule ---- */

/* Whether code is mapped at an address. Old recordings have no protection bits. */
static bool is_code(struct unwind_state *w, uint64_t avma)
{
    const struct map *m = map_at(w, avma);
    return m && !m->how->is_data && (!m->how->prot || m->how->prot & PROT_EXEC) &&
           m->how->object->kind != OBJECT_DATA;
}

static struct place unwind_place_of(struct unwind_state *w, uint64_t avma)
{
    const struct map *m = map_at(w, avma);
    if (!m)
        return (struct place){ 0 };
    return resolver_place(w->u->resolver, m, avma);
}

/* Steps to the caller by the link register. In an interrupted frame without a rule (a PLT slot, or a leaf
   function) this register contains the return address, unless it is stale (resolver_link_is_stale()). */
static bool step_by_link(struct unwind_state *w)
{
    struct activation *f = &w->at;
    uint64_t ra, pc;
    if (!activation_reg(f, (uint64_t)f->m->ra, &ra) || !(pc = activation_return_target(f, ra)))
        return false;
    const struct place at = unwind_place_of(w, f->pc), call = unwind_place_of(w, pc - 1);
    if (resolver_link_is_stale(f->pc, pc, &at, &call))
        return false;
    activation_set_pc(f, pc);
    return true;
}

/* Steps to the caller by the frame pointer. The return address must be in code, and the caller's frame
   pointer must be further outward on the stack. */
static bool step_by_pointer(struct unwind_state *w)
{
    struct activation *f = &w->at;
    const struct arch *a = f->m->arch;
    uint64_t fp, ra, next;
    if (!a->fp_frame.usable || !activation_reg(f, (uint64_t)f->m->fp, &fp))
        return false;
    if (!activation_word(f, fp + (uint64_t)(int64_t)a->fp_frame.ra_at, &ra) ||
        !activation_word(f, fp + (uint64_t)(int64_t)a->fp_frame.fp_at, &next))
        return false;
    const uint64_t pc = activation_return_target(f, ra);
    const bool is_outward = a->stack_grows_up ? next < fp : next > fp;
    if (!pc || !is_code(w, pc - 1) || (next && !is_outward))
        return false;
    activation_set(f, (unsigned)f->m->fp, next);
    if (a->fp_frame.cfa_at == ARCH_CFA_UNKNOWN)
        activation_forget(f, (unsigned)f->m->sp);
    else
        activation_set(f, (unsigned)f->m->sp, fp + (uint64_t)(int64_t)a->fp_frame.cfa_at);
    activation_set_pc(f, pc);
    return true;
}

static bool step_by_scan(struct unwind_state *w)
{
    struct activation *f = &w->at;
    uint64_t sp, v;
    if (f->m->arch->stack_grows_up || !activation_reg(f, (uint64_t)f->m->sp, &sp))
        return false;
    for (unsigned i = 0; i < SCAN_WORDS && activation_word(f, sp, &v); i++) {
        uint64_t pc = activation_return_target(f, v);
        sp += f->m->word;
        if (!pc || !is_code(w, pc - 1))
            continue;
        activation_set(f, (unsigned)f->m->sp, sp);
        activation_set_pc(f, pc);
        return true;
    }
    return false;
}

/* Finds the caller if there is no rule or the rule failed. UNWIND_BY_IP: not found. */
static enum unwind_found guess_caller(struct unwind_state *w, enum unwind_stop why)
{
    const bool has_no_rule = why == UNWIND_NO_RULE || why == UNWIND_ENTRY;
    const bool has_no_caller = why == UNWIND_OUTERMOST || why == UNWIND_ENTRY || why == UNWIND_ZERO ||
                               why == UNWIND_LOOP;
    if (has_no_rule && w->interrupted && step_by_link(w))
        return UNWIND_BY_LINK;
    if (has_no_caller)
        return UNWIND_BY_IP;
    if (w->u->guess & UNWIND_POINTERS && step_by_pointer(w))
        return UNWIND_BY_POINTER;
    if (w->u->guess & UNWIND_SCAN && step_by_scan(w))
        return UNWIND_BY_SCAN;
    return UNWIND_BY_IP;
}

/* ---- the walk ---- */

/* Adds the current frame. Its address is not in a call instruction if a signal interrupted the code, or if
   the frame is the signal frame itself, which the kernel made. */
static const struct unwind_rule *unwind_add_caller(struct unwind_state *w, enum unwind_found found,
                                                   enum unwind_stop *why)
{
    uint64_t avma = w->interrupted ? w->at.pc : w->at.pc - 1;
    const struct unwind_rule *r = rule_at(w, avma, why);
    if (r && r->signal_frame)
        avma = w->at.pc;
    assert(w->n < w->max);
    w->out[w->n++] = (struct unwound){ avma, found };
    return r;
}

/* Unwinds from the innermost frame as far as possible. */
static enum unwind_stop unwind_walk(struct unwind_state *w)
{
    enum unwind_stop why;
    const struct unwind_rule *r = rule_at(w, w->at.pc, &why);
    w->interrupted = true;
    while (w->n < w->max) {
        bool signal = r && r->signal_frame;
        enum unwind_stop stop = r ? unwind_step(&w->at, r) : why;
        enum unwind_found found = stop == UNWIND_STOPS ? (enum unwind_found)r->found : guess_caller(w, stop);
        if (found == UNWIND_BY_IP)
            return stop;
        w->interrupted = signal && found == (enum unwind_found)r->found;
        r = unwind_add_caller(w, found, &why);
    }
    return UNWIND_LIMIT;
}

size_t unwind(struct unwinder *u, const struct sample *s, struct space_recent *maps, struct unwound *out,
              size_t max, enum unwind_stop *stop)
{
    const struct unwind_arch *m = s->user_abi == ABI_32 && u->compat.arch ? &u->compat : &u->native;
    struct unwind_state w;
    *stop = UNWIND_NO_REGISTERS;
    if (!max || !m->arch || !activation_start(&w.at, m, s))
        return 0;
    *stop = w.at.dump.n ? UNWIND_UNMAPPED : UNWIND_SHORT;
    if (!w.at.dump.n || !maps->space || space_empty(maps->space, s->when))
        return 0;
    w.u = u;
    w.maps = maps;
    w.when = s->when;
    w.out = out;
    w.max = max;
    w.out[0] = (struct unwound){ w.at.pc, UNWIND_BY_IP };
    w.n = 1;
    *stop = unwind_walk(&w);
    const bool is_cut = *stop == UNWIND_SHORT || *stop == UNWIND_ZERO;
    if (is_cut && m->arch->marks_cut && w.n < max)
        out[w.n++] = (struct unwound){ UINT64_MAX, UNWIND_BY_CFI };
    return w.n;
}
