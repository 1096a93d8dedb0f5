/* Text: cells in aligned columns, or joined by a separator; facts as lines. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "lib/view/rows.h"
#include "lib/view/short_name.h"

static void gap(struct rows *r, size_t column, bool first)
{
    const struct rows_table *t = r->table;
    const char *before = t->columns[column].before;
    if (!r->separator && before)
        text_add(&r->line, before);
    else if (!first)
        text_add(&r->line, text_or(r->separator, text_or(t->gap, " ")));
}

/* Replaces separators inside of a cell by dots, as perf does. */
static void separate(struct rows *r, size_t from)
{
    const char *x = r->separator;
    for (size_t i = from; i < r->line.n; i++)
        if (x[0] == r->line.s[i] && !x[1])
            r->line.s[i] = '.';
}

static size_t bytes_of(const char *s)
{
    return strlen(text_or(s, ""));
}

/* The terminal columns that a table takes besides its cells. */
static size_t width_of_gaps(const struct rows_table *t)
{
    size_t width = bytes_of(t->front);
    bool first = true;
    for (size_t i = 0; i < t->n; i++) {
        const struct rows_column *c = &t->columns[i];
        if (!c->header)
            continue;
        if (c->before)
            width += strlen(c->before);
        else if (!first)
            width += strlen(text_or(t->gap, " "));
        width += bytes_of(c->after);
        first = false;
    }
    return width;
}

/* Whether the cells of a column are names, which may be shortened. */
static bool has_names(const struct rows_column *c)
{
    switch (c->type) {
    case VALUE_TEXT:
    case VALUE_SYMBOL:
    case VALUE_TASK:
    case VALUE_SOURCE:
        return c->header && !c->right && c->width;
    default:
        return c->header && !c->right && c->width && c->type == VALUE_UNKNOWN && c->narrow;
    }
}

enum { NAME_LEAST = 12 /* smallest width to which names are shortened */ };

/* Narrows the widest columns of names until `too_wide` columns are saved. */
static void narrow_widest(const struct rows_table *t, size_t *widths, size_t too_wide)
{
    while (too_wide) {
        size_t widest = 0, second = NAME_LEAST, n = 0;
        for (size_t i = 0; i < t->n; i++) {
            if (!has_names(&t->columns[i]) || widths[i] < widest)
                continue;
            n = widths[i] == widest ? n + 1 : 1;
            widest = widths[i];
        }
        for (size_t i = 0; i < t->n; i++)
            if (has_names(&t->columns[i]) && widths[i] < widest && widths[i] > second)
                second = widths[i];
        if (widest <= NAME_LEAST)
            return;
        size_t less = widest - second;
        if (less * n > too_wide)
            less = (too_wide + n - 1) / n;
        for (size_t i = 0; i < t->n; i++)
            if (has_names(&t->columns[i]) && widths[i] == widest)
                widths[i] -= less;
        too_wide -= less * n < too_wide ? less * n : too_wide;
    }
}

static const struct style *style_of(const struct rows *r)
{
    return &r->out->style;
}

/* The width of a column of the open table, narrowed if rows have to fit a screen. */
static size_t fitted_width(struct rows *r, size_t column)
{
    const struct rows_table *t = r->table;
    struct rows_fitted *f = &r->fitted;
    if (f->table == t)
        return f->widths[column];
    if (!style_of(r)->columns || r->separator)
        return t->columns[column].width;
    free(f->widths);
    f->widths = mem_new(t->n, sizeof(*f->widths));
    f->table = t;
    size_t all = width_of_gaps(t);
    for (size_t i = 0; i < t->n; i++) {
        f->widths[i] = t->columns[i].width;
        if (t->columns[i].header)
            all += f->widths[i];
    }
    if (all > style_of(r)->columns)
        narrow_widest(t, f->widths, all - style_of(r)->columns);
    return f->widths[column];
}

/* Shortens the cell that begins at `from` to the column's width, or to the rest of the line. */
static void shorten(struct rows *r, const struct rows_column *c, size_t from, size_t width, bool last)
{
    struct text *t = &r->line;
    const unsigned columns = style_of(r)->columns;
    const bool is_name = c->type == VALUE_TEXT || c->type == VALUE_SYMBOL || c->type == VALUE_UNKNOWN;
    size_t room = width;
    if (!columns || c->right || !is_name || t->n == from || (width == c->width && !last))
        return;
    if (last) {
        const size_t used = short_name_columns(t->s, from) + bytes_of(c->after);
        room = used + STYLE_NAME_LEAST < columns ? columns - used : STYLE_NAME_LEAST;
    }
    if (short_name_columns(t->s + from, t->n - from) <= room)
        return;
    char *cell = mem_copy(t->s + from, t->n - from);
    t->n = from;
    short_name_add(t, cell, strlen(cell), room);
    free(cell);
}

