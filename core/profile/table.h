/*
 * table: a finished profile, read only: the text of every cell, made once for each that differs, and rows
 * that read the same joined. A row shows the cells of its earliest sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_TABLE_H
#define PERFOLIO_CORE_PROFILE_TABLE_H

#include "core/profile/profile.h"

struct table {
    struct profile *profile;
    uint32_t *values; /* values[row * nkeys + key]: which of the key's texts */
    uint32_t *rows;   /* the profile's that are shown, in the order of the keys; others were added to them */
    size_t nrows;
    uint32_t *joined; /* per row of the profile the one that is shown for it */
    const struct key_context *kc;
    struct column {         /* one per key */
        const char **texts; /* NULL: a bare address */
        uint32_t *widths;   /* of the texts */
        uint32_t *ranks;    /* in the key's order; what reads the same has one rank */
    } columns[KEYS_MAX];
    struct arena arena;
};

/* Profile and context have to outlive the table; the profile is not to be counted into any more. */
void table_init(struct table *t, struct profile *p, const struct key_context *kc);
void table_free(struct table *t);

/* What a row shows of a key; in `scratch` when it is a bare address. */
const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch);

/* How wide the widest row of the events [first, first + n) is in a key. */
size_t table_width(const struct table *t, uint32_t first, uint32_t n, size_t key);

/* The order of lines: by children (if asked), then by period, event by event, then by the keys. Of lines of
   one thread and event that have the same children those of longer call paths come first, where these are
   known. */
struct line_order {
    bool children;
    const uint32_t *depths; /* per row; NULL: not known */
    bool shallow_first;     /* ... or those of shorter ones */
};

/* The lines of the events [first, first + n), the first one first. A line is n rows, NO_ROW where an event
 *has none. malloc'ed; nlines receives the count. */
uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, const struct line_order *o,
                      size_t *nlines);

#endif
