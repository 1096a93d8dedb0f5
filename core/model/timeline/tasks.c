#include "core/model/timeline/tasks.h"

#include <stdlib.h>

#include "core/base/mem.h"

struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from)
{
    struct task *k = mem_new(1, sizeof(*k));
    *k = (struct task){ .pid = pid, .tid = tid, .ppid = -1, .from = from };
    t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
    t->n = id_history_add(&t->history, (uint32_t)tid, from);
    return t->v[t->n++] = k;
}

struct task *tasks_now(const struct tasks *t, int32_t tid)
{
    uint32_t i = id_history_newest(&t->history, (uint32_t)tid);
    return i == ID_HISTORY_NONE ? NULL : t->v[i];
}

void tasks_changes_add(struct changes *c, const void *to, struct when from)
{
    c->v = mem_room(c->v, c->n, &c->cap, sizeof(*c->v));
    c->v[c->n++] = (struct change){ from, to };
}

/* How many changes are not after `when`. */
static size_t changes_until(const struct changes *c, struct when when)
{
    size_t low = 0, high = c->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (when_before(when, c->v[mid].from))
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

void tasks_seal(struct tasks *t)
{
    id_history_seal(&t->history);
    t->last = mem_new(t->n, sizeof(*t->last));
    for (size_t i = 0; i < t->n; i++)
        if (id_history_newest(&t->history, (uint32_t)t->v[i]->tid) == i)
            t->last[t->nlast++] = (uint32_t)i;
}

const char *tasks_comm(const struct tasks *t, int32_t tid, struct when when, bool by_then, struct when *from,
                       struct when *until)
{
    uint32_t i = id_history_at(&t->history, (uint32_t)tid, when, from, until);
    if (i == ID_HISTORY_NONE || !t->v[i]->comms.n)
        return NULL;
    const struct changes *c = &t->v[i]->comms;
    size_t n = changes_until(c, when);
    if (!n &&
        !by_then) /* what it was called before its first COMM is best known from that COMM, as in perf */
        n = 1;
    if (n < c->n && when_before(c->v[n].from, *until))
        *until = c->v[n].from;
    if (n > 1 || (n && by_then))
        *from = c->v[n - 1].from;
    return n ? c->v[n - 1].to : NULL;
}

const struct namespaces *tasks_namespaces(const struct tasks *t, int32_t tid, struct when when)
{
    struct when from, until;
    uint32_t i = id_history_at(&t->history, (uint32_t)tid, when, &from, &until);
    size_t n = i == ID_HISTORY_NONE ? 0 : changes_until(&t->v[i]->namespaces, when);
    return n ? t->v[i]->namespaces.v[n - 1].to : NULL;
}

void tasks_free(struct tasks *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->v[i]->comms.v);
        free(t->v[i]->namespaces.v);
        free(t->v[i]);
    }
    free(t->v);
    free(t->last);
    id_history_free(&t->history);
}
