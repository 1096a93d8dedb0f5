/*
 * text: a string that grows. The only place where output is put together before it is written, so that a view
 * is a value that can be tested, and so that two threads never share a FILE.
 *
 * What is added may be NULL, which is what a text is before anything was added to it, and what a name is that
 * was not recorded: both add nothing. A text is a string after every call here that adds, whatever was added.
 */
#ifndef PERFOLIO_CORE_BASE_TEXT_H
#define PERFOLIO_CORE_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/arch.h"

struct text {
    char *s; /* NUL-terminated once anything was added, NULL before */
    size_t n, cap;
};

void text_add(struct text *t, const char *s);

/* Make room for n more characters and a NUL, if there is none. */
void text_room(struct text *t, size_t n);

/* In place, for lines are made of few characters at a time. */
static inline void text_add_n(struct text *t, const char *s, size_t n)
{
    if (t->cap - t->n <= n)
        text_room(t, n);
    if (n)
        memcpy(t->s + t->n, s, n);
    t->s[t->n += n] = 0;
}

/* n characters of a place that holds at least `block`, n <= block, a constant: to copy as many always is
 * faster than to ask how many. */
static inline void text_add_block(struct text *t, const char *s, size_t n, size_t block)
{
    if (t->cap - t->n <= block)
        text_room(t, block);
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

/* A number to the right of a column of `width` characters, digits alone: printf is too slow for millions. */
void text_decimal(struct text *t, uint64_t v, unsigned width);
void text_hexadecimal(struct text *t, uint64_t v, unsigned width);

/* text_hexadecimal() in a column of 16, for whoever has the room; without a NUL. */
enum { TEXT_HEX16 = 16 };
void text_hex16(char to[TEXT_HEX16], uint64_t v);

/* The last n decimal digits of a number, zeros in front if there are fewer. */
void text_digits(struct text *t, uint64_t v, unsigned n);

/* Lower-case hexadecimal digits of n bytes. */
void text_hex(struct text *t, const uint8_t *p, size_t n);

/* The value of a lower-case hexadecimal digit; -1: it is none. */
static inline int text_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* The n lowest bytes of a number, the lowest first. */
void text_little_endian(struct text *t, uint64_t v, unsigned n);

/* A number as an unsigned LEB128 (DWARF 5, 7.6); cur_uleb() reads it. */
void text_uleb(struct text *t, uint64_t v);

/* The numbers of the bits that are set in a bitmap: "0-15,32"; how many there are. Of n bytes, it is an array of
   words of `word` bytes, the most significant byte of each first if `big`. */
uint64_t text_bits(struct text *t, const uint8_t *p, size_t n, uint64_t nbits, bool big, unsigned word);

/* `s` with control bytes shown as \xNN, for text that comes out of a file and goes to a terminal. */
void text_add_clean(struct text *t, const char *s);
void text_add_clean_n(struct text *t, const char *s, size_t n);

/* A line of source, clean as above, with blanks up to the next eighth column in the place of tabs. */
void text_add_untabbed(struct text *t, const char *s, size_t n);

/* n bytes as a text of JSON, in quotation marks: control characters are escaped, bytes that are no UTF-8
   become U+FFFD. A NUL stands behind them. NULL with n = 0 is the empty text. */
void text_add_quoted(struct text *t, const char *s, size_t n);

/* `s` as characters of XML or HTML, also between quotation marks: markup is escaped; what is no UTF-8, control
   characters, and U+FFFE and U+FFFF, which no XML has (XML 1.0, 2.2, Char), become U+FFFD. Of more than `max` characters the
   first ones. */
void text_add_xml(struct text *t, const char *s, size_t max);

/* Whether the UTF-8 character at s is U+FFFE or U+FFFF. */
bool text_is_no_xml(const char *s);

/* The length of the UTF-8 character at s, 0 when it is none: neither overlong forms nor surrogates are
   (RFC 3629). */
unsigned text_utf8(const char *s);

/* What follows the last slash of a path: a pointer into it. */
const char *text_base_name(const char *path);

/* What it holds: "" before anything was added. */
static inline const char *text_str(const struct text *t)
{
    return t->s ? t->s : "";
}

void text_free(struct text *t);

/* The one of several words that is written almost as one of n bytes, perhaps what was meant by it: begun with text_nearest_to(), then
   given each. */
struct text_nearest {
    const char *word;
    size_t n;
    const char *found; /* NULL: none is near */
    unsigned distance; /* of that: letters to add, to drop or to change, neighbours to swap */
};
struct text_nearest text_nearest_to(const char *word, size_t n);
void text_nearest_see(struct text_nearest *n, const char *candidate);

/* What a message says of it, put into `buf`: ", but 'symbol'", or "" where none is near. */
enum { TEXT_NEAREST_ROOM = 48 };
const char *text_nearest_but(const struct text_nearest *n, char buf[TEXT_NEAREST_ROOM]);

/* Put the low `size` bytes of a number, at most 8, at a place, in a byte order. */
void text_put_number(char *at, enum byte_order order, unsigned size, uint64_t value);

/* Add the fields of a struct: a digit for each is its size in bytes, `w` a word of `word` bytes. */
void text_add_fields(struct text *t, enum byte_order order, unsigned word, const char *sizes,
                     const uint64_t *values);

#endif
