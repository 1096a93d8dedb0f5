/*
 * Call chains as rows: each row that occurs in a chain is counted once for the sample. Entries are taken from the outermost
 * inwards, as perf does for --children: an address that no mapping covers is marked like the entry outside of it.
 */
#include "core/profile/worker.h"

/* What stands after this marker is a cookie, not an address: the user's part comes in a record of its own. */
enum { MODE_DEFERRED = 8 };

static unsigned mode_of_marker(uint64_t marker)
{
    switch (marker) {
    case PERF_CONTEXT_USER_DEFERRED:
        return MODE_DEFERRED;
    case PERF_CONTEXT_HV:
        return PERF_RECORD_MISC_HYPERVISOR;
    case PERF_CONTEXT_KERNEL:
        return PERF_RECORD_MISC_KERNEL;
    case PERF_CONTEXT_USER:
        return PERF_RECORD_MISC_USER;
    case PERF_CONTEXT_GUEST_KERNEL:
        return PERF_RECORD_MISC_GUEST_KERNEL;
    case PERF_CONTEXT_GUEST_USER:
        return PERF_RECORD_MISC_GUEST_USER;
    default:
        return 0;
    }
}

static uint64_t entry_at(const struct sample *s, uint64_t i)
{
    return load_u64(s->chain.p + 8 * i, s->order);
}

/* The mode of the entry at i: what the nearest marker before it says; user mode before the first one. */
static unsigned mode_at(const struct sample *s, uint64_t i)
{
    while (i--) {
        uint64_t v = entry_at(s, i);
        if (v >= PERF_CONTEXT_MAX)
            return mode_of_marker(v);
    }
    return PERF_RECORD_MISC_USER;
}

/* A chain under way. */
struct walk {
    struct worker *w;
    struct view *v;
    const struct task_slot *task;
    uint32_t event;
    uint64_t period;
    char level; /* of the entry before */
};

/* The row of an entry. What lies in no mapping takes its mark from another entry, and so is not remembered. */
static uint32_t entry_row(struct walk *c, unsigned mode, uint64_t avma)
{
    struct worker *w = c->w;
    const struct sample *s = c->v->sample;
    char level;
    struct hot_key key = { .where = spots_space(&w->spots, c->task, mode, &level), .at = avma,
                           .comm = c->task->comm, .tid = hot_tid(w, c->task), .use = 2 * c->event + 1 };
    struct hot_slot *h = w->hot && key.where ? hot_at(w->hot, &key) : NULL;
    if (h && hot_holds(h, &key, moment(w, s->when))) {
        c->level = level;
        return h->row;
    }
    struct spot spot = spots_find(&w->spots, c->task, mode, avma, s->when, c->level);
    if (!spot.place.symbol)
        spot.addr = avma;
    c->level = spot.level;
    c->v->spot = &spot;
    uint32_t row = worker_row(w, c->event, c->v);
    if (h && spot.place.map) {
        struct when from = when_before(c->task->from, spot.from) ? spot.from : c->task->from;
        struct when until = when_before(c->task->until, spot.until) ? c->task->until : spot.until;
        *h = (struct hot_slot){ .key = key, .after = moment(w, from), .before = moment(w, until), .row = row };
    }
    return row;
}

/* Count an entry, once per sample. */
static void count_entry(struct walk *c, unsigned mode, uint64_t avma)
{
    struct profile *p = &c->w->profile;
    uint32_t row = entry_row(c, mode, avma);
    if (row_at(p, row)->stamp != c->w->stamp) {
        row_at(p, row)->stamp = c->w->stamp;
        profile_count(p, row, c->v->sample, c->period, false);
    }
}

/* The kernel walks frame pointers, so it steps over the caller of a function that has no frame of its own. Where perf had the
   link register recorded for that (arm64, --call-graph fp), and unless the unwind table says that the return address was
   saved, this is the address of the call; else 0. Where the table cannot tell, perf on the recording machine trusts the register
   (get_leaf_frame_caller_aarch64 and libunwind's last resort), and so do we: docs/differences.md. */
static uint64_t leaf_caller(struct walk *c, uint64_t leaf)
{
    const struct sample *s = c->v->sample;
    const struct arch_reg *ra = c->w->link_register, *sp = c->w->stack_pointer;
    if (!ra || !sp || !s->user_regs.n || s->event->attr.sample_regs_user != UINT64_C(1) << ra->perf)
        return 0;
    enum ra_rule rule = spots_ra_rule(&c->w->spots, c->task, leaf, s->when, ra->dwarf, sp->dwarf);
    uint64_t to = load_u64(s->user_regs.p, s->order);
    return to && (rule == RA_IN_REGISTER || rule == RA_UNTOLD) ? to - 1 : 0;
}

void count_chain(struct worker *w, struct view *v, const struct task_slot *task, uint32_t event, uint64_t period)
{
    const struct sample *s = v->sample;
    struct walk c = { w, v, task, event, period, v->spot->level };
    unsigned left = w->o->max_stack, mode = 0;
    for (uint64_t i = s->nchain; i-- && left;) {
        uint64_t avma = entry_at(s, i);
        if (avma >= PERF_CONTEXT_MAX) {
            mode = 0;
            continue;
        }
        if (!mode && !(mode = mode_at(s, i)))
            return; /* a marker that nobody knows: perf drops such a chain */
        if (mode == MODE_DEFERRED)
            continue;
        left--;
        uint64_t caller = i && entry_at(s, i - 1) == PERF_CONTEXT_USER ? leaf_caller(&c, avma) : 0;
        if (caller && caller != avma)
            count_entry(&c, mode, caller);
        count_entry(&c, mode, avma);
    }
}
