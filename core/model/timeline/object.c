#include "core/model/timeline/object.h"

#include <string.h>

#include "core/base/sort_by.h"
#include "core/base/text.h"

bool object_build_id_equal(const struct build_id *a, const struct build_id *b)
{
    static const uint8_t zero[sizeof(a->bytes)];
    const size_t n = (size_t)lesser_of(a->n, b->n);
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

bool object_build_id_read(const char *s, size_t n, struct build_id *id)
{
    struct build_id read = { 0 };
    unsigned at = 0;
    *id = read;
    for (size_t i = 0; i < n; i++) {
        int digit = text_hex_digit(s[i]);
        const bool is_slash = i == 2 && s[i] == '/'; /* the slash in "ab/cdef..." */
        if (is_slash)
            continue;
        if (digit < 0 || at == 2 * sizeof(read.bytes))
            return false;
        read.bytes[at / 2] = (uint8_t)(read.bytes[at / 2] << 4 | digit);
        at++;
    }
    if (at < 16 || at & 1)
        return false;
    read.n = (uint8_t)(at / 2);
    *id = read;
    return true;
}
