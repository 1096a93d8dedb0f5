#include "lib/view/short_name.h"

#include <ctype.h>

static const char dots[] = "...";
enum {
    DOTS = sizeof(dots) - 1,
    DEPTHS = 64 /* arguments nested deeper are shortened together with the arguments around them */
};

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

size_t short_name_columns(const char *s, size_t n)
{
    size_t columns = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\033') {
            while (i < n && s[i] != 'm')
                i++;
        } else {
            columns += begins_character(s[i]);
        }
    }
    return columns;
}

/* A scan of a name, from bracket to bracket. */
struct brackets {
    const char *s;
    size_t n, at; /* at: index after the last bracket */
    size_t depth;
};

/* The length of a name such as "operator<<" at `at`; 0: there is none. */
static size_t short_name_operator(const struct brackets *b)
{
    static const char word[] = "operator";
    const size_t length = sizeof(word) - 1;
    const char *s = b->s + b->at;
    if (b->n - b->at < length || memcmp(s, word, length) != 0 ||
        (b->at && (isalnum((unsigned char)s[-1]) || s[-1] == '_')))
        return 0;
    size_t n = length;
    while (b->at + n < b->n && n < length + 3 && strchr("<>=-", s[n]))
        n++;
    return n;
}

/* Finds the next bracket of template arguments, skipping `->`. Returns '<' or '>'; 0 at the end. Both brackets of a
   pair have the same depth. */
static char next_bracket(struct brackets *b, size_t *depth)
{
    while (b->at < b->n) {
        const size_t whole = short_name_operator(b);
        if (whole) {
            b->at += whole;
            continue;
        }
        const char c = b->s[b->at++];
        if (c == '<') {
            *depth = ++b->depth;
            return c;
        }
        const bool is_arrow = b->at > 1 && b->s[b->at - 2] == '-';
        if (c == '>' && b->depth && !is_arrow) {
            *depth = b->depth--;
            return c;
        }
    }
    return 0;
}

/* For each depth, how many columns are saved if all arguments at that depth are replaced by dots. */
static void measure_savings(const char *s, size_t n, size_t saved[DEPTHS])
{
    struct brackets b = { .s = s, .n = n };
    size_t begun[DEPTHS], depth;
    for (char c; (c = next_bracket(&b, &depth)) != 0;) {
        if (depth >= DEPTHS)
            continue;
        if (c == '<') {
            begun[depth] = b.at;
            continue;
        }
        const size_t columns = short_name_columns(s + begun[depth], b.at - 1 - begun[depth]);
        if (columns > DOTS)
            saved[depth] += columns - DOTS;
    }
}

/* The index after the template arguments that begin at `from`; 0: they do not end. */
static size_t end_of_arguments(const char *s, size_t n, size_t from)
{
    struct brackets b = { .s = s, .n = n, .at = from, .depth = 1 };
    size_t depth;
    for (char c; (c = next_bracket(&b, &depth)) != 0;)
        if (c == '>' && depth == 1)
            return b.at - 1;
    return 0;
}

/* Adds a name with all arguments at a depth replaced by dots. */
static void add_without_arguments(struct text *out, const char *s, size_t n, size_t at_depth)
{
    struct brackets b = { .s = s, .n = n };
    size_t added = 0, depth;
    for (char c; (c = next_bracket(&b, &depth)) != 0;) {
        const size_t end = c == '<' && depth == at_depth ? end_of_arguments(s, n, b.at) : 0;
        if (!end || short_name_columns(s + b.at, end - b.at) <= DOTS)
            continue;
        text_add_n(out, s + added, b.at - added);
        text_add(out, dots);
        added = b.at = end;
    }
    text_add_n(out, s + added, n - added);
}

/* The byte offset of a column. */
static size_t offset_of_column(const char *s, size_t n, size_t column)
{
    size_t i = 0;
    for (size_t columns = 0; i < n; i++) {
        columns += begins_character(s[i]);
        if (columns > column)
            break;
    }
    return i;
}

static void add_without_middle(struct text *out, const char *s, size_t n, size_t columns)
{
    const size_t all = short_name_columns(s, n);
    if (all <= columns) {
        text_add_n(out, s, n);
        return;
    }
    const size_t head = (columns - DOTS) / 2, tail = columns - DOTS - head;
    const size_t last = offset_of_column(s, n, all - tail);
    text_add_n(out, s, offset_of_column(s, n, head));
    text_add(out, dots);
    text_add_n(out, s + last, n - last);
}

void short_name_add(struct text *out, const char *s, size_t n, size_t columns)
{
    const size_t all = short_name_columns(s, n);
    size_t saved[DEPTHS] = { 0 }, depth = DEPTHS - 1;
    struct text shorter = { 0 };
    if (columns < SHORT_NAME_LEAST)
        columns = SHORT_NAME_LEAST;
    if (all <= columns) {
        text_add_n(out, s, n);
        return;
    }
    measure_savings(s, n, saved);
    while (depth > 1 && all - saved[depth] > columns)
        depth--;
    add_without_arguments(&shorter, s, n, depth);
    add_without_middle(out, text_str(&shorter), shorter.n, columns);
    text_free(&shorter);
}
