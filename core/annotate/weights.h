/*
 * weights: the samples of each event at each address of each function.
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

/* The weight of an event at an address. */
struct weight_row {
    const struct object *object; /* NULL: in no mapping */
    const struct symbol *symbol; /* NULL: in no function */
    uint64_t at;                 /* in the space of the object's symbol table */
    uint32_t event;
    uint32_t pokes; /* kernel code: number of timeline_pokes() before the sample */
    struct weight weight;
};

/* A function with samples; its rows are [first, end), sorted by address, then event. */
struct hot_function {
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
    size_t first, end;
};

struct weights {
    struct weight_row *rows;
    size_t n;
    struct hot_function *functions; /* sorted by object, then address */
    size_t nfunctions;
    struct weight *totals; /* per event: samples that pass the filters */
    struct weight *loose;  /* per event: of these, samples in no function */
    uint32_t nevents;
    uint64_t samples; /* of all events, including those that filters hide */
    struct problems problems;
};

/* Sets the keys by which a capture is counted for weights; filters and time are the caller's. weights_take() takes what was
   counted so; it is used until weights_free(). */
struct count_opts weights_opts(const struct count_opts *o, const struct timeline *t);
void weights_take(struct weights *w, const struct profile *p, uint32_t nevents, const struct timeline *t,
                  struct resolver *r);
void weights_free(struct weights *w);

/* Adds the weights of another run. `object_of` maps its objects by index to this run's (NULL: none), `event_of` its events
   (NO_EVENT: none). Samples in objects without samples in this run are in no function. Its kernel code counts as having all
   patches. `samples` and `problems` stay those of this run. */
void weights_add(struct weights *w, const struct weights *from, const struct object *const *object_of,
                 const uint32_t *event_of, struct resolver *r);

/* The weight of an event in a function. */
struct weight weights_of(const struct weights *w, const struct hot_function *f, uint32_t event);

/* The functions with samples of the events [first, first + nevents), *n of them, malloc'ed: sorted by the period of the
   first event, descending, then of the next, and so on. */
const struct hot_function **weights_hottest(const struct weights *w, uint32_t first, uint32_t nevents,
                                            size_t *n);

#endif
