#include "core/base/file/paths/glob.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

// clang-format off
/* The name of a class is the name of the function in ctype.h without "is". */
#define CLASS(is) { &#is[2], is }
// clang-format on
static const struct {
    const char *name;
    int (*has)(int c);
} classes[] = {
    CLASS(isalnum), CLASS(isalpha), CLASS(isblank), CLASS(iscntrl), CLASS(isdigit), CLASS(isgraph),
    CLASS(islower), CLASS(isprint), CLASS(ispunct), CLASS(isspace), CLASS(isupper), CLASS(isxdigit),
};

/* Reads the rest of a class "[:NAME:]" at `s`, after its "[:"; *has receives whether `c` is in the class. Returns the
   pattern after ":]"; NULL: it is not a class. */
static const char *read_class(const char *s, unsigned char c, bool *has)
{
    for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
        const size_t n = strlen(classes[i].name);
        if (strncmp(s, classes[i].name, n) != 0 || strncmp(s + n, ":]", 2) != 0)
            continue;
        *has = *has || (c < 128 && classes[i].has(c));
        return s + n + 2;
    }
    return NULL;
}

/* Reads one byte of a set, written as itself, "\x", "[.x.]" or "[=x=]". NULL: the pattern ends. */
static const char *read_byte(const char *s, unsigned char *c)
{
    const bool is_named = s[0] == '[' && (s[1] == '.' || s[1] == '=') && s[2] && s[3] == s[1] && s[4] == ']';
    if (is_named) {
        *c = (unsigned char)s[2];
        return s + 5;
    }
    s += *s == '\\';
    *c = (unsigned char)*s;
    if (!*s)
        return NULL;
    return s + 1;
}

/* Reads a set, after its '['; *has receives whether `c` is in the set. Returns the pattern after ']'; NULL: there is
   no ']', or it is not a set. */
static const char *read_set(const char *s, unsigned char c, bool *has)
{
    const bool is_not = *s == '!' || *s == '^';
    bool in = false;
    s += is_not;
    const char *first = s;
    while (s && (*s != ']' || s == first)) {
        unsigned char from, to;
        if (s[0] == '[' && s[1] == ':') {
            s = read_class(s + 2, c, &in);
            continue;
        }
        if (!(s = read_byte(s, &from)))
            break;
        to = from;
        if (s[0] == '-' && s[1] && s[1] != ']')
            s = read_byte(s + 1, &to);
        in = in || (from <= c && c <= to);
    }
    if (!s)
        return NULL;
    *has = in != is_not;
    return s + 1;
}

/* Compares one byte with the start of a pattern that begins with no '*'. Returns the rest of the pattern; NULL: it
   differs. */
static const char *match_byte(const char *p, unsigned char c)
{
    bool has = false;
    const char *rest = NULL;
    if (*p == '[')
        rest = read_set(p + 1, c, &has);
    if (rest)
        return has ? rest : NULL;
    if (*p == '?')
        return p + 1;
    p += *p == '\\';
    if (*p && (unsigned char)*p == c)
        return p + 1;
    return NULL;
}

/* If a byte differs, the last '*' is extended by one byte. Earlier '*' need no second try: the pattern up to the last
   '*' has matched. */
bool glob_match(const char *pattern, const char *text)
{
    const char *star = NULL,
               /* the pattern after the last '*', and the start of the text that is compared with it */
        *behind = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            behind = text;
            continue;
        }
        const char *rest = match_byte(pattern, (unsigned char)*text);
        if (!rest && !star)
            return false;
        if (rest) {
            pattern = rest;
            text++;
        } else {
            pattern = star;
            text = ++behind;
        }
    }
    return !pattern[strspn(pattern, "*")];
}

bool glob_is_pattern(const char *s)
{
    return strpbrk(s, "*?[") != NULL;
}
