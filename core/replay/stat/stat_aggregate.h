/*
 * stat_aggregate: the counts of a round, added up by all, CPU, core, die, socket, node or thread: a row for
 * each event and place, in the order in which perf prints them. Also rows of what was not counted, since its
 * absence is an answer, too, as far as counters_afford() them.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_STAT_AGGREGATE_H
#define PERFOLIO_CORE_REPLAY_STAT_STAT_AGGREGATE_H

#include "core/replay/stat/counters.h"

/* Where it was counted; -1: places do not differ in it. */
struct stat_aggregate_place {
    int32_t node, socket, die, core, cpu, thread;
    size_t first, n; /* its CPUs */
};

struct stat_aggregate_row {
    uint32_t event, place;
    uint32_t ncpus; /* that were added up, the first without a count included, which ends it */
    struct counts counts;
};

struct stat_aggregate {
    struct counters *counters;
    enum counters_by by;
    struct stat_aggregate_place *places;
    size_t nplaces;
    struct stat_aggregate_row *rows;
    size_t nrows;
    /* private */
    int32_t *cpus;       /* by place */
    struct idmap of_cpu; /* of cpu + 1: its place + 1 */
    struct stat_aggregate_part *parts;
    size_t nparts;
    bool *reached; /* per event and place: an event could have been counted there; NULL: not asked yet */
};

/* At the first round, when the maps are known. BY_UNSET: as it was recorded. What the capture cannot answer
   is counted as a problem of the counters, and `by` says what is done instead. */
void stat_aggregate_init(struct stat_aggregate *t, struct counters *c, enum counters_by by);

/* Make the rows of a round that has ended. */
void stat_aggregate_round(struct stat_aggregate *t);

/* Whether the events of a row were counted all the time; if not, what they counted is unknown. */
static inline bool stat_aggregate_is_counted(const struct stat_aggregate_row *r)
{
    return r->counts.enabled && r->counts.running;
}

void stat_aggregate_free(struct stat_aggregate *t);

#endif
