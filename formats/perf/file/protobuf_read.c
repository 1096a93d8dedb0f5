#include "formats/perf/file/protobuf_read.h"

enum {
    VARINT = 0,
    FIXED64 = 1,
    BYTES = 2,
    FIXED32 = 5
}; /* "Message Structure"; groups (3, 4) are of the past */

bool protobuf_next(struct cur *c, struct protobuf_field *f)
{
    if (c->bad || !c->left)
        return false;
    uint64_t tag = cur_uleb(c);
    *f = (struct protobuf_field){ .number = (uint32_t)(tag >> 3) };
    switch (tag & 7) {
    case VARINT:
        f->value = cur_uleb(c);
        break;
    case FIXED64:
        f->value = cur_u64(c);
        break;
    case BYTES:
        f->bytes = cur_take(c, cur_uleb(c));
        break;
    case FIXED32:
        f->value = cur_u32(c);
        break;
    default:
        c->bad = true;
    }
    c->bad = c->bad || !f->number || tag >> 3 > UINT32_MAX;
    return !c->bad;
}
