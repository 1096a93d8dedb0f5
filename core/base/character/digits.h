/*
 * digits: writes decimal numbers into the caller's buffer, for output of millions of lines. The functions that write
 * return the end of the written characters. text.h has functions for strings that grow.
 */
#ifndef PERFOLIO_CORE_BASE_CHARACTER_DIGITS_H
#define PERFOLIO_CORE_BASE_CHARACTER_DIGITS_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { DIGITS_WIDTH = 16 }; /* the widest column; digits_column() always overwrites this many characters */

/* The number of decimal digits of v; 1 for 0. */
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

/* Writes the last n digits of v with leading zeros. It writes two digits per division, since divisions
   take most of the time. */
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
    uint32_t rest = (uint32_t)(v > UINT32_MAX ? v % 10 : v); /* if v is still large, only one digit is left */
    for (; n >= 2; n -= 2, rest /= 100)
        memcpy(at -= 2, pairs + (size_t)(rest % 100) * 2, 2);
    if (n)
        at[-1] = (char)('0' + rest % 10);
    return end;
}

/* Writes v right-aligned in `width` characters; more characters if v needs them. */
static inline char *digits_column(char *to, uint64_t v, unsigned width)
{
    assert(width <= DIGITS_WIDTH);
    memset(to, ' ', DIGITS_WIDTH);
    if (v < 10 && width) { /* most numbers have one digit */
        to[width - 1] = (char)('0' + v);
        return to + width;
    }
    unsigned n = digits_of(v);
    if (n < width)
        to += width - n;
    return digits_put(to, v, n);
}

#endif
