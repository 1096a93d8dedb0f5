/* perf_make: records for tests, out of fields, in either byte order. Shares nothing with the decoder. */
#ifndef PERFOLIO_TESTS_UNIT_PERF_MAKE_H
#define PERFOLIO_TESTS_UNIT_PERF_MAKE_H

#include <stdlib.h>
#include <string.h>

#include "core/base/cur.h"
#include "core/base/mem.h"

/* A number of 2, 4 or 8 bytes; a text padded to 8 bytes; bytes as they are. A zero ends a list. */
struct field {
    uint8_t width;
    uint64_t v;
    const char *s;
};

enum { FIELD_TEXT = 100, FIELD_RAW };

#define U16(v)                                                                                               \
    {                                                                                                        \
        2, (uint64_t)(v), NULL                                                                               \
    }
#define U32(v)                                                                                               \
    {                                                                                                        \
        4, (uint64_t)(v), NULL                                                                               \
    }
#define U64(v)                                                                                               \
    {                                                                                                        \
        8, (uint64_t)(v), NULL                                                                               \
    }
#define TEXT(s)                                                                                              \
    {                                                                                                        \
        FIELD_TEXT, 0, s                                                                                     \
    }
#define RAW(s, n)                                                                                            \
    {                                                                                                        \
        FIELD_RAW, n, s                                                                                      \
    }

struct bytes {
    uint8_t *p;
    size_t n, cap;
    enum byte_order order;
};

static inline void put_raw(struct bytes *b, const void *p, size_t n)
{
    if (b->n + n > b->cap) {
        b->cap = 2 * (b->n + n);
        b->p = mem_resize(b->p, b->cap, 1);
    }
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static inline void put(struct bytes *b, unsigned width, uint64_t v)
{
    uint8_t at[8];
    for (unsigned i = 0; i < width; i++)
        at[b->order == ORDER_BIG ? width - 1 - i : i] = (uint8_t)(v >> 8 * i);
    put_raw(b, at, width);
}

static inline void put_fields(struct bytes *b, const struct field *f)
{
    for (; f->width; f++) {
        if (f->width == FIELD_RAW)
            put_raw(b, f->s, f->v);
        else if (f->width != FIELD_TEXT)
            put(b, f->width, f->v);
        else {
            put_raw(b, f->s, strlen(f->s) + 1);
            put_raw(b, "\0\0\0\0\0\0\0", (8 - (strlen(f->s) + 1) % 8) % 8);
        }
    }
}

/* Let the size in the header of the record that starts at `at` be what stands there. */
static inline void put_size_at(struct bytes *b, size_t at)
{
    size_t n = b->n - at;
    b->p[at + 6] = (uint8_t)(b->order == ORDER_BIG ? n >> 8 : n);
    b->p[at + 7] = (uint8_t)(b->order == ORDER_BIG ? n : n >> 8);
}

static inline void put_size(struct bytes *b)
{
    put_size_at(b, 0);
}

static inline struct span span_of(const struct bytes *b)
{
    return (struct span){ b->p, b->n };
}

#endif