/* Pads or cuts the cell that begins at `from` to its column's width. */
static void fit(struct rows *r, const struct rows_column *c, size_t from, bool right, bool last, bool whole)
{
    struct text *t = &r->line;
    if (r->separator) {
        if (!whole)
            separate(r, from);
        return;
    }
    size_t width = c->width;
    if (style_of(r)->columns)
        width = fitted_width(r, (size_t)(c - r->table->columns));
    if (c->narrow && c->width && t->n - from > c->width)
        t->s[t->n = from + c->width] = 0;
    if (style_of(r)->columns)
        shorten(r, c, from, width, last);
    size_t n = t->n - from, fill = width > n ? width - n : 0;
    if (fill && (right || !last || c->after))
        text_char(t, ' ', fill);
    if (fill && right) {
        memmove(t->s + from + fill, t->s + from, n);
        memset(t->s + from, ' ', fill);
    }
    style_paint_percents(style_of(r), t, from, c->role);
    if (c->after)
        text_add(t, c->after);
}

/* The last column that text shows; t->n: none. */
static size_t sink_text_last_of(const struct rows_table *t)
{
    size_t last = t->n;
    for (size_t i = 0; i < t->n; i++) {
        if (t->columns[i].header)
            last = i;
    }
    return last;
}

static void sink_text_begin_line(struct rows *r, const char *front)
{
    r->line.n = 0;
    text_add(&r->line, text_or(front, ""));
}

static void sink_text_end_line(struct rows *r)
{
    text_char(&r->line, '\n', 1);
    outlet_write(r->out, r->line.s, r->line.n);
}

static void sink_text_say(struct rows *r, const char *name UNUSED, const struct value *v, const char *text,
                          const char *line)
{
    struct text t = { 0 };
    if (!line || (!text && (v->type == VALUE_UNKNOWN || v->type == VALUE_NONE)))
        return;
    const char *at = strchr(line, '%');
    char *type;
    if (!at) {
        outlet_add(r->out, line);
        return;
    }
    long width = strtol(at + 1, &type, 10);
    assert(*type == 's');
    if (text)
        text_add(&t, text);
    else
        rows_text(v, &t);
    outlet_write(r->out, line, (size_t)(at - line));
    outlet_print(r->out, "%*s", (int)width, text_str(&t));
    outlet_add(r->out, type + 1);
    text_free(&t);
}

static void show_cell(const struct rows_column *c, const struct value *cell, struct text *out)
{
    if (c->show)
        c->show(cell, out);
    else
        rows_text(cell, out);
}

/* Adds a line of cells, or of headers if `cells` is NULL, up to the column `last`. */
static void sink_text_add_line(struct rows *r, const struct value *cells, size_t last)
{
    const struct rows_table *t = r->table;
    bool first = true;
    for (size_t i = 0; i <= last && i < t->n; i++) {
        const struct rows_column *c = &t->columns[i];
        if (!c->header || (cells && cells[i].type == VALUE_NONE))
            continue;
        gap(r, i, first);
        size_t from = r->line.n;
        if (!cells)
            text_add(&r->line, c->header);
        else if (cells[i].type != VALUE_UNKNOWN)
            show_cell(c, &cells[i], &r->line);
        if (cells)
            fit(r, c, from, c->right, i == last, c->whole);
        else
            fit(r, c, from, c->right != c->turned, i == last, t->plain);
        first = false;
    }
    sink_text_end_line(r);
}

static void sink_text_row(struct rows *r, const struct value *cells, bool more UNUSED)
{
    size_t last = sink_text_last_of(r->table);
    if (last == r->table->n)
        return;
    sink_text_begin_line(r, r->separator ? NULL : r->table->front);
    sink_text_add_line(r, cells, last);
}

static void dots(struct rows *r)
{
    const struct rows_table *t = r->table;
    bool first = true;
    sink_text_begin_line(r, t->heading);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->columns[i].header)
            continue;
        gap(r, i, first);
        text_char(&r->line, '.', fitted_width(r, i));
        first = false;
    }
    text_add(&r->line, "\n#");
    sink_text_end_line(r);
}

void rows_headings(struct rows *r, const struct rows_table *t)
{
    if (r->sink != &sink_text)
        return;
    const struct rows_table *before = r->table;
    r->table = t;
    r->fitted.table = NULL; /* the next table may be the same one with other widths */
    const char *front = r->separator ? NULL : t->front;
    sink_text_begin_line(r, text_or(t->heading, front));
    sink_text_add_line(r, NULL, sink_text_last_of(t));
    if (t->heading && !r->separator)
        dots(r);
    r->table = before;
    r->fitted.table = NULL;
}

const struct rows_sink sink_text = { .is_read = true, .say = sink_text_say, .row = sink_text_row };
