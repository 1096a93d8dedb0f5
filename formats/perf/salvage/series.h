/*
 * series: the parts that perf record -z --switch-output writes. One zstd stream goes through all of them, so that a later part
 * cannot be decompressed by itself. A series reads part after part, in the order in which they were recorded.
 *
 *     part 1   | header | COMPRESSED [frame begins ...  |
 *     part 2   | header |            ...  goes on  ...  |
 */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_SERIES_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_SERIES_H

#include "core/base/err.h"
#include "core/model/capture.h"
#include "formats/perf/salvage/continuity.h"

struct inflater;

/* Zero-initialise. */
struct series {
    const struct capture *last; /* the last part with compressed records, must stay open; NULL: none yet */
    struct inflater *inflater;  /* at the end of the last part; NULL: it was not read */
    struct continuity continuity;
};

/* Adds a capture that is open and not walked. If it continues the stream of the last one, it gets its records decompressed, in
   an unnamed file in the folder `temporary` (surroundings.h). Other captures stay as they are. False with `e` set: the
   capture does not continue that stream, or its records show that a part before it is missing; a file cannot be read; or
   its records unpack to more than is allowed. */
bool series_add(struct series *s, struct capture *c, const char *temporary, struct err *e);
void series_free(struct series *s);

#endif
