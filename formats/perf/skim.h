/*
 * skim: pass 1 through plain files by several workers. Files are cut into pieces. A worker guesses from the
 * bytes where the first record of its piece begins. The guess is right if the last record of the previous
 * piece ends at this offset. Otherwise the piece is read again from the end of that record.
 *
 *     | piece 0        | piece 1         | piece 2
 *     |r|r|r|  r  |r|r|  r  |r|   r   |r|r|r|...
 *                           ^ guessed     ^ guessed
 *
 * The calling thread shows all records except samples in file order, unless the hands of a visitor
 * (core/model/capture.h) take them. The workers end at compressed records, data after records, damage, and
 * records that change how samples are read. A feed continues from there, and workers may start again after
 * it.
 */
#ifndef PERFOLIO_FORMATS_PERF_SKIM_H
#define PERFOLIO_FORMATS_PERF_SKIM_H

#include "formats/perf/feed.h"
#include "formats/perf/places.h"

struct skim {
    const struct perfdata *p;
    struct sample_times *times; /* counts samples */
    struct places *places;      /* receives the positions of the blocks */
    void (*show)(void *arg, struct span record, uint64_t at,
                 uint64_t seq); /* called for all other records ... */
    void *arg;
    const struct visitor *visitor; /* ... unless the hands of this visitor take them */
    uint64_t *counts;              /* number of records that hands took, by kind */
};

/* The number of workers (below 2: the work is not divided), and the size of a piece in bytes. */
struct skim_plan {
    unsigned workers;
    uint64_t piece;
};
struct skim_plan skim_plan_of(const struct perfdata *p);

/* Skims from the position of a feed on, and moves the feed to the position from which it must continue. */
void skim_run_workers(const struct skim *s, struct skim_plan plan, struct feed *f);

#endif
