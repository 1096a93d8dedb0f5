/*
 * digits: decimal numbers, written where the caller has room for them: for lines of which there are millions. Each
 * returns what is behind what it wrote. text.h has the same for texts that grow.
 */
#ifndef PERFOLIO_CORE_BASE_DIGITS_H
#define PERFOLIO_CORE_BASE_DIGITS_H

#include <stdint.h>
#include <string.h>

enum {
    DIGITS_MOST = 20, /* of 64 bits */
    DIGITS_WIDTH = 16 /* of a column at most; as many characters are written over, whatever comes */
};

/* How many digits a number has. */
static inline unsigned digits_of(uint64_t v)
{
    // clang-format off
    static const uint64_t powers[] = {
        0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
        1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
        1000000000000000000, 10000000000000000000u
    };
    // clang-format on
    unsigned bits = 64 - (unsigned)__builtin_clzll(v | 1), n = bits * 1233 >> 12; /* log10(2) = 1233/4096 */
    return n + (v >= powers[n]);
}

/* The last n digits of a number, zeros in front if it has fewer; two at a time, for a division is what costs here. */
static inline char *digits_put(char *to, uint64_t v, unsigned n)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    char *end = to + n, *at = end;
    for (; n >= 2 && v > UINT32_MAX; n -= 2, v /= 100)
        memcpy(at -= 2, pairs + v % 100 * 2, 2);
    uint32_t rest = (uint32_t)(v > UINT32_MAX ? v % 10 : v); /* ... then no more than one is left */
    for (; n >= 2; n -= 2, rest /= 100)
        memcpy(at -= 2, pairs + (size_t)(rest % 100) * 2, 2);
    if (n)
        at[-1] = (char)('0' + rest % 10);
    return end;
}

/* A number to the right of a column of `width` characters, or of as many as it has. */
static inline char *digits_column(char *to, uint64_t v, unsigned width)
{
    memset(to, ' ', DIGITS_WIDTH);
    if (v < 10 && width) { /* as most are */
        to[width - 1] = (char)('0' + v);
        return to + width;
    }
    unsigned n = digits_of(v);
    if (n < width)
        to += width - n;
    return digits_put(to, v, n);
}

#endif
