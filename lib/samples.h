/* samples: the implementation of pf_samples. */
#ifndef PERFOLIO_LIB_SAMPLES_H
#define PERFOLIO_LIB_SAMPLES_H

#include "lib/columns/markers.h"
#include "lib/columns/sched_slices.h"
#include "lib/columns/thread_numbers.h"
#include "lib/file.h"

/* `shown`, the first member, is what callers of the library see as pf_samples. */
struct samples {
    pf_samples shown;
    pf_file *f;
    struct session_samples *kept;
    /* per place: its symbol's name, made at the first look-up; NULL: not made yet */
    const char **names;
    struct arena texts, lines; /* lines: the result of the last pf_lines_of() */
    /* threads of `kept`, slices and markers; empty: neither slices nor markers were read */
    struct thread_numbers threads;
    struct sched_slices slices;
    struct markers markers;
    pf_slices shown_slices;
    pf_markers shown_markers;
    bool has_slices, has_markers;
};

/* sample_tables.c: frees slices and markers. */
void samples_free_tables(struct samples *s);

#endif
