/* Text: cells in columns, or separated without blanks; facts as lines. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "lib/view/rows.h"

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

/* Pads or cuts the cell that begins at `from` to its column's width. */
static void fit(struct rows *r, const struct rows_column *c, size_t from, bool right, bool last, bool whole)
{
    struct text *t = &r->line;
    if (r->separator) {
        if (!whole)
            separate(r, from);
        return;
    }
    if (c->narrow && c->width && t->n - from > c->width)
        t->s[t->n = from + c->width] = 0;
    size_t n = t->n - from, fill = c->width > n ? c->width - n : 0;
    if (fill && (right || !last || c->after))
        text_char(t, ' ', fill);
    if (fill && right) {
        memmove(t->s + from + fill, t->s + from, n);
        memset(t->s + from, ' ', fill);
    }
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

/* Adds a line of cells, or of headers where `cells` is NULL, up to the last column that text has. */
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
        text_char(&r->line, '.', t->columns[i].width);
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
    const char *front = r->separator ? NULL : t->front;
    sink_text_begin_line(r, text_or(t->heading, front));
    sink_text_add_line(r, NULL, sink_text_last_of(t));
    if (t->heading && !r->separator)
        dots(r);
    r->table = before;
}

const struct rows_sink sink_text = { .is_read = true, .say = sink_text_say, .row = sink_text_row };
