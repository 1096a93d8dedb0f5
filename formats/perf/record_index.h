/*
 * record_index: what pass 1 finds in a capture, to be kept where it lies packed: its records that are no samples, and
 * where samples are (docs/folio.md, "The index of a capture"). With it pass 1 unpacks nothing of the capture, and in
 * pass 2 each frame is unpacked once, by whoever reads the samples in it.
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORD_INDEX_H
#define PERFOLIO_FORMATS_PERF_RECORD_INDEX_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/places.h"

/* Add the index of a capture that was walked. Nothing is added where its records are damaged, for what is wrong is
   found by walking, and where more than a tenth of its bytes is not samples, which is read as fast without. The bytes
   depend on the capture's own alone, not on where it lies. False with `e` set when it cannot be read. */
bool record_index_put(const struct capture *c, struct text *out, struct err *e);

/* An index, from which records are taken one after the other. */
struct record_index {
    struct sample_times times;
    uint64_t left; /* records to come */
    struct cur gaps, shifts, records;
    uint64_t seq, shift; /* of the next byte; from that to its place in the file */
};

/* Take an index of a capture apart: its blocks go into `places`, which are empty. False: its numbers are not those of
   such a capture: its blocks and what lies behind its records are not all bytes of the capture, as many samples do not fit
   there, or no clock has their times; then there are no places. */
bool record_index_take(const struct perfdata *p, struct span index, struct record_index *x,
                       struct places *places);

/* The next record, borrowed from the index, and where it is: in its file, and among all records. False at the end. */
bool record_index_next(struct record_index *x, struct span *record, uint64_t *at, uint64_t *seq);

#endif
