/*
 * Call chains as rows: each row that occurs in a chain is counted once for the sample. Entries are taken from
 * the outermost inwards, as perf does for --children: an address that no mapping covers is marked like the
 * entry outside of it.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/worker.h"

/* An entry on its way to a row. */
struct entry {
    uint64_t avma;
    unsigned mode;
    const struct map *map; /* where it lies, if its row may be remembered */
    struct hot hot;        /* where and who it is, if such may be remembered */
    struct hot *slot;      /* NULL: not so */
};

/* A chain under way: its entries are gone through three times, so that what one needs of the memory is on its
   way while the others are looked at. */
struct callers {
    struct view *v;
    struct task_slot *task;
    uint32_t event;
    uint64_t period;
    char level; /* of the entry before */
    uint32_t n;
    struct entry entries[];
};

void callers_init(struct worker *w)
{ /* one for each entry of the chain, and one for the caller that a leaf is given */
    w->callers = mem_new(1, sizeof(*w->callers) + ((size_t)w->o->max_stack + 1) * sizeof(struct entry));
}

void callers_free(struct worker *w)
{
    free(w->callers);
}

static void aim_at(struct worker *w, struct entry *e, const void *where, uint64_t at, enum hot_use use,
                   char level)
{
    const struct callers *c = w->callers;
    e->hot = (struct hot){ .where = where,
                           .at = at,
                           .who = worker_who(w, c->task),
                           .event = c->event,
                           .use = (uint8_t)use,
                           .level = level };
    e->slot = hot_slot(w->hot, &e->hot);
}

static bool is_seen(const struct entry *e)
{
    return e->slot && hot_is(e->slot, &e->hot);
}

static void remember(const struct entry *e, uint32_t row)
{
    *e->slot = e->hot;
    e->slot->row = row;
}

/* Where an entry that lies in no mapping is remembered, once its space changes no more: with the mark that it
 * takes. */
static void aim_unmapped(struct worker *w, struct entry *e)
{
    struct callers *c = w->callers;
    char level;
    const struct space *space = w->hot ? spots_space(&w->spots, c->task, e->mode, &level) : NULL;
    if (space && space_settled(space, c->v->sample->when))
        aim_at(w, e, space, e->avma, HOT_NAMELESS, c->level);
}

static void add_entry(struct worker *w, unsigned mode, uint64_t avma)
{
    struct callers *c = w->callers;
    struct entry *e = &c->entries[c->n++];
    uint64_t at;
    *e = (struct entry){ .avma = avma, .mode = mode };
    if (!w->hot)
        return;
    e->map = worker_map(w, c->task, mode, avma, c->v->sample->when, &at);
    if (!e->map)
        return;
    aim_at(w, e, e->map->object, at, HOT_CALLER, 0);
    __builtin_prefetch(e->slot);
}

/* The row of an entry that is not remembered. What lies in no mapping is marked like the entry outside of it.
 */
static uint32_t find_row(struct worker *w, const struct entry *e, struct spot *spot)
{
    struct callers *c = w->callers;
    *spot = spots_find(&w->spots, c->task, e->mode, e->avma, c->v->sample->when, c->level);
    if (!spot->place.symbol)
        spot->addr = e->avma;
    c->level = spot->level;
    c->v->spot = spot;
    return worker_row(w, c->event, c->v);
}

/* The row of an entry. A nameless one shows its address, so a user's is remembered by its process and
   address, and by its object and offset only that this is so. */
static uint32_t entry_row(struct worker *w, struct entry *e)
{
    struct callers *c = w->callers;
    struct spot spot;
    if (!e->map)
        aim_unmapped(w, e);
    bool seen = is_seen(e);
    if (seen && e->slot->row == NO_ROW) {
        aim_at(w, e, c->task->space, e->avma, HOT_NAMELESS, 0);
        seen = is_seen(e);
    }
    if (seen) {
        if (e->map)
            c->level = e->mode == PERF_RECORD_MISC_KERNEL ? 'k' : '.';
        return e->slot->row;
    }
    uint32_t row = find_row(w, e, &spot);
    if (!e->slot || (!e->map && spot.place.map))
        return row;
    bool nameless = e->map && e->mode != PERF_RECORD_MISC_KERNEL && !spot.place.symbol;
    remember(e, nameless ? NO_ROW : row);
    if (nameless) {
        aim_at(w, e, c->task->space, e->avma, HOT_NAMELESS, 0);
        remember(e, row);
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
        if (is_seen(e) && e->slot->row != NO_ROW)
            __builtin_prefetch(row_at(p, e->slot->row), 1);
    }
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t row = entry_row(w, &c->entries[i]);
        if (row_at(p, row)->stamp != w->stamp) {
            row_at(p, row)->stamp = w->stamp;
            profile_count(p, row, s, c->period, false);
        }
    }
}

void count_callers(struct worker *w, struct view *v, struct task_slot *task, uint32_t event, uint64_t period)
{
    struct callers *c = w->callers;
    const struct stacks *k = &w->stacks;
    *c = (struct callers){ .v = v, .task = task, .event = event, .period = period, .level = v->spot->level };
    stack_of(&w->stacks, v->sample, task);
    for (size_t i = k->n; i--;)
        add_entry(w, k->frames[i].mode, k->frames[i].avma);
    count_entries(w);
}
