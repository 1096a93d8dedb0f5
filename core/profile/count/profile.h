/*
 * profile: what was counted: rows of cells, each with the weight of one event. Every worker fills one of its
 * own; they are merged, and table.h makes what is shown of the whole.
 *
 * Conservation: the periods of an event's rows and of what filters hid add up to the period of all its
 * samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H
#define PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H

#include "core/profile/count/cell_set.h"
#include "core/profile/keys/branch_types.h"
#include "core/profile/paths.h"

/* There may be as many as addresses: what most samples touch stands in front; cells are row_cell()'s. */
struct row {
    uint64_t samples, period;
    struct when first; /* the earliest sample that counted here, and its thread */
    int32_t tid;
    uint32_t event;    /* index in the capture's events */
    uint32_t shared;   /* the number of its cells that many rows have in common */
    struct cell own[]; /* the others; behind them a struct row_chain, with children on */
};

struct row_chain {
    uint64_t children; /* period of the samples in whose chain it is */
    uint32_t head;     /* the first of the rows that differ in what is told apart while counting alone (struct
                          key's first_tag), mostly itself. Not of merged profiles */
    uint32_t
        stamp; /* of a head: the last sample that counted in one of these rows, so that a chain counts once */
};

/* Time on the wall: periods by how many threads ran (perf, machine__resolve()), and what is left over, in
 * thousandths. */
struct latency {
    uint64_t whole, thousandths;
};

static inline void latency_add(struct latency *l, uint64_t period, uint64_t running)
{
    l->whole += period / running;
    l->thousandths += period % running * 1000 / running;
}

static inline void latency_join(struct latency *to, const struct latency *from)
{
    to->whole += from->whole;
    to->thousandths += from->thousandths;
}

struct total {
    uint64_t samples, period;               /* all of the event */
    uint64_t hidden_samples, hidden_period; /* of them, not in the rows: filters hid them */
    struct latency latency, hidden_latency; /* the same as time on the wall; only where it is counted */
};

void profile_total_add(struct total *to, const struct total *from);

/* One number of an event's latency: in thousandths, unless the event has so much of it that these would not
 * fit. */
static inline uint64_t latency_number(const struct latency *l, const struct total *total)
{
    bool fine = total->latency.whole < UINT64_C(1) << 53;
    if (fine)
        return l->whole * 1000 + l->thousandths;
    return l->whole;
}

struct profile {
    const struct key *const *keys;
    size_t nkeys;
    size_t nevents;
    uint8_t *rows; /* nrows of them, `stride` bytes each: row_at() */
    size_t stride;
    size_t chain; /* where in a row its struct row_chain is; 0: there are none */
    size_t nrows, cap;
    struct cell_set shared;
    size_t nown;             /* cells that a row has for itself, ... */
    uint32_t tags[KEYS_MAX]; /* ... and of each the bits of its tag that rows differ in when they are read */
    struct row_place {
        bool own; /* it is in a row, else among those it shares */
        uint8_t at;
    } places[KEYS_MAX]; /* of cells, per key */
    struct row_slot {   /* rows by the hash of event and cells */
        uint32_t hash;
        uint32_t row; /* + 1; 0: free */
    } * slots;
    size_t mask;
    size_t nheads;                    /* slots that a head has besides, by what its rows have in common */
    struct total *totals;             /* per event */
    struct paths paths;               /* empty where none were asked for */
    struct branch_types branch_types; /* of the branches that were counted */
    struct problems problems;
};

/* `children`: rows are counted by chains, too; else the period of those is a row's own. */
void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents,
                  bool children);
void profile_free(struct profile *p);

static inline struct row *row_at(const struct profile *p, uint32_t row)
{
    return (struct row *)(void *)(p->rows + row * p->stride);
}

/* A row's cell of a key; it holds until the next row is made. */
static inline const struct cell *row_cell(const struct profile *p, const struct row *r, size_t key)
{
    const struct row_place *place = &p->places[key];
    if (place->own)
        return &r->own[place->at];
    return &p->shared.v[r->shared * p->shared.each + place->at];
}

