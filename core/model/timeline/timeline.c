/* Queries of a timeline once it is sealed. */
#include "core/model/timeline/timeline.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/timeline/objects/id_doubt.h"
#include "core/model/timeline/state.h"

struct timeline *timeline_new(struct problems *problems)
{
    struct timeline *t = mem_new(1, sizeof(*t));
    t->problems = problems;
    t->objects.names = t->kept.names = &t->names;
    t->kept.lasting = &t->tasks.arena;
    return t;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->nspaces; i++)
        space_clear(timeline_space_at(t, i));
    for (size_t i = 0; i < t->nreplaced; i++) {
        space_clear(&t->replaced[i]);
        free(t->replaced[i].maps);
    }
    free(t->replaced);
    for (size_t i = 0; i < t->nmachines; i++) {
        space_clear(&t->guests[i]->kernel);
        free(t->guests[i]);
    }
    kept_free(&t->kept);
    free(t->spaces);
    space_maps_free(&t->maps);
    free(t->guests);
    id_history_free(&t->space_history);
    idmap_free(&t->guest_by_pid);
    idmap_free(&t->ksymbol_of);
    idmap_free(&t->cgroup_of);
    free(t->cgroups);
    deferred_free(&t->deferred);
    parallel_free(&t->parallel);
    pokes_free(&t->pokes);
    arena_free(&t->arena);
    tasks_free(&t->tasks);
    objects_free(&t->objects);
    arena_names_free(&t->names);
    free(t);
}

/* The number of changes up to and including `when`. */
static size_t changes_until(const struct change *v, size_t n, struct when when)
{
    return when_count_until(v, n, sizeof(*v), when);
}

const char *timeline_comm(const struct timeline *timeline, int32_t tid, struct when when, bool by_then,
                          struct when *from, struct when *until)
{
    const struct tasks *t = &timeline->tasks;
    uint32_t i = id_history_at(&t->history, (uint32_t)tid, when, from, until);
    if (i == ID_HISTORY_NONE)
        return NULL;
    size_t all;
    const struct change *v = changes_of(&t->comms, i, &all);
    size_t n = changes_until(v, all, when);
    const bool before_first = !n && all;
    if (before_first && !by_then) /* before the first COMM its name is the best guess, as in perf */
        n = 1;
    if (n < all && when_before(v[n].from, *until))
        *until = v[n].from;
    if (n > 1 || (n && by_then))
        *from = v[n - 1].from;
    if (n)
        return v[n - 1].to;
    return NULL;
}

void timeline_track_running(struct timeline *t)
{
    t->counts_running = true;
}

void timeline_skip_mappings(struct timeline *t)
{
    t->threads_only = true;
}

int32_t timeline_running_threads(const struct timeline *t, struct when when)
{
    return parallel_at(&t->parallel, when);
}

const struct namespaces *timeline_namespaces(const struct timeline *t, int32_t tid, struct when when)
{
    struct when from, until;
    uint32_t i = id_history_at(&t->tasks.history, (uint32_t)tid, when, &from, &until);
    size_t n;
    if (i == ID_HISTORY_NONE)
        return NULL;
    const struct change *v = changes_of(&t->tasks.namespaces, i, &n);
    n = changes_until(v, n, when);
    if (n)
        return v[n - 1].to;
    return NULL;
}

struct deferred_chain timeline_deferred(const struct timeline *t, int32_t tid, uint64_t cookie)
{
    return deferred_find(&t->deferred, tid, cookie);
}

const char *timeline_cgroup(const struct timeline *t, uint64_t id)
{
    uint32_t path = idmap_get(&t->cgroup_of, id);
    if (path)
        return t->names.text[path];
    return NULL;
}

const char *timeline_nth_cgroup(const struct timeline *t, size_t i)
{
    if (i < t->ncgroups)
        return t->names.text[t->cgroups[i]];
    return NULL;
}

const struct space *timeline_space(const struct timeline *t, int32_t machine, int32_t pid, struct when when,
                                   struct when *from, struct when *until)
{
    uint32_t i = id_history_at(&t->space_history, space_key(machine, pid), when, from, until);
    if (i == ID_HISTORY_NONE)
        return NULL;
    return timeline_space_at(t, i);
}

