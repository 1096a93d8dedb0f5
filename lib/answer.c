/* Implements the functions of perfolio.h that read an answer: facts, tables, rows and cells. */
#include <stdlib.h>
#include <string.h>

#include "lib/answer.h"

void pf_view_free(pf_view *v)
{
    if (!v)
        return;
    kept_answer_free(&v->kept);
    outlet_parts_free(&v->parts);
    arena_free(&v->words);
    text_free(&v->said);
    text_free(&v->shown);
    free(v);
}

int pf_view_status(const pf_view *v)
{
    return v->status;
}

const char *pf_view_said(pf_view *v)
{
    return text_str(&v->said);
}

const char *pf_view_text(pf_view *v)
{
    return text_str(&v->kept.text);
}

static pf_type type_of(enum value_type t)
{
    static const pf_type types[] = {
        [VALUE_UNKNOWN] = PF_NOTHING, [VALUE_NONE] = PF_NOTHING,    [VALUE_TEXT] = PF_TEXT,
        [VALUE_COUNT] = PF_COUNT,     [VALUE_SIGNED] = PF_NUMBER,   [VALUE_HEX] = PF_HEX,
        [VALUE_PERCENT] = PF_PERCENT, [VALUE_DECIMAL] = PF_DECIMAL, [VALUE_TIME] = PF_TIME,
        [VALUE_YES_NO] = PF_YES_NO,   [VALUE_SYMBOL] = PF_SYMBOL,   [VALUE_TASK] = PF_TASK,
        [VALUE_SOURCE] = PF_SOURCE,   [VALUE_NUMERAL] = PF_DECIMAL,
    };
    return types[t];
}

/* The arguments and the result of a call that reads an answer. */
struct looking {
    pf_view *v;
    struct kept_table *table;
    size_t row, n;
    uint64_t *rows;
    const char *text;
    const struct kept_order *by;
    size_t column_at;
    const struct kept_fact *fact;
    struct value value;
    struct look look; /* of a sort or a search */
};

static void show_fact(void *arg)
{
    struct looking *w = arg;
    struct text *t = &w->v->shown;
    w->value = w->fact->value;
    t->n = 0;
    if (w->fact->text)
        text_add(t, w->fact->text);
    else
        rows_text(&w->value, t);
}

static void show_cell(void *arg)
{
    struct looking *w = arg;
    w->value = kept_answer_cell(w->table, w->row, w->column_at);
    w->v->shown.n = 0;
    if (w->value.type != VALUE_UNKNOWN && w->value.type != VALUE_NONE)
        kept_rows_print_cell(w->table, w->row, w->column_at, &w->v->shown);
}

static int give_value(struct looking *w, void (*look)(void *arg), pf_value *out, size_t size)
{
    const struct value *v = &w->value;
    struct err e = { 0 };
    pf_value found = { .type = PF_NOTHING };
    if (file_call_guarded(w->v->f, look, w, &e))
        found.type = type_of(v->type);
    if (found.type == PF_NOTHING) {
        file_copy_out(out, size, &found, sizeof(found));
        return v->type != VALUE_NONE && e.kind == ERR_NONE;
    }
    found.text = text_str(&w->v->shown);
    if (v->type == VALUE_PERCENT || v->type == VALUE_DECIMAL)
        found.share = v->share;
    else if (v->type == VALUE_NUMERAL)
        found.share = strtod(v->text, NULL);
    else if (v->type == VALUE_SIGNED)
        found.number = v->number;
    else if (v->type == VALUE_COUNT || v->type == VALUE_HEX || v->type == VALUE_TIME)
        found.count = v->count;
    else if (v->type == VALUE_YES_NO)
        found.count = v->yes;
    else if (v->type == VALUE_SYMBOL) {
        found.name = v->symbol.name;
        if (v->symbol.name)
            found.count = v->symbol.offset;
        else
            found.count = v->symbol.address;
    } else if (v->type == VALUE_TASK) {
        found.name = v->task.comm;
        found.number = v->task.tid;
    } else if (v->type == VALUE_SOURCE) {
        found.name = v->source.file;
        found.count = v->source.line;
    } else {
        found.name = v->text;
    }
    file_copy_out(out, size, &found, sizeof(found));
    return 1;
}

size_t pf_facts(const pf_view *v)
{
    return v->kept.nfacts;
}

const char *pf_fact_name(const pf_view *v, size_t i)
{
    if (i < v->kept.nfacts)
        return v->kept.facts[i].name;
    return NULL;
}

int pf_fact_of(pf_view *v, size_t i, pf_value *out, size_t size)
{
    memset(out, 0, size);
    if (i >= v->kept.nfacts)
        return 0;
    return give_value(&(struct looking){ .v = v, .fact = &v->kept.facts[i] }, show_fact, out, size);
}

size_t pf_tables(const pf_view *v)
{
    return v->kept.ntables;
}

static struct kept_table *lib_answer_table_of(const pf_view *v, size_t i)
{
    if (i < v->kept.ntables)
        return &v->kept.tables[i];
    return NULL;
}

