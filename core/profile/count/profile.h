/*
 * profile: the counts of samples. A row has one cell per key, and the samples and period of one event. Every
 * worker fills a profile; the profiles are merged, and table.h shows the result.
 *
 * Conservation: the periods of an event's rows and of samples hidden by filters add up to the period of all its
 * samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H
#define PERFOLIO_CORE_PROFILE_COUNT_PROFILE_H

#include <assert.h>

#include "core/base/hash.h"
#include "core/profile/keys/key.h"
#include "core/profile/keys/branch_types.h"
#include "core/profile/paths.h"

/* A set of different tuples ("runs") of `each` cells. The runs are numbered from 0 in the order in which they
   were added. */

struct cell_set {
    size_t each; /* cells per run, set before the first run; 0: there is one run, number 0 */
    struct cell *v;
    size_t n, cap;   /* runs */
    uint32_t *slots; /* numbers by hash, + 1; 0: free */
    size_t mask;
};

#define CELL_SET_NONE UINT32_MAX

/* cell_set_add(): the number of a run, which is added if it is new. cell_set_find(): the number of a run;
   CELL_SET_NONE: the run is not in the set. */
uint32_t cell_set_add(struct cell_set *s, const struct cell *run);
uint32_t cell_set_find(const struct cell_set *s, const struct cell *run);

void cell_set_free(struct cell_set *s);

/* Add one cell to a hash. All bits of the result depend on all bits of the cell, since tables use the lowest
   bits of the hash, and addresses or times may differ in their highest bits alone. */
static inline uint64_t cell_hash(uint64_t hash, uint64_t v, uint32_t tag)
{
    hash = (hash ^ v ^ (uint64_t)tag << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* The hash of n cells. */
static inline uint64_t cells_hash(const struct cell *cells, size_t n)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < n; i++)
        hash = cell_hash(hash, cells[i].v, cells[i].tag);
    return hash_u64(hash);
}

static inline bool cells_same(const struct cell *a, const struct cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].v != b[i].v || a[i].tag != b[i].tag)
            return false;
    return true;
}

/* There may be as many rows as addresses, so rows are small, and the members that most samples change come
   first. row_cell() finds cells. */
struct row {
    uint64_t samples, period;
    struct when first; /* time and place in the file of the earliest sample counted here, and its thread */
    int32_t tid;
    uint32_t event;    /* index in the capture's events */
    uint32_t shared;   /* number in profile.shared of the run of cells that this row shares with other rows */
    struct cell own[]; /* the cells that it does not share; with children a struct row_chain follows */
};

struct row_chain {
    /* period of all samples taken in the row or with the row in their call chain, each once */
    uint64_t children;
    /* the "head": the first of the rows with the same text, mostly the row itself (struct key, first_tag);
       not valid in merged profiles */
    uint32_t head;
    /* if the row is a head: the stamp of the last sample that counted in a row with this head, so that a call
       chain counts once */
    uint32_t stamp;
};

/* Wall-clock time: each period divided by the number of threads that ran at that moment (perf,
   machine__resolve()). `thousandths` sums the remainders of these divisions. */
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

/* The samples of an event. */
struct total {
    uint64_t samples, period;               /* all samples */
    uint64_t hidden_samples, hidden_period; /* samples that filters hide, which count in no row */
    /* the wall-clock time of all and of hidden samples; only with count_opts.latency */
    struct latency latency, hidden_latency;
};

/* Add the samples of another total. */
void profile_total_add(struct total *to, const struct total *from);

/* A latency as one number: in thousandths, or in whole units if the total latency of the event is too large
   for thousandths. */
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
    uint8_t *rows; /* nrows rows of `stride` bytes each: row_at() */
    size_t stride;
    size_t chain; /* offset of struct row_chain in a row; 0: there is none */
    size_t nrows, cap;
    struct cell_set shared;
    size_t nown;             /* number of cells in row.own */
    uint32_t tags[KEYS_MAX]; /* per cell in row.own: a mask of the tag bits that tell rows apart */
    struct row_place {
        bool own; /* the cell is in row.own, else among the shared cells */
        uint8_t at;
    } places[KEYS_MAX]; /* per key, where its cell is */
    /* Rows by the hash of event and cells. */
    struct row_slot {
        uint32_t hash;
        uint32_t row; /* index + 1; 0: free */
    } * slots;
    size_t mask;
    /* number of further slots, for heads: by the hash of the cells that rows with the same text have in
       common */
    size_t nheads;
    struct total *totals;             /* per event */
    struct paths paths;               /* empty without count_opts.paths */
    bool transformed;                 /* transforms may have taken rows of callers out of all stacks */
    struct branch_types branch_types; /* types of the counted branches */
    struct problems problems;
};

