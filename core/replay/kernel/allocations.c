/* Slab allocations by object and by caller, counted as perf 6.1 counts them (builtin-kmem.c). */
#include "core/replay/kernel/allocations.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum { ALLOC_PTR, ALLOC_CALL_SITE, ALLOC_BYTES_REQ, ALLOC_BYTES_ALLOC, ALLOC_NODE };
enum { NUMA_NO_NODE = -1 }; /* linux/numa.h: any node */

static uint32_t index_of(struct allocation_table *t, uint64_t at)
{
    uint32_t number = idmap_number_key(&t->by_at, at);
    if (number > t->n) {
        *MEM_ADD(t->v, t->n, t->cap) = (struct allocation){ .at = at };
    }
    return number - 1;
}

static void allocations_count(struct allocation *a, const struct allocation_event *e)
{
    a->last = e->allocated;
    if (!e->outside || !a->hits)
        a->call_site = e->call_site;
    if (e->outside)
        return;
    a->hits++;
    a->requested += e->requested;
    a->allocated += e->allocated;
}

/* Whether the allocation's node differs from the node of its CPU. If no nodes were recorded, the machine has one
   node. */
static bool is_across(const struct env *env, uint32_t cpu, int64_t node)
{
    int32_t own = 0;
    if (env->has_nodes)
        own = cpu < env->ncpus ? env->cpus[cpu].node : -1;
    return cpu != UINT32_MAX && node != NUMA_NO_NODE && node != own;
}

static void count_alloc(struct allocations *a, const struct allocation_event *e)
{
    uint32_t number = index_of(&a->callers, e->call_site);
    uint32_t row = e->known ? e->known - 1 : index_of(&a->objects, e->object);
    struct allocation *caller = &a->callers.v[number], *object = &a->objects.v[row];
    allocations_count(caller, e);
    allocations_count(object, e);
    caller->caller = UINT32_MAX;
    object->caller = number;
    object->cpu = e->cpu;
}

static void count_free(struct allocations *a, const struct allocation_event *e)
{
    uint32_t known = e->known ? e->known : idmap_get(&a->objects.by_at, e->object);
    if (!known)
        return; /* the object was allocated before the recording began, or is NULL */
    assert(known <= a->objects.n);
    struct allocation *object = &a->objects.v[known - 1];
    if (!e->outside)
        a->freed += object->last;
    if (object->cpu != e->cpu && !e->outside) {
        object->moves++;
        a->callers.v[object->caller].moves++;
    }
    object->cpu = UINT32_MAX;
}

static void count_event(struct allocations *a, const struct allocation_event *e)
{
    if (e->is_free)
        count_free(a, e);
    else
        count_alloc(a, e);
}

static void allocations_look_up(struct allocations *a, struct allocation_event *e)
{
    e->known = idmap_get(&a->objects.by_at, e->object);
    if (e->known) {
        __builtin_prefetch(&a->objects.v[e->known - 1], 1);
        __builtin_prefetch(&a->objects.v[e->known - 1].cpu, 1);
    }
}

/* Add an event to the queue; the caller sets its other members. This counts the oldest event of the queue,
   looks up the object of the event in the middle, and prefetches the look-up for the new event. */
static struct allocation_event *allocations_wait_for(struct allocations *a, const struct moment *m,
                                                     bool is_free)
{
    enum { MIDDLE = ALLOCATIONS_WAIT / 2 };
    const size_t i = a->nevents++;
    struct allocation_event *e = &a->waiting[i % ALLOCATIONS_WAIT];
    if (i >= ALLOCATIONS_WAIT)
        count_event(a, e);
    if (i >= MIDDLE)
        allocations_look_up(a, &a->waiting[(i - MIDDLE) % ALLOCATIONS_WAIT]);
    e->object = (uint64_t)m->number[ALLOC_PTR];
    e->cpu = m->sample->cpu;
    e->known = 0;
    e->is_free = is_free;
    e->outside = m->outside;
    __builtin_prefetch(idmap_slot_address(&a->objects.by_at, e->object));
    return e;
}

void allocations_end(struct allocations *a)
{
    const size_t n = a->nevents, first = n > ALLOCATIONS_WAIT ? n - ALLOCATIONS_WAIT : 0;
    for (size_t i = first; i < n; i++)
        count_event(a, &a->waiting[i % ALLOCATIONS_WAIT]);
    a->nevents = 0;
}

static void see_alloc(void *arg, const struct moment *m)
{
    struct allocations *a = arg;
    struct allocation_event *e = allocations_wait_for(a, m, false);
    e->call_site = (uint64_t)m->number[ALLOC_CALL_SITE];
    e->requested = (uint64_t)m->number[ALLOC_BYTES_REQ];
    e->allocated = (uint64_t)m->number[ALLOC_BYTES_ALLOC];
    if (m->outside)
        return;
    a->requested += e->requested;
    a->allocated += e->allocated;
    a->hits++;
    a->across += m->has[ALLOC_NODE] && is_across(a->env, e->cpu, m->number[ALLOC_NODE]);
}

static void see_free(void *arg, const struct moment *m)
{
    allocations_wait_for(arg, m, true);
}

// clang-format off
#define ALLOC_FIELDS { [ALLOC_PTR] = "ptr", [ALLOC_CALL_SITE] = "call_site", [ALLOC_BYTES_REQ] = "bytes_req", \
                       [ALLOC_BYTES_ALLOC] = "bytes_alloc", [ALLOC_NODE] = "?node" }
const struct replay_row allocation_rows[] = {
    { "kmem:kmalloc",               ALLOC_FIELDS,            see_alloc },
    { "kmem:kmalloc_node",          ALLOC_FIELDS,            see_alloc },
    { "kmem:kmem_cache_alloc",      ALLOC_FIELDS,            see_alloc },
    { "kmem:kmem_cache_alloc_node", ALLOC_FIELDS,            see_alloc },
    { "kmem:kfree",                 { [ALLOC_PTR] = "ptr" }, see_free },
    { "kmem:kmem_cache_free",       { [ALLOC_PTR] = "ptr" }, see_free },
};
// clang-format on
const size_t nallocation_rows = COUNT(allocation_rows);

static void free_table(struct allocation_table *t)
{
    free(t->v);
    idmap_free(&t->by_at);
}

void allocations_free(struct allocations *a)
{
    free_table(&a->objects);
    free_table(&a->callers);
    *a = (struct allocations){ 0 };
}

double allocation_waste(uint64_t requested, uint64_t allocated)
{
    if (allocated)
        return 100.0 - 100.0 * (double)requested / (double)allocated;
    return 0.0;
}
