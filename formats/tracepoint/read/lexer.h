/*
 * lexer: takes the words, numbers and strings of a tracepoint's `format` file. Words are borrowed. Nothing is
 * read after the end of the text. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_LEXER_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/text.h"

/* The unread text. All functions skip blanks first. */
struct lexer {
    const char *p, *end;
};

static inline struct lexer lexer_of(struct span s)
{
    const char *p = (const char *)s.p;
    if (!s.n)
        return (struct lexer){ p, p }; /* p may be NULL */
    return (struct lexer){ p, p + s.n };
}

struct lexer_word {
    const char *s;
    size_t n; /* 0: there is no word */
};

/* The next character, which is not taken; 0 at the end. */
char lexer_peek(struct lexer *l);

/* Takes this text if it comes next. False: another text comes next. */
bool lexer_take_text(struct lexer *l, const char *s);

/* Takes an identifier: letters, digits and underscores; the first is not a digit. */
struct lexer_word lexer_word(struct lexer *l);
bool lexer_word_is(struct lexer_word w, const char *s);

/* Takes a number in C's notation, of at most 24 characters. A number of more than 64 bits is UINT64_MAX.
   False: it is not a number. */
bool lexer_number(struct lexer *l, uint64_t *v);

/* Takes a character in single quotes. */
bool lexer_character(struct lexer *l, uint64_t *v);

/* Takes one or more adjacent strings in quotation marks, and appends their contents, escapes unresolved.
   False: there is no string, or a string has no end. */
bool lexer_string(struct lexer *l, struct text *out);

#endif
