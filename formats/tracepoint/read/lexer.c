#include "formats/tracepoint/read/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 24 };

static bool is_in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next character; blanks are not skipped. */
static char here(const struct lexer *l)
{
    if (l->p < l->end)
        return *l->p;
    return 0;
}

char lexer_peek(struct lexer *l)
{
    while (l->p < l->end && (*l->p == ' ' || *l->p == '\t' || *l->p == '\n'))
        l->p++;
    return here(l);
}

bool lexer_take_text(struct lexer *l, const char *s)
{
    size_t n = strlen(s);
    lexer_peek(l);
    if ((size_t)(l->end - l->p) < n || memcmp(l->p, s, n) != 0)
        return false;
    l->p += n;
    return true;
}

struct lexer_word lexer_word(struct lexer *l)
{
    struct lexer_word w = { NULL, 0 };
    if (!is_in_word(lexer_peek(l)) || isdigit((unsigned char)*l->p))
        return w;
    for (w.s = l->p; is_in_word(here(l)); l->p++)
        w.n++;
    return w;
}

bool lexer_word_is(struct lexer_word w, const char *s)
{
    return strlen(s) == w.n && !memcmp(w.s, s, w.n);
}

bool lexer_number(struct lexer *l, uint64_t *v)
{
    char digits[LONGEST_NUMBER + 1], *end;
    size_t n = 0;
    if (!isdigit((unsigned char)lexer_peek(l)))
        return false;
    for (; is_in_word(here(l)) && n < LONGEST_NUMBER; l->p++)
        digits[n++] = *l->p;
    digits[n] = 0;
    *v = strtoull(digits, &end, 0);
    return end > digits && !end[strspn(end, "uUlL")] && !is_in_word(here(l));
}

bool lexer_character(struct lexer *l, uint64_t *v)
{
    if (!lexer_take_text(l, "'"))
        return false;
    if (here(l) == '\\')
        l->p++;
    *v = (unsigned char)here(l);
    return l->p++ < l->end && here(l) == '\'' && lexer_take_text(l, "'");
}

bool lexer_string(struct lexer *l, struct text *out)
{
    bool any = false;
    for (; lexer_take_text(l, "\""); any = true) {
        const char *begin = l->p;
        while (here(l) && *l->p != '"') {
            const bool escape = *l->p == '\\' && l->p + 1 < l->end;
            l->p += 1 + escape;
        }
        text_add_n(out, begin, (size_t)(l->p - begin));
        if (here(l) != '"')
            return false;
        l->p++;
    }
    return any;
}
