/*
 * Rows are sorted by ranks. Each different cell is compared as a text once (columns.h); rows are then compared by the
 * ranks of their cells, small numbers next to each other in memory. A capture without symbols has a row per address,
 * and sorting those by texts would cost more than counting the samples.
 */
#include "core/profile/show/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

enum { PARTS = FIGURE_SAMPLES - FIGURE_SYS };

static uint32_t rank_of(const struct table *t, size_t row, size_t k)
{
    return t->columns[k].ranks[t->values[row * t->profile->nkeys + k]];
}

static bool reads_the_same(const struct table *t, size_t a, size_t b)
{
    for (size_t k = 0; k < t->profile->nkeys; k++)
        if (rank_of(t, a, k) != rank_of(t, b, k))
            return false;
    return true;
}

/* Whether row `a`, with the same text as row `b`, has the earlier first sample. If both have the same first sample, as
   in a recursion, the lower tag or number decides, since the order of rows depends on the number of workers. */
static bool is_earlier(const struct table *t, const struct row *a, const struct row *b)
{
    const struct profile *p = t->profile;
    if (when_before(a->first, b->first) || when_before(b->first, a->first))
        return when_before(a->first, b->first);
    for (size_t k = 0; k < p->nkeys; k++) {
        const struct cell *x = row_cell(p, a, k), *y = row_cell(p, b, k);
        if (x->tag != y->tag)
            return x->tag < y->tag;
        if (x->v != y->v && !key_cell_pointer(x))
            return x->v < y->v;
    }
    return false;
}

static unsigned bits_of(uint64_t most)
{
    if (most)
        return 64 - (unsigned)__builtin_clzll(most);
    return 0;
}

/* Replace sorted numbers by ranks 0, 1, 2...; equal numbers get equal ranks. Returns the last rank. */
static uint64_t close_up(struct numbered *v, size_t n)
{
    uint64_t last = 0, before = n ? v[0].by : 0;
    for (size_t i = 0; i < n; i++) {
        last += v[i].by != before;
        before = v[i].by;
        v[i].by = last;
    }
    return last;
}

/* The profile's rows sorted by the keys, then by event. Each gets a number that is equal for rows of an event that
   read the same: the ranks of all keys side by side. If they need more than 64 bits, the number made of the last keys
   is replaced by its rank. */
static struct numbered *rows_by_keys(const struct table *t)
{
    const struct profile *p = t->profile;
    struct numbered *v = mem_new(p->nrows, sizeof(*v));
    unsigned bits = p->nevents > 1 ? bits_of(p->nevents - 1) : 0;
    for (uint32_t i = 0; i < p->nrows; i++)
        v[i] = (struct numbered){ bits ? row_at(p, i)->event : 0, i };
    for (size_t k = p->nkeys; k--;) {
        const unsigned more = bits_of(t->columns[k].last);
        if (bits + more > 64) {
            sort_by_number(v, p->nrows);
            bits = bits_of(close_up(v, p->nrows));
        }
        for (size_t i = 0; more && i < p->nrows; i++)
            v[i].by |= (uint64_t)rank_of(t, v[i].at, k) << bits;
        bits += more;
    }
    sort_by_number(v, p->nrows);
    return v;
}

/* Order rows by the keys, then by event. Of the rows of an event with the same texts, the row with the
   earliest first sample is shown. */
static void order_rows(struct table *t)
{
    const struct profile *p = t->profile;
    struct numbered *v = rows_by_keys(t);
    t->rows = mem_new(p->nrows, sizeof(*t->rows));
    t->joined = mem_new(p->nrows, sizeof(*t->joined));
    for (size_t i = 0; i < p->nrows; i++) {
        const uint32_t one = v[i].at;
        if (!i || v[i].by != v[i - 1].by)
            t->rows[t->nrows++] = one;
        uint32_t *last = &t->rows[t->nrows - 1];
        if (is_earlier(t, row_at(p, one), row_at(p, *last)))
            *last = one;
        t->joined[one] = (uint32_t)t->nrows - 1;
    }
    for (size_t i = 0; i < p->nrows; i++)
        t->joined[i] = t->rows[t->joined[i]];
    free(v);
}

