/*
 * patches: code that the kernel changed while it was recorded (PERF_RECORD_TEXT_POKE). A function is shown as it was
 * when most of its samples were taken.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_PATCHES_H
#define PERFOLIO_CORE_ANNOTATE_PATCHES_H

#include "core/annotate/code.h"
#include "core/annotate/weights.h"

/* Bytes that took the place of others, in the space of the object's table. */
struct patch {
    const struct object *object;
    uint64_t at;
    struct span old, bytes;
    uint32_t number; /* among timeline_pokes() */
};

/* The state of a function's code that is shown. */
struct patched {
    uint32_t until;         /* patches of lower numbers are in force */
    size_t in_force, all;   /* patches that lie in the function */
    uint64_t before, after; /* samples of other states */
};

/* The state that a function had in most of its samples; the last one if it has none. `v` is in the order of numbers. */
struct patched patches_choose(const struct patch *v, size_t n, const struct hot_function *f,
                              const struct weights *w);

/* Put a run of an object's code into that state: its bytes become a copy, in the arena, where they differ. */
void patches_apply(const struct patch *v, size_t n, const struct patched *state, const struct object *o,
                   struct code_run *r, struct arena *arena);

#endif
