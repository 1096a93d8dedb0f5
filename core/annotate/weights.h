/*
 * weights: how many samples of each event lie at each address of each function.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_WEIGHTS_H
#define PERFOLIO_CORE_ANNOTATE_WEIGHTS_H

#include "core/profile/count/count.h"

struct weight {
    uint64_t samples, period;
};

static inline void weight_add(struct weight *to, const struct weight *w)
{
    to->samples += w->samples;
    to->period += w->period;
}

/* Samples of an event at an address. */
struct weight_row {
    const struct object *object; /* NULL: in no mapping */
    const struct symbol *symbol; /* NULL: in no function */
    uint64_t at;                 /* in the space of the object's table */
    uint32_t event;
    uint32_t pokes; /* of kernel code: how many of timeline_pokes() were made before */
    struct weight weight;
};

/* A function with samples: its rows are [first, end), by address, then by event. */
struct hot_function {
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
    size_t first, end;
};

struct weights {
    struct weight_row *rows;
    size_t n;
    struct hot_function *functions; /* by object and place */
    size_t nfunctions;
    struct weight *totals; /* per event: of what filters let through */
    struct weight *loose;  /* per event: of them, what lies in no function */
    uint32_t nevents;
    uint64_t samples; /* of all events, what filters hid included */
    struct problems problems;
};

/* How a capture is counted for them: the keys are set here; the filters and the time are the caller's. And take what was
   counted so, until weights_free(). */
struct count_opts weights_opts(const struct count_opts *o, const struct timeline *t);
void weights_take(struct weights *w, const struct profile *p, uint32_t nevents, const struct timeline *t,
                  struct resolver *r);
void weights_free(struct weights *w);

/* Add what was counted of another run: of its objects, by their index, those of this one that they are (NULL: none),
   and of its events likewise (NO_EVENT: none). What lies in an object that this run has no samples in is in no
   function. Its changes of the kernel's code count as made. `samples` and `problems` stay those of this run. */
void weights_add(struct weights *w, const struct weights *from, const struct object *const *object_of,
                 const uint32_t *event_of, struct resolver *r);

/* What a function has of an event. */
struct weight weights_of(const struct weights *w, const struct hot_function *f, uint32_t event);

/* The functions with samples of some events, *n of them, malloc'ed: in descending order of their periods of
   the first of these events, where those are equal of the second, and so on. */
const struct hot_function **weights_hottest(const struct weights *w, uint32_t first, uint32_t nevents,
                                            size_t *n);

#endif
