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

/* How many workers are worth having. Each keeps rows and caches of its own, about 5 MB, and learns every place anew: that
   costs processor time, which weighs more the fewer processors there are. On two of them a worker has 2^20 samples or more,
   on sixteen or more 2^17: eight workers of that many take 1.1 (script, firefox) to 1.5 times (call paths) the processor
   time of one. Samples that read counters are all seen by one, in their order. `asked`: that many; 0: as many as the
   capture is to be read by (capture.h). */
unsigned count_workers(const struct capture *c, unsigned asked);

#endif
