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

/* The number of workers to use. `asked`: the number that the user asked for; 0: capture.h's number or, if that is 0, a
   number chosen by the number of samples. Each worker has its own rows and caches, about 5 MB, and looks up every
   place again, which costs processor time. So a worker gets at least 2^20 samples on two processors, and at least 2^17
   on sixteen or more. Eight workers with 2^17 samples each take 1.1 (script, firefox) to 1.5 (call paths) times the
   processor time of one worker. Samples that read counters need one worker, which counts all of them in order. */
unsigned count_workers(const struct capture *c, unsigned asked);

#endif
