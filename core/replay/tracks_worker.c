#include "core/replay/tracks.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

/* So many call paths are looked up together: while one is processed, memory for the next is fetched. */
enum { BATCH = 16 };

static uint32_t track_of(struct tracks_worker *k, uint32_t event, const struct sample *s)
{
    uint32_t thread = idmap_number_key(&k->threads, (uint64_t)(uint32_t)s->pid << 32 | (uint32_t)s->tid);
    uint32_t number = idmap_number_key(&k->numbers, (uint64_t)event << 32 | thread);
    if (number > k->n) {
        *MEM_ADD(k->v, k->n, k->cap) = (struct track){ .event = event, .pid = s->pid, .tid = s->tid };
    }
    return number - 1;
}

static struct resolved_addr tracks_worker_place_of(struct worker *w, const struct sample *s,
                                                   const struct task_slot *task)
{
    unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    return address_cache_find(&w->addresses, task, mode, s->ip, s->when, 0);
}

/* The entry of a sample in the row cache. It is prefetched while the sample's path is found. */
struct own_place {
    const struct map *map;
    struct row_wanted wanted;
};

static struct own_place want_place(struct worker *w, const struct sample *s, struct task_slot *task)
{
    uint64_t at;
    struct space_hole hole;
    struct own_place own = { 0 };
    own.map = worker_map(w, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, &at, &hole);
    if (own.map) {
        const struct row_context x = { .where = own.map->how->object, .use = ROW_USE_SELF };
        uint32_t context = row_cache_context_of(&w->row_cache, &task->contexts, &x, at);
        own.wanted = row_cache_want(&w->row_cache, context, at);
    }
    return own;
}

/* Count why samples could not be resolved to names, for the lines below a view. The row cache remembers
   the reason if it is the same at all times. */
static void see_place(struct worker *w, const struct sample *s, const struct task_slot *task,
                      const struct own_place *own)
{
    struct problems *problems = &w->profile.problems;
    const struct cached_row *known = row_cache_find(&own->wanted);
    unsigned problem = 0;
    if (known && row_cache_lack(known))
        problem = 1 + address_problem(row_cache_lack(known));
    if (known && !problem_goes_before(problems, problem, s->when.seq)) {
        if (problem)
            problems->of[problem - 1].n++;
        return;
    }
    struct resolved_addr resolved = address_cache_resolve(
        &w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, own->map);
    if (own->wanted.line && !known)
        worker_cache_row(w, &own->wanted, s->ip, &resolved, true, 0, address_lack(&resolved));
    address_count_lack(&resolved, s, problems);
}

/* Add all waiting samples to their tracks, in order. */
static void end_waiting(struct tracks_worker *k)
{
    for (size_t i = 0; i < k->nwaiting; i++) {
        const struct track *t = &k->v[k->waiting[i].track];
        if (t->v)
            __builtin_prefetch(t->v + t->n, 1);
    }
    const struct path_walk *paths = count_chain_finish(&k->worker);
    const uint32_t block = (uint32_t)k->nblocks - 1;
    for (size_t i = 0; i < k->nwaiting; i++) {
        const struct waiting_sample *s = &k->waiting[i];
        struct track *t = &k->v[s->track];
        assert(s->path == UINT32_MAX || s->path < k->npaths);
        uint32_t path = PATH_OUTSIDE;
        if (s->path != UINT32_MAX)
            path = paths[s->path].at;
        track_name(t, s->comm, s->time, s->seq);
        *MEM_ADD(t->v, t->n, t->cap) = (struct track_sample){ s->time, s->period, path, block };
    }
    k->nwaiting = k->npaths = 0;
}

static void tracks_worker_add(struct tracks_worker *k, const struct event *ev, const struct sample *s,
                              uint64_t period, const struct task_slot *task, const struct own_place *own,
                              uint32_t path, bool hidden)
{
    k->samples++;
    k->hidden += hidden;
    if (hidden)
        return;
    uint32_t event = (uint32_t)(ev - k->worker.c->events.v);
    if (k->leads)
        event = k->leads[event];
    uint32_t track = track_of(k, event, s);
    __builtin_prefetch(&k->v[track], 1);
    *MEM_ADD(k->waiting, k->nwaiting, k->cap_waiting) =
        (struct waiting_sample){ k->time, s->when.seq, period, task->comm, track, path };
    if (k->worker.addresses.r) /* addresses.r is NULL if no source is asked for names */
        see_place(&k->worker, s, task, own);
}

