/*
 * profile: what was counted: rows of cells with their weights per event, and the totals. Each worker fills
 * one of its own; they are merged and then finished (texts made, rows sorted), after which a profile is read
 * only.
 *
 * Conservation: the periods of all rows and of what filters hid add up to the period of all samples of the
 * event.
 */
#ifndef PERFOLIO_CORE_PROFILE_PROFILE_H
#define PERFOLIO_CORE_PROFILE_PROFILE_H

#include "core/profile/key.h"

struct weight {
    uint64_t samples, period;
    uint64_t children; /* period of the samples in whose chain it is; only counted with children on */
    struct when first; /* the earliest sample that counted here, and its thread */
    int32_t tid;
};

struct row {
    uint64_t stamp; /* the last sample that counted here, so that a chain counts a row once */
    uint32_t hash;
};

struct total {
    uint64_t samples, period;               /* all of the event */
    uint64_t hidden_samples, hidden_period; /* of them, not in the rows: filters hid them */
};

struct profile {
    const struct key *const *keys;
    size_t nkeys;
    size_t nevents;
    struct row *rows;
    struct cell *cells;     /* cells[row * nkeys + key] */
    struct weight *weights; /* weights[row * nevents + event] */
    const char **texts;     /* texts[row * nkeys + key], once finished */
    size_t nrows, cap;
    uint32_t *slots;
    size_t mask;
    struct total *totals; /* per event */
    struct arena arena;
    struct problems problems;
};

void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents);
void profile_free(struct profile *p);

/* The index of the row with these cells, made when it is new. */
uint32_t profile_row(struct profile *p, const struct cell *cells);

/* Count a sample into a row: as itself, or (self false) because it is in its chain. */
static inline void profile_count(struct profile *p, size_t row, size_t event, const struct sample *s,
                                 uint64_t period, bool self)
{
    struct weight *w = &p->weights[row * p->nevents + event];
    if (when_before(s->when, w->first)) {
        w->first = s->when;
        w->tid = s->tid;
    }
    w->children += period;
    if (self) {
        w->samples++;
        w->period += period;
    }
}

void profile_merge(struct profile *into, const struct profile *from);

/* Make the texts and join the rows that read the same. */
void profile_finish(struct profile *p, const struct key_context *kc);

/* The rows in which one of the events [first, first + n) has a weight, heaviest first: by children (if
   asked), then by period, event by event, then by the keys. malloc'ed; *nrows receives the count. */
size_t *profile_order(const struct profile *p, size_t first, size_t n, bool children, size_t *nrows);

#endif
