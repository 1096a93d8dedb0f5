/*
 * skim: pass 1 through plain files, shared by workers. Files are cut into pieces; where the first record of a piece begins
 * is guessed from its bytes, and was right if the record before it ends there. What workers do with a piece is what whoever
 * reads from the front does, so a piece that was guessed wrongly is read again.
 *
 *     | piece 0        | piece 1         | piece 2
 *     |r|r|r|  r  |r|r|  r  |r|   r   |r|r|r|...
 *                           ^ guessed     ^ guessed
 *
 * Records that are no samples are shown in file order, by the thread that asked, unless hands of a visitor take
 * them. Where it gets difficult (compressed records, data behind records, damage, records that change how samples are
 * read) it ends: a feed goes on from there, and workers may begin again behind that.
 */
#ifndef PERFOLIO_FORMATS_PERF_SKIM_H
#define PERFOLIO_FORMATS_PERF_SKIM_H

#include "formats/perf/feed.h"
#include "formats/perf/places.h"

struct skim {
    const struct perfdata *p;
    struct sample_times *times;                                             /* samples are seen there, */
    struct places *places;                                                  /* blocks added here, */
    void (*show)(void *arg, struct span record, uint64_t at, uint64_t seq); /* and all other records shown */
    void *arg;
    const struct visitor
        *visitor; /* whose hands take some of them instead, which are counted by their kinds */
    uint64_t *counts;
};

/* By how many workers, in pieces of how many bytes; workers < 2: not at all. */
struct skim_plan {
    unsigned workers;
    uint64_t piece;
};
struct skim_plan skim_plan_of(const struct perfdata *p);

/* Skim from where a feed is, and move it to where it is to go on. */
void skim_share(const struct skim *s, struct skim_plan plan, struct feed *f);

#endif
