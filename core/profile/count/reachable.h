/* reachable: which places samples lie in or speak of: what has to be kept so that every view of a capture can
   be given without its objects; and how many samples lie in each of these. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_H
#define PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_H

#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

struct reachable_place {
    uint32_t object;  /* by index in the timeline's */
    uint64_t at;      /* in the space of its table: struct place */
    uint64_t samples; /* that lie there themselves */
};

struct reachable {
    struct reachable_place *v; /* a place may be in it several times */
    size_t n;
    uint64_t samples; /* of the capture */
    struct problems problems;
};

/* All places of a capture (walked before): of samples, their call chains, branches, data, and on stack dumps
   all that may be a return address. The caller frees them. False with `e` set. */
bool reachable_places(struct capture *c, const struct timeline *t, struct resolver *r, struct reachable *out,
                      struct err *e);

void reachable_free(struct reachable *t);

/* How many samples lie in each object of the timeline, by its index; with a resolver (may be NULL) each of them is
   asked for its symbols, too. *all receives how many the capture has (walked before), those in no object among
   them. Malloc'ed; NULL with `e` set. */
uint64_t *reachable_shares(struct capture *c, const struct timeline *t, struct resolver *r, uint64_t *all,
                           struct err *e);

#endif
