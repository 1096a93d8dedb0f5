/*
 * table: a read-only view of a finished profile: the text of every different cell, and rows with equal texts
 * joined into one. A row shows the cells of its earliest sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TABLE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TABLE_H

#include <assert.h>

#include "core/profile/count/columns.h"
#include "core/profile/count/profile.h"

/* The numbers of a row. SYS to GUEST_US divide the period by CPU mode and need key_mode among the keys.
   Latencies (latency_number()) need key_running. WEIGHT1 to WEIGHT3 are sums over the row's samples and need
   their key of key_weight_parts. */
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
    /* rows of the profile that are shown, in the order of the keys; the counts of all other rows were added
       to them */
    uint32_t *rows;
    size_t nrows;
    /* Rows of event e: rows[places[i]] for i in [first_of[e], first_of[e + 1]); NULL: there is one event. */
    uint32_t *places, *first_of;
    /* per row of the profile: the figures from FIGURE_SYS on; NULL: no key gives such figures */
    uint64_t (*parts)[FIGURE_SAMPLES - FIGURE_SYS];
    uint32_t *joined; /* per row of the profile: the row that is shown for it */
    const struct key_context *kc;
    struct column columns[KEYS_MAX];
};

/* Make a table of `p`. `p` and `kc` must outlive the table, and nothing may be counted into `p` any more. */
void table_init(struct table *t, struct profile *p, const struct key_context *kc);
void table_free(struct table *t);

/* The text of a row and key. Texts of bare addresses and of sums over samples are in `scratch`; other texts
   live as long as the table. */
const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* table_text() of several rows that have `samples` samples together. */
const char *table_text_of(const struct table *t, uint32_t row, size_t key, uint64_t samples,
                          struct text *scratch);

/* The value of a row's cell of a key. Its texts may be stored in `scratch`. */
struct value table_value(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* A bitmap with one bit per row of the profile, set for the n given rows; NO_ROW is ignored. malloc'ed. Code
   that needs many rows walks over the bitmap, to read the rows in the order of memory. */
uint64_t *table_mark_rows(const struct table *t, const uint32_t *rows, size_t n);

/* The first marked row at or after `row`; profile->nrows: none. */
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

/* Compute the figures that come from keys without a column. Call it before rows that differ in these keys alone are
   joined (figures.c). */
void table_compute_parts(struct table *t);

/* figure_times(): v * samples; figure_sum(): a + b. Both are at most UINT64_MAX, since weights in a file may
   be any number. */
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

/* A figure of a row; 0 if the key that it needs is not among the keys. */
uint64_t table_figure(const struct table *t, uint32_t row, enum figure f);

/* The first row of a line of n rows that is not NO_ROW; all rows of a line have the same texts. NO_ROW if all
   are NO_ROW. */
static inline uint32_t line_row(const uint32_t *line, uint32_t n)
{
    assert(n);
    uint32_t i = 0;
    while (i + 1 < n && line[i] == NO_ROW)
        i++;
    return line[i];
}

/* Whether two rows have the same text in a key's column. */
bool table_rows_read_same(const struct table *t, uint32_t a, uint32_t b, size_t key);

/* A criterion of the order of lines: a figure, largest first, or a key. */
struct line_by {
    bool is_key;
    uint32_t at; /* enum figure, or index of the key */
};

/* The order of lines: by the criteria `by`, then by the keys. In lines of several events FIGURE_CHILDREN is
   compared for the first event alone, other figures event by event. If FIGURE_CHILDREN is the first
   criterion, lines of one thread with equal FIGURE_CHILDREN are ordered by the depth of their call paths. */
struct line_order {
    const struct line_by *by;
    size_t n;
    /* index of the event, counted from the first, whose figures are compared instead of the first event's; 0: the
       first */
    uint32_t member;
    const uint32_t *depths; /* per row: frames of its longest call path; NULL: not used */
    /* with `depths`: lines with short call paths come first; else lines with long call paths come first */
    bool shallow_first;
};

/* The lines of events [first, first + n), in the order of the keys. A line is n rows, one per event, NO_ROW where an
   event has none. malloc'ed; *nlines receives their number. */
uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, size_t *nlines);

/* Sort lines of n rows. */
void table_order_lines(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                       uint32_t n);

/* Sort at least the first `least` lines to the front; the other lines follow in any order. Returns how many
   lines are sorted. A later call may be given all lines again, or only the lines that are not sorted yet. */
size_t table_order_top_lines(const struct table *t, const struct line_order *o, uint32_t *lines,
                             size_t nlines, uint32_t n, size_t least);

#endif
