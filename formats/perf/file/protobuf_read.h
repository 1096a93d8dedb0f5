/*
 * protobuf_read: messages of Protocol Buffers as they lie in a file (protobuf.dev, "Encoding"): fields one
 * after the other, each with its number and a number or bytes. What a field means is for whoever knows the
 * message.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_PROTOBUF_READ_H
#define PERFOLIO_FORMATS_PERF_FILE_PROTOBUF_READ_H

#include "core/base/cur.h"

struct protobuf_field {
    uint32_t number;
    uint64_t value;    /* of a varint, or of a fixed32 or fixed64; else 0 */
    struct span bytes; /* of a string, bytes or a message, borrowed; else empty */
};

/* The next field of a message. False at its end; when it is no message, `c` is bad as well. */
bool protobuf_next(struct cur *c, struct protobuf_field *f);

#endif
