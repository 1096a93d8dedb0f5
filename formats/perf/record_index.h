/*
 * record_index: the index of a capture in a folio. It has all records except samples, and the places of the
 * samples (docs/folio.md, "The index of a capture"). With an index, pass 1 unpacks nothing of the capture,
 * and in pass 2 each frame is unpacked once, by the worker that reads its samples.
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORD_INDEX_H
#define PERFOLIO_FORMATS_PERF_RECORD_INDEX_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/places.h"

/* Appends the index of a capture that was walked. Appends nothing if records are damaged, since damage is
   only reported if the records are walked. Appends nothing if more than a tenth of the bytes are not
   samples, since such a capture is read as fast without an index. The result depends only on the capture's
   bytes. False with `e` set: the capture cannot be read. */
bool record_index_put(const struct capture *c, struct text *out, struct err *e);

/* An index from which records are taken one after the other. */
struct record_index {
    struct sample_times times;
    uint64_t left; /* number of remaining records */
    struct cur gaps, shifts, records;
    /* seq: position of the next byte in the capture; shift: seq + shift is its offset in the file */
    uint64_t seq, shift;
};

/* Reads an index of a capture and puts its blocks into `places`, which are empty. False, and `places` stay empty: the
   index does not belong to this capture, since its blocks and records do not make up the capture, its number of
   samples does not fit into them, or its times are impossible. */
bool record_index_take(const struct perfdata *p, struct span index, struct record_index *x,
                       struct places *places);

/* Takes the next record, borrowed from the index. *at receives the record's offset in its file, *seq its
   position in the capture. False at the end. */
bool record_index_next(struct record_index *x, struct span *record, uint64_t *at, uint64_t *seq);

#endif
