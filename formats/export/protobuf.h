/* protobuf: messages of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/): what of them is
 * needed to write some. A field of 0 is left out, as its default. */
#ifndef PERFOLIO_FORMATS_EXPORT_PROTOBUF_H
#define PERFOLIO_FORMATS_EXPORT_PROTOBUF_H

#include "core/base/text.h"

enum protobuf_wire { PROTOBUF_VARINT = 0, PROTOBUF_LEN = 2 };

static inline void protobuf_number(struct text *t, unsigned field, uint64_t v)
{
    if (!v)
        return;
    text_uleb(t, field << 3 | PROTOBUF_VARINT);
    text_uleb(t, v);
}

/* A text, a message or packed numbers. */
static inline void protobuf_bytes(struct text *t, unsigned field, const char *s, size_t n)
{
    text_uleb(t, field << 3 | PROTOBUF_LEN);
    text_uleb(t, n);
    text_add_n(t, n ? s : "", n);
}

/* `message`, which is emptied. */
static inline void protobuf_message(struct text *t, unsigned field, struct text *message)
{
    protobuf_bytes(t, field, message->s, message->n);
    message->n = 0;
}

#endif
