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

void tasks_seal(struct tasks *t)
{
    id_history_seal(&t->history);
    t->last = mem_new(t->n, sizeof(*t->last));
    for (size_t i = 0; i < t->n; i++)
        if (id_history_newest(&t->history, (uint32_t)t->v[i]->tid) == i)
            t->last[t->nlast++] = (uint32_t)i;
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
