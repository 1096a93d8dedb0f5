/*
 * cur: the cursor every decoder reads through. It knows the byte order and the end; a short read returns 0
 * and sets `bad`, which stays set, so a decoder is a straight line that is checked once at its end. Input is
 * const and is never cast: this file is where bytes become numbers, for either order on a host of either.
 */
#ifndef PERFOLIO_CORE_BASE_CUR_H
#define PERFOLIO_CORE_BASE_CUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/arch.h"

/* Bytes that are borrowed. */
struct span {
    const uint8_t *p;
    size_t n;
};

struct cur {
    const uint8_t *p;
    size_t left;
    enum byte_order order;
    bool bad;
};

/* For what is asked for and what there is. */
static inline uint64_t lesser_of(uint64_t a, uint64_t b)
{
    if (a < b)
        return a;
    return b;
}

/* Bytes up to a NUL, or all where none is among them. */
static inline struct span span_text(struct span s)
{
    const uint8_t *nul = s.n ? (const uint8_t *)memchr(s.p, 0, s.n) : NULL;
    if (nul)
        s.n = (size_t)(nul - s.p);
    return s;
}

static inline struct cur cur_of(struct span s, enum byte_order order)
{
    return (struct cur){ .p = s.p, .left = s.n, .order = order, .bad = false };
}

/* Written out byte by byte: every order on every host, and compilers make one load of each. */
static inline uint16_t load_u16(const uint8_t *p, enum byte_order order)
{
    if (order == ORDER_LITTLE)
        return (uint16_t)(p[0] | p[1] << 8);
    return (uint16_t)(p[1] | p[0] << 8);
}

static inline uint32_t load_u32(const uint8_t *p, enum byte_order order)
{
    if (order == ORDER_LITTLE)
        return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static inline uint64_t load_u64(const uint8_t *p, enum byte_order order)
{
    if (order == ORDER_LITTLE)
        return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
               (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
    return (uint64_t)p[7] | (uint64_t)p[6] << 8 | (uint64_t)p[5] << 16 | (uint64_t)p[4] << 24 |
           (uint64_t)p[3] << 32 | (uint64_t)p[2] << 40 | (uint64_t)p[1] << 48 | (uint64_t)p[0] << 56;
}

/* The number that 1, 2, 4 or 8 bytes are; of any other count 0. */
static inline uint64_t load_number(struct span s, enum byte_order order)
{
    switch (s.n) {
    case 1:
        return s.p[0];
    case 2:
        return load_u16(s.p, order);
    case 4:
        return load_u32(s.p, order);
    case 8:
        return load_u64(s.p, order);
    default:
        return 0;
    }
}

/* n bytes of the input, borrowed; empty and bad when fewer are left. */
static inline struct span cur_take(struct cur *c, uint64_t n)
{
    if (n > c->left) {
        c->bad = true;
        c->left = 0;
        return (struct span){ NULL, 0 };
    }
    struct span s = { c->p, (size_t)n };
    if (n) /* nothing may be nowhere */
        c->p += n;
    c->left -= (size_t)n;
    return s;
}

static inline uint8_t cur_u8(struct cur *c)
{
    struct span s = cur_take(c, 1);
    if (!s.n)
        return 0;
    return s.p[0];
}

static inline uint16_t cur_u16(struct cur *c)
{
    struct span s = cur_take(c, 2);
    if (!s.n)
        return 0;
    return load_u16(s.p, c->order);
}

static inline uint32_t cur_u32(struct cur *c)
{
    struct span s = cur_take(c, 4);
    if (!s.n)
        return 0;
    return load_u32(s.p, c->order);
}

static inline uint64_t cur_u64(struct cur *c)
{
    struct span s = cur_take(c, 8);
    if (!s.n)
        return 0;
    return load_u64(s.p, c->order);
}

/* A number of any length, seven bits a byte, the lowest first (DWARF 5, 7.6: LEB128); what does not fit in 64
   bits is cut off. */
uint64_t cur_uleb(struct cur *c);
int64_t cur_sleb(struct cur *c);

/* A NUL-terminated string that must end inside the input; the rest after the NUL stays unread. "" and bad if
 * not. */
const char *cur_cstr(struct cur *c);

#endif
