/*
 * lives: what an id stood for, and when. Ids are used again: each use is a life that holds from a moment
 * until the next life of the same id. Lives are added in order of time and are numbered as they are added,
 * over all ids; the caller keeps what they are about in an array of its own.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_LIVES_H
#define PERFOLIO_CORE_MODEL_TIMELINE_LIVES_H

#include "core/base/idmap.h"
#include "core/model/record.h"

enum { LIVES_NONE = UINT32_MAX };

struct life {
    struct when from;
    uint32_t id, number; /* id: its place in the order of appearance */
};

struct lives {
    struct idmap id_of; /* id -> place in the order of appearance + 1 */
    struct life *v;     /* in order of time; once sealed: by id, then by time */
    size_t n, cap;
    uint32_t *newest; /* of each id: the number of its newest life */
    size_t *first;    /* once sealed: where its lives begin in v; one more than there are ids */
    size_t nids, cap_ids;
};

/* A new life of `id`, not before any other life of that id; returns its number. */
uint32_t lives_add(struct lives *l, uint64_t id, struct when from);

/* The newest life of an id, or LIVES_NONE: while records are applied, the one that holds. */
uint32_t lives_newest(const struct lives *l, uint64_t id);

/* No more lives. */
void lives_seal(struct lives *l);

/* The life of an id at a moment, or LIVES_NONE, and the window in which that is the answer. Once sealed. */
uint32_t lives_at(const struct lives *l, uint64_t id, struct when when, struct when *from,
                  struct when *until);

void lives_free(struct lives *l);

#endif
