/* touch: which places samples lie in or speak of: what has to be kept so that every view of a capture can be
   given without its objects. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_TOUCH_H
#define PERFOLIO_CORE_PROFILE_COUNT_TOUCH_H

#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

struct touch {
    uint32_t object;  /* by index in the timeline's */
    uint64_t at;      /* in the space of its table: struct place */
    uint64_t samples; /* that lie there themselves */
};

struct touches {
    struct touch *v; /* a place may be in it several times */
    size_t n;
    uint64_t samples; /* of the capture */
    struct problems problems;
};

/* All places of a capture (walked before): of samples, their call chains, branches, data, and on stack dumps
   all that may be a return address. The caller frees them. False with `e` set. */
bool touch_places(struct capture *c, const struct timeline *t, struct resolver *r, struct touches *out,
                  struct err *e);

void touches_free(struct touches *t);

#endif
