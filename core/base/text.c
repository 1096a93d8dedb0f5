#include "core/base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/character/character.h"
#include "core/base/character/digits.h"
#include "core/base/mem.h"

void text_room(struct text *t, size_t n)
{
    if (t->cap - t->n > n)
        return;
    t->cap = (t->n + n + 1) * 2;
    t->s = mem_resize(t->s, t->cap, 1);
}

static char *room(struct text *t, size_t n)
{
    text_room(t, n);
    return t->s + t->n;
}

static size_t length_of(const char *s)
{
    if (!s)
        return 0;
    return strlen(s);
}

void text_add(struct text *t, const char *s)
{
    text_add_n(t, s, length_of(s));
}

void text_vprintf(struct text *t, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    char *to = room(t, 64); /* most texts fit here */
    int n = vsnprintf(to, t->cap - t->n, fmt, ap);
    if (n > 0 && (size_t)n >= t->cap - t->n)
        vsnprintf(room(t, (size_t)n), (size_t)n + 1, fmt, again);
    if (n > 0)
        t->n += (size_t)n;
    va_end(again);
}

void text_printf(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_vprintf(t, fmt, ap);
    va_end(ap);
}

/* Makes room for n characters at the end, after blanks that fill a column of `width`, and returns its
   address. Callers write digits directly there: copying bytes that were just written one by one would
   stall the CPU. Blanks are written in blocks; a block may extend into the room and beyond it. */
static char *put_blanks(struct text *t, size_t n, unsigned width)
{
    enum { BLOCK = 16 };
    size_t blanks = n < width ? width - n : 0;
    char *to = room(t, blanks + n + BLOCK);
    for (size_t i = 0; i < blanks; i += BLOCK)
        memset(to + i, ' ', BLOCK);
    to[blanks + n] = 0;
    t->n += blanks + n;
    return to + blanks;
}

void text_decimal(struct text *t, uint64_t v, unsigned width)
{
    unsigned n = digits_of(v);
    digits_put(put_blanks(t, n, width), v, n);
}

void text_add_last_digits(struct text *t, uint64_t v, unsigned n)
{
    digits_put(put_blanks(t, n, 0), v, n);
}

static const char hexadecimal_pairs[] = /* all pairs of digits, for 256 bytes */
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
    "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
    "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
    "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
    "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
    "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
    "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

void text_hexadecimal(struct text *t, uint64_t v, unsigned width)
{
    unsigned n = (67 - (unsigned)__builtin_clzll(v | 1)) / 4;
    char *end = put_blanks(t, n, width) + n;
    for (; n >= 2; n -= 2, v >>= 8)
        memcpy(end -= 2, hexadecimal_pairs + (v & 255) * 2, 2);
    if (n)
        end[-1] = hexadecimal_pairs[(v & 15) * 2 + 1];
}

void text_write_hex16(char to[TEXT_HEX16], uint64_t v)
{
    unsigned blanks = (unsigned)__builtin_clzll(v | 1) / 4;
    for (unsigned i = 0; i < 8; i++)
        memcpy(to + (size_t)2 * i, hexadecimal_pairs + (v >> (56 - 8 * i) & 255) * 2, 2);
    for (unsigned i = 0; i < blanks; i++)
        to[i] = ' ';
}

void text_add_hex_bytes(struct text *t, const uint8_t *p, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    text_room(t, 2 * n);
    t->s[t->n] = 0;
    for (size_t i = 0; i < n; i++) {
        text_char(t, digits[p[i] >> 4], 1);
        text_char(t, digits[p[i] & 15], 1);
    }
}

static bool has_bit(const uint8_t *p, size_t n, uint64_t i, bool big, unsigned word)
{
    uint64_t at = i / 8;
    if (big)
        at = at - at % word + (word - 1 - at % word);
    return at < n && p[at] >> i % 8 & 1;
}

