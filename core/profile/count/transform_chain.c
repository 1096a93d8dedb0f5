/* Applies transforms to the call chain of a sample, after the filters and perf's own changes of chains. */
#include <assert.h>

#include "core/base/mem.h"
#include "core/profile/count/callers.h"

/* The index of the innermost entry that is not an end of a branch, mostly the sample's own place; -1: none. */
static size_t innermost_entry(const struct callers *c)
{
    size_t i = c->n;
    while (i && c->entries[i - 1].f->taken)
        i--;
    return i - 1;
}

/* The outermost function of an entry; NULL: the entry has no steps. */
static const struct transform_step *first_step_of(const struct transforming *k, size_t entry)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->v[i].at == entry)
            return &k->v[i];
    return NULL;
}

/* The step in which the sample was taken: the outermost function of the innermost frame. NULL: only ends of branches
   are left. */
static const struct transform_step *own_step(const struct transforming *k, const struct callers *c)
{
    const struct transform_step *s;
    size_t i = k->n;
    do {
        if (!i)
            return NULL;
        s = &k->v[--i];
    } while (s->at != TRANSFORM_SAMPLE && c->entries[s->at].f->taken);
    if (s->at == TRANSFORM_SAMPLE)
        return s;
    return first_step_of(k, s->at);
}

/* The resolved address of a step, as if it were a caller. If no mapping covers it, it gets perf's mark of the next
   outer entry that is mapped, or else of the sample. */
static struct resolved_addr place_of_step(struct worker *w, const struct view *v,
                                          const struct task_slot *task, const struct transform_step *s)
{
    struct address_cache *cache = &w->addresses;
    const struct entry *entries = w->callers->entries;
    const struct frame *f = entries[s->at].f;
    const struct when when = v->sample->when;
    struct resolved_addr resolved = address_cache_find(cache, task, f->mode, f->avma, when, 0),
                         outer = resolved;
    for (uint32_t i = s->at; !outer.place.map && i--;)
        outer = address_cache_find(cache, task, entries[i].f->mode, entries[i].f->avma, when, 0);
    if (outer.place.map)
        resolved.level = outer.level;
    else if (v->resolved->level)
        resolved.level = v->resolved->level;
    if (!resolved.place.symbol)
        resolved.addr = f->avma;
    resolved.place.symbol = s->symbol;
    count_move_to_call(w->o, f->is_return, &resolved);
    return resolved;
}

bool count_transform_chain(struct worker *w, struct view *v, struct task_slot *task,
                           struct resolved_addr *resolved)
{
    struct transforming *k = &w->transforming;
    const struct place own = resolved->place;
    assert(w->callers && w->o->paths);
    count_chain_list_steps(w, v, task);
    v->resolved = resolved;
    const size_t entry = innermost_entry(w->callers);
    const struct transform_step *s = first_step_of(k, entry);
    const bool in_chain = s && s->symbol == own.symbol && s->object == own.object;
    if (!in_chain)
        *MEM_ADD(k->v, k->n, k->cap) =
            (struct transform_step){ .at = TRANSFORM_SAMPLE, .object = own.object, .symbol = own.symbol };
    if (!transforms_apply(&w->o->transforms, w->o->filter.demangle, k))
        return false;
    s = own_step(k, w->callers);
    const bool is_own = !s || s->at == TRANSFORM_SAMPLE ||
                        (in_chain && s->at == entry && s->symbol == own.symbol);
    if (!is_own)
        *resolved = place_of_step(w, v, task, s);
    transforms_prepare_steps(&w->o->transforms, k);
    return true;
}
