/*
 * column_find: finds the sample in columns that corresponds to a sample of a replay. Replay and columns are both in
 * order of time, and columns contain all samples of the replay, so that each look-up continues behind the last one
 * found.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H

#include "lib/columns/sample_columns.h"

/* At most so many samples of one time are looked at for one: input that has many takes no time that grows with their square. */
enum { COLUMN_FIND_LOOKS = 1 << 10 };

struct column_find {
    const struct sample_columns *columns;
    size_t next; /* index behind the last one found, or looked at in vain */
};

/* The CPU of a sample, in the form of sample_columns.cpu. */
uint16_t column_cpu(const struct sample *s);

/* The number of a sample's stack; 0: it has none, it read counters, which makes several samples of it, it was so late for its
   round that replay shows it with another time, or it lies behind COLUMN_FIND_LOOKS others of its time, behind which the next
   look-up of that time goes on. `event`: its index. */
uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event);

#endif
