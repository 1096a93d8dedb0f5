/*
 * profile: what was counted: rows of cells, each with the weight of one event. Every worker fills one of its
 * own; they are merged, and table.h makes what is shown of the whole.
 *
 * Conservation: the periods of an event's rows and of what filters hid add up to the period of all its
 * samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H
#define PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H

#include "core/profile/keys/branch_types.h"
#include "core/profile/keys/key.h"
#include "core/profile/paths.h"

/* What most samples touch is one cache line; its cells stand right behind it. */
struct row {
    uint64_t samples, period;
    uint64_t children; /* period of the samples in whose chain it is; only counted with children on */
    struct when first; /* the earliest sample that counted here, and its thread */
    int32_t tid;
    uint32_t stamp;      /* the last sample that counted here, so that a chain counts a row once */
    uint32_t event;      /* index in the capture's events */
    struct cell cells[]; /* one per key */
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
    return fine ? l->whole * 1000 + l->thousandths : l->whole;
}

struct profile {
    const struct key *const *keys;
    size_t nkeys;
    size_t nevents;
    uint8_t *rows; /* nrows of them, `stride` bytes each: row_at() */
    size_t stride;
    size_t nrows, cap;
    struct row_slot { /* rows by the hash of event and cells */
        uint32_t hash;
        uint32_t row; /* + 1; 0: free */
    } * slots;
    size_t mask;
    struct total *totals;             /* per event */
    struct paths paths;               /* empty where none were asked for */
    struct branch_types branch_types; /* of the branches that were counted */
    struct problems problems;
};

void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents);
void profile_free(struct profile *p);

static inline struct row *row_at(const struct profile *p, uint32_t row)
{
    return (struct row *)(void *)(p->rows + row * p->stride);
}

/* Have what counting in a row touches on its way from the memory: it may lie in two lines of that. */
static inline void row_expect(const struct profile *p, uint32_t row)
{
    const struct row *r = row_at(p, row);
    __builtin_prefetch(&r->samples, 1);
    __builtin_prefetch(&r->stamp, 1);
}

/* The index of an event's row with these cells, made when it is new; and NO_ROW where there is none. */
uint32_t profile_row(struct profile *p, uint32_t event, const struct cell *cells);
uint32_t profile_find_row(const struct profile *p, uint32_t event, const struct cell *cells);

/* Have rows found that were moved. */
void profile_index(struct profile *p);

/* Count a sample into a row: as itself, or (self false) because it is in its chain. */
static inline void profile_count(struct profile *p, uint32_t row, const struct sample *s, uint64_t period,
                                 bool self)
{
    struct row *r = row_at(p, row);
    if (when_before(s->when, r->first)) {
        r->first = s->when;
        r->tid = s->tid;
    }
    r->children += period;
    if (self) {
        r->samples++;
        r->period += period;
    }
}

/* Add the weight of another row. */
static inline void row_add(struct row *to, const struct row *from)
{
    to->samples += from->samples;
    to->period += from->period;
    to->children += from->children;
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

#endif
