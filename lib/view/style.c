#include "lib/view/style.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "lib/view/short_name.h"

/* The limits of perf's colours (util/color.h). */
#define MIN_RED   5.0
#define MIN_GREEN 0.5

static const char *const codes[] = {
    [COLOR_PLAIN] = "",          [COLOR_RED] = "\033[31m",  [COLOR_GREEN] = "\033[32m",
    [COLOR_YELLOW] = "\033[33m", [COLOR_BLUE] = "\033[34m", [COLOR_MAGENTA] = "\033[35m",
};
static const char plain[] = "\033[m";

enum style_color style_heat(double percent)
{
    if (percent >= MIN_RED)
        return COLOR_RED;
    if (percent > MIN_GREEN)
        return COLOR_GREEN;
    return COLOR_PLAIN;
}

enum style_color style_change(double percent)
{
    const double rounded = round(percent * 100);
    if (rounded > 0)
        return COLOR_RED;
    if (rounded < 0)
        return COLOR_GREEN;
    return COLOR_PLAIN;
}

static void style_insert(struct text *t, size_t at, const char *s)
{
    const size_t n = strlen(s), behind = t->n - at;
    text_add(t, s);
    memmove(t->s + at + n, t->s + at, behind);
    memcpy(t->s + at, s, n);
}

void style_paint(const struct style *s, struct text *t, size_t from, enum style_color color)
{
    if (!s->colors || color == COLOR_PLAIN || from >= t->n)
        return;
    style_insert(t, from, codes[color]);
    text_add(t, plain);
}

/* The index where the number before a percent sign begins. */
static size_t begin_of_number(const struct text *t, size_t from, size_t percent)
{
    size_t at = percent;
    while (at > from && (isdigit((unsigned char)t->s[at - 1]) || strchr("+-.", t->s[at - 1])))
        at--;
    return at;
}

void style_paint_percents(const struct style *s, struct text *t, size_t from, enum style_role role)
{
    if (!s->colors || role == ROLE_NONE)
        return;
    /* from the end, since inserting colours moves the text after them */
    for (size_t end = t->n; end > from;) {
        if (t->s[--end] != '%')
            continue;
        const size_t at = begin_of_number(t, from, end);
        const double percent = strtod(t->s + at, NULL);
        const enum style_color color = role == ROLE_SHARE ? style_heat(percent) : style_change(percent);
        if (color != COLOR_PLAIN) {
            style_insert(t, end + 1, plain);
            style_insert(t, at, codes[color]);
        }
        end = at;
    }
}

void style_add_name(const struct style *s, struct text *line, const char *name)
{
    size_t begin = line->n, room = STYLE_NAME_LEAST;
    if (!s->columns) {
        text_add(line, name);
        return;
    }
    while (begin && line->s[begin - 1] != '\n')
        begin--;
    const size_t used = line->n > begin ? short_name_columns(line->s + begin, line->n - begin) : 0;
    if (used + room < s->columns)
        room = s->columns - used;
    short_name_add(line, name, strlen(name), room);
}