int pf_table_of(const pf_view *v, size_t i, pf_table *out, size_t size)
{
    const struct kept_table *t = lib_answer_table_of(v, i);
    pf_table found = { 0 };
    if (t)
        found = (pf_table){ t->name, t->ncolumns, t->nrows, v->kept.most && t->nrows >= v->kept.most };
    file_copy_out(out, size, &found, sizeof(found));
    return t != NULL;
}

int pf_column_of(const pf_view *v, size_t table, size_t column, pf_column *out, size_t size)
{
    const struct kept_table *t = lib_answer_table_of(v, table);
    const struct rows_column *c = t && column < t->ncolumns ? &t->columns[column] : NULL;
    pf_column found = { 0 };
    if (c)
        found = (pf_column){ c->name, c->header, c->of, c->at, type_of(c->type), c->right };
    file_copy_out(out, size, &found, sizeof(found));
    return c != NULL;
}

/* A table that has this row; NULL: none. */
static struct kept_table *table_with(const pf_view *v, size_t table, uint64_t row)
{
    struct kept_table *t = lib_answer_table_of(v, table);
    if (t && row <= SIZE_MAX && kept_rows_has(t, (size_t)row))
        return t;
    return NULL;
}

int pf_cell_of(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *out, size_t size)
{
    struct kept_table *t = table_with(v, table, row);
    memset(out, 0, size);
    if (!t || column >= t->ncolumns)
        return 0;
    struct looking w = { .v = v, .table = t, .row = (size_t)row, .column_at = column };
    return give_value(&w, show_cell, out, size);
}

static void show_nth(void *arg)
{
    struct looking *w = arg;
    w->column_at = kept_answer_column(w->table, w->row, w->n);
    w->value = value_none();
    if (w->column_at == w->table->ncolumns)
        return;
    show_cell(w);
}

int pf_nth_cell(pf_view *v, size_t table, uint64_t row, size_t i, size_t *column, pf_value *out, size_t size)
{
    struct looking w = { .v = v, .table = table_with(v, table, row), .row = (size_t)row, .n = i };
    memset(out, 0, size);
    if (!w.table || !give_value(&w, show_nth, out, size))
        return 0;
    *column = w.column_at;
    return 1;
}

static void look_below(void *arg)
{
    struct looking *w = arg;
    w->n = kept_rows_children(w->table, w->row);
}

int pf_row_of(pf_view *v, size_t table, uint64_t row, pf_row *out, size_t size)
{
    struct looking w = { .v = v, .table = table_with(v, table, row), .row = (size_t)row };
    struct err e = { 0 };
    pf_row found = { .parent = PF_TOP };
    const bool has = w.table && file_call_guarded(v->f, look_below, &w, &e);
    if (has) {
        size_t above = kept_rows_parent(w.table, w.row);
        found = (pf_row){ .parent = above == KEPT_TOP ? PF_TOP : above, .children = w.n };
        for (; above != KEPT_TOP; above = kept_rows_parent(w.table, above))
            found.depth++;
    }
    file_copy_out(out, size, &found, sizeof(found));
    return has;
}

static void list_rows(void *arg)
{
    struct looking *w = arg;
    w->n = kept_rows_list(w->table, w->row, w->column_at, w->n, w->rows);
}

size_t pf_rows(pf_view *v, size_t table, uint64_t parent, uint64_t from, size_t n, uint64_t *rows)
{
    struct looking w = {
        .v = v, .row = KEPT_TOP, .column_at = from < SIZE_MAX ? (size_t)from : SIZE_MAX, .n = n, .rows = rows
    };
    struct err e = { 0 };
    if (parent == PF_TOP) {
        w.table = lib_answer_table_of(v, table);
    } else {
        w.table = table_with(v, table, parent);
        w.row = (size_t)parent;
    }
    if (w.table && file_call_guarded(v->f, list_rows, &w, &e))
        return w.n;
    return 0;
}

static void sort(void *arg)
{
    struct looking *w = arg;
    kept_rows_sort(w->table, w->by, &w->look);
}

int pf_sort(pf_view *v, size_t table, size_t column, int descending)
{
    const struct kept_order by = { true, descending, column };
    struct looking w = { .v = v,
                         .table = lib_answer_table_of(v, table),
                         .by = column == PF_UNSORTED ? NULL : &by,
                         .look = { .watch = &v->f->progress.watch } };
    struct err e = { 0 };
    return w.table && (!w.by || column < w.table->ncolumns) && file_call_guarded(v->f, sort, &w, &e) &&
           !w.look.stopped;
}

static void lib_answer_find(void *arg)
{
    struct looking *w = arg;
    w->n = kept_rows_find(w->table, w->text, w->row, &w->look);
}

int pf_find(pf_view *v, size_t table, const char *text, uint64_t from, uint64_t *place)
{
    struct looking w = { .v = v,
                         .table = lib_answer_table_of(v, table),
                         .text = text,
                         .look = { .watch = &v->f->progress.watch } };
    struct err e = { 0 };
    if (!w.table || !text || from >= w.table->nrows)
        return 0;
    w.row = (size_t)from;
    if (!file_call_guarded(v->f, lib_answer_find, &w, &e) || w.n == w.table->nrows)
        return 0;
    *place = w.n;
    return 1;
}
