/*
 * table: a finished profile, read only: the text of every different cell, and rows that read the same joined. A row
 * shows the cells of its earliest sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TABLE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TABLE_H

#include <assert.h>

#include "core/profile/count/columns.h"
#include "core/profile/count/profile.h"

/* The numbers of a row. Those by mode split its period, with key_mode among the keys only; latencies need key_running
   (latency_number()); weights, summed over its samples, need their key of key_weight_parts. */
enum figure {
    FIGURE_CHILDREN,
    FIGURE_PERIOD,
    FIGURE_SYS,
    FIGURE_US,
    FIGURE_GUEST_SYS,
    FIGURE_GUEST_US,
    FIGURE_LATENCY,
    FIGURE_LATENCY_CHILDREN,
    FIGURE_WEIGHT1,
    FIGURE_WEIGHT2,
    FIGURE_WEIGHT3,
    FIGURE_SAMPLES,
    FIGURES
};

struct table {
    struct profile *profile;
    uint32_t *values; /* values[row * nkeys + key]: index of the value in the key's column */
    /* rows of the profile that are shown, in the order of the keys; all others were added to them */
    uint32_t *rows;
    size_t nrows;
    /* Rows of event e: rows[places[i]] for i in [first_of[e], first_of[e + 1]); NULL: there is one event. */
    uint32_t *places, *first_of;
    /* per row of the profile, from FIGURE_SYS on; NULL: no key gives them */
    uint64_t (*parts)[FIGURE_SAMPLES - FIGURE_SYS];
    uint32_t *joined; /* per row of the profile: the row that is shown for it */
    const struct key_context *kc;
    struct column columns[KEYS_MAX];
};

/* `p` and `kc` must outlive the table; nothing is counted into `p` any more. */
void table_init(struct table *t, struct profile *p, const struct key_context *kc);
void table_free(struct table *t);

/* The text of a row and key; in `scratch` for bare addresses and for sums over samples, else it lives as long as the
   table. */
const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* The same for several rows that have `samples` samples together. */
const char *table_text_of(const struct table *t, uint32_t row, size_t key, uint64_t samples,
                          struct text *scratch);

/* The value of a row and key, whose texts may be in `scratch`. */
struct value table_value(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* A bit for each row of the profile, set for the n given ones; NO_ROW is ignored. malloc'ed. Code that looks at many
   rows goes through the bits, in the order of memory. */
uint64_t *table_mark_rows(const struct table *t, const uint32_t *rows, size_t n);

/* The first marked row from `row` on; profile->nrows: none. */
static inline size_t table_next_marked(const struct table *t, const uint64_t *marks, size_t row)
{
    const size_t n = t->profile->nrows;
    for (; row < n; row = (row / 64 + 1) * 64)
        if (marks[row / 64] >> row % 64)
            return row + (size_t)__builtin_ctzll(marks[row / 64] >> row % 64);
    return n;
}

/* The width of the widest marked row in a key's column. */
size_t table_width(const struct table *t, const uint64_t *marks, size_t key);

/* Compute the numbers that keys without a column give, before rows that differ in nothing else are joined
   (figures.c). */
void table_compute_parts(struct table *t);

/* v * samples and a + b, at most UINT64_MAX: weights in a file may be any number. */
static inline uint64_t figure_times(uint64_t v, uint64_t samples)
{
    if (samples && v > UINT64_MAX / samples)
        return UINT64_MAX;
    return v * samples;
}

static inline uint64_t figure_sum(uint64_t a, uint64_t b)
{
    if (a > UINT64_MAX - b)
        return UINT64_MAX;
    return a + b;
}

/* A number of a row; 0 if its key is not among the keys. */
uint64_t table_figure(const struct table *t, uint32_t row, enum figure f);

/* A row of a line of n rows, which all read the same; NO_ROW if all are. */
static inline uint32_t line_row(const uint32_t *line, uint32_t n)
{
    assert(n);
    uint32_t i = 0;
    while (i + 1 < n && line[i] == NO_ROW)
        i++;
    return line[i];
}

/* Whether two rows read the same in a key. */
bool table_rows_read_same(const struct table *t, uint32_t a, uint32_t b, size_t key);

/* What lines are ordered by: a number, largest first, or a key. */
struct line_by {
    bool is_key;
    uint32_t at; /* enum figure, or index of the key */
};

/* The order of lines: by `by`, then by the keys. Of several events FIGURE_CHILDREN is that of the first one; other
   numbers are compared event by event. Where FIGURE_CHILDREN comes first, lines of one thread with equal children are
   ordered by the depth of their call paths. */
struct line_order {
    const struct line_by *by;
    size_t n;
    uint32_t member;        /* not 0: the event that is compared instead of the first */
    const uint32_t *depths; /* per row: frames of its longest call path; NULL: not used */
    bool shallow_first;     /* ... the shallow ones first; else the deep ones */
};

/* The lines of events [first, first + n), in the order of the keys. A line is n rows, one per event, NO_ROW where an
   event has none. malloc'ed; *nlines receives their number. */
uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, size_t *nlines);

/* Sort lines of n rows. */
void table_order_lines(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                       uint32_t n);

/* Sort at least the first `least` lines to the front; the others follow in any order. Returns how many are sorted.
   Sorted lines may be passed again with the others, or left out. */
size_t table_order_top_lines(const struct table *t, const struct line_order *o, uint32_t *lines,
                             size_t nlines, uint32_t n, size_t least);

#endif