const struct space *timeline_kernel_space(const struct timeline *t, int32_t machine)
{
    uint32_t i = idmap_get(&t->guest_by_pid, (uint32_t)machine);
    if (i)
        return &t->guests[i - 1]->kernel;
    return NULL;
}

const struct map *timeline_kernel_map(const struct timeline *t, int32_t machine)
{
    const struct space *s = timeline_kernel_space(t, machine);
    for (size_t i = 0; s && i < s->n; i++)
        if (s->maps[i].how->object->kind == OBJECT_KERNEL)
            return &s->maps[i];
    return NULL;
}

const struct poke *timeline_pokes(const struct timeline *t, size_t *n)
{
    *n = t->pokes.n;
    return t->pokes.v;
}

const struct object *const *timeline_objects(const struct timeline *t, size_t *n)
{
    *n = t->objects.n;
    return (const struct object *const *)t->objects.v;
}

void timeline_doubt_build_id(struct timeline *t, const struct object *o)
{
    id_doubt_set(t->objects.v[o->index], ID_OF_LATER_FILE);
}

bool timeline_has_jit_code(const struct timeline *t)
{
    size_t i = 0;
    while (i < t->objects.n && t->objects.v[i]->kind != OBJECT_JIT)
        i++;
    return i < t->objects.n;
}

size_t timeline_count_tasks(const struct timeline *t)
{
    return t->tasks.nlast;
}

struct task_view timeline_task(const struct timeline *t, size_t i)
{
    assert(i < t->tasks.nlast);
    const struct task *k = &t->tasks.v[t->tasks.last[i]];
    size_t n;
    const struct change *comms = changes_of(&t->tasks.comms, t->tasks.last[i], &n);
    return (struct task_view){ k->pid, k->tid, k->ppid, n ? comms[n - 1].to : NULL,
                               timeline_newest_space(t, -1, k->pid) };
}

/* The moment at which the i-th task began. */
static struct when begun(const struct tasks *t, size_t i)
{
    return id_history_from(&t->history, (uint32_t)t->v[i].tid, (uint32_t)i);
}

size_t timeline_count_id_uses(const struct timeline *t)
{
    return t->tasks.n;
}

uint32_t timeline_id_use_at(const struct timeline *t, int32_t tid, struct when when, struct when *from,
                            struct when *until)
{
    uint32_t i = id_history_at(&t->tasks.history, (uint32_t)tid, when, from, until);
    if (i == ID_HISTORY_NONE)
        return TIMELINE_NO_ID_USE;
    return i;
}

struct id_use_view timeline_id_use(const struct timeline *t, size_t i)
{
    assert(i < t->tasks.n);
    const struct task *k = &t->tasks.v[i];
    return (struct id_use_view){ k->pid, k->tid, k->ppid, begun(&t->tasks, i) };
}

const char *timeline_id_use_comm(const struct timeline *t, size_t i, size_t name, struct when *from)
{
    size_t n;
    const struct change *v = changes_of(&t->tasks.comms, i, &n);
    if (name >= n)
        return NULL;
    /* the first name is valid from the beginning of the task, see timeline_comm() */
    *from = name ? v[name].from : begun(&t->tasks, i);
    return v[name].to;
}

const struct namespaces *timeline_id_use_namespaces(const struct timeline *t, size_t i, size_t move,
                                                    struct when *from)
{
    size_t n;
    const struct change *v = changes_of(&t->tasks.namespaces, i, &n);
    if (move >= n)
        return NULL;
    *from = v[move].from;
    return v[move].to;
}

size_t timeline_count_spaces(const struct timeline *t)
{
    return t->nspaces;
}

struct space_view timeline_space_view(const struct timeline *t, size_t i)
{
    const struct space *s = timeline_space_at(t, i);
    const struct when from = id_history_from(&t->space_history, space_key(s->machine, s->pid), (uint32_t)i);
    return (struct space_view){ s->machine, s->pid, from, s };
}
