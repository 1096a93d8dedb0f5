/*
 * reachable: the places that samples lie in or refer to. If the symbols and code of these places are kept, every
 * view of the capture can be made without the object files. Also counts how many samples lie in each object.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_H
#define PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_H

#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

struct reachable_place {
    uint32_t object;  /* the object's index in the timeline */
    uint64_t at;      /* address in the object's symbol table (struct place) */
    uint64_t samples; /* samples that lie there */
};

struct reachable {
    struct reachable_place *v; /* a place may occur several times */
    size_t n;
    uint64_t samples; /* samples of the capture */
    struct problems problems;
};

/* Find all places that a walked capture refers to: in samples, call chains, branches, data addresses, and all words of
   stack dumps that may be return addresses. False with `e` set; the caller calls reachable_free() in either case. */
bool reachable_places(struct capture *c, const struct timeline *t, struct resolver *r, struct reachable *out,
                      struct err *e);

void reachable_free(struct reachable *t);

/* Count the samples of a walked capture by object: v[index of the object in the timeline]. With a resolver (may be
   NULL) the sources are asked for symbols, too. *all receives the number of samples, including samples in no object.
   Malloc'ed; NULL with `e` set. */
uint64_t *reachable_count_by_object(struct capture *c, const struct timeline *t, struct resolver *r,
                                    uint64_t *all, struct err *e);

#endif
