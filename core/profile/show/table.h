/*
 * table: a finished profile, read only: the text of every cell, made once for each that differs, and rows
 * that read the same joined. A row shows the cells of its earliest sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TABLE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TABLE_H

#include "core/profile/count/columns.h"
#include "core/profile/count/profile.h"

/* The numbers of a row. Those of a mode are parts of its period, only where key_mode is among the keys;
   latencies are those of its numbers (latency_number()), only where key_running is; weights are added up over
   its samples, only where that one of key_weight_parts is. */
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
    uint32_t *values; /* values[row * nkeys + key]: which of the key's texts */
    uint32_t *rows;   /* the profile's that are shown, in the order of the keys; others were added to them */
    size_t nrows;
    /* Those of an event: rows[places[first_of[event]]] up to rows[places[first_of[event + 1] - 1]]; NULL: it has all. */
    uint32_t *places, *first_of;
    uint64_t (*parts)[FIGURE_SAMPLES -
                      FIGURE_SYS]; /* per row of the profile, from FIGURE_SYS on; NULL: not counted */
    uint32_t *joined;              /* per row of the profile the one that is shown for it */
    const struct key_context *kc;
    struct column columns[KEYS_MAX];
};

/* Profile and context have to outlive the table; the profile is not to be counted into any more. */
void table_init(struct table *t, struct profile *p, const struct key_context *kc);
void table_free(struct table *t);

/* What a row shows of a key; in `scratch` when it is a bare address, or summed over the samples of the row. */
const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* The same of a row of rows, which have so many samples together. */
const char *table_text_of(const struct table *t, uint32_t row, size_t key, uint64_t samples,
                          struct text *scratch);

/* The same as a value, whose texts may be in `scratch`. */
struct value table_value(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* Per row of the profile a bit, whether it is one of n, those that are NO_ROW not counted; malloc'ed: what looks at many rows
   goes through them as they lie in memory. */
uint64_t *table_mark(const struct table *t, const uint32_t *rows, size_t n);

/* The first row from `row` on that is marked; as many as there are: none is. */
static inline size_t table_marked(const struct table *t, const uint64_t *marks, size_t row)
{
    const size_t n = t->profile->nrows;
    for (; row < n; row = (row / 64 + 1) * 64)
        if (marks[row / 64] >> row % 64)
            return row + (size_t)__builtin_ctzll(marks[row / 64] >> row % 64);
    return n;
}

/* How wide the widest of rows that are marked is in a key. */
size_t table_width(const struct table *t, const uint64_t *marks, size_t key);

/* What keys that are not shown say of each row: before rows that differ in nothing else are joined (figures.c). */
void table_split(struct table *t);

/* A weight of so many samples, and that of two rows together; what a file says of weights may be any number, so that they
   stop at the largest one. */
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

/* A number of a row. */
uint64_t table_figure(const struct table *t, uint32_t row, enum figure f);

/* Any row of a line of n: they read the same. */
static inline uint32_t line_row(const uint32_t *line, uint32_t n)
{
    uint32_t i = 0;
    while (i + 1 < n && line[i] == NO_ROW)
        i++;
    return line[i];
}

/* Whether two rows read the same in a key. */
bool table_same(const struct table *t, uint32_t a, uint32_t b, size_t key);

/* What lines are ordered by: a number, the largest first, or a key. */
struct line_by {
    bool is_key;
    uint32_t at; /* enum figure, or the key */
};

/* The order of lines: by what is listed, then by the keys. Of several events children of the first one count
   alone; other numbers are compared event by event. Of lines of one thread that have the same children, where
   those come first, longer call paths do. */
struct line_order {
    const struct line_by *by;
    size_t n;
    uint32_t member;        /* not 0: this event is compared first, and the first one not at all */
    const uint32_t *depths; /* per row, of its longest call path; NULL: not known */
    bool shallow_first;     /* ... or shorter ones do */
};

/* The lines of the events [first, first + n), the first one first, in the order of the keys. A line is n rows, NO_ROW
   where an event has none. malloc'ed; nlines receives the count. */
uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, size_t *nlines);

/* Put lines of n rows in their order. */
void table_order_lines(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                       uint32_t n);

/* Put at least the first `least` of them where they are in that order, those behind somewhere behind them: how many are in order.
   What is in order may be handed in again with the others, or left out. */
size_t table_order_first(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                         uint32_t n, size_t least);

#endif
