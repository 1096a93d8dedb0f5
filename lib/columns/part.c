#include "lib/columns/part.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Places and chains are found in batches: the prefetched memory of one sample arrives while others are processed. */
enum {
    BATCH = 16,
    RECORD_BYTES_LEAST = 8 /* of a record's header, so that no more is allocated than the file can have */
};

struct part_batched {
    struct sample s;
    const struct map *map; /* the mapping, if its addresses mean the same at all times; else NULL */
    uint64_t at, time;     /* at: address or offset from worker_map(); time: the time stored in the columns */
    uint32_t where;        /* known_place.where, with the bits of enum row_lack 0 */
};

enum { KNOWN_FIRST = 1 << 12 }; /* places */

#define WAITS UINT32_MAX /* used instead of a chain's number: the chain is not found yet */

/* The number of a thread with its current name. worker_make_name_id() uses two numbers per thread, from 1 on. */
static uint32_t thread_of(struct part *k, struct task_slot *task, const struct sample *s)
{
    const uint32_t number = (worker_name_id(&k->worker, task) - 1) / 2;
    if (number == k->nthreads)
        *MEM_ADD(k->threads, k->nthreads, k->cap_threads) =
            (struct column_thread){ s->pid, s->tid, task->comm };
    return number;
}

static uint32_t own_frame(struct worker *w, const struct sample *s, const struct resolved_addr *resolved)
{
    const struct frame f = { .avma = s->ip };
    const struct path_frame own = count_frame(w->o, &f, resolved);
    return paths_frame_number(&w->profile.paths, &own);
}

static size_t slot_hash(uint32_t where, uint64_t at)
{
    return (size_t)hash_u64(at ^ (uint64_t)(where >> 2) << 40);
}

static struct known_place *place_slot(const struct part *k, uint32_t where, uint64_t at)
{
    assert(where && k->nknown <= k->mask);
    size_t i = slot_hash(where, at) & k->mask;
    while (k->known[i].where && (k->known[i].at != at || k->known[i].where >> 2 != where >> 2))
        i = (i + 1) & k->mask;
    return &k->known[i];
}

static void remember_place(struct part *k, const struct known_place *found)
{
    struct known_place *old = k->known;
    if (k->nknown++ == k->mask / 2) {
        const size_t n = k->mask + 1;
        k->known = mem_new(n * 2, sizeof(*k->known));
        k->mask = n * 2 - 1;
        for (size_t i = 0; i < n; i++)
            if (old[i].where)
                *place_slot(k, old[i].where, old[i].at) = old[i];
        free(old);
    }
    *place_slot(k, found->where, found->at) = *found;
}

/* Prefetch the cached place of a sample's address. */
static void expect_place(struct part *k, struct part_batched *b)
{
    struct worker *w = &k->worker;
    const struct sample *s = &b->s;
    struct space_hole hole;
    struct task_slot *task = address_cache_task_of(&w->addresses, s);
    b->map = worker_map(w, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, &b->at, &hole);
    b->where = 0;
    if (b->map) {
        b->where = (b->map->how->object->index + 1) << 2;
        __builtin_prefetch(&k->known[slot_hash(b->where, b->at) & k->mask]);
    }
}

/* The number + 1 of the frame at a sample's address; 0: the sample has no address. Counts a problem if the frame has
   no symbol. */
static uint32_t place_at(struct part *k, const struct part_batched *b, struct task_slot *task)
{
    struct worker *w = &k->worker;
    const struct sample *s = &b->s;
    const struct map *m = b->map;
    if (!(s->has & PERF_SAMPLE_IP))
        return 0;
    struct problems *problems = &w->profile.problems;
    const unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    if (m) {
        const struct known_place *known = place_slot(k, b->where, b->at);
        const enum row_lack lack = known->where & 3;
        if (lack)
            problems->of[address_problem(lack)].n++;
        if (known->where)
            return known->place;
    }
    const struct resolved_addr resolved =
        m ? address_cache_resolve(&w->addresses, task, mode, s->ip, s->when, m)
          : address_cache_find(&w->addresses, task, mode, s->ip, s->when, 0);
    const uint32_t place = own_frame(w, s, &resolved) + 1;
    const enum row_lack lack = w->addresses.r
                                   ? address_lack(&resolved)
                                   /* without a resolver no source was asked, so nothing is missing */
                                   : ROW_LACKS_NOTHING;
    if (m)
        remember_place(k, &(struct known_place){ b->at, b->where | lack, place });
    if (lack)
        address_count_lack(&resolved, s, problems);
    return place;
}

static void end_waiting(struct part *k)
{
    if (!k->nwaiting)
        return;
    const struct path_walk *chains = count_chain_finish(&k->worker);
    for (size_t i = k->n, left = k->nwaiting; left; i--)
        if (k->v[i - 1].chain == WAITS)
            k->v[i - 1].chain = chains[--left].at;
    k->nwaiting = 0;
}

/* Whether a sample has a call chain, or data to make one. */
static bool has_chain(const struct part *k, const struct sample *s)
{
    return k->chains && s->has & (PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN);
}

/* Begin to find a sample's chain. Sets k->cut if keeping the outermost frames would give another stack than keeping
   the innermost ones: the chain is longer than a stack, or the link register holds a caller. */
static void begin_chain(struct part *k, const struct sample *s, struct task_slot *task)
{
    const struct stacks *all = &k->worker.stacks;
    size_t n = 0;
    count_chain_begin(&k->worker, s, task);
    column_faults_take(&k->faults, &k->worker.profile.problems, (uint32_t)k->n);
    for (size_t i = 0; all->nentries > all->o.max && i < all->nentries; i++)
        n += all->entries[i] < PERF_CONTEXT_MAX;
    k->cut = k->cut || n > all->o.max || s->nbranches >= all->o.max ||
             (s->user_regs.n && !(s->event->attr.sample_type & PERF_SAMPLE_STACK_USER));
}