uint64_t text_add_bit_ranges(struct text *t, const uint8_t *p, size_t n, uint64_t nbits, bool big,
                             unsigned word)
{
    uint64_t set = 0;
    for (uint64_t i = 0, from = 0; i <= nbits; i++) {
        if (i < nbits && has_bit(p, n, i, big, word))
            continue;
        if (i > from)
            text_printf(t, set ? ",%" PRIu64 : "%" PRIu64, from);
        if (i > from + 1)
            text_printf(t, "-%" PRIu64, i - 1);
        set += i - from;
        from = i + 1;
    }
    return set;
}

/* Whether eight bytes are printable ASCII (Bit Twiddling Hacks, "Determine if a word has a byte less than n"). */
static bool is_printable(const char *s)
{
    const uint64_t ones = UINT64_MAX / 0xff, high = ones * 0x80;
    uint64_t v;
    memcpy(&v, s, sizeof(v));
    const uint64_t below_blank = (v - ones * ' ') & ~v, other = v ^ ones * 0x7f;
    const uint64_t deleted = (other - ones) & ~other;
    return !((v | below_blank | deleted) & high);
}

void text_add_clean_n(struct text *t, const char *s, size_t n)
{
    size_t run = 0, i = 0; /* the bytes from `run` to `i` need no escape */
    while (i < n) {
        if (n - i >= sizeof(uint64_t) && is_printable(s + i)) {
            i += sizeof(uint64_t);
            continue;
        }
        bool unsafe;
        const unsigned length = character_read(s + i, n - i, &unsafe);
        if (unsafe) {
            text_add_n(t, s + run, i - run);
            for (unsigned k = 0; k < length; k++)
                text_printf(t, "\\x%02x", (unsigned char)s[i + k]);
            run = i + length;
        }
        i += length;
    }
    text_add_n(t, n ? s + run : NULL, i - run);
}

void text_add_clean(struct text *t, const char *s)
{
    text_add_clean_n(t, s, length_of(s));
}

void text_add_untabbed(struct text *t, const char *s, size_t n)
{
    const size_t begin = t->n;
    for (const char *end = s + n; s < end; s++) {
        const char *tab = memchr(s, '\t', (size_t)(end - s)), *until = tab ? tab : end;
        text_add_clean_n(t, s, (size_t)(until - s));
        if (tab)
            text_char(t, ' ', 8 - (t->n - begin) % 8);
        s = until;
    }
}

void text_add_quoted(struct text *t, const char *text, size_t length)
{
    const char *s = length ? text : "", *end = s + length;
    text_char(t, '"', 1);
    for (unsigned n; s < end; s += n) {
        const unsigned char c = (unsigned char)*s;
        bool unsafe;
        n = character_read(s, (size_t)(end - s), &unsafe);
        if (c >= 0x80 && n == 1)
            text_add_n(t, "\xef\xbf\xbd", 3);
        else if (c == '"' || c == '\\')
            text_printf(t, "\\%c", c);
        else if (unsafe)
            text_printf(t, "\\u%04" PRIx32, character_code(s, n));
        else
            text_add_n(t, s, n);
    }
    text_char(t, '"', 1);
}

bool text_is_xml_noncharacter(const char *s)
{
    return !strncmp(s, "\xef\xbf\xbe", 3) || !strncmp(s, "\xef\xbf\xbf", 3);
}

void text_add_xml(struct text *t, const char *s, size_t max)
{
    static const char *const escapes[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"
    };
    for (unsigned n; s && *s && max--; s += n) {
        const unsigned char c = (unsigned char)*s;
        bool unsafe;
        n = character_read(s, strnlen(s, CHARACTER_MAX), &unsafe);
        const bool is_invalid = c >= 0x80 && n == 1;
        if (is_invalid || unsafe || text_is_xml_noncharacter(s))
            text_add(t, "\xef\xbf\xbd");
        else if (c < 128 && escapes[c])
            text_add(t, escapes[c]);
        else
            text_add_n(t, s, n);
    }
}

