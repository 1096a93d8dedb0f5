/*
 * caller_rows: makes the rows of callers after all samples are counted. The cells of such a row come from the
 * sample (thread, CPU...) and from a place in its call chain. A "lead" is a path that stands for the cells of the
 * sample:
 *
 *   while samples are counted   root > lead > frame > frame
 *   once paths are settled      root > frame, row > frame, row
 *
 * The lead has a row, of an event of its own, with the cells that do not depend on places. The row of a frame is made
 * from its lead's row and the frame.
 *
 * So the kind of step of an address does not depend on the thread, and rows are made once for all workers.
 * Addresses without a symbol, which differ from process to process, get no row if the row would be below
 * count_opts.least_percent: a few rows without weight replace all such rows.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H

#include "core/profile/count/profile.h"

/* The bits of an address that keys need and path_frame lacks: perf's level, and the offset into a data symbol. They
   are needed only for keys with one cell per symbol. */
uint32_t caller_rows_place_mark(const struct resolved_addr *resolved);

/* The lead that the call path of v's sample begins with, added if it is new. The lead's row has the sample's cells of
   all keys that do not look at the place. */
uint32_t caller_rows_find_lead(struct profile *p, struct view *v);

/* Make the rows of callers from paths with leads, after paths_sum_ends(), and remove the rows of leads.
   `earliest`: from paths_find_earliest(). `least`: the period below which rows need not be made. Uses up to
   `threads` threads. */
void caller_rows_make(struct profile *p, const uint32_t *earliest, uint64_t least, unsigned threads);

#endif
