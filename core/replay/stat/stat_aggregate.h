/*
 * stat_aggregate: the counts of a round, added up by CPU, core, die, socket, node or thread, or over all: a row per
 * event and place, in the order in which perf prints them. What was not counted has rows, too, as far as
 * counters_afford() allows.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_STAT_AGGREGATE_H
#define PERFOLIO_CORE_REPLAY_STAT_STAT_AGGREGATE_H

#include "core/replay/stat/counters.h"

/* Where counts were made; -1: places do not differ in it. */
struct stat_aggregate_place {
    int32_t node, socket, die, core, cpu, thread;
    size_t first, n; /* its CPUs, in stat_aggregate.cpus */
};

struct stat_aggregate_row {
    uint32_t event, place;
    uint32_t ncpus; /* CPUs added up, including the first one without a count, which ends the sum */
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
    int32_t *cpus;       /* grouped by place */
    struct idmap of_cpu; /* of CPU + 1: index + 1 of its place */
    struct stat_aggregate_part *parts;
    size_t nparts;
    bool *reached; /* per event and place: the event could be counted there; NULL: not computed yet */
};

/* At the first round, when the maps are known. BY_UNSET: as recorded. What the capture cannot answer is counted as a
   problem of the counters; `by` then says what is done instead. */
void stat_aggregate_init(struct stat_aggregate *t, struct counters *c, enum counters_by by);

/* Make the rows of the round that has ended. */
void stat_aggregate_round(struct stat_aggregate *t);

/* Whether the events of a row were counted; if not, its count is unknown. */
static inline bool stat_aggregate_is_counted(const struct stat_aggregate_row *r)
{
    return r->counts.enabled && r->counts.running;
}

void stat_aggregate_free(struct stat_aggregate *t);

#endif
