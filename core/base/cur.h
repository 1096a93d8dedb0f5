/*
 * cur: the cursor through which every decoder reads its input. It knows the byte order and the end of the input. A read
 * beyond the end returns 0 and sets `bad`, which stays set; so a decoder need not check each read, and checks `bad` once
 * at its end. Input is const and never cast to structs: only this file converts bytes to numbers, for either byte order
 * on any host.
 */
#ifndef PERFOLIO_CORE_BASE_CUR_H
#define PERFOLIO_CORE_BASE_CUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/arch.h"

/* Borrowed bytes. */
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

/* The bytes before the first NUL; all of them if there is none. */
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

/* load_u16(), load_u32() and load_u64() read a number byte by byte, so that they work for both orders on every host.
   Compilers turn each into one load. */
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

/* The number in 1, 2, 4 or 8 bytes; 0 for any other length. */
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

/* Takes n bytes of the input, borrowed. If fewer are left it returns none, sets `bad` and moves to the end. */
static inline struct span cur_take(struct cur *c, uint64_t n)
{
    if (n > c->left) {
        c->bad = true;
        c->left = 0;
        return (struct span){ NULL, 0 };
    }
    struct span s = { c->p, (size_t)n };
    if (n) /* an empty input may be NULL */
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

/* LEB128 numbers (DWARF 5, 7.6): each byte has seven bits, the lowest bits come first. Bits above the 64th are dropped. */
uint64_t cur_uleb(struct cur *c);
int64_t cur_sleb(struct cur *c);

/* Takes a NUL-terminated string, borrowed. If it does not end inside the input, returns "" and sets `bad`. */
const char *cur_cstr(struct cur *c);

#endif
