#include "core/profile/count/nameless.h"

#include "core/base/mem.h"

void nameless_add(struct nameless *l, struct path_frame f, size_t step)
{
    *MEM_ADD(l->v, l->n, l->cap) = (struct nameless_frame){ f, path_frame_hash(&f), step };
}

/* While one waits for the memory, the others do, too. */
void nameless_find(struct nameless *l, struct paths *p, uint32_t *kinds)
{
    for (size_t i = 0; i < l->n; i++)
        __builtin_prefetch(path_slots_begin(&p->by_frame, l->v[i].hash), 1);
    for (size_t i = 0; i < l->n; i++)
        __builtin_prefetch(paths_frame_likely(p, l->v[i].hash));
    for (size_t i = 0; i < l->n; i++) {
        const uint32_t frame = paths_frame(p, &l->v[i].frame);
        kinds[l->v[i].step] = paths_kind(p, frame, NO_ROW);
    }
    l->n = 0;
}
