/*
 * text: a string that grows. Output is collected in such strings before it is written. So tests can examine
 * it, and threads do not share a FILE.
 *
 * All functions that append a string accept NULL (for an empty text, or a name that was not recorded) and
 * then append nothing. After every call that appends, `s` is a NUL-terminated string.
 */
#ifndef PERFOLIO_CORE_BASE_TEXT_H
#define PERFOLIO_CORE_BASE_TEXT_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/arch.h"

struct text {
    char *s; /* NUL-terminated after the first call that appends, NULL before */
    size_t n, cap;
};

void text_add(struct text *t, const char *s);

/* Makes room for n more characters and a NUL. */
void text_room(struct text *t, size_t n);

/* Adds n characters. It is inline because lines are built from many short pieces. */
static inline void text_add_n(struct text *t, const char *s, size_t n)
{
    if (t->cap - t->n <= n)
        text_room(t, n);
    if (n)
        memcpy(t->s + t->n, s, n);
    t->s[t->n += n] = 0;
}

/* Adds n characters of a buffer that has at least `block` characters (a constant, n <= block). It always copies `block`
   characters, because a copy of constant length is faster. */
static inline void text_add_block(struct text *t, const char *s, size_t n, size_t block)
{
    if (t->cap - t->n <= block)
        text_room(t, block);
    assert(n <= block);
    memcpy(t->s + t->n, s, block);
    t->s[t->n += n] = 0;
}

static inline void text_char(struct text *t, char c, size_t times)
{
    if (t->cap - t->n <= times)
        text_room(t, times);
    if (times == 1)
        t->s[t->n] = c;
    else
        memset(t->s + t->n, c, times);
    t->s[t->n += times] = 0;
}

void text_printf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *t, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* Appends a number, right-aligned in `width` columns; printf() is too slow for millions of numbers. */
void text_decimal(struct text *t, uint64_t v, unsigned width);
void text_hexadecimal(struct text *t, uint64_t v, unsigned width);

/* Like text_hexadecimal() with a width of 16, but writes into the caller's buffer, without a NUL. */
enum { TEXT_HEX16 = 16 };
void text_write_hex16(char to[TEXT_HEX16], uint64_t v);

/* Adds the last n decimal digits of a number, with leading zeros. */
void text_add_last_digits(struct text *t, uint64_t v, unsigned n);

/* Adds n bytes as lower-case hexadecimal digits. */
void text_add_hex_bytes(struct text *t, const uint8_t *p, size_t n);

/* The value of a lower-case hexadecimal digit; -1: not a digit. */
static inline int text_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Adds the n lowest bytes of a number, the lowest first. */
void text_little_endian(struct text *t, uint64_t v, unsigned n);

/* Adds a number as unsigned LEB128 (DWARF 5, 7.6), which cur_uleb() reads. */
void text_uleb(struct text *t, uint64_t v);

/* Appends the numbers of the set bits of a bitmap, "0-15,32", and returns how many are set. The bitmap has
   n bytes, in words of `word` bytes. If `big`, the most significant byte of a word comes first. Bits
   beyond the bitmap are not set. */
uint64_t text_add_bit_ranges(struct text *t, const uint8_t *p, size_t n, uint64_t nbits, bool big,
                             unsigned word);

/* Adds `s`, which may come from a file, for an output that may be a terminal: control characters, changes of direction
   (U+202E and others), separators of lines and bytes 0x80 to 0x9f that are not UTF-8 become \xNN. */
void text_add_clean(struct text *t, const char *s);
void text_add_clean_n(struct text *t, const char *s, size_t n);

/* Adds a line of source like text_add_clean(), with tabs expanded to every eighth column. */
void text_add_untabbed(struct text *t, const char *s, size_t n);

/* Adds n bytes as a JSON string in quotation marks: the characters that text_add_clean() escapes become \uNNNN, bytes that
   are not UTF-8 become U+FFFD. A NUL has to follow the n bytes. `s` may be NULL if n is 0. */
void text_add_quoted(struct text *t, const char *s, size_t n);

/* Adds at most `max` characters of `s` as XML or HTML, also for attributes: markup is escaped; bytes that are not UTF-8,
   characters that text_add_clean() escapes, and U+FFFE and U+FFFF, which XML excludes (XML 1.0, 2.2, Char), become U+FFFD. */
void text_add_xml(struct text *t, const char *s, size_t max);

/* Whether the UTF-8 character at s is U+FFFE or U+FFFF. */
bool text_is_xml_noncharacter(const char *s);

/* The part of a path after its last slash: a pointer into it. */
const char *text_base_name(const char *path);

/* The smaller of n and `most`, as the precision of "%.*s". It limits the bytes of a word that a message
   quotes. */
static inline int text_cut(size_t n, int most)
{
    if (n > (size_t)most)
        return most;
    return (int)n;
}

/* The form of a word after the count n. */
static inline const char *text_one_or_many(uint64_t n, const char *one, const char *many)
{
    if (n == 1)
        return one;
    return many;
}

/* The plural ending of a noun after the count n. */
static inline const char *text_plural(uint64_t n)
{
    return text_one_or_many(n, "", "s");
}

/* Returns `s`, or `otherwise` if `s` is NULL. */
static inline const char *text_or(const char *s, const char *otherwise)
{
    if (s)
        return s;
    return otherwise;
}

/* The text as a string; "" if nothing was appended. */
static inline const char *text_str(const struct text *t)
{
    return t->s ? t->s : "";
}

void text_free(struct text *t);

/* Finds the candidate that is spelled most like a word of n bytes, for messages that suggest it. Call text_nearest_to(),
   then text_nearest_try() with each candidate; `found` is the result. */
struct text_nearest {
    const char *word;
    size_t n;
    const char *found; /* NULL: none is near */
    /* edit distance of `found`: number of letters to add, drop or change, and of neighbours to swap */
    unsigned distance;
};
struct text_nearest text_nearest_to(const char *word, size_t n);
void text_nearest_try(struct text_nearest *n, const char *candidate);

/* Writes the suggestion for a message into `buf` and returns it: ", but 'symbol'", or "" if no candidate is near. */
enum { TEXT_NEAREST_ROOM = 48 };
const char *text_nearest_hint(const struct text_nearest *n, char buf[TEXT_NEAREST_ROOM]);

/* Writes the low `size` bytes (at most 8) of a number in a byte order. */
void text_put_number(char *at, enum byte_order order, unsigned size, uint64_t value);

/* Appends the fields of a struct with these `values`. Each character of `sizes` is the size of a field in
   bytes, as a digit; 'w' stands for the size `word`. */
void text_add_fields(struct text *t, enum byte_order order, unsigned word, const char *sizes,
                     const uint64_t *values);

#endif
