/* Adds tasks, their names and their namespaces while records are applied. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/timeline/state.h"

struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from)
{
    struct task *k = MEM_ADD(t->v, t->n, t->cap);
    *k = (struct task){ .pid = pid, .tid = tid, .ppid = -1 };
    id_history_add(&t->history, (uint32_t)tid, from);
    return k;
}

struct task *tasks_current(const struct tasks *t, int32_t tid)
{
    const uint32_t i = id_history_newest(&t->history, (uint32_t)tid);
    if (i == ID_HISTORY_NONE)
        return NULL;
    return &t->v[i];
}

static void add_change(struct changes *c, size_t task, const void *to, struct when from)
{
    c->of = mem_room(c->of, c->n, &c->cap_of, sizeof(*c->of));
    c->of[c->n] = (uint32_t)task;
    *MEM_ADD(c->v, c->n, c->cap) = (struct change){ from, to };
}

void tasks_set_comm(struct tasks *t, struct task *k, const char *comm, struct when from)
{
    add_change(&t->comms, (size_t)(k - t->v), comm, from);
    k->named = (uint32_t)t->comms.n;
}

void tasks_set_namespaces(struct tasks *t, const struct task *k, const struct namespaces *to,
                          struct when from)
{
    add_change(&t->namespaces, (size_t)(k - t->v), to, from);
}

/* A counting sort, so that the changes of a task stay in order of time. */
static void seal_changes(struct changes *c, size_t ntasks)
{
    struct change *sorted = mem_new(c->n, sizeof(*sorted));
    uint32_t *next =
        /* at i + 1: of task i; in the end at i: where its changes begin */
        mem_new(ntasks + 2, sizeof(*next));
    for (size_t i = 0; i < c->n; i++)
        next[c->of[i] + 2]++;
    for (size_t i = 0; i < ntasks; i++)
        next[i + 2] += next[i + 1];
    for (size_t i = 0; i < c->n; i++)
        sorted[next[c->of[i] + 1]++] = c->v[i];
    free(c->v);
    free(c->of);
    c->v = sorted;
    c->of = next;
}

void tasks_seal(struct tasks *t)
{
    id_history_seal(&t->history);
    seal_changes(&t->comms, t->n);
    seal_changes(&t->namespaces, t->n);
    t->last = mem_new(t->n, sizeof(*t->last));
    for (size_t i = 0; i < t->n; i++)
        if (id_history_newest(&t->history, (uint32_t)t->v[i].tid) == i)
            t->last[t->nlast++] = (uint32_t)i;
}

static void free_changes(struct changes *c)
{
    free(c->v);
    free(c->of);
}

void tasks_free(struct tasks *t)
{
    free(t->v);
    free(t->last);
    id_history_free(&t->history);
    free_changes(&t->comms);
    free_changes(&t->namespaces);
    arena_free(&t->arena);
}
