/*
 * column_find: finds the sample in columns that corresponds to a sample of a replay. Replay and columns are both in
 * order of time, and columns contain all samples of the replay, so that each look-up continues behind the last one
 * found.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H

#include "lib/columns/sample_columns.h"

struct column_find {
    const struct sample_columns *columns;
    size_t next; /* index behind the last one found */
};

/* The CPU of a sample, in the form of sample_columns.cpu. */
uint16_t column_cpu(const struct sample *s);

/* The number of the stack of a sample. `event`: the index of its event. 0: the sample has no stack, or it cannot be
   found in the columns: a sample that reads counters becomes several ones, and a sample that arrived too late for its
   round has another time in the replay. */
uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event);

#endif
