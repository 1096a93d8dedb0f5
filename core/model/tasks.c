#include "core/model/tasks.h"

#include <stdlib.h>

#include "core/base/mem.h"

struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from)
{
    struct task *k = mem_new(1, sizeof(*k));
    *k = (struct task){ .pid = pid, .tid = tid, .ppid = -1, .from = from };
    t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
    t->n = lives_add(&t->lives, (uint32_t)tid, from);
    return t->v[t->n++] = k;
}

struct task *tasks_now(const struct tasks *t, int32_t tid)
{
    uint32_t i = lives_newest(&t->lives, (uint32_t)tid);
    return i == LIVES_NONE ? NULL : t->v[i];
}

void task_rename(struct task *k, const char *comm, struct when from)
{
    k->comms = mem_room(k->comms, k->n, &k->cap, sizeof(*k->comms));
    k->comms[k->n++] = (struct comm_change){ from, comm };
}

void tasks_seal(struct tasks *t)
{
    lives_seal(&t->lives);
    t->last = mem_new(t->n, sizeof(*t->last));
    for (size_t i = 0; i < t->n; i++)
        if (lives_newest(&t->lives, (uint32_t)t->v[i]->tid) == i)
            t->last[t->nlast++] = (uint32_t)i;
}

const char *tasks_comm(const struct tasks *t, int32_t tid, struct when when, struct when *from,
                       struct when *until)
{
    uint32_t i = lives_at(&t->lives, (uint32_t)tid, when, from, until);
    if (i == LIVES_NONE || !t->v[i]->n)
        return NULL;
    const struct task *k = t->v[i];
    size_t low = 0, high = k->n; /* the number of changes that are not after `when` */
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (when_before(when, k->comms[mid].from))
            high = mid;
        else
            low = mid + 1;
    }
    if (!low) /* what it was called before its first COMM is best told by that COMM, as in perf */
        low = 1;
    if (low < k->n && when_before(k->comms[low].from, *until))
        *until = k->comms[low].from;
    if (low > 1)
        *from = k->comms[low - 1].from;
    return k->comms[low - 1].comm;
}

void tasks_free(struct tasks *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->v[i]->comms);
        free(t->v[i]);
    }
    free(t->v);
    free(t->last);
    lives_free(&t->lives);
}
