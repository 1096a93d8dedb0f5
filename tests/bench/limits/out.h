/* out: what a limit writes: text and numbers into a buffer of 1 MiB, and that to standard output when it is full. */
#ifndef PERFOLIO_BENCH_LIMITS_OUT_H
#define PERFOLIO_BENCH_LIMITS_OUT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT_BYTES = 1 << 20, OUT_SPARE = 1 << 16 };

struct out { /* zero-initialise */
    char *v, *at;
    uint64_t bytes;                                        /* that were written */
    void (*flush)(struct out *o, const char *p, size_t n); /* NULL: to standard output */
    void *arg;
};

static inline void out_flush(struct out *o)
{
    size_t n = (size_t)(o->at - o->v);
    if (o->flush && n)
        o->flush(o, o->v, n);
    for (size_t done = 0; !o->flush && done < n;) {
        ssize_t k = write(1, o->v + done, n - done);
        if (k <= 0)
            exit(1);
        done += (size_t)k;
    }
    o->bytes += n;
    o->at = o->v;
}

/* Room for a line or two, of OUT_SPARE bytes: the other functions do not ask. */
static inline void out_room(struct out *o)
{
    if (!o->v && !(o->v = o->at = malloc(OUT_BYTES)))
        exit(1);
    if (o->v + OUT_BYTES - o->at < 2 * OUT_SPARE)
        out_flush(o);
}

static inline void out_char(struct out *o, char c)
{
    *o->at++ = c;
}

static inline void out_bytes(struct out *o, const char *s, size_t n)
{
    memcpy(o->at, s, n);
    o->at += n;
}

/* A text of any length. */
static inline void out_text(struct out *o, const char *s, size_t n)
{
    out_room(o);
    for (; n > OUT_SPARE / 2; s += OUT_SPARE / 2, n -= OUT_SPARE / 2) {
        out_bytes(o, s, OUT_SPARE / 2);
        out_room(o);
    }
    out_bytes(o, s, n);
}

static inline void out_blanks(struct out *o, size_t n, size_t width)
{
    if (n < width) {
        memset(o->at, ' ', width - n);
        o->at += width - n;
    }
}

/* Decimal digits, to the right of `width`. */
static inline void out_number(struct out *o, uint64_t v, size_t width)
{
    char digits[20];
    size_t n = sizeof(digits);
    do
        digits[--n] = (char)('0' + v % 10);
    while (v /= 10);
    out_blanks(o, sizeof(digits) - n, width);
    out_bytes(o, digits + n, sizeof(digits) - n);
}

/* As many decimal digits as asked for. */
static inline void out_digits(struct out *o, uint64_t v, unsigned n)
{
    for (unsigned i = n; i--; v /= 10)
        o->at[i] = (char)('0' + v % 10);
    o->at += n;
}

static inline void out_hex(struct out *o, uint64_t v, size_t width)
{
    char digits[16];
    size_t n = sizeof(digits);
    do
        digits[--n] = "0123456789abcdef"[v & 15];
    while (v >>= 4);
    out_blanks(o, sizeof(digits) - n, width);
    out_bytes(o, digits + n, sizeof(digits) - n);
}

#endif
