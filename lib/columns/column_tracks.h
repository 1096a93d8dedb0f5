/* column_tracks: the samples of each thread in order of time (core/replay/tracks.h), from columns instead of the file. */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_TRACKS_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_TRACKS_H

#include "core/replay/tracks.h"
#include "lib/columns/count_columns.h"

/* Makes tracks of all samples that filters and transforms let through. count_columns_supports() has to be true, and the
   options have `chains` set and no keys. `every`: a sample whose weight is a time in ns becomes one at each multiple of so
   many ns in that time, as a sampler would have taken them, and sums without a time (OFF_CPU_TIMESTAMP) are left out and
   counted as PROBLEM_UNTIMED_WAIT; 0: samples stay as they are. The caller frees `out`. */
void column_tracks_make(const struct column_count *a, uint64_t every, struct tracks *out);

#endif
