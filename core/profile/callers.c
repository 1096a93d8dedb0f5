/*
 * Call chains as rows: each row that occurs in a chain is counted once for the sample. Entries are taken from
 * the outermost inwards, as perf does for --children: an address that no mapping covers is marked like the
 * entry outside of it.
 */
#include <stdlib.h>

#include "core/base/mem.h"
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

/* An entry on its way to a row. */
struct entry {
    uint64_t avma;
    unsigned mode;
    char level; /* by its mode */
    struct hot_key key;
    struct hot_slot *hot; /* NULL: nothing is remembered */
};

/* A chain under way: its entries are gone through three times, so that what one needs of the memory is on its
   way while the others are looked at. */
struct callers {
    struct view *v;
    const struct task_slot *task;
    uint32_t event;
    uint64_t period;
    char level; /* of the entry before */
    uint32_t n;
    struct entry entries[];
};

void callers_init(struct worker *w)
{ /* of each entry of the chain one, and one for the caller that a leaf may be given */
    w->callers = mem_new(1, sizeof(*w->callers) + ((size_t)w->o->max_stack + 2) * sizeof(struct entry));
}

void callers_free(struct worker *w)
{
    free(w->callers);
}

static void add_entry(struct worker *w, unsigned mode, uint64_t avma)
{
    struct callers *c = w->callers;
    struct entry *e = &c->entries[c->n++];
    e->avma = avma;
    e->mode = mode;
    e->key = (struct hot_key){ .where = spots_space(&w->spots, c->task, mode, &e->level),
                               .at = avma,
                               .comm = c->task->comm,
                               .tid = hot_tid(w, c->task),
                               .use = 2 * c->event + 1 };
    e->hot = w->hot && e->key.where ? hot_at(w->hot, &e->key) : NULL;
    if (e->hot)
        __builtin_prefetch(e->hot);
}

/* The row of an entry. What lies in no mapping is marked like the entry outside of it, and so is not
 * remembered. */
static uint32_t entry_row(struct worker *w, const struct entry *e)
{
    struct callers *c = w->callers;
    struct when now = c->v->sample->when;
    if (e->hot && hot_holds(e->hot, &e->key, moment(w, now))) {
        c->level = e->level;
        return e->hot->row;
    }
    struct spot spot = spots_find(&w->spots, c->task, e->mode, e->avma, now, c->level);
    if (!spot.place.symbol)
        spot.addr = e->avma;
    c->level = spot.level;
    c->v->spot = &spot;
    uint32_t row = worker_row(w, c->event, c->v);
    if (e->hot && spot.place.map) {
        struct when from = when_before(c->task->from, spot.from) ? spot.from : c->task->from;
        struct when until = when_before(c->task->until, spot.until) ? c->task->until : spot.until;
        *e->hot = (struct hot_slot){
            .key = e->key, .after = moment(w, from), .before = moment(w, until), .row = row
        };
    }
    return row;
}

/* Count every entry's row, each row once per sample. */
static void count_entries(struct worker *w)
{
    struct callers *c = w->callers;
    const struct sample *s = c->v->sample;
    struct profile *p = &w->profile;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct entry *e = &c->entries[i];
        if (e->hot && hot_holds(e->hot, &e->key, moment(w, s->when)))
            __builtin_prefetch(row_at(p, e->hot->row), 1);
    }
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t row = entry_row(w, &c->entries[i]);
        if (row_at(p, row)->stamp != w->stamp) {
            row_at(p, row)->stamp = w->stamp;
            profile_count(p, row, s, c->period, false);
        }
    }
}

/* The kernel walks frame pointers, so it steps over the caller of a function that has no frame of its own.
   Where perf had the link register recorded for that (arm64, --call-graph fp), and unless the unwind table
   says that the return address was saved, this is the address of the call; else 0. Where the table cannot
   tell, perf on the recording machine trusts the register (get_leaf_frame_caller_aarch64 and libunwind's last
   resort), and so do we: docs/differences.md. */
static uint64_t leaf_caller(struct worker *w, uint64_t leaf)
{
    const struct callers *c = w->callers;
    const struct sample *s = c->v->sample;
    const struct arch_reg *ra = w->link_register, *sp = w->stack_pointer;
    if (!ra || !sp || !s->user_regs.n || s->event->attr.sample_regs_user != UINT64_C(1) << ra->perf)
        return 0;
    enum ra_rule rule = spots_ra_rule(&w->spots, c->task, leaf, s->when, ra->dwarf, sp->dwarf);
    uint64_t to = load_u64(s->user_regs.p, s->order);
    return to && (rule == RA_IN_REGISTER || rule == RA_UNTOLD) ? to - 1 : 0;
}

void count_callers(struct worker *w, struct view *v, const struct task_slot *task, uint32_t event,
                   uint64_t period)
{
    const struct sample *s = v->sample;
    struct callers *c = w->callers;
    *c = (struct callers){ .v = v, .task = task, .event = event, .period = period, .level = v->spot->level };
    unsigned left = w->o->max_stack, mode = 0;
    for (uint64_t i = s->nchain; i-- && left;) {
        uint64_t avma = entry_at(s, i);
        if (avma >= PERF_CONTEXT_MAX) {
            mode = 0;
            continue;
        }
        if (!mode && !(mode = mode_at(s, i)))
            break; /* a marker that nobody knows: perf drops what is inside of it */
        if (mode == MODE_DEFERRED)
            continue;
        left--;
        uint64_t caller = i && entry_at(s, i - 1) == PERF_CONTEXT_USER ? leaf_caller(w, avma) : 0;
        if (caller && caller != avma && c->n <= w->o->max_stack)
            add_entry(w, mode, caller);
        add_entry(w, mode, avma);
    }
    count_entries(w);
}
