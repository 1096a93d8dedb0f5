/*
 * transforms: changes of call stacks between resolving and counting. A stack is a list of steps, one per function,
 * from the outermost inwards; a transform removes steps, or says that the sample does not count.
 *
 *     focus B        A B C B D  ->  B C B D       samples without B do not count
 *     callers of B   A B C B D  ->  A B C B       samples without B do not count
 *     drop B         A B C      ->  does not count
 *     merge B        A B C      ->  A C           the time of B itself becomes time of A
 *     hide object    A b b C b  ->  A C           b: functions of the object
 *     collapse       A B B B C  ->  A B C         the innermost B stays, with the address that runs
 *
 * The definitions are those of Firefox Profiler (focus-function, drop-function, merge-function,
 * collapse-direct-recursion). A sample all steps of which are removed does not count.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_TRANSFORMS_H
#define PERFOLIO_CORE_PROFILE_PLACES_TRANSFORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/idmap.h"
#include "core/resolve/symtab.h"

struct object;

enum transform_how {
    TRANSFORM_FOCUS,
    TRANSFORM_CALLERS,
    TRANSFORM_DROP,
    TRANSFORM_MERGE,
    TRANSFORM_HIDE,
    TRANSFORM_COLLAPSE,
};

struct transform {
    enum transform_how how;
    /* a function, by its name as shown or as in the symbol table; with TRANSFORM_HIDE an object, by its name or path;
       NULL: every function */
    const char *name;
};

enum { TRANSFORMS_MOST = 31 };

/* Transforms in the order in which they are applied. */
struct transforms {
    struct transform *v;
    size_t n, cap;
    bool invert; /* finally turn each stack round: the sample's own function comes first */
    /* bit i: transform i matched a function or object of some stack; all workers set it; NULL: not needed */
    _Atomic uint32_t *matched;
};

static inline bool transforms_any(const struct transforms *t)
{
    return t->n || t->invert;
}

/* One function of a stack. */
struct transform_step {
    uint32_t number; /* the frame or the kind of step; only passed through */
    uint32_t at;     /* index of the frame in which the function is; or TRANSFORM_SAMPLE */
    const struct object *object;
    const struct symbol *symbol;
    uint32_t matches; /* set by transforms_apply(): bit i: transform i matches this step */
};

/* Used instead of a frame index: the step is the place of the sample, which its call chain lacks. */
#define TRANSFORM_SAMPLE UINT32_MAX

/* A stack, and which transforms the functions and objects seen so far match. Memory is reused for every stack.
   Zero-initialise. */
struct transforming {
    struct transform_step *v;
    size_t n, cap;
    struct idmap symbols, objects;
};

void transforming_free(struct transforming *k);

/* Whether a name in a transform is the name of the function `y`. `demangle`: as in struct key_context. */
bool transform_names(const char *name, char *(*demangle)(const char *name), const struct symbol *y);

/* Apply all transforms but `invert` to the stack. False: the sample does not count; else the stack has a step.
   `demangle`: as in struct key_context. */
bool transforms_apply(const struct transforms *t, char *(*demangle)(const char *name),
                      struct transforming *k);

/* Prepare the remaining steps for counting: removes the step TRANSFORM_SAMPLE, and with `invert` turns the stack
   round. */
void transforms_prepare_steps(const struct transforms *t, struct transforming *k);

#endif