/* Find a sample's chain immediately; waiting chains are found before it. */
static uint32_t chain_of(struct part *k, const struct sample *s, struct task_slot *task)
{
    end_waiting(k);
    begin_chain(k, s, task);
    return count_chain_finish(&k->worker)->at;
}

/* Add a sample that counts for event `ev`, one of the events whose counters it read. `like`: the other values. */
static void add_part_sample(struct part *k, const struct event *ev, const struct sample *s, uint64_t weight,
                            struct part_sample like)
{
    const bool has_cpu = s->has & PERF_SAMPLE_CPU, is_far = s->cpu >= SAMPLE_COLUMNS_NO_CPU;
    like.event = (uint16_t)(ev - k->worker.c->events.v);
    like.weight = weight;
    like.cpu = SAMPLE_COLUMNS_NO_CPU;
    if (has_cpu && !is_far)
        like.cpu = (uint16_t)s->cpu;
    k->far_cpu = k->far_cpu || (has_cpu && is_far && s->cpu != UINT32_MAX);
    *MEM_ADD(k->v, k->n, k->cap) = like;
}

static void see_batched(struct part *k, const struct part_batched *b)
{
    struct worker *w = &k->worker;
    const struct sample *s = &b->s;
    const struct event *ev;
    struct part_sample seen = { .time = b->time };
    struct task_slot *task = address_cache_task_of(&w->addresses, s);
    if (k->chains)
        row_cache_make_room(&w->row_cache);
    const bool has_tid = s->has & PERF_SAMPLE_TID;
    if (has_tid)
        seen.thread = thread_of(k, task, s);
    if (s->event->attr.sample_type & PERF_SAMPLE_READ) {
        struct reading at = reading_of(s);
        for (uint64_t grown; reads_next(&w->reads, &at, &w->c->events, &ev, &grown);) {
            if (!grown)
                continue;
            /* found again for each event, since problems are counted for each event */
            seen.place = place_at(k, b, task);
            seen.chain = has_chain(k, s) ? chain_of(k, s, task) : 0;
            add_part_sample(k, ev, s, grown, seen);
        }
        return;
    }
    seen.place = place_at(k, b, task);
    if (has_chain(k, s)) {
        begin_chain(k, s, task);
        k->nwaiting++;
        seen.chain = WAITS;
    }
    add_part_sample(k, s->event, s, s->period, seen);
    if (k->nwaiting == BATCH)
        end_waiting(k);
}

/* Read the next sample of a block. A sample without a time gets the latest time before it. */
static bool next_batched(struct part *k, struct block *from, struct part_batched *b)
{
    struct capture *c = k->worker.c;
    struct sample *s = &b->s;
    if (!c->ops->next_sample(c, from, s, &k->worker.profile.problems))
        return false;
    if (s->when.time > k->latest && s->when.time < OFF_CPU_TIMESTAMP)
        k->latest = s->when.time;
    const bool has_time = s->has & PERF_SAMPLE_TIME;
    b->time = has_time ? s->when.time : k->latest;
    s->when.time = c->timed ? b->time
                            : 0; /* without times the position in the file gives the order, as in count.c */
    expect_place(k, b);
    return true;
}

void part_read(struct part *k)
{
    struct worker *w = &k->worker;
    struct part_batched *batch = mem_new(BATCH, sizeof(*batch));
    struct block b = { 0 };
    while (w->c->ops->next_block(w->c, &b, &w->err)) {
        const uint64_t seq = b.seq;
        size_t n;
        do {
            for (n = 0; n < BATCH && next_batched(k, &b, &batch[n]);)
                n++;
            for (size_t i = 0; i < n; i++)
                see_batched(k, &batch[i]);
        } while (n == BATCH);
        end_waiting(k);
        *MEM_ADD(k->blocks, k->nblocks, k->cap_blocks) = (struct part_block){ seq, k->n };
    }
    free(batch);
    free(b.buf);
}

void *part_room(size_t n, size_t size)
{
    const size_t bytes = n * size;
    if (bytes < MEM_LARGE)
        return mem_resize(NULL, n, size);
    return mem_new_huge_pages((bytes + MEM_LARGE - 1) / MEM_LARGE * MEM_LARGE);
}

void part_init(struct part *k, struct capture *c, const struct timeline *t, struct resolver *r,
               const struct count_opts *o, bool alone)
{
    *k = (struct part){ .chains = o->paths };
    if (alone) { /* one that grows would for a moment need three times the memory */
        k->cap = (size_t)lesser_of(c->nsamples, capture_bytes(c) / RECORD_BYTES_LEAST);
        k->v = part_room(k->cap, sizeof(*k->v));
    }
    worker_init(&k->worker, c, t, r, o);
    k->worker.rows_by_task = k->worker.rows_by_tid = true;
    k->mask = KNOWN_FIRST - 1;
    k->known = mem_new(KNOWN_FIRST, sizeof(*k->known));
    if (k->chains)
        count_callers_init(&k->worker);
    *MEM_ADD(k->threads, k->nthreads, k->cap_threads) = (struct column_thread){ 0 };
}

void part_free(struct part *k)
{
    if (k->chains)
        count_callers_free(&k->worker);
    worker_free(&k->worker);
    free(k->v);
    free(k->blocks);
    free(k->threads);
    free(k->known);
    column_faults_free(&k->faults);
}
