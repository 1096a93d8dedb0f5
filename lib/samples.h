/* samples: what is behind a pf_samples. */
#ifndef PERFOLIO_LIB_SAMPLES_H
#define PERFOLIO_LIB_SAMPLES_H

#include "lib/columns/markers.h"
#include "lib/columns/sched_slices.h"
#include "lib/columns/thread_numbers.h"
#include "lib/file.h"

/* What others see stands in front. */
struct samples {
    pf_samples shown;
    pf_file *f;
    struct session_samples *kept;
    const char **names;            /* of places, made when they are asked for; NULL: not yet */
    struct arena texts, lines;     /* lines: what pf_lines_of() gave last */
    struct thread_numbers threads; /* those of `kept` and of the tables below; empty: no table was read */
    struct sched_slices slices;
    struct markers markers;
    pf_slices shown_slices;
    pf_markers shown_markers;
    bool has_slices, has_markers;
};

/* sample_tables.c: frees the tables that were read. */
void samples_free_tables(struct samples *s);

#endif
