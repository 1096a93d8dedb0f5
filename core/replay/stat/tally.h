/*
 * tally: the counts of a round, added up by all, CPU, core, die, socket, node or thread: a row for each event
 * and place, in the order in which perf prints them. Also rows of what was not counted, since its absence is
 * an answer, too, as far as counters_afford() them.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_TALLY_H
#define PERFOLIO_CORE_REPLAY_STAT_TALLY_H

#include "core/replay/stat/counters.h"

/* Where it was counted; -1: that does not tell it from others. */
struct tally_place {
    int32_t node, socket, die, core, cpu, thread;
    size_t first, n; /* its CPUs */
};

struct tally_row {
    uint32_t event, place;
    uint32_t ncpus; /* that were added up, the first without a count included, which ends it */
    struct counts counts;
};

struct tally {
    struct counters *counters;
    enum counters_by by;
    struct tally_place *places;
    size_t nplaces;
    struct tally_row *rows;
    size_t nrows;
    /* private */
    int32_t *cpus;       /* by place */
    struct idmap of_cpu; /* of cpu + 1: its place + 1 */
    struct tally_part *parts;
    size_t nparts;
    bool *reached; /* per event and place: an event could have been counted there; NULL: not asked yet */
};

/* At the first round, when the maps are known. BY_UNSET: as it was recorded. What the capture cannot answer
   is counted as a problem of the counters, and `by` says what is done instead. */
void tally_init(struct tally *t, struct counters *c, enum counters_by by);

/* Make the rows of a round that has ended. */
void tally_round(struct tally *t);

/* Whether the events of a row were counted all the time; if not, it is not told what they counted. */
static inline bool tally_is_counted(const struct tally_row *r)
{
    return r->counts.enabled && r->counts.running;
}

void tally_free(struct tally *t);

#endif