static inline struct row_chain *row_chain(const struct profile *p, const struct row *r)
{
    return (struct row_chain *)(void *)((uint8_t *)(uintptr_t)r + p->chain);
}

static inline uint64_t row_children(const struct profile *p, const struct row *r)
{
    if (p->chain)
        return row_chain(p, r)->children;
    return r->period;
}

/* Have what counting in a row touches on its way from the memory: it may lie in two lines of that. */
static inline void row_expect(const struct profile *p, uint32_t row)
{
    const struct row *r = row_at(p, row);
    const void *behind = &r->tid;
    if (p->chain)
        behind = row_chain(p, r);
    __builtin_prefetch(&r->samples, 1);
    __builtin_prefetch(behind, 1);
}

/* The index of an event's row with these cells, made when it is new; and NO_ROW where there is none. */
uint32_t profile_row(struct profile *p, uint32_t event, const struct cell *cells);
uint32_t profile_find_row(const struct profile *p, uint32_t event, const struct cell *cells);

/* Have rows found that were moved. By up to so many threads. */
void profile_index(struct profile *p, unsigned threads);

/* A sample is in a row, maybe the earliest there. */
static inline void profile_count_first(struct profile *p, uint32_t row, const struct sample *s)
{
    struct row *r = row_at(p, row);
    if (when_before(s->when, r->first)) {
        r->first = s->when;
        r->tid = s->tid;
    }
}

/* Count a sample into a row: as itself, or (self false) because it is in its chain. */
static inline void profile_count(struct profile *p, uint32_t row, const struct sample *s, uint64_t period,
                                 bool self)
{
    struct row *r = row_at(p, row);
    profile_count_first(p, row, s);
    if (p->chain)
        row_chain(p, r)->children += period;
    if (self) {
        r->samples++;
        r->period += period;
    }
}

/* A sample counts in a row, or in one that reads the same. Whether it is the first of these that it does. */
static inline bool row_stamp(struct profile *p, uint32_t row, uint32_t stamp)
{
    struct row_chain *c = row_chain(p, row_at(p, row));
    if (c->head != row)
        c = row_chain(p, row_at(p, c->head));
    const bool first = c->stamp != stamp;
    c->stamp = stamp;
    return first;
}

/* Count a sample into a row of its chain, which counts once, as do all that read the same. Whether it did now. */
static inline bool profile_count_once(struct profile *p, uint32_t row, uint32_t stamp, const struct sample *s,
                                      uint64_t period)
{
    const bool first = row_stamp(p, row, stamp);
    profile_count(p, row, s, first ? period : 0, false);
    return first;
}

/* Add the weight of a row of `p`, which may be another profile. */
static inline void row_add(const struct profile *into, struct row *to, const struct profile *p,
                           const struct row *from)
{
    to->samples += from->samples;
    to->period += from->period;
    if (into->chain)
        row_chain(into, to)->children += row_children(p, from);
    if (when_before(from->first, to->first)) {
        to->first = from->first;
        to->tid = from->tid;
    }
}

/* Add what `from` counted, and free `from` on the way, so that there is never room for both and for their
 * sum. */
void profile_merge(struct profile *into, struct profile *from, struct merging how);

/* Once everything is counted: put the paths in order and, with children, count each row by the paths that
 * lead through it, by up to so many threads; make rows of callers that were put off (caller_rows.h), as
 * count_opts.least_percent says. Of bounded paths rows are counted already: find what of them no path shows. */
void profile_settle(struct profile *p, bool children, double least_percent, unsigned threads);

/* Rows read the same: `as` has for each the one that is shown. A sample that is led by its path through several of
   these counts in the outermost alone. Of a settled profile, before any row is added to another. */
void profile_count_alike(struct profile *p, const uint32_t *as, unsigned threads);

#endif
