/* line: lines and hexadecimal numbers of texts that are not terminated. */
#ifndef PERFOLIO_FORMATS_TEXT_LINE_H
#define PERFOLIO_FORMATS_TEXT_LINE_H

#include "core/base/cur.h"

/* The next line without its end, off the front of `text`. */
static inline struct span next_line(struct span *text)
{
    const uint8_t *end = memchr(text->p, '\n', text->n);
    struct span line = { text->p, end ? (size_t)(end - text->p) : text->n };
    size_t used = line.n + (end ? 1 : 0);
    text->p += used;
    text->n -= used;
    return line;
}

/* The first line of a file, as far as its first 4096 bytes have it. */
static inline struct span first_line(struct span bytes)
{
    struct span text = { bytes.p, bytes.n < 4096 ? bytes.n : 4096 };
    return text.n ? next_line(&text) : text;
}

static inline int hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number at the front of `s`: how many digits it has, 0 if it is none or does not fit. */
static inline size_t hex_number(struct span s, uint64_t *v)
{
    size_t n = 0;
    *v = 0;
    for (int digit; n < s.n && (digit = hex_digit(s.p[n])) >= 0; n++)
        *v = *v << 4 | (uint64_t)digit;
    return n <= 16 ? n : 0;
}

/* A number and the byte `end` behind it, off the front of `s`. */
static inline bool take_hex(struct span *s, char end, uint64_t *v)
{
    size_t n = hex_number(*s, v);
    if (!n || n == s->n || s->p[n] != end)
        return false;
    *s = (struct span){ s->p + n + 1, s->n - n - 1 };
    return true;
}

#endif