/* `keys` must outlive the profile. `children`: rows also count samples with the row in their call chain. */
void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents,
                  bool children);
void profile_free(struct profile *p);

static inline struct row *row_at(const struct profile *p, uint32_t row)
{
    return (struct row *)(void *)(p->rows + row * p->stride);
}

/* A row's cell of a key, valid until the next row is made. */
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

/* The period of all samples taken in the row or with the row in their call chain; in a profile without `children` only
   of samples taken in the row. */
static inline uint64_t row_children(const struct profile *p, const struct row *r)
{
    if (p->chain)
        return row_chain(p, r)->children;
    return r->period;
}

/* Prefetch the memory that profile_count() writes, which may be two cache lines. */
static inline void row_prefetch(const struct profile *p, uint32_t row)
{
    const struct row *r = row_at(p, row);
    const void *behind = &r->tid;
    if (p->chain)
        behind = row_chain(p, r);
    __builtin_prefetch(&r->samples, 1);
    __builtin_prefetch(behind, 1);
}

/* The index of an event's row with these cells, one per key; the row is added if it is new. */
uint32_t profile_find_or_add_row(struct profile *p, uint32_t event, const struct cell *cells);
/* The index of an event's row with these cells; NO_ROW: there is none. */
uint32_t profile_find_row(const struct profile *p, uint32_t event, const struct cell *cells);

/* Rebuild the table of rows after rows were moved, by up to `threads` threads. */
void profile_index(struct profile *p, unsigned threads);

/* Keep the sample as the row's first sample if it is earlier than all before. */
static inline void profile_count_first(struct profile *p, uint32_t row, const struct sample *s)
{
    struct row *r = row_at(p, row);
    if (when_before(s->when, r->first)) {
        r->first = s->when;
        r->tid = s->tid;
    }
}

/* Count a sample in a row. `self`: the sample was taken in the row; else the row is in its call chain. */
static inline void profile_count(struct profile *p, uint32_t row, const struct sample *s, uint64_t period,
                                 bool self)
{
    assert(row < p->nrows);
    struct row *r = row_at(p, row);
    profile_count_first(p, row, s);
    if (p->chain)
        row_chain(p, r)->children += period;
    if (self) {
        r->samples++;
        r->period += period;
    }
}

/* Stamp a row and all rows with the same text. True: none of them had this stamp before. */
static inline bool row_stamp(struct profile *p, uint32_t row, uint32_t stamp)
{
    assert(p->chain && stamp);
    struct row_chain *c = row_chain(p, row_at(p, row));
    if (c->head != row)
        c = row_chain(p, row_at(p, c->head));
    const bool first = c->stamp != stamp;
    c->stamp = stamp;
    return first;
}

/* Count a sample in a row of its call chain, once for all rows with the same text. True: this is the first
   row with this text in the sample's chain. */
static inline bool profile_count_once(struct profile *p, uint32_t row, uint32_t stamp, const struct sample *s,
                                      uint64_t period)
{
    const bool first = row_stamp(p, row, stamp);
    profile_count(p, row, s, first ? period : 0, false);
    return first;
}

/* Add the counts of row `from` of `p` to row `to` of `into`; both profiles may be the same. */
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

/* Add the counts of `from`. Frees `from` step by step, so that `from` and the sum are never both complete in
   memory. */
void profile_merge(struct profile *into, struct profile *from, struct merging how);

/* After the last sample: paths_settle() the paths. With children, also make the rows of callers
   (caller_rows.h), except rows below `least_percent` (count_opts.h), and count in each row the samples whose
   paths lead through it. With bounded paths, rows are counted already; then find the samples that no path
   shows (paths.rests). Uses up to `threads` threads. */
void profile_settle(struct profile *p, bool children, double least_percent, unsigned threads);

/* For asserts: whether the sums of a profile agree with each other (profile_check.c). Takes about as long as
   settling. */
bool profile_check(const struct profile *p);

/* Merge the counts of rows with equal texts: as[row] is the row that is shown for `row`. A sample whose path leads
   through several rows of one text counts once, at the outermost. Call it after profile_settle(), and before the
   counts of any row are added to another row. */
void profile_join_alike_rows(struct profile *p, const uint32_t *as, unsigned threads);

#endif
