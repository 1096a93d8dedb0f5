/* line: lines and hexadecimal numbers of texts without a terminating NUL. */
#ifndef PERFOLIO_FORMATS_TEXT_LINE_H
#define PERFOLIO_FORMATS_TEXT_LINE_H

#include "core/base/cur.h"

/* Remove the next line from the beginning of `text` and return it without its newline. */
static inline struct span next_line(struct span *text)
{
    const uint8_t *end = memchr(text->p, '\n', text->n);
    struct span line = *text;
    if (end)
        line.n = (size_t)(end - text->p);
    size_t used = line.n + (end != NULL);
    text->p += used;
    text->n -= used;
    return line;
}

/* The first line of a file, cut to its first 4096 bytes. */
static inline struct span first_line(struct span bytes)
{
    if (bytes.n > 4096)
        bytes.n = 4096;
    if (!bytes.n)
        return bytes;
    return next_line(&bytes);
}

/* The value of a hexadecimal digit of either case; -1: not a digit. */
static inline int hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Read the hexadecimal number at the beginning of `s`. Returns the number of digits; 0: there is no
   number, or it has more than 16 digits. */
static inline size_t hex_number(struct span s, uint64_t *v)
{
    size_t n = 0;
    *v = 0;
    for (int digit; n < s.n && (digit = hex_digit(s.p[n])) >= 0; n++)
        *v = *v << 4 | (uint64_t)digit;
    if (n > 16)
        return 0;
    return n;
}

/* Remove a hexadecimal number, and the byte `end` after it, from the beginning of `s`. False: they are not
   there. */
static inline bool take_hex(struct span *s, char end, uint64_t *v)
{
    size_t n = hex_number(*s, v);
    if (!n || n == s->n || s->p[n] != end)
        return false;
    *s = (struct span){ s->p + n + 1, s->n - n - 1 };
    return true;
}

#endif
