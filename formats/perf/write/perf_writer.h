/*
 * perf_writer: writes the container of a capture: a file with its header, events, records and features, or a pipe
 * stream. It has the byte order and word size of the capture that is read. Files are written as perf record
 * lays them out:
 *
 *     header | ids of each event | attrs | records | table of features | features
 */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_PERF_WRITER_H
#define PERFOLIO_FORMATS_PERF_WRITE_PERF_WRITER_H

#include "core/base/file/output.h"
#include "formats/perf/file/perfdata.h"

struct perf_writer {
    struct output *out; /* borrowed */
    enum byte_order order;
    unsigned word;    /* bytes of the words of the feature bitmap */
    bool pipe;        /* a stream: neither attrs nor features, which are records */
    uint64_t data_at; /* offset of the first record */
};

/* A feature of the file to be written. */
struct perf_writer_feature {
    bool present;
    struct span bytes;
};

/* Writes the header of a capture in the form of `p`: of a file with the events of `p`, whose attrs are `attrs`, one for
   each event; a stream has its attrs in records. False with `e` set. */
bool perf_writer_begin(struct perf_writer *w, struct output *out, const struct perfdata *p,
                       const struct attr *attrs, struct err *e);

/* Writes whole records, or the data that follow a record. */
bool perf_writer_add(struct perf_writer *w, struct span records, struct err *e);

/* Ends the records and writes the features: PERF_FEATURES of them, by bit; a stream has none. The output then has
   to be committed. False with `e` set. */
bool perf_writer_end(struct perf_writer *w, const struct perf_writer_feature *features, struct err *e);

#endif
