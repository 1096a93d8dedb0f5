#include "core/profile/count/profile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"

void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents,
                  bool children)
{
    *p = (struct profile){ .keys = keys, .nkeys = nkeys, .nevents = nevents };
    for (size_t k = 0; k < nkeys; k++) {
        const bool own = keys[k]->bare || keys[k]->varies || (keys[k]->needs_place && !keys[k]->by_symbol);
        if (!own) {
            p->places[k] = (struct row_place){ own, (uint8_t)p->shared.each++ };
            continue;
        }
        p->tags[p->nown] = keys[k]->first_tag ? TAG_POINTER : UINT32_MAX;
        p->places[k] = (struct row_place){ own, (uint8_t)p->nown++ };
    }
    p->stride = (offsetof(struct row, own) + p->nown * sizeof(struct cell) + 7) / 8 * 8;
    if (children) {
        p->chain = p->stride;
        p->stride += sizeof(struct row_chain);
    }
    p->totals = mem_new(nevents, sizeof(*p->totals));
}

void profile_free(struct profile *p)
{
    free(p->rows);
    free(p->slots);
    cell_set_free(&p->shared);
    free(p->totals);
    paths_free(&p->paths);
    *p = (struct profile){ 0 };
}

/* The event and cells of a row, by which it is found. */
struct identity {
    uint32_t event, shared;
    const struct cell *own;
};

static struct identity identity_of(const struct row *r)
{
    return (struct identity){ r->event, r->shared, r->own };
}

/* How tags of cells are compared. ROWS_APART: all bits, while rows are counted. ROWS_ALIKE: only the bits that the row
   shows, to find heads (struct row_chain). */
enum rows { ROWS_APART, ROWS_ALIKE };

static inline uint32_t tag_of(const struct profile *p, size_t i, const struct cell *c, enum rows rows)
{
    if (rows == ROWS_ALIKE)
        return c->tag & p->tags[i];
    return c->tag;
}

static inline uint32_t profile_hash_of(const struct profile *p, const struct identity *is, enum rows rows)
{
    const uint64_t common = ((uint64_t)is->event << 32 | is->shared) * UINT64_C(0xff51afd7ed558ccd);
    uint64_t hash = common ^ common >> 32;
    for (size_t i = 0; i < p->nown; i++)
        hash = cell_hash(hash, is->own[i].v, tag_of(p, i, &is->own[i], rows));
    return (uint32_t)hash_u64(hash);
}

/* The cells of a row in the order of the keys, split into the row's own cells and the shared ones. */
struct split_cells {
    struct cell own[KEYS_MAX], shared[KEYS_MAX];
};

static void split(const struct profile *p, const struct cell *cells, struct split_cells *out)
{
    for (size_t k = 0; k < p->nkeys; k++) {
        const struct row_place *place = &p->places[k];
        if (place->own)
            out->own[place->at] = cells[k];
        else
            out->shared[place->at] = cells[k];
    }
}

static struct row_slot *free_slot(const struct profile *p, uint32_t hash)
{
    size_t at = hash & p->mask;
    while (p->slots[at].row)
        at = (at + 1) & p->mask;
    return &p->slots[at];
}

static void rehash(struct profile *p)
{
    struct row_slot *old = p->slots;
    size_t n = 0, size = 256;
    if (old) {
        n = p->mask + 1;
        size = n * 2;
    }
    p->slots = mem_new(size, sizeof(*p->slots));
    p->mask = size - 1;
    for (size_t i = 0; i < n; i++)
        if (old[i].row)
            *free_slot(p, old[i].hash) = old[i];
    free(old);
}

/* Make room for one more slot. */
static void slots_room(struct profile *p)
{
    const size_t n = p->nrows + p->nheads;
    if (!p->slots || n + n / 3 >= p->mask)
        rehash(p);
}

/* Enter the last row into the hash table. */
static void put_slot(struct profile *p, uint32_t row)
{
    const struct identity is = identity_of(row_at(p, row));
    const uint32_t h = profile_hash_of(p, &is, ROWS_APART);
    slots_room(p);
    *free_slot(p, h) = (struct row_slot){ h, row + 1 };
}

