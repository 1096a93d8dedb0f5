/* Slab allocations by object and by caller; what counts how is what perf 6.1 counts (builtin-kmem.c). */
#include "core/replay/kernel/allocations.h"

#include <stdlib.h>

#include "core/base/mem.h"

enum { ALLOC_PTR, ALLOC_CALL_SITE, ALLOC_BYTES_REQ, ALLOC_BYTES_ALLOC, ALLOC_NODE };
enum { NUMA_NO_NODE = -1 /* linux/numa.h: whatever node there is */ };

static uint32_t index_of(struct allocation_table *t, uint64_t at)
{
    uint32_t number = idmap_number(&t->by_at, at);
    if (number > t->n) {
        t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
        t->v[t->n++] = (struct allocation){ .at = at };
    }
    return number - 1;
}

static void count(struct allocation *a, uint64_t requested, uint64_t allocated)
{
    a->hits++;
    a->requested += requested;
    a->allocated += allocated;
    a->last = allocated;
}

/* Where it is not recorded which nodes there are, there was one. */
static bool is_across(const struct env *env, uint32_t cpu, int64_t node)
{
    int32_t own = !env->has_nodes ? 0 : cpu < env->ncpus ? env->cpus[cpu].node : -1;
    return cpu != UINT32_MAX && node != NUMA_NO_NODE && node != own;
}

static void count_alloc(struct allocations *a, const struct allocation_event *e, uint32_t known)
{
    uint32_t caller = index_of(&a->callers, e->call_site);
    uint32_t object = known ? known - 1 : index_of(&a->objects, e->object);
    count(&a->callers.v[caller], e->requested, e->allocated);
    count(&a->objects.v[object], e->requested, e->allocated);
    a->callers.v[caller].call_site = a->objects.v[object].call_site = e->call_site;
    a->objects.v[object].caller = caller;
    a->callers.v[caller].caller = UINT32_MAX;
    a->objects.v[object].cpu = e->cpu;
}

static void count_free(struct allocations *a, const struct allocation_event *e, uint32_t known)
{
    known = known ? known : idmap_get(&a->objects.by_at, e->object);
    if (!known)
        return; /* allocated before the recording began, or NULL */
    struct allocation *object = &a->objects.v[known - 1];
    a->freed += object->last;
    if (object->cpu != e->cpu) {
        object->moves++;
        a->callers.v[object->caller].moves++;
    }
    object->cpu = UINT32_MAX;
}

void allocations_end(struct allocations *a)
{
    uint32_t known[ALLOCATIONS_WAIT]; /* 0: at most since one that waits, too */
    for (size_t i = 0; i < a->nwaiting; i++) {
        known[i] = idmap_get(&a->objects.by_at, a->waiting[i].object);
        if (known[i]) {
            __builtin_prefetch(&a->objects.v[known[i] - 1], 1);
            __builtin_prefetch(&a->objects.v[known[i] - 1].cpu, 1);
        }
    }
    for (size_t i = 0; i < a->nwaiting; i++)
        if (a->waiting[i].is_free)
            count_free(a, &a->waiting[i], known[i]);
        else
            count_alloc(a, &a->waiting[i], known[i]);
    a->nwaiting = 0;
}

static void wait_for(struct allocations *a, struct allocation_event e)
{
    idmap_prefetch(&a->objects.by_at, e.object);
    a->waiting[a->nwaiting++] = e;
    if (a->nwaiting == ALLOCATIONS_WAIT)
        allocations_end(a);
}

static void see_alloc(void *arg, const struct moment *m)
{
    struct allocations *a = arg;
    const struct allocation_event e = { .object = (uint64_t)m->number[ALLOC_PTR],
                                        .call_site = (uint64_t)m->number[ALLOC_CALL_SITE],
                                        .requested = (uint64_t)m->number[ALLOC_BYTES_REQ],
                                        .allocated = (uint64_t)m->number[ALLOC_BYTES_ALLOC],
                                        .cpu = m->sample->cpu };
    a->requested += e.requested;
    a->allocated += e.allocated;
    a->hits++;
    a->across += m->has[ALLOC_NODE] && is_across(a->env, e.cpu, m->number[ALLOC_NODE]);
    wait_for(a, e);
}

static void see_free(void *arg, const struct moment *m)
{
    wait_for(arg, (struct allocation_event){
                      .object = (uint64_t)m->number[ALLOC_PTR], .cpu = m->sample->cpu, .is_free = true });
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
    return allocated ? 100.0 - 100.0 * (double)requested / (double)allocated : 0.0;
}