/* Add the counts of all rows with the same texts to the row that is shown. */
static void join_rows(struct table *t)
{
    const struct profile *p = t->profile;
    for (uint32_t i = 0; t->nrows < p->nrows && i < p->nrows; i++) {
        const uint32_t to = t->joined[i];
        if (to == i)
            continue;
        row_add(p, row_at(p, to), p, row_at(p, i));
        for (size_t m = 0; t->parts && m < PARTS; m++)
            t->parts[to][m] = figure_sum(t->parts[to][m], t->parts[i][m]);
    }
}

/* List the rows of each event in order, so that the rows of an event are found without visiting all rows. */
static void find_places(struct table *t)
{
    enum { SOON = 8 };
    const struct profile *p = t->profile;
    if (p->nevents <= 1)
        return;
    uint32_t *event = mem_new(t->nrows, sizeof(*event)), *next = mem_new(p->nevents + 1, sizeof(*next));
    for (size_t i = 0; i < t->nrows; i++) {
        if (t->nrows - i > SOON)
            __builtin_prefetch(&row_at(p, t->rows[i + SOON])->event);
        event[i] = row_at(p, t->rows[i])->event;
        next[event[i] + 1]++;
    }
    for (size_t e = 0; e < p->nevents; e++)
        next[e + 1] += next[e];
    t->first_of = mem_new(p->nevents + 1, sizeof(*t->first_of));
    memcpy(t->first_of, next, (p->nevents + 1) * sizeof(*next));
    t->places = mem_new(t->nrows, sizeof(*t->places));
    for (uint32_t i = 0; i < t->nrows; i++)
        t->places[next[event[i]]++] = i;
    free(event);
    free(next);
}

void table_init(struct table *t, struct profile *p, const struct key_context *kc)
{
    *t = (struct table){ .profile = p, .kc = kc };
    free(p->slots);
    p->slots = NULL;
    t->values = mem_new(p->nrows * p->nkeys, sizeof(*t->values));
    columns_make(p, kc, t->columns, t->values);
    order_rows(t);
    if (t->nrows < p->nrows)
        profile_join_alike_rows(p, t->joined, file_processors());
    table_compute_parts(t);
    join_rows(t);
    find_places(t);
}

void table_free(struct table *t)
{
    free(t->values);
    columns_free(t->columns, KEYS_MAX);
    free(t->rows);
    free(t->places);
    free(t->first_of);
    free(t->joined);
    free(t->parts);
    *t = (struct table){ 0 };
}

/* A row's cell in the column of a key. The column of a summed key has the sum over the row's samples, of which there are
   `samples`. */
static struct cell table_cell_of(const struct table *t, uint32_t row, size_t key, uint64_t samples)
{
    struct cell c = *row_cell(t->profile, row_at(t->profile, row), key);
    if (t->profile->keys[key]->summed)
        c.v = figure_times(c.v, samples);
    return c;
}

const char *table_text_of(const struct table *t, uint32_t row, size_t key, uint64_t samples,
                          struct text *scratch)
{
    assert(row < t->profile->nrows && key < t->profile->nkeys);
    const struct key *k = t->profile->keys[key];
    const char *text = t->columns[key].texts[t->values[row * t->profile->nkeys + key]];
    if (text && !k->summed)
        return text;
    const struct cell c = table_cell_of(t, row, key, samples);
    scratch->n = 0;
    text_add(scratch, "");
    key_text(k, &c, t->kc, scratch);
    return scratch->s;
}

const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch)
{
    return table_text_of(t, row, key, row_at(t->profile, row)->samples, scratch);
}

