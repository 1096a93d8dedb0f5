/*
 * CSV (RFC 4180): a line of headings, then lines of fields, each ended by CR and LF. If a list has several tables, the
 * facts that distinguish them are columns at the front. If a table has other columns than the one before, an empty line
 * and new headings precede it. Spreadsheets take a text that begins with one of =+-@ for a formula, so an apostrophe is
 * put before such a text.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/view/rows.h"

static void put_field(const char *s, size_t n, bool text, struct text *out)
{
    bool formula = text && n && strchr("=+-@\t\r", *s), quoted = formula;
    for (size_t i = 0; !quoted && i < n; i++)
        quoted = strchr(",\"\r\n", s[i]);
    text_char(out, '"', quoted);
    text_char(out, '\'', formula);
    for (size_t i = 0; i < n; i++)
        text_char(out, s[i], 1 + (s[i] == '"'));
    text_char(out, '"', quoted);
}

/* Writes a value without a unit; percentages have no percent sign. */
static void put_value(const struct value *v, struct text *out)
{
    struct text t = { 0 };
    if (v->type == VALUE_PERCENT)
        text_printf(&t, "%.2f", v->share);
    else
        rows_text(v, &t);
    const bool is_name = v->type == VALUE_SYMBOL || v->type == VALUE_SOURCE || v->type == VALUE_TASK;
    put_field(text_str(&t), t.n, is_name || v->type == VALUE_TEXT, out);
    text_free(&t);
}

static void sink_csv_end_line(struct rows *r)
{
    text_add(&r->line, "\r\n");
    outlet_write(r->out, r->line.s, r->line.n);
    r->line.n = 0;
}

static void next(struct rows *r)
{
    text_char(&r->line, ',', r->line.n > 0);
}

static void sink_csv_fact(struct rows *r, const char *name, const struct value *v, bool key)
{
    if (!key || r->inside || r->nkeys == ROWS_KEYS)
        return;
    struct text t = { 0 };
    text_add(&t, "");
    put_value(v, &t);
    r->keys[r->nkeys++] = (struct rows_key){ name, t.s, r->depth };
}

static void drop_keys(struct rows *r)
{
    while (r->nkeys && r->keys[r->nkeys - 1].depth >= r->depth)
        free(r->keys[--r->nkeys].text);
}

/* The heading of a column; for a column inside of an object or array its path, such as "others.2.percent". */
static void put_heading(const struct rows_column *c, struct text *out)
{
    struct text t = { 0 };
    if (c->of)
        text_printf(&t, "%s.", c->of);
    if (c->at)
        text_printf(&t, "%u.", c->at);
    text_add(&t, c->name);
    put_field(t.s, t.n, true, out);
    text_free(&t);
}

static void sink_csv_table(struct rows *r)
{
    r->is_headed = r->is_headed && r->inside;
}

/* Writes the headings before the first row, or at the end of a table without rows, so that an answer that fails early
   is empty. */
static void head(struct rows *r)
{
    const struct rows_table *t = r->table;
    if (r->inside || r->is_headed || t->besides)
        return;
    struct text headed = { 0 };
    r->is_headed = true;
    for (unsigned i = 0; i < r->nkeys; i++) {
        next(r);
        put_field(r->keys[i].name, strlen(r->keys[i].name), true, &r->line);
    }
    for (size_t i = 0; i < t->n; i++)
        if (t->columns[i].name) {
            next(r);
            put_heading(&t->columns[i], &r->line);
        }
    text_add(&headed, t->name);
    text_char(&headed, '\n', 1);
    text_add(&headed, r->line.s);
    if (r->headed.n == headed.n && !memcmp(r->headed.s, headed.s, headed.n)) {
        r->line.n = 0;
        text_free(&headed);
        return;
    }
    outlet_add(r->out, r->headed.n ? "\r\n" : "");
    sink_csv_end_line(r);
    text_free(&r->headed);
    r->headed = headed;
}

static void sink_csv_row(struct rows *r, const struct value *cells, bool more UNUSED)
{
    const struct rows_table *t = r->table;
    bool first = true;
    if (r->inside || t->besides)
        return;
    head(r);
    for (unsigned i = 0; i < r->nkeys; i++) {
        text_char(&r->line, ',', !first);
        text_add(&r->line, r->keys[i].text);
        first = false;
    }
    for (size_t i = 0; i < t->n; i++)
        if (t->columns[i].name) {
            text_char(&r->line, ',', !first);
            put_value(&cells[i], &r->line);
            first = false;
        }
    sink_csv_end_line(r);
}

const struct rows_sink sink_csv = {
    .close = drop_keys, .fact = sink_csv_fact, .table = sink_csv_table, .row = sink_csv_row, .table_end = head
};