const char *text_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash)
        return slash + 1;
    return path;
}

void text_free(struct text *t)
{
    free(t->s);
    *t = (struct text){ 0 };
}

void text_little_endian(struct text *t, uint64_t v, unsigned n)
{
    for (; n; n--, v >>= 8)
        text_char(t, (char)(v & 0xff), 1);
}

void text_uleb(struct text *t, uint64_t v)
{
    enum { MOST = 10 }; /* bytes that 64 bits take */
    char *to = room(t, MOST);
    for (; v > 0x7f; v >>= 7)
        *to++ = (char)((v & 0x7f) | 0x80);
    *to++ = (char)v;
    *to = 0;
    t->n = (size_t)(to - t->s);
}

void text_put_number(char *at, enum byte_order order, unsigned size, uint64_t value)
{
    assert(size <= 8);
    for (unsigned i = 0; i < size; i++) {
        const unsigned to = order == ORDER_BIG ? size - 1 - i : i;
        at[to] = (char)(value >> 8 * i);
    }
}

void text_add_fields(struct text *t, enum byte_order order, unsigned word, const char *sizes,
                     const uint64_t *values)
{
    for (; *sizes; sizes++) {
        char bytes[8];
        unsigned size = *sizes == 'w' ? word : (unsigned)(*sizes - '0');
        text_put_number(bytes, order, size, *values++);
        text_add_n(t, bytes, size);
    }
}

enum { FAR = 3, LETTERS = 32 };

static unsigned lesser(unsigned a, unsigned b)
{
    if (a < b)
        return a;
    return b;
}

/* The edit distance of two words (optimal string alignment): the number of letters to add, drop or change,
   and of neighbours to swap. It stores three rows of the table. Words that are too long for a row have the
   distance FAR. */
static unsigned distance(const char *a, size_t na, const char *b)
{
    unsigned rows[3][LETTERS];
    const size_t n = strlen(b);
    if (n >= LETTERS || na >= LETTERS)
        return FAR;
    for (unsigned k = 0; k <= n; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= na; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *swapped = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t k = 1; k <= n; k++) {
            row[k] = lesser(above[k - 1] + (a[i - 1] != b[k - 1]), lesser(row[k - 1], above[k]) + 1);
            const bool are_swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
            if (are_swapped)
                row[k] = lesser(row[k], swapped[k - 2] + 1);
        }
    }
    return rows[na % 3][n];
}

struct text_nearest text_nearest_to(const char *word, size_t n)
{
    return (struct text_nearest){ .word = word, .n = n };
}

/* Whether a candidate begins with the word but for its last letter: "childs" and "children". */
static bool begins_alike(const struct text_nearest *n, const char *candidate)
{
    enum { LEAST = 5 };
    return n->n > LEAST && !strncmp(candidate, n->word, n->n - 1);
}

/* Whether the best name so far only begins alike (begins_alike()) and is longer than the candidate. */
static bool is_shorter_guess(const struct text_nearest *n, const char *candidate)
{
    return n->distance == FAR && strlen(candidate) < strlen(n->found);
}

void text_nearest_try(struct text_nearest *n, const char *candidate)
{
    unsigned d = distance(n->word, n->n, candidate);
    const bool is_near = d < FAR && 2 * d < strlen(candidate);
    if (is_near && (!n->found || d < n->distance)) {
        n->found = candidate;
        n->distance = d;
    } else if (begins_alike(n, candidate) && (!n->found || is_shorter_guess(n, candidate))) {
        n->found = candidate;
        n->distance = FAR;
    }
}

const char *text_nearest_hint(const struct text_nearest *n, char buf[TEXT_NEAREST_ROOM])
{
    *buf = 0;
    if (n->found)
        snprintf(buf, TEXT_NEAREST_ROOM, ", but '%s'", n->found);
    return buf;
}
