/* kmem stat and trace -s: what the kernel allocated, and the system calls of each thread. */
#include <math.h>
#include <stdlib.h>

#include "read/state.h"
#include "read/tracepoints.h"
#include "views.h"

/* ---- kmem ---- */

enum { ALLOC = 1, FREE };
enum { ALLOC_POINTER, ALLOC_SITE, ALLOC_REQUESTED, ALLOC_ALLOCATED, ALLOC_NODE };

#define ALLOC_FIELDS                                                                                         \
    {                                                                                                        \
        "ptr", "call_site", "bytes_req", "bytes_alloc", "node"                                               \
    }
static const struct tracepoint_wanted of_slabs[] = {
    { "kmalloc", ALLOC_FIELDS, ALLOC },
    { "kmalloc_node", ALLOC_FIELDS, ALLOC },
    { "kmem_cache_alloc", ALLOC_FIELDS, ALLOC },
    { "kmem_cache_alloc_node", ALLOC_FIELDS, ALLOC },
    { "kfree", { "ptr" }, FREE },
    { "kmem_cache_free", { "ptr" }, FREE },
    { NULL, { NULL }, 0 },
};

struct allocation {
    uint64_t at, site, hits, requested, allocated, last;
    uint32_t caller, cpu, moves;
};

struct allocations {
    struct allocation *v;
    size_t n, cap;
    struct table by_at;
};

static uint32_t allocation_of(struct allocations *a, uint64_t at)
{
    uint32_t *number = table_at(&a->by_at, table_hash(at));
    if (!*number) {
        a->v = table_room(a->v, a->n, &a->cap, sizeof(*a->v));
        a->v[a->n++] = (struct allocation){ .at = at };
        *number = (uint32_t)a->n;
    }
    return *number - 1;
}

static void count(struct allocation *a, uint64_t requested, uint64_t allocated)
{
    a->hits++;
    a->requested += requested;
    a->allocated += allocated;
    a->last = allocated;
}

struct slabs {
    struct allocations objects, callers;
    uint64_t requested, allocated, freed, hits;
};

static void see_alloc(struct slabs *s, const struct tracepoint *t, const uint8_t *raw, uint32_t cpu)
{
    uint64_t requested = tracepoint_number(t, ALLOC_REQUESTED, raw);
    uint64_t allocated = tracepoint_number(t, ALLOC_ALLOCATED, raw);
    uint32_t caller = allocation_of(&s->callers, tracepoint_number(t, ALLOC_SITE, raw));
    uint32_t pointer = allocation_of(&s->objects, tracepoint_number(t, ALLOC_POINTER, raw));
    struct allocation *object = &s->objects.v[pointer];
    count(&s->callers.v[caller], requested, allocated);
    count(object, requested, allocated);
    object->site = s->callers.v[caller].at;
    object->caller = caller;
    object->cpu = cpu;
    s->requested += requested;
    s->allocated += allocated;
    s->hits++;
}

static void see_free(struct slabs *s, const struct tracepoint *t, const uint8_t *raw, uint32_t cpu)
{
    uint32_t known = table_get(&s->objects.by_at, table_hash(tracepoint_number(t, 0, raw)));
    if (!known)
        return;
    struct allocation *object = &s->objects.v[known - 1];
    s->freed += object->last;
    if (object->cpu != cpu) {
        object->moves++;
        s->callers.v[object->caller].moves++;
    }
    object->cpu = UINT32_MAX;
}

void views_kmem(struct capture *c, struct out *o)
{
    struct slabs s = { 0 };
    const struct tracepoint *points = tracepoints_of(c, of_slabs);
    for (const struct moment *m; (m = capture_next(c)) != NULL;) {
        const uint8_t *p = m->p;
        if (u32(p) != SAMPLE)
            continue; /* nothing is asked of the machine */
        const struct layout *l = capture_event(c, p);
        const struct tracepoint *t = &points[l - c->events];
        if (t->kind == ALLOC)
            see_alloc(&s, t, tracepoint_raw(l, t, p), u32(p + l->cpu));
        else if (t->kind == FREE)
            see_free(&s, t, tracepoint_raw(l, t, p), u32(p + l->cpu));
    }
    out_number(o, s.allocated - s.requested, 20);
    out_char(o, '\n');
    views_found("requested", s.requested);
    views_found("allocated", s.allocated);
    views_found("freed", s.freed);
    views_found("hits", s.hits);
    views_found("objects", s.objects.n);
}

