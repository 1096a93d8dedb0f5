/*
 * patches: kernel code that changed during the recording (PERF_RECORD_TEXT_POKE). A function is shown in the state in
 * which most of its samples were taken.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_PATCHES_H
#define PERFOLIO_CORE_ANNOTATE_PATCHES_H

#include "core/annotate/code.h"
#include "core/annotate/weights.h"

/* A change of code, in the space of the object's table. */
struct patch {
    const struct object *object;
    uint64_t at;
    struct span old, bytes;
    uint32_t number; /* index in timeline_pokes() */
};

/* The state of a function's code that is shown. */
struct patched {
    uint32_t until;         /* patches with lower numbers are applied */
    size_t in_force, all;   /* patches in the function: applied, and all */
    uint64_t before, after; /* samples taken in earlier and later states */
};

/* The state in which most of a function's samples were taken; without samples the last. `v` is sorted by number. */
struct patched patches_choose(const struct patch *v, size_t n, const struct hot_function *f,
                              const struct weights *w);

/* Brings a run of code into a state; if its bytes change they become a copy in the arena. */
void patches_apply(const struct patch *v, size_t n, const struct patched *state, const struct object *o,
                   struct code_run *r, struct arena *arena);

#endif
