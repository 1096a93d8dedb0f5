/* Text: cells in columns, or with a separator between them and no blanks. */
#include <string.h>

#include "cli/output/sink.h"

static void gap(struct rows *r, size_t column, bool first)
{
    const struct rows_table *t = r->table;
    const char *before = t->columns[column].before;
    if (r->separator)
        text_add(&r->line, first ? "" : r->separator);
    else if (before)
        text_add(&r->line, before);
    else if (!first)
        text_add(&r->line, t->gap ? t->gap : " ");
}

/* A separator inside of a cell would break it in two: perf puts a dot there. */
static void put_separated(struct rows *r, const char *s, size_t n)
{
    const char *x = r->separator;
    for (size_t i = 0; i < n; i++)
        text_char(&r->line, x[0] == s[i] && !x[1] ? '.' : s[i], 1);
}

static void put_cell(struct rows *r, const struct rows_column *c, const char *s, size_t n, bool right,
                     bool last)
{
    if (r->separator) {
        if (c->whole)
            text_add_n(&r->line, s, n);
        else
            put_separated(r, s, n);
        return;
    }
    size_t shown = c->narrow && c->width && n > c->width ? c->width : n,
           fill = c->width > shown ? c->width - shown : 0;
    text_char(&r->line, ' ', right ? fill : 0);
    text_add_n(&r->line, s, shown);
    text_char(&r->line, ' ', right || (last && !c->after && !r->table->full) ? 0 : fill);
    if (c->after)
        text_add(&r->line, c->after);
}

static size_t last_of(const struct rows_table *t)
{
    size_t last = 0;
    for (size_t i = 0; i < t->n; i++)
        last = t->columns[i].header ? i : last;
    return last;
}

static void begin_line(struct rows *r, const char *front)
{
    r->line.n = 0;
    text_add(&r->line, front ? front : "");
}

static void end_line(struct rows *r)
{
    text_char(&r->line, '\n', 1);
    fwrite(r->line.s, 1, r->line.n, r->out);
}

static void row(struct rows *r, const struct value *cells, bool more)
{
    const struct rows_table *t = r->table;
    size_t last = last_of(t);
    bool first = true;
    (void)more;
    begin_line(r, r->separator ? NULL : t->front);
    for (size_t i = 0; i < t->n; i++) {
        const struct rows_column *c = &t->columns[i];
        const char *s = cells[i].shown;
        if (!c->header)
            continue;
        if (!s) {
            r->cell.n = 0;
            text_add(&r->cell, "");
            (c->show ? c->show : rows_text)(&cells[i], &r->cell);
            s = r->cell.s;
        }
        gap(r, i, first);
        put_cell(r, c, s, strlen(s), c->right, i == last);
        first = false;
    }
    if (!first) /* else text has no such table */
        end_line(r);
}

static void dots(struct rows *r)
{
    const struct rows_table *t = r->table;
    bool first = true;
    begin_line(r, t->heading);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->columns[i].header)
            continue;
        gap(r, i, first);
        text_char(&r->line, '.', t->columns[i].width);
        first = false;
    }
    text_add(&r->line, "\n#");
    end_line(r);
}

void rows_headings(struct rows *r, const struct rows_table *t)
{
    if (r->sink != &sink_text)
        return;
    const struct rows_table *before = r->table;
    size_t last = last_of(t);
    bool first = true;
    r->table = t;
    begin_line(r, t->heading ? t->heading : r->separator ? NULL : t->front);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->columns[i].header)
            continue;
        gap(r, i, first);
        const struct rows_column *c = &t->columns[i];
        put_cell(r, c, c->header, strlen(c->header), c->right != c->turned, i == last);
        first = false;
    }
    end_line(r);
    if (t->heading && !r->separator)
        dots(r);
    r->table = before;
}

const struct rows_sink sink_text = { .format = ROWS_TEXT, .row = row };
