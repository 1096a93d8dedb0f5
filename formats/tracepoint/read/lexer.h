/*
 * lexer: the words, numbers and strings that a tracepoint's `format` file is made of. Texts in it are
 * borrowed; nothing is read behind their end. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_LEXER_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/text.h"

/* What is not read yet. Blanks in front of what is taken are skipped. */
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

/* The next character, 0 at the end. */
char lexer_peek(struct lexer *l);

/* Take exactly this text, if it is the next. */
bool lexer_take(struct lexer *l, const char *s);

/* Take letters, digits and underscores that begin with no digit. */
struct lexer_word lexer_word(struct lexer *l);
bool lexer_is(struct lexer_word w, const char *s);

/* Take a number as C spells it, of at most 24 characters; what has more than 64 bits is UINT64_MAX. */
bool lexer_number(struct lexer *l, uint64_t *v);

/* Take a character between '...'. */
bool lexer_character(struct lexer *l, uint64_t *v);

/* Take "...", and more of them that follow, and add what is in them, escapes as they stand. */
bool lexer_string(struct lexer *l, struct text *out);

#endif
