/*
 * caller_rows: rows of callers that are made once everything is counted. A row is what keys see of a sample and of a
 * place in its chain:
 *
 *   while samples are counted   root > lead > frame > frame       a lead is what keys see beside places, as a row of an
 *   once paths are settled      root > frame, row > frame, row    event of its own; a frame's row is its lead's
 *
 * So what an address counts as does not depend on who was there, and rows are made once for all workers. Those that
 * nobody looks at (count_opts.least_percent) are not made if they are of addresses without a symbol, of which there are
 * as many as processes have: in their place stand a few that have no weight.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLER_ROWS_H

#include "core/profile/count/profile.h"

/* What keys may see of a place that its frame does not have: only for keys that are the same for all of a symbol. */
uint32_t caller_rows_mark(const struct resolved_addr *resolved);

/* The path in front of the call path of v's sample. */
uint32_t caller_rows_lead(struct profile *p, struct view *v);

/* Make rows of the summed paths of `p`, which have leads, and take those of leads away. `earliest`: per path the end of
   its earliest sample, + 1; `least`: the period a row must have to be looked at. By up to so many threads. */
void caller_rows_make(struct profile *p, const uint32_t *earliest, uint64_t least, unsigned threads);

#endif
