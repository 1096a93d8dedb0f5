/* Counts call chains as paths of a tree (paths.h), or as whole chains (call_chains.c). */
#include "core/profile/count/callers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"
#include "core/profile/count/caller_rows.h"

/* The lead (caller_rows.h) that the call path of v's sample begins with. */
static uint32_t lead_of(struct worker *w, struct view *v, struct task_slot *task)
{
    const bool is_known = task->lead && task->lead_event == v->event && !w->keys_vary;
    if (!is_known) {
        task->lead = caller_rows_find_lead(&w->profile, v);
        task->lead_event = v->event;
    }
    return task->lead;
}

void count_chain_begin(struct worker *w, const struct sample *s, struct task_slot *task)
{
    struct callers *c = w->callers;
    struct resolved_addr resolved = { .level = 'H' };
    struct view v = { .event = (uint32_t)(s->event - w->c->events.v),
                      .sample = s,
                      .comm = task->comm,
                      .resolved = &resolved,
                      .env = &w->c->env,
                      .timeline = w->addresses.t };
    size_t first = c->nkinds;
    address_cache_space(&w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, &resolved.level);
    if (transforms_any(&w->o->transforms))
        count_chain_append_steps(w);
    else
        count_chain_append_kinds(w, &v, task, count_find_recent_chain(w, &v, task));
    *MEM_ADD(c->walks, c->nwaiting, c->cap_walks) = (struct path_walk){ .next = first, .end = c->nkinds };
}

/* Find the numbers of all waiting chains. Each stage runs for all chains before the next stage begins, so that the
   prefetched memory of one chain arrives while other chains are processed. */
static void find_chains(struct callers *c, struct call_chains *chains)
{
    for (size_t i = 0; i < c->nwaiting; i++) {
        struct path_walk *k = &c->walks[i];
        k->at = call_chains_hash(c->kinds + k->next, k->end - k->next);
        __builtin_prefetch(path_slots_begin(&chains->slots, k->at), 1);
    }
    for (size_t i = 0; i < c->nwaiting; i++)
        __builtin_prefetch(call_chains_likely(chains, c->walks[i].at), 1);
    for (size_t i = 0; i < c->nwaiting; i++)
        __builtin_prefetch(call_chains_likely_numbers(chains, c->walks[i].at));
    for (size_t i = 0; i < c->nwaiting; i++) {
        struct path_walk *k = &c->walks[i];
        k->at = call_chains_find_or_add(chains, c->kinds + k->next, k->end - k->next, k->at);
    }
}

const struct path_walk *count_chain_finish(struct worker *w)
{
    struct callers *c = w->callers;
    find_chains(c, &w->profile.paths.chains);
    c->nwaiting = c->nkinds = 0;
    return c->walks;
}

/* Let a walk share the first steps of the thread's previous walk, if the previous walk still waits and has
   the same lead. */
static void call_paths_share(struct callers *c, struct recent_chain *recent, struct path_walk *k,
                             size_t shared)
{
    if (recent->turn == c->turn && recent->lead == k->at) {
        k->like = recent->walk;
        k->shared = (uint32_t)shared;
        while (c->walks[k->like].shared && c->walks[k->like].shared >= k->shared)
            k->like = c->walks[k->like].like;
    }
    recent->turn = c->turn;
    recent->lead = k->at;
    recent->walk = (uint32_t)c->nwaiting;
}

void count_queue_call_path(struct worker *w, struct view *v, struct task_slot *task, uint64_t period,
                           uint32_t row)
{
    struct callers *c = w->callers;
    struct paths *p = &w->profile.paths;
    size_t first = c->nkinds;
    if (w->o->chains)
        *MEM_ADD(c->kinds, c->nkinds, c->cap_kinds) = row;
    else if (p->bound && !w->o->children)
        *MEM_ADD(c->kinds, c->nkinds, c->cap_kinds) = bounded_paths_row_kind(p, row);
    struct recent_chain *recent = NULL;
    size_t shared = 0;
    if (transforms_any(&w->o->transforms)) {
        count_chain_append_steps(w);
    } else {
        recent = count_find_recent_chain(w, v, task);
        shared = count_chain_append_kinds(w, v, task, recent);
    }
    if (p->bound) {
        count_chain_resolve_later(c, p);
        c->kinds = mem_room(c->kinds, c->nkinds, &c->cap_kinds, sizeof(*c->kinds));
        c->nkinds = first + count_bounded(w, c->kinds + first, c->nkinds - first, v->sample, period, &row);
        if (w->weighs)
            return;
    }
    c->waiting = mem_room(c->waiting, c->nwaiting, &c->cap_waiting, sizeof(*c->waiting));
    c->walks = mem_room(c->walks, c->nwaiting, &c->cap_walks, sizeof(*c->walks));
    struct path_walk *k = &c->walks[c->nwaiting];
    *k = (struct path_walk){ .at = PATH_OUTSIDE, .next = first, .end = c->nkinds };
    if (w->defers)
        k->at = lead_of(w, v, task);
    const bool may_share = recent && !p->bound && !w->o->chains;
    if (may_share)
        call_paths_share(c, recent, k, shared);
    c->waiting[c->nwaiting++] = (struct waiting){ v->sample, period, row };
}

/* Forget all remembered numbers of kinds of steps, since bounded_paths_trim() or a cut renumbered them. */
static void forget_kinds(struct worker *w)
{
    struct callers *c = w->callers;
    while (c->nseveral)
        free(c->several[--c->nseveral].v);
    idmap_free(&c->by_list);
    c->nowhere = 0;
    memset(c->nameless, 0, sizeof(c->nameless));
    recent_chains_forget(&c->recent);
    row_cache_forget(&w->row_cache);
}

static void count_chains(struct callers *c, struct call_chains *chains)
{
    find_chains(c, chains);
    for (size_t i = 0; i < c->nwaiting; i++) {
        struct call_chain *k = &chains->v[c->walks[i].at - 1];
        k->samples++;
        k->period += c->waiting[i].period;
    }
}

static void count_steps(struct callers *c, struct paths *p)
{
    assert(c->nwaiting <= PATH_WALKS_MOST);
    paths_walk(p, c->kinds, c->walks, c->nwaiting);
    for (size_t i = 0; i < c->nwaiting; i++)
        __builtin_prefetch(paths_end_begin(p, c->walks[i].at, c->waiting[i].row), 1);
    for (size_t i = 0; i < c->nwaiting; i++)
        paths_count_sample(p, c->walks[i].at, c->waiting[i].row, c->waiting[i].sample, c->waiting[i].period);
}

void count_queued_call_paths(struct worker *w)
{
    struct callers *c = w->callers;
    struct paths *p = &w->profile.paths;
    count_chain_resolve_later(c, p);
    if (w->o->chains)
        count_chains(c, &p->chains);
    else
        count_steps(c, p);
    c->nwaiting = c->nkinds = 0;
    c->turn++;
    if (p->bound && bounded_paths_cut_if_full(p))
        forget_kinds(w);
}
