#include "core/profile/places/address_cache.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

void address_cache_init(struct address_cache *s, const struct timeline *t, struct resolver *r)
{
    *s = (struct address_cache){ .t = t, .r = r, .kernel = timeline_kernel_space(t, -1) };
    s->slots = mem_new(ADDRESS_SLOTS, sizeof(*s->slots));
    s->tasks = mem_new(TASK_SLOTS, sizeof(*s->tasks));
}

void address_cache_free(struct address_cache *s)
{
    free(s->slots);
    free(s->tasks);
    *s = (struct address_cache){ 0 };
}

struct task_slot *address_cache_task(struct address_cache *s, int32_t machine, int32_t pid, int32_t tid,
                                     struct when when)
{
    struct task_slot *k = &s->tasks[((uint32_t)pid * 31 + (uint32_t)tid) % TASK_SLOTS];
    const bool is_known = k->used && k->tid == tid && k->pid == pid && k->machine == machine &&
                          when_within(when, k->from, k->until);
    if (is_known)
        return k;
    struct when from, until;
    *k = (struct task_slot){ .used = true, .machine = machine, .pid = pid, .tid = tid };
    k->comm = timeline_comm(s->t, tid, when, s->names_by_then, &k->from, &k->until);
    k->space = timeline_space(s->t, machine, pid, when, &from, &until);
    k->recent.space = k->space;
    if (when_before(k->from, from))
        k->from = from;
    if (when_before(until, k->until))
        k->until = until;
    return k;
}

const struct space *address_cache_space(const struct address_cache *s, const struct task_slot *task,
                                        unsigned mode, char *level)
{
    const struct space *guest;
    switch (mode) {
    case PERF_RECORD_MISC_KERNEL:
        *level = 'k';
        return s->kernel;
    case PERF_RECORD_MISC_USER:
        *level = '.';
        return task->space;
    case PERF_RECORD_MISC_GUEST_KERNEL:
        *level = 'g';
        guest = timeline_kernel_space(s->t, task->pid);
        if (guest)
            return guest;
        return timeline_kernel_space(s->t, 0);
    case PERF_RECORD_MISC_GUEST_USER:
        *level = 'u';
        return task->space;
    default:
        *level = 'H';
        return NULL;
    }
}

/* The place of an address in a map, without its symbol and table. */
static struct place place_in_map(const struct map *m)
{
    return (struct place){ .map = m, .object = m->how->object };
}

static struct resolved_addr resolved_in(const struct address_cache *s, const struct space *space,
                                        uint64_t avma, struct when when, const struct map *m)
{
    struct resolved_addr resolved = { .addr = avma, .until = { UINT64_MAX, UINT64_MAX } };
    if (!m)
        m = space_find(space, avma, when, &resolved.from, &resolved.until);
    if (!m)
        return resolved;
    if (s->r)
        resolved.place = resolver_place(s->r, m, avma);
    else
        resolved.place = place_in_map(m);
    resolved.addr = resolved.place.addr;
    return resolved;
}

static struct address_slot *address_cache_slot_of(struct address_cache *s, const struct space *space,
                                                  uint64_t avma, struct when when)
{
    struct address_slot *k = &s->slots[hash_u64(avma ^ (uintptr_t)space << 5) % ADDRESS_SLOTS];
    const bool is_known = k->space == space && k->avma == avma &&
                          when_within(when, k->resolved.from, k->resolved.until);
    if (!is_known)
        *k = (struct address_slot){ .space = space,
                                    .avma = avma,
                                    .resolved = resolved_in(s, space, avma, when, NULL) };
    return k;
}

struct resolved_addr address_cache_resolve(const struct address_cache *s, const struct task_slot *task,
                                           unsigned mode, uint64_t avma, struct when when,
                                           const struct map *m)
{
    char level;
    const struct space *space = address_cache_space(s, task, mode, &level);
    struct resolved_addr resolved;
    if (space)
        resolved = resolved_in(s, space, avma, when, m);
    else
        resolved = (struct resolved_addr){ .addr = avma };
    resolved.level = level;
    return resolved;
}

struct resolved_addr address_cache_resolve_unnamed(const struct address_cache *s, uint64_t avma,
                                                   const struct map *m)
{
    struct resolved_addr resolved = { .addr = avma, .level = '.' };
    if (s->r)
        resolved.place = resolver_place_without_symbol(s->r, m, avma);
    else
        resolved.place = place_in_map(m);
    return resolved;
}

struct resolved_addr address_cache_find(struct address_cache *s, const struct task_slot *task, unsigned mode,
                                        uint64_t avma, struct when when, char level)
{
    char own_level;
    const struct space *space = address_cache_space(s, task, mode, &own_level);
    struct resolved_addr found;
    if (space)
        found = address_cache_slot_of(s, space, avma, when)->resolved;
    else
        found = (struct resolved_addr){ .addr = avma };
    found.level = own_level;
    if (!found.place.map && level)
        found.level = level;
    return found;
}

void address_count_lack(const struct resolved_addr *resolved, const struct sample *s,
                        struct problems *problems)
{
    const struct object *o = resolved->place.object;
    enum row_lack lack = address_lack(resolved);
    if (lack == ROW_LACKS_NOTHING)
        return;
    if (!o) {
        problem_add_at(problems, PROBLEM_NO_MAP, 1, s->when.seq, "0x%" PRIx64 " of process %d, thread %d",
                       s->ip, s->pid, s->tid);
        return;
    }
    const bool known_by_path = o->kind == OBJECT_USER && !o->build_id.n && !o->several;
    const char *hint = "";
    if (known_by_path && lack == ROW_LACKS_OBJECT)
        hint = ", recorded without a build-id: --symfs would find it by its path";
    problem_add_at(problems, address_problem(lack), 1, s->when.seq, "0x%" PRIx64 " in %s%s", resolved->addr,
                   o->path, hint);
}

void address_count_missed(const struct resolved_addr *resolved, const struct sample *s,
                          struct problems *problems)
{
    assert(resolved->place.object);
    problem_add_at(problems, PROBLEM_CALLER_NO_OBJECT, 1, s->when.seq, "0x%" PRIx64 " in %s",
                   resolved->place.addr, resolved->place.object->path);
}

void address_check_frame(const struct place *p, uint64_t avma, struct problems *problems)
{
    if (p->object && !p->table)
        problem_add(problems, PROBLEM_CALLER_NO_OBJECT, 1, "0x%" PRIx64 " in %s", avma, p->object->path);
}

struct ra_place address_cache_ra_place(struct address_cache *s, const struct task_slot *task, uint64_t avma,
                                       struct when when, int sp_dwarf)
{
    if (!task->space || !s->r)
        return (struct ra_place){ .rule = RA_UNKNOWN };
    struct address_slot *k = address_cache_slot_of(s, task->space, avma, when);
    if (!k->ra_asked && k->resolved.place.map)
        k->ra = resolver_ra_place(s->r, k->resolved.place.map, avma, sp_dwarf);
    k->ra_asked = true;
    return k->ra;
}
