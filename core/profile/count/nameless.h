/*
 * nameless: frames of call paths that no symbol covers. Each address of each process is another one, so there are many and
 * most are far away in the memory: those of several samples are looked up together. Private to core/profile/count.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_NAMELESS_H
#define PERFOLIO_CORE_PROFILE_COUNT_NAMELESS_H

#include "core/profile/paths.h"

/* Frames of steps whose kinds are not known yet; free(v) at the end. */
struct nameless { /* zero-initialise */
    struct nameless_frame {
        struct path_frame frame;
        uint32_t hash;
        size_t step;
    } * v;
    size_t n, cap;
};

/* A frame of the step kinds[step]. */
void nameless_add(struct nameless *l, struct path_frame f, size_t step);

/* Look up all, into `kinds`, as steps that count in no row. None waits any more. */
void nameless_find(struct nameless *l, struct paths *p, uint32_t *kinds);

#endif