static void index_rows(void *arg, size_t from, size_t to)
{
    const struct profile *p = arg;
    for (size_t i = from; i < to; i++) {
        const struct identity is = identity_of(row_at(p, (uint32_t)i));
        const uint32_t hash = profile_hash_of(p, &is, ROWS_APART);
        size_t at = hash & p->mask;
        while (!threads_claim(&p->slots[at].row, (uint32_t)i + 1))
            at = (at + 1) & p->mask;
        p->slots[at].hash = hash;
    }
}

void profile_index(struct profile *p, unsigned threads)
{
    enum { EACH = 1 << 12 };
    free(p->slots);
    p->nheads = 0;
    for (p->mask = 255; p->nrows + p->nrows / 3 >= p->mask;)
        p->mask = p->mask * 2 + 1;
    p->slots = mem_new(p->mask + 1, sizeof(*p->slots));
    threads_run_ranges(threads, p->nrows, EACH, index_rows, p);
}

static inline uint32_t find_row(const struct profile *p, const struct identity *is, uint32_t hash,
                                enum rows rows)
{
    for (size_t at = hash & p->mask; p->slots && p->slots[at].row; at = (at + 1) & p->mask) {
        const uint32_t row = p->slots[at].row - 1;
        const struct row *r = row_at(p, row);
        bool found = p->slots[at].hash == hash && r->event == is->event && r->shared == is->shared;
        for (size_t i = 0; found && i < p->nown; i++)
            found = r->own[i].v == is->own[i].v &&
                    tag_of(p, i, &r->own[i], rows) == tag_of(p, i, &is->own[i], rows);
        if (found)
            return row;
    }
    return NO_ROW;
}

uint32_t profile_find_row(const struct profile *p, uint32_t event, const struct cell *cells)
{
    struct split_cells parts;
    split(p, cells, &parts);
    const struct identity is = { event, cell_set_find(&p->shared, parts.shared), parts.own };
    if (is.shared == CELL_SET_NONE)
        return NO_ROW;
    return find_row(p, &is, profile_hash_of(p, &is, ROWS_APART), ROWS_APART);
}

/* The head of the new row `row`: the first of all rows with the same text. `own`: the row's hash. A head has a second
   slot in the hash table, under the hash of the cells that rows of one text have in common, since there may be too
   many of them to search one by one. */
static uint32_t head_of(struct profile *p, uint32_t row, const struct identity *is, uint32_t own)
{
    const uint32_t hash = profile_hash_of(p, is, ROWS_ALIKE), other = find_row(p, is, hash, ROWS_ALIKE);
    if (other != NO_ROW)
        return row_chain(p, row_at(p, other))->head;
    if (hash != own) {
        *free_slot(p, hash) = (struct row_slot){ hash, row + 1 };
        p->nheads++;
    }
    return row;
}

uint32_t profile_find_or_add_row(struct profile *p, uint32_t event, const struct cell *cells)
{
    struct split_cells parts;
    split(p, cells, &parts);
    const struct identity is = { event, cell_set_add(&p->shared, parts.shared), parts.own };
    slots_room(p);
    const uint32_t h = profile_hash_of(p, &is, ROWS_APART), known = find_row(p, &is, h, ROWS_APART);
    if (known != NO_ROW)
        return known;
    if (p->nrows == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->rows = mem_resize(p->rows, p->cap, p->stride);
    }
    uint32_t row = (uint32_t)p->nrows++;
    struct row *r = row_at(p, row);
    memset(r, 0, p->stride);
    r->first = WHEN_NEVER;
    r->event = event;
    r->shared = is.shared;
    for (size_t i = 0; i < p->nown; i++)
        r->own[i] = parts.own[i];
    if (p->chain)
        row_chain(p, r)->head = head_of(p, row, &is, h);
    *free_slot(p, h) = (struct row_slot){ h, row + 1 };
    return row;
}

void profile_total_add(struct total *to, const struct total *from)
{
    to->samples += from->samples;
    to->period += from->period;
    to->hidden_samples += from->hidden_samples;
    to->hidden_period += from->hidden_period;
    latency_join(&to->latency, &from->latency);
    latency_join(&to->hidden_latency, &from->hidden_latency);
}

/* The memory that find_row() reads first: the slot, then the row. For __builtin_prefetch(). */
static const struct row_slot *slot_begin(const struct profile *into, const struct identity *is)
{
    if (into->slots)
        return &into->slots[profile_hash_of(into, is, ROWS_APART) & into->mask];
    return NULL;
}

