/* shares: how many samples lie in each object of a capture. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_SHARES_H
#define PERFOLIO_CORE_PROFILE_COUNT_SHARES_H

#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

/* Per object of the timeline, by its index; with a resolver (may be NULL) each of them is asked for its
   symbols, too. *all receives how many the capture has (walked before), those in no object among them.
   Malloc'ed; NULL with `e` set. */
uint64_t *shares_of_objects(struct capture *c, const struct timeline *t, struct resolver *r, uint64_t *all,
                            struct err *e);

#endif
