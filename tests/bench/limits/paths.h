/* paths: call chains as one tree from the outermost caller inwards: a step is a caller's path and a frame. */
#ifndef PERFOLIO_BENCH_LIMITS_PATHS_H
#define PERFOLIO_BENCH_LIMITS_PATHS_H

#include "table.h"

/* Where a path begins: the frame of a command, by its number. */
#define PATH_COMM (UINT32_C(1) << 31)

struct path {
    uint32_t caller, frame; /* path 0 is none */
    uint64_t samples, period;
};

struct paths { /* zero-initialise */
    struct path *v;
    size_t n, cap;
    struct table by_step;
};

static inline uint32_t path_of(struct paths *p, uint32_t caller, uint32_t frame)
{
    uint64_t step = (uint64_t)caller << 32 | frame;
    uint32_t *at = table_at(&p->by_step, table_hash(step));
    if (!*at) {
        if (!p->n) {
            p->v = table_room(p->v, p->n, &p->cap, sizeof(*p->v));
            p->v[p->n++] = (struct path){ 0, 0, 0, 0 };
        }
        p->v = table_room(p->v, p->n, &p->cap, sizeof(*p->v));
        p->v[p->n] = (struct path){ caller, frame, 0, 0 };
        *at = (uint32_t)p->n++;
    }
    return *at;
}

#endif