static const struct row *row_likely(const struct profile *into, const struct identity *is)
{
    const struct row_slot *slot = slot_begin(into, is);
    if (slot && slot->row)
        return row_at(into, slot->row - 1);
    return NULL;
}

struct merging_rows {
    struct profile *into, *from;
    uint32_t *rows;   /* rows[row of `from`]: the row in `into`; NO_ROW: it is new */
    uint32_t *shared; /* shared[run of cells in `from`]: the run in `into` */
};

/* The event and cells of row i of `from`, in the numbers of `into`. */
static struct identity moved(const struct merging_rows *m, size_t i)
{
    struct identity is = identity_of(row_at(m->from, (uint32_t)i));
    is.shared = m->shared[is.shared];
    return is;
}

/* Different rows of `from` are different in `into`, too, so threads never add two rows to the same row. */
static void find_rows(void *arg, size_t from, size_t to)
{
    enum { AHEAD = 8 };
    const struct merging_rows *m = arg;
    for (size_t i = from; i < to; i++) {
        if (to - i > 2 * AHEAD) {
            const struct identity far = moved(m, i + 2 * AHEAD), near = moved(m, i + AHEAD);
            __builtin_prefetch(slot_begin(m->into, &far));
            __builtin_prefetch(row_likely(m->into, &near), 1);
        }
        const struct identity is = moved(m, i);
        m->rows[i] = find_row(m->into, &is, profile_hash_of(m->into, &is, ROWS_APART), ROWS_APART);
        if (m->rows[i] != NO_ROW)
            row_add(m->into, row_at(m->into, m->rows[i]), m->from, row_at(m->from, (uint32_t)i));
    }
}

/* Append the new rows to `into`, and free parts of `from` meanwhile. */
static void profile_add_rows(struct merging_rows *m, bool last)
{
    enum { AT_ONCE = 1 << 14 };
    struct profile *into = m->into, *from = m->from;
    size_t added = 0;
    for (size_t i = 0; i < from->nrows; i++)
        added += m->rows[i] == NO_ROW;
    if (into->cap < into->nrows + added)
        into->rows = mem_resize(into->rows, into->cap = into->nrows + added, into->stride);
    while (from->nrows) {
        const struct row *r = row_at(from, (uint32_t)--from->nrows);
        if (m->rows[from->nrows] == NO_ROW) {
            m->rows[from->nrows] = (uint32_t)into->nrows++;
            memcpy(row_at(into, m->rows[from->nrows]), r, into->stride);
            row_at(into, m->rows[from->nrows])->shared = m->shared[r->shared];
            if (!last)
                put_slot(into, m->rows[from->nrows]);
        }
        if (from->nrows % AT_ONCE == 0)
            from->rows = mem_resize(from->rows, from->nrows, from->stride);
    }
}

void profile_merge(struct profile *into, struct profile *from, struct merging how)
{
    enum { EACH = 512 };
    /* the keys and events are the same */
    assert(into->stride == from->stride && into->nevents == from->nevents);
    struct merging_rows m = { into, from, mem_new(from->nrows, sizeof(*m.rows)),
                              mem_new(from->shared.n + 1, sizeof(*m.shared)) };
    const uint32_t new_rows = (uint32_t)into->nrows;
    free(from->slots);
    from->slots = NULL;
    for (size_t i = 0; i < from->shared.n; i++)
        m.shared[i] = cell_set_add(&into->shared, &from->shared.v[i * from->shared.each]);
    threads_run_ranges(how.threads, from->nrows, EACH, find_rows, &m);
    if (how.last) {
        free(into->slots);
        into->slots = NULL;
    }
    profile_add_rows(&m, how.last);
    for (size_t i = 0; i < into->nevents; i++)
        profile_total_add(&into->totals[i], &from->totals[i]);
    branch_types_add(&into->branch_types, &from->branch_types);
    problems_merge(&into->problems, &from->problems);
    if (from->paths.nends || from->paths.chains.n)
        paths_merge(&into->paths, &from->paths, m.rows, new_rows, how);
    free(m.rows);
    free(m.shared);
    profile_free(from);
}
