/*
 * guard: what stands between a tracepoint's format, which came out of a file, and libtraceevent, which takes
 * it at its word. Private to formats/tracepoint.
 *
 * The library reads a record where the format says, so records are handed to it in a buffer in which that is
 * always inside: GUARD_RECORD bytes for the record, and behind it zeros for whatever its dynamic fields,
 * whose offset and length have 16 bits each, could reach. What can reach further is refused.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_GUARD_H
#define PERFOLIO_FORMATS_TRACEPOINT_GUARD_H

#include <event-parse.h>

#include "core/base/cur.h"

enum {
    GUARD_RECORD = 1 << 16,   /* a record of perf.data is smaller (perf_event_header.size) */
    GUARD_ELEMENTS = 1 << 16, /* of an array that is printed, of up to 8 bytes each */
    GUARD_BUFFER = GUARD_RECORD * 4 + GUARD_ELEMENTS * 8,
    GUARD_LENGTHS = 8,
};

/* What the records of one event have to keep to. */
struct guard {
    bool pretty;  /* the print format may be used, not only the list of fields */
    size_t needs; /* bytes that its fields take */
    const struct tep_format_field
        *lengths[GUARD_LENGTHS]; /* fields that tell how many elements are printed */
    size_t nlengths;
};

/* False when its fields lie outside of every record. */
bool guard_event(struct guard *g, const struct tep_event *ev);

/* Whether a record may be printed by the print format. */
bool guard_record(const struct guard *g, const void *data);

#endif
