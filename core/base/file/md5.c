#include "core/base/file/md5.h"

#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56, STEPS = 64 };

/* 2^32 times the sine of 1, 2, ... 64, without its sign (RFC 1321, 3.4). */
static const uint32_t sines[STEPS] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static uint32_t turned(uint32_t v, unsigned by)
{
    return v << by | v >> (32 - by);
}

/* Processes a block of 64 bytes (RFC 1321, 3.4): four rounds of 16 steps, each with its own order of words. */
static void add_block(uint32_t state[4], const uint8_t *block)
{
    static const uint8_t turns[4][4] = {
        { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 }
    };
    static const uint8_t steps[4][2] = {
        { 1, 0 }, { 5, 1 }, { 3, 5 }, { 7, 0 }
    }; /* word of step i: i times, plus */
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < STEPS; i++) {
        const unsigned round = i / 16;
        const uint32_t mixed[4] = { (b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d) };
        const uint8_t *word = block + 4 * ((steps[round][0] * i + steps[round][1]) % 16);
        const uint32_t sum = a + mixed[round] + load_u32(word, ORDER_LITTLE) + sines[i];
        a = d;
        d = c;
        c = b;
        b += turned(sum, turns[round][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void md5_of(struct span bytes, uint8_t out[MD5_BYTES])
{
    uint32_t state[4] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 };
    uint8_t last[2 * BLOCK] = { 0 };
    const size_t whole = bytes.n - bytes.n % BLOCK, rest = bytes.n - whole;
    for (size_t at = 0; at < whole; at += BLOCK)
        add_block(state, bytes.p + at);
    if (rest)
        memcpy(last, bytes.p + whole, rest);
    last[rest] = 0x80; /* then zeros and the number of bits (RFC 1321, 3.1 and 3.2) */
    const size_t ends = rest < LENGTH_AT ? LENGTH_AT : LENGTH_AT + BLOCK;
    for (unsigned i = 0; i < 8; i++)
        last[ends + i] = (uint8_t)((uint64_t)bytes.n * 8 >> (8 * i));
    for (size_t at = 0; at <= ends; at += BLOCK)
        add_block(state, last + at);
    for (unsigned i = 0; i < MD5_BYTES; i++)
        out[i] = (uint8_t)(state[i / 4] >> (8 * (i % 4)));
}