struct value table_value(const struct table *t, uint32_t row, size_t key, struct text *scratch)
{
    const struct cell c = table_cell_of(t, row, key, row_at(t->profile, row)->samples);
    scratch->n = 0;
    return key_value(t->profile->keys[key], &c, t->kc, scratch);
}

uint64_t *table_mark_rows(const struct table *t, const uint32_t *rows, size_t n)
{
    uint64_t *marks = mem_new(t->profile->nrows / 64 + 1, sizeof(*marks));
    for (size_t i = 0; i < n; i++)
        if (rows[i] != NO_ROW)
            marks[rows[i] / 64] |= UINT64_C(1) << rows[i] % 64;
    return marks;
}

static size_t table_digits_of(uint64_t v)
{
    size_t n = 1;
    for (; v > 9; v /= 10)
        n++;
    return n;
}

size_t table_width(const struct table *t, const uint64_t *marks, size_t key)
{
    const struct profile *p = t->profile;
    const struct column *c = &t->columns[key];
    size_t widest = 0;
    for (size_t i = 0; (i = table_next_marked(t, marks, i)) < p->nrows; i++) {
        const struct row *r = row_at(p, (uint32_t)i);
        uint32_t value = t->values[i * p->nkeys + key];
        size_t width = c->widths[value];
        if (p->keys[key]->summed)
            width = table_digits_of(figure_times(row_cell(p, r, key)->v, r->samples));
        if (!c->texts[value])
            width = p->keys[key]->bare(&(struct key_cell){ row_cell(p, r, key), t->kc, NULL });
        if (width > widest)
            widest = width;
    }
    return widest;
}

bool table_rows_read_same(const struct table *t, uint32_t a, uint32_t b, size_t key)
{
    return rank_of(t, a, key) == rank_of(t, b, key);
}

/* The lines of one event: the numbers of its rows. Does not read the rows, which are scattered over memory. */
static uint32_t *lines_of_one(const struct table *t, uint32_t event, size_t *nlines)
{
    const uint32_t *places = NULL;
    *nlines = t->nrows;
    if (t->places) {
        places = &t->places[t->first_of[event]];
        *nlines = t->first_of[event + 1] - t->first_of[event];
    }
    uint32_t *lines = mem_resize(NULL, *nlines, sizeof(*lines));
    for (size_t i = 0; i < *nlines; i++) {
        const size_t at = places ? places[i] : i;
        lines[i] = t->rows[at];
    }
    return lines;
}

/* The places of the rows of several events, sorted; `at` is the event. */
static struct numbered *places_of(const struct table *t, uint32_t first, uint32_t n)
{
    const uint32_t from = t->first_of[first];
    struct numbered *v = mem_new(t->first_of[first + n] - from, sizeof(*v));
    for (uint32_t event = first; event < first + n; event++)
        for (uint32_t i = t->first_of[event]; i < t->first_of[event + 1]; i++)
            v[i - from] = (struct numbered){ t->places[i], event };
    sort_by_number(v, t->first_of[first + n] - from);
    return v;
}

uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, size_t *nlines)
{
    assert(n && first + n <= t->profile->nevents);
    if (n == 1)
        return lines_of_one(t, first, nlines);
    struct numbered *places = places_of(t, first, n);
    const size_t nplaces = t->first_of[first + n] - t->first_of[first];
    uint32_t *lines = NULL, last = NO_ROW;
    size_t cap = 0;
    *nlines = 0;
    for (size_t i = 0; i < nplaces; i++) {
        const uint32_t row = t->rows[places[i].by];
        if (last == NO_ROW || !reads_the_same(t, last, row)) {
            lines = mem_room(lines, *nlines, &cap, n * sizeof(*lines));
            memset(&lines[(*nlines)++ * n], 0xff, n * sizeof(*lines));
        }
        lines[(*nlines - 1) * n + places[i].at - first] = last = row;
    }
    free(places);
    return lines;
}
