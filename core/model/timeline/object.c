#include "core/model/timeline/object.h"

#include <string.h>

bool object_build_id_equal(const struct build_id *a, const struct build_id *b)
{
    static const uint8_t zero[sizeof(a->bytes)];
    size_t n = a->n < b->n ? a->n : b->n;
    const struct build_id *longer = a->n > b->n ? a : b;
    return n && !memcmp(a->bytes, b->bytes, n) && !memcmp(longer->bytes + n, zero, longer->n - n);
}

const char *object_build_id_text(const struct build_id *id, char out[BUILD_ID_HEX])
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < id->n; i++) {
        out[2 * i] = digits[id->bytes[i] >> 4];
        out[2 * i + 1] = digits[id->bytes[i] & 15];
    }
    out[2 * id->n] = 0;
    return out;
}
