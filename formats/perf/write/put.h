/* put: appends numbers in the byte order of a capture to bytes that grow (struct text). */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_PUT_H
#define PERFOLIO_FORMATS_PERF_WRITE_PUT_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* Stores the `width` lowest bytes of a number (1 to 8) at `to`. */
static inline void put_store(uint8_t *to, uint64_t v, unsigned width, enum byte_order order)
{
    for (unsigned i = 0; i < width; i++) {
        const unsigned byte = order == ORDER_LITTLE ? i : width - 1 - i;
        to[i] = (uint8_t)(v >> 8 * byte);
    }
}

/* Appends the `width` lowest bytes of a number (1 to 8). */
static inline void put_number(struct text *out, uint64_t v, unsigned width, enum byte_order order)
{
    uint8_t bytes[8];
    put_store(bytes, v, width, order);
    text_add_n(out, (const char *)bytes, width);
}

/* Appends bytes; none if the span is empty. */
static inline void put_span(struct text *out, struct span s)
{
    text_add_n(out, (const char *)s.p, s.n);
}

/* Appends zeros until the bytes from `begin` on are a multiple of 8. */
static inline void put_padding(struct text *out, size_t begin)
{
    text_char(out, 0, (8 - (out->n - begin) % 8) % 8);
}

#endif
