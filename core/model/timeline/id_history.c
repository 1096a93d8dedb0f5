#include "core/model/timeline/state.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

uint32_t id_history_add(struct id_history *l, uint64_t id, struct when from)
{
    assert(!l->first); /* not sealed */
    uint32_t *place = idmap_find_or_add(&l->id_of, id);
    if (!*place) {
        l->newest = mem_room(l->newest, l->nids, &l->cap_ids, sizeof(*l->newest));
        *place = (uint32_t)++l->nids;
    }
    l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n] = (struct id_use){ from, *place - 1 };
    return l->newest[*place - 1] = (uint32_t)l->n++;
}

uint32_t id_history_newest(const struct id_history *l, uint64_t id)
{
    uint32_t place = idmap_get(&l->id_of, id);
    if (place)
        return l->newest[place - 1];
    return ID_HISTORY_NONE;
}

/* A counting sort, so that the uses of an id stay in order of time. */
void id_history_seal(struct id_history *l)
{
    uint32_t *next = mem_new(l->nids + 1, sizeof(*next));
    l->from = mem_new(l->n, sizeof(*l->from));
    l->number = mem_new(l->n, sizeof(*l->number));
    l->first = mem_new(l->nids + 1, sizeof(*l->first));
    for (size_t i = 0; i < l->n; i++)
        l->first[l->v[i].id + 1]++;
    for (size_t i = 0; i < l->nids; i++)
        next[i + 1] = l->first[i + 1] += l->first[i];
    for (size_t i = 0; i < l->n; i++) {
        const uint32_t to = next[l->v[i].id]++;
        l->from[to] = l->v[i].from;
        l->number[to] = (uint32_t)i;
    }
    free(next);
    free(l->v);
    l->v = NULL;
}

uint32_t id_history_at(const struct id_history *l, uint64_t id, struct when when, struct when *from,
                       struct when *until)
{
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    uint32_t place = idmap_get(&l->id_of, id);
    if (!place)
        return ID_HISTORY_NONE;
    size_t first = l->first[place - 1], end = l->first[place];
    size_t low = first + when_count_until(l->from + first, end - first, sizeof(*l->from), when);
    if (low < end)
        *until = l->from[low];
    if (low == first)
        return ID_HISTORY_NONE;
    *from = l->from[low - 1];
    return l->number[low - 1];
}

struct when id_history_from(const struct id_history *l, uint64_t id, uint32_t number)
{
    assert(number < l->n);
    const uint32_t place = idmap_get(&l->id_of, id);
    size_t low = l->first[place - 1];
    /* the numbers of an id's uses ascend */
    BISECT(low, l->first[place] - 1, i, l->number[i] < number);
    return l->from[low];
}

void id_history_free(struct id_history *l)
{
    idmap_free(&l->id_of);
    free(l->v);
    free(l->from);
    free(l->number);
    free(l->newest);
    free(l->first);
    *l = (struct id_history){ 0 };
}
