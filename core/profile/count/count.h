/*
 * count: pass 2. Workers take blocks, decode the samples of each alone, find their places and fill a profile
 * each; the profiles are merged. Nothing here depends on the order in which blocks are taken.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COUNT_H
#define PERFOLIO_CORE_PROFILE_COUNT_COUNT_H

#include "core/profile/count/count_opts.h"

/* Count all samples of the capture (walked before, its timeline sealed). False with `e` set when it cannot be
   read; what was counted until then is in `out` all the same. */
bool count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                   const struct count_opts *o, struct profile *out, struct err *e);

#endif