/* ---- trace -s ---- */

enum { ENTER = 1, LEAVE };
static const struct tracepoint_wanted of_calls[] = {
    { "sys_enter", { "id" }, ENTER },
    { "sys_exit", { "id", "ret" }, LEAVE },
    { NULL, { NULL }, 0 },
};

struct sum {
    uint32_t tid, number;
    uint64_t n, failures, min, max;
    double mean, m2; /* Welford */
};

struct caller {
    uint64_t entered, events;
    bool was_entered;
};

struct calls {
    struct state state;
    struct caller *v;
    struct sum *sums;
    size_t n, cap, nsums, cap_sums;
    struct table by_sum;
};

static struct caller *caller_of(struct calls *k, struct thread *t)
{
    if (!t->own) {
        k->v = table_room(k->v, k->n, &k->cap, sizeof(*k->v));
        k->v[k->n++] = (struct caller){ 0 };
        t->own = (uint32_t)k->n;
    }
    return &k->v[t->own - 1];
}

static void sum_up(struct calls *k, uint32_t tid, uint32_t own, uint32_t number, uint64_t duration,
                   int64_t result)
{
    uint32_t *at = table_at(&k->by_sum, table_hash((uint64_t)own << 32 | number));
    if (!*at) {
        k->sums = table_room(k->sums, k->nsums, &k->cap_sums, sizeof(*k->sums));
        k->sums[k->nsums++] = (struct sum){ .tid = tid, .number = number, .min = UINT64_MAX };
        *at = (uint32_t)k->nsums;
    }
    struct sum *s = &k->sums[*at - 1];
    s->n++;
    double delta = (double)duration - s->mean;
    s->mean += delta / (double)s->n;
    s->m2 += delta * ((double)duration - s->mean);
    s->min = duration < s->min ? duration : s->min;
    s->max = duration > s->max ? duration : s->max;
    s->failures += result < 0 && result >= -4095;
}

static void show_sum(const struct sum *s, struct out *o)
{
    double of = s->n > 1 && s->mean > 0 ? 100 * sqrt(s->m2 / (double)(s->n - 1) / (double)s->n) / s->mean : 0;
    const uint64_t cells[] = {
        s->tid, s->number,         s->n,   s->failures,         (uint64_t)(s->mean * (double)s->n),
        s->min, (uint64_t)s->mean, s->max, (uint64_t)(of * 100)
    };
    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++)
        out_number(o, cells[i], 12);
    out_char(o, '\n');
    out_room(o);
}

void views_trace(struct capture *c, struct out *o)
{
    struct calls k = { 0 };
    const struct tracepoint *points = tracepoints_of(c, of_calls);
    uint64_t calls = 0;
    state_init(&k.state, c);
    for (const struct moment *m; (m = state_next_sample(&k.state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct tracepoint *t = &points[l - c->events];
        const uint8_t *raw = t->kind ? tracepoint_raw(l, t, p) : NULL;
        if (!raw || (int64_t)tracepoint_number(t, 0, raw) < 0)
            continue;
        struct thread *thread = state_thread(&k.state, u32(p + l->tid), u32(p + l->tid + 4));
        struct caller *caller = caller_of(&k, thread);
        caller->events++;
        if (t->kind == ENTER) {
            caller->entered = m->time;
            caller->was_entered = true;
        } else {
            uint64_t duration = caller->was_entered && m->time > caller->entered ? m->time - caller->entered
                                                                                 : 0;
            sum_up(&k, thread->tid, thread->own, (uint32_t)tracepoint_number(t, 0, raw), duration,
                   (int64_t)tracepoint_number(t, 1, raw));
        }
    }
    for (size_t i = 0; i < k.nsums; i++) {
        calls += k.sums[i].n;
        show_sum(&k.sums[i], o);
    }
    views_found("rows", k.nsums);
    views_found("calls", calls);
}