/* Also leaves the stack that transforms make for count_chain_begin(). */
static bool tracks_worker_is_hidden(struct tracks_worker *k, const struct sample *s, struct task_slot *task)
{
    struct worker *w = &k->worker;
    struct resolved_addr resolved = { .level = 'H' };
    const bool transforms = transforms_any(&w->o->transforms);
    if (transforms || filter_needs_place(&w->o->filter))
        resolved = tracks_worker_place_of(w, s, task);
    struct view v = { .event = (uint32_t)(s->event - w->c->events.v),
                      .sample = s,
                      .comm = task->comm,
                      .resolved = &resolved,
                      .env = &w->c->env,
                      .timeline = w->addresses.t };
    if (filter_hides(&w->o->filter, &w->filtered, &v))
        return true;
    return transforms && !count_transform_chain(w, &v, task, &resolved);
}

static void tracks_worker_see(struct tracks_worker *k, struct sample *s)
{
    struct worker *w = &k->worker;
    bool reads = s->event->attr.sample_type & PERF_SAMPLE_READ;
    bool dropped = w->drops && filter_drops(&w->o->filter, s);
    if (dropped && !reads)
        return;
    s->when.time = k->time;
    if (!w->c->timed)
        s->when.time = 0; /* as in count.c: the position in the file gives the order */
    struct task_slot *task = address_cache_task_of(&w->addresses, s);
    row_cache_make_room(&w->row_cache);
    bool hidden = !dropped && k->hides && tracks_worker_is_hidden(k, s, task);
    struct own_place own = { 0 };
    uint32_t path = UINT32_MAX;
    if (!dropped && !hidden) {
        own = want_place(w, s, task);
        count_chain_begin(w, s, task);
        path = k->npaths++;
    }
    if (!reads) {
        tracks_worker_add(k, s->event, s, s->period, task, &own, path, hidden);
        return;
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(&w->reads, &at, &w->c->events, &ev, &grown);)
        if (grown && !dropped)
            tracks_worker_add(k, ev, s, grown, task, &own, path, hidden);
}

void tracks_worker_read(struct tracks_worker *k)
{
    struct worker *w = &k->worker;
    struct sample *s = &k->sample;
    struct block b = { 0 };
    while (w->c->ops->next_block(w->c, &b, &w->err)) {
        *MEM_ADD(k->blocks, k->nblocks, k->cap_blocks) = (struct tracks_block){ .seq = b.seq };
        while (w->c->ops->next_sample(w->c, &b, s, &w->profile.problems)) {
            const uint64_t time = s->when.time;
            if (time > k->latest && time < OFF_CPU_TIMESTAMP)
                k->latest = time;
            k->time = s->has & PERF_SAMPLE_TIME ? time : k->latest;
            tracks_worker_see(k, s);
            if (k->npaths == BATCH)
                end_waiting(k);
        }
        end_waiting(k);
    }
    free(b.buf);
}

void tracks_worker_init(struct tracks_worker *k, struct capture *c, const struct timeline *t,
                        struct resolver *r, const struct count_opts *o, const uint32_t *leads)
{
    *k = (struct tracks_worker){ .leads = leads,
                                 .hides = filter_may_hide(&o->filter) || transforms_any(&o->transforms) };
    worker_init(&k->worker, c, t, r, o);
    count_callers_init(&k->worker);
}

void tracks_worker_free(struct tracks_worker *k)
{
    count_callers_free(&k->worker);
    worker_free(&k->worker);
    idmap_free(&k->threads);
    idmap_free(&k->numbers);
    for (size_t i = 0; i < k->n; i++)
        free(k->v[i].v);
    free(k->v);
    free(k->waiting);
    free(k->blocks);
}
