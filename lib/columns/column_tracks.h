/* column_tracks: makes the samples of each thread in order of time (core/replay/tracks.h) from columns, without
   reading the file. */
#ifndef PERFOLIO_LIB_COLUMNS_COLUMN_TRACKS_H
#define PERFOLIO_LIB_COLUMNS_COLUMN_TRACKS_H

#include "core/replay/tracks.h"
#include "lib/columns/count_columns.h"

/* Makes tracks of all samples that filters and transforms let through. count_columns_supports() must be true; the
   options must have `chains` set and no keys. `every`: if not 0, a sample whose weight is a time in ns is replaced by
   one sample at each multiple of `every` ns in that time, as a sampling profiler would take them; samples that are
   sums without a time (OFF_CPU_TIMESTAMP) are left out and counted as PROBLEM_UNTIMED_WAIT. The caller frees `out`. */
void column_tracks_make(const struct column_count *a, uint64_t every, struct tracks *out);

#endif
