/*
 * caller_rows: rows of callers, made once all samples are counted. A row is what keys see of a sample and of a place
 * in its call chain:
 *
 *   while samples are counted   root > lead > frame > frame      a lead: what keys see besides places, as a row of its own event
 *   once paths are settled      root > frame, row > frame, row   the row of a frame is made of its lead and the frame
 *
 * So what an address counts as does not depend on the thread, and rows are made once for all workers. Rows too light
 * to be looked at (count_opts.least_percent) are not made for addresses without a symbol, of which every process has
 * its own: a few rows without weight stand for them.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H

#include "core/profile/count/profile.h"

/* The bits of a place (level, offset into data) that keys need and path_frame lacks. Only for keys with one cell per symbol. */
uint32_t caller_rows_place_mark(const struct resolved_addr *resolved);

/* The lead that the call path of v's sample begins with: a path for its row made of all keys but places; added if it is new. */
uint32_t caller_rows_find_lead(struct profile *p, struct view *v);

/* Make the rows of callers of summed paths with leads, and remove the rows of leads. `earliest`: see
   paths_find_earliest(). `least`: the period from which a row is looked at. By up to `threads` threads. */
void caller_rows_make(struct profile *p, const uint32_t *earliest, uint64_t least, unsigned threads);

#endif
