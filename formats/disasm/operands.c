#include "formats/disasm/operands.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

size_t operands_split(const char *text, struct operand v[OPERANDS_MOST])
{
    size_t n = 0;
    int depth = 0;
    const char *start = text;
    for (const char *s = text;; s++) {
        const bool opens = *s == '(' || *s == '[' || *s == '{', closes = *s == ')' || *s == ']' || *s == '}';
        if (opens)
            depth++;
        if (closes && depth)
            depth--;
        if (*s && (*s != ',' || depth))
            continue;
        if (s > start && n < OPERANDS_MOST)
            v[n++] = (struct operand){ start, (size_t)(s - start) };
        if (!*s)
            return n;
        start = s + 1;
        if (*start == ' ')
            start++;
    }
}

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c |= 0x20;
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    return 16;
}

/* Parse digits. Returns the text after them; NULL: there are none. */
static const char *parse_digits(const char *s, unsigned base, uint64_t *v)
{
    const char *start = s;
    for (*v = 0; digit_of(*s) < base; s++)
        *v = *v * base + digit_of(*s);
    if (s > start)
        return s;
    return NULL;
}

bool operands_parse_number(const char **s, uint64_t *v)
{
    const char *at = *s;
    bool minus = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    unsigned base = 10;
    if (at[0] == '0' && (at[1] | 0x20) == 'x') {
        base = 16;
        at += 2;
    }
    at = parse_digits(at, base, v);
    if (!at)
        return false;
    if (minus)
        *v = 0 - *v;
    *s = at;
    return true;
}

bool operands_is_number(struct operand o, uint64_t *v)
{
    const char *s = o.s, *end = o.s + o.n;
    if (s < end && *s == '#')
        s++;
    const char *after = s;
    if (s < end && *s == '$') {
        s++;
        bool minus = s < end && *s == '-';
        s += minus;
        if (end - s > 2 && s[0] == '0' && s[1] == 'x')
            s += 2;
        after = parse_digits(s, 16, v);
        if (minus)
            *v = 0 - *v;
        if (after && end - after == 2 && after[0] == '.')
            after += 2;
        return after == end;
    }
    return s < end && operands_parse_number(&after, v) && after == end;
}

void operands_tidy(const char *text, size_t n, char *to, size_t size)
{
    size_t k = 0;
    for (size_t i = 0; i < n && k + 2 < size; i++) {
        char c = text[i] == '\t' ? ' ' : text[i];
        const bool is_control = (unsigned char)c < ' ' || c == 127;
        const bool is_spare = c == ' ' && (k == 0 || to[k - 1] == ' ');
        if (is_control || is_spare)
            continue;
        to[k++] = c;
        if (c == ',')
            to[k++] = ' ';
    }
    while (k && to[k - 1] == ' ')
        k--;
    to[k] = 0;
}

void operands_replace(char *text, size_t size, struct operand o, uint64_t value)
{
    assert(o.s >= text && (size_t)(o.s - text) + o.n < size);
    char whole[512];
    int before = (int)(o.s - text);
    snprintf(whole, sizeof(whole), "%.*s0x%" PRIx64 "%s", before, text, value, o.s + o.n);
    snprintf(text, size, "%s", whole);
}

bool operands_match(const char *pattern, const char *text)
{
    const char *star = NULL, *from = NULL;
    for (;;) {
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (*text && (*pattern == *text || *pattern == '?')) {
            pattern++;
            text++;
        } else if (!*text && !*pattern) {
            return true;
        } else if (star && *from) { /* let the star match one more character */
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
}
