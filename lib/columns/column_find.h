/*
 * column_find: finds the sample in columns that corresponds to a sample of a replay. Replay and columns are both in
 * order of time, and columns contain all samples of the replay, so each look-up starts after the sample found before.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_FIND_H

#include "lib/columns/sample_columns.h"

/* A look-up examines at most so many samples with the same time. Without the limit, time would grow with the square of
   their number. */
enum { COLUMN_FIND_LOOKS = 1 << 10 };

struct column_find {
    const struct sample_columns *columns;
    size_t next; /* index after the sample that was found, or examined, last */
};

/* The CPU of a sample, in the form of sample_columns.cpu. */
uint16_t column_cpu(const struct sample *s);

/* The number of the stack of sample `s`; 0: no stack was found. That is so if the sample has no stack; if it read
   counters (columns then have several samples for it); if it came so late that the replay gives it another time; or if
   it comes after COLUMN_FIND_LOOKS others with the same time (the next look-up of that time continues after these).
   `event`: the index of its event. */
uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event);

#endif
