/*
 * skim: pass 1 through plain files by several workers. Files are cut into pieces. A worker guesses from the bytes
 * where the first record of its piece begins. The guess is right if the last record of the previous piece ends at
 * the guessed place; else the piece is read again from the end of that record.
 *
 *     | piece 0        | piece 1         | piece 2
 *     |r|r|r|  r  |r|r|  r  |r|   r   |r|r|r|...
 *                           ^ guessed     ^ guessed
 *
 * Records that are not samples are shown in file order by the calling thread, unless the hands of a visitor
 * (core/model/capture.h) take them. The workers end at compressed records, data behind records, damage, and
 * records that change how samples are read. A feed continues at such a place, and workers may start again behind
 * it.
 */
#ifndef PERFOLIO_FORMATS_PERF_SKIM_H
#define PERFOLIO_FORMATS_PERF_SKIM_H

#include "formats/perf/feed.h"
#include "formats/perf/places.h"

struct skim {
    const struct perfdata *p;
    struct sample_times *times; /* counts samples */
    struct places *places;      /* receives the blocks */
    void (*show)(void *arg, struct span record, uint64_t at,
                 uint64_t seq); /* called for all other records, */
    void *arg;
    const struct visitor *visitor; /* the visitor, whose hands may take records */
    uint64_t *counts;              /* number of records that hands took, by kind */
};

/* The number of workers (< 2: the work is not shared), and the bytes of a piece. */
struct skim_plan {
    unsigned workers;
    uint64_t piece;
};
struct skim_plan skim_plan_of(const struct perfdata *p);

/* Skims from the place of a feed on, and moves the feed to the place where it has to continue. */
void skim_run_workers(const struct skim *s, struct skim_plan plan, struct feed *f);

#endif
