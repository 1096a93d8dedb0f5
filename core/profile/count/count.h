/*
 * count: the second pass over a capture. Workers take blocks, decode their samples, find the places and fill a
 * profile each; the profiles are merged. The result does not depend on which worker takes which block.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COUNT_H
#define PERFOLIO_CORE_PROFILE_COUNT_COUNT_H

#include "core/profile/count/count_opts.h"

/* Count all samples of a capture that was walked and whose timeline is sealed. False with `e` set when it cannot be
   read; `out` then has what was counted until then. The caller frees `out` in either case. */
bool count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                   const struct count_opts *o, struct profile *out, struct err *e);

/* How many workers pay off. Each has rows and caches of its own, about 5 MB, and learns every place anew: that costs
   processor time, which weighs more the fewer processors there are. With two processors a worker gets at least 2^20
   samples, with sixteen or more 2^17: eight workers of that many take 1.1 (script, firefox) to 1.5 times (call paths)
   the processor time of one. Samples that read counters need one worker, which sees all of them in order. `asked`:
   that many; 0: as capture.h says, else as many as pay off. */
unsigned count_workers(const struct capture *c, unsigned asked);

#endif
