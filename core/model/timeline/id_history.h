/*
 * id_history: what an id stood for, and when. Ids are used again: each use holds from a moment
 * until the next use of the same id. Uses are added in order of time and are numbered as they are added,
 * over all ids; the caller keeps what they are about in an array of its own.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_ID_HISTORY_H
#define PERFOLIO_CORE_MODEL_TIMELINE_ID_HISTORY_H

#include "core/base/idmap.h"
#include "core/model/record.h"

enum { ID_HISTORY_NONE = UINT32_MAX };

struct id_use {
    struct when from;
    uint32_t id; /* its place in the order of appearance */
};

struct id_history {
    struct idmap id_of; /* id -> place in the order of appearance + 1 */
    struct id_use *v;   /* in order of time, until the seal; then by id, then by time: */
    struct when *from;
    uint32_t *number;
    size_t n, cap;
    uint32_t *newest; /* of each id: the number of its newest use */
    uint32_t *first;  /* once sealed: where its uses begin in these; one more than there are ids */
    size_t nids, cap_ids;
};

/* A new use of `id`, not before any other use of that id; returns its number. */
uint32_t id_history_add(struct id_history *l, uint64_t id, struct when from);

/* The newest use of an id, or ID_HISTORY_NONE: while records are applied, the one that holds. */
uint32_t id_history_newest(const struct id_history *l, uint64_t id);

/* No more uses. */
void id_history_seal(struct id_history *l);

/* Once sealed: the use of an id at a moment, or ID_HISTORY_NONE, and the window in which that holds. */
uint32_t id_history_at(const struct id_history *l, uint64_t id, struct when when, struct when *from,
                       struct when *until);

/* Once sealed: when a use of an id began, by its number. */
struct when id_history_from(const struct id_history *l, uint64_t id, uint32_t number);

void id_history_free(struct id_history *l);

#endif
