/*
 * column_find: which of the samples in columns one is that a replay shows. Both are in order of time, but columns have more of
 * them, so that a look-up goes on behind the last one.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H

#include "lib/columns/sample_columns.h"

struct column_find {
    const struct sample_columns *columns;
    size_t next; /* index behind the last one found */
};

/* A CPU as columns have it. */
uint16_t column_cpu(const struct sample *s);

/* The number of a sample's stack; 0: it has none, it read counters, which makes several samples of it, or it was so late for its
   round that replay shows it with another time. `event`: its index. */
uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event);

#endif
