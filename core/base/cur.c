#include "core/base/cur.h"

const char *cur_cstr(struct cur *c)
{
    const uint8_t *end = c->left ? memchr(c->p, 0, c->left) : NULL;
    if (!end) {
        c->bad = true;
        c->left = 0;
        return "";
    }
    return (const char *)cur_take(c, (uint64_t)(end - c->p) + 1).p;
}

/* *bits receives the number of bits read, at most 64. */
static uint64_t leb(struct cur *c, unsigned *bits, bool *negative)
{
    uint64_t n = 0;
    uint8_t byte;
    *bits = 0;
    do {
        byte = cur_u8(c);
        if (*bits < 64)
            n |= (uint64_t)(byte & 0x7f) << *bits;
        *bits = *bits < 57 ? *bits + 7 : 64;
    } while (byte & 0x80);
    *negative = byte & 0x40;
    return n;
}

uint64_t cur_uleb(struct cur *c)
{
    unsigned bits;
    bool negative;
    return leb(c, &bits, &negative);
}

int64_t cur_sleb(struct cur *c)
{
    unsigned bits;
    bool negative;
    uint64_t n = leb(c, &bits, &negative);
    if (negative && bits < 64)
        n |= UINT64_MAX << bits;
    if (n <= INT64_MAX)
        return (int64_t)n;
    return -(int64_t)~n - 1;
}
