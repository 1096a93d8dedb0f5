/*
 * id_history: the uses of ids that are reused, such as tids. Each use holds from a moment until the next use of the same
 * id. Uses are added in order of time and numbered over all ids; the caller keeps its data about a use in an array by that
 * number.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_ID_HISTORY_H
#define PERFOLIO_CORE_MODEL_TIMELINE_ID_HISTORY_H

#include "core/base/idmap.h"
#include "core/model/record.h"

enum { ID_HISTORY_NONE = UINT32_MAX };

struct id_use {
    struct when from;
    uint32_t id; /* its place in order of appearance */
};

struct id_history {
    struct idmap id_of; /* id -> its place in order of appearance + 1 */
    struct id_use *v; /* until sealed: uses in order of time; then `from` and `number`, by id, then by time */
    struct when *from;
    uint32_t *number;
    size_t n, cap;
    uint32_t *newest; /* per id: the number of its newest use */
    uint32_t *first;  /* once sealed, per id: where its uses begin in `from`; one entry more than ids */
    size_t nids, cap_ids;
};

/* Adds a use of `id`, not earlier than other uses of it; returns its number. */
uint32_t id_history_add(struct id_history *l, uint64_t id, struct when from);

/* The newest use of an id, or ID_HISTORY_NONE. While records are applied that is the current one. */
uint32_t id_history_newest(const struct id_history *l, uint64_t id);

/* Sorts the uses; none may be added afterwards. */
void id_history_seal(struct id_history *l);

/* Once sealed: the use of an id at a moment, or ID_HISTORY_NONE, and the window [*from, *until) in which that is the answer. */
uint32_t id_history_at(const struct id_history *l, uint64_t id, struct when when, struct when *from,
                       struct when *until);

/* Once sealed: when the use with this number of an id began. */
struct when id_history_from(const struct id_history *l, uint64_t id, uint32_t number);

void id_history_free(struct id_history *l);

#endif
