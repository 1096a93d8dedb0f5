#include "lib/view/kept_answer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

void kept_rows_print_cell(struct kept_table *t, size_t row, size_t column, struct text *out)
{
    const bool is_said = column + 1 < t->ncolumns && t->columns[column + 1].says;
    const size_t at = is_said ? column + 1 : column;
    const struct value v = kept_answer_cell(t, row, at);
    if (t->columns[at].show)
        t->columns[at].show(&v, out);
    else
        rows_text(&v, out);
}

bool kept_rows_has(const struct kept_table *t, size_t row)
{
    const struct rows_source *s = &t->source;
    return row < t->nrows || (s->row && row >= s->n && row < s->known(s->arg));
}

size_t kept_rows_parent(const struct kept_table *t, size_t row)
{
    assert(row < t->nrows || t->source.above);
    if (row < t->nrows)
        return KEPT_TOP;
    return t->source.above(t->source.arg, row);
}

static size_t find_below(struct kept_table *t, size_t row, size_t *first)
{
    *first = 0;
    if (t->source.below)
        return t->source.below(t->source.arg, row, first);
    return 0;
}

size_t kept_rows_children(struct kept_table *t, size_t row)
{
    size_t first;
    return find_below(t, row, &first);
}

/* The sort key of a row. */
struct sort_key {
    const char *text; /* NULL: it has none */
    double share;     /* the number as a double, */
    uint64_t number;  /* and exactly, for numbers that are equal as doubles */
    size_t row;
    bool unknown;
};

/* Sets the sort key from a value, which may be of any numeric type. */
static void kept_rows_take_number(struct sort_key *k, const struct value *v)
{
    if (v->type == VALUE_SIGNED) {
        k->share = (double)v->number;
        k->number = (uint64_t)v->number; /* numbers that are equal as doubles have the same sign */
    } else {
        k->number = v->type == VALUE_YES_NO ? v->yes : v->count;
        k->share = (double)k->number;
    }
}

static struct sort_key kept_rows_key_of(const struct value *v, size_t row, struct arena *texts)
{
    struct sort_key k = { .row = row };
    if (v->type == VALUE_UNKNOWN || v->type == VALUE_NONE)
        k.unknown = true;
    else if (v->type == VALUE_TEXT)
        k.text = v->text;
    else if (v->type == VALUE_NUMERAL)
        k.share = strtod(v->text, NULL);
    else if (v->type == VALUE_PERCENT || v->type == VALUE_DECIMAL) {
        k.share = v->share;
        k.unknown = isnan(v->share);
    } else if (v->type == VALUE_SYMBOL) {
        k.text = v->symbol.name;
        k.number = k.text ? v->symbol.offset : v->symbol.address;
    } else if (v->type == VALUE_TASK) {
        k.text = v->task.comm;
        k.share = v->task.tid;
    } else if (v->type == VALUE_SOURCE) {
        k.text = v->source.file;
        k.number = v->source.line;
    } else {
        kept_rows_take_number(&k, v);
    }
    if (k.text)
        k.text = arena_text(texts, k.text, strlen(k.text));
    else
        k.text = NULL;
    return k;
}

/* How keys are compared. A sort that is stopped takes all keys for equal, and ends soon. */
struct sort_how {
    bool descending;
    struct look *look;
};

static int kept_rows_in_order(const void *a, const void *b, const void *arg)
{
    const struct sort_key *x = a, *y = b;
    const struct sort_how *how = arg;
    const int sign = how->descending ? -1 : 1;
    if (!look_goes_on(how->look, LOOK_COMPARISON))
        return 0;
    if (x->unknown || y->unknown)
        return x->unknown - y->unknown;
    if (!x->text != !y->text)
        return !x->text - !y->text;
    const int texts = x->text ? strcmp(x->text, y->text) : 0;
    if (texts)
        return sign * texts;
    if (x->share != y->share) {
        if (x->share < y->share)
            return -sign;
        return sign;
    }
    if (x->number != y->number)
        return sign * ((x->number > y->number) - (x->number < y->number));
    return 0;
}

/* Rows [first, first + n) as the table is sorted; malloc'ed. In no order if `look` stops it. */
static size_t *kept_rows_sorted(struct kept_table *t, size_t first, size_t n, struct look *look)
{
    const struct sort_how how = { t->by.descending, look };
    struct sort_key *keys = mem_new(n + 1, sizeof(*keys));
    size_t *rows = mem_new(n + 1, sizeof(*rows));
    struct arena texts = { 0 };
    for (size_t i = 0; i < n && look_goes_on(look, LOOK_ROW); i++) {
        const struct value v = kept_answer_cell(t, first + i, t->by.column);
        keys[i] = kept_rows_key_of(&v, first + i, &texts);
    }
    sort_by(keys, n, sizeof(*keys), kept_rows_in_order, &how);
    for (size_t i = 0; i < n; i++) {
        assert(look->stopped || !i || kept_rows_in_order(&keys[i - 1], &keys[i], &how) <= 0);
        rows[i] = keys[i].row;
    }
    arena_free(&texts);
    free(keys);
    return rows;
}

void kept_rows_sort(struct kept_table *t, const struct kept_order *by, struct look *look)
{
    assert(!by || by->column < t->ncolumns);
    free(t->order);
    t->order = NULL;
    t->by = (struct kept_order){ .sorted = false };
    if (!by)
        return;
    t->by = *by;
    t->order = kept_rows_sorted(t, 0, t->nrows, look);
    if (!look->stopped)
        return;
    free(t->order);
    t->order = NULL;
    t->by.sorted = false;
}

bool kept_rows_are_below(const struct kept_table *t, size_t above, const uint64_t *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!kept_rows_has(t, rows[i]) || kept_rows_parent(t, rows[i]) != above)
            return false;
    return true;
}

size_t kept_rows_list(struct kept_table *t, size_t above, size_t from, size_t n, uint64_t *rows)
{
    const bool top = above == KEPT_TOP;
    size_t first = 0;
    const size_t all = top ? t->nrows : find_below(t, above, &first);
    struct look unwatched = { 0 };
    size_t *own = !top && t->by.sorted ? kept_rows_sorted(t, first, all, &unwatched) : NULL;
    const size_t *order = top ? t->order : own;
    const size_t left = from < all ? all - from : 0;
    if (n >= left)
        n = left;
    for (size_t i = 0; i < n; i++) {
        rows[i] = first + from + i;
        if (order)
            rows[i] = order[from + i];
    }
    free(own);
    assert(kept_rows_are_below(t, above, rows, n));
    return n;
}

static bool kept_rows_is_name(enum value_type t)
{
    return t == VALUE_TEXT || t == VALUE_SYMBOL || t == VALUE_TASK || t == VALUE_SOURCE;
}

static bool has_text(struct kept_table *t, size_t row, const char *text, struct text *scratch)
{
    for (size_t c = 0; c < t->ncolumns; c++) {
        const struct value v = kept_answer_cell(t, row, c);
        scratch->n = 0;
        if (kept_rows_is_name(v.type))
            kept_rows_print_cell(t, row, c, scratch);
        if (scratch->n && strstr(text_str(scratch), text))
            return true;
    }
    return false;
}

size_t kept_rows_find(struct kept_table *t, const char *text, size_t from, struct look *look)
{
    struct text scratch = { 0 };
    for (; from < t->nrows && look_goes_on(look, LOOK_ROW); from++) {
        const size_t row = t->order ? t->order[from] : from;
        if (has_text(t, row, text, &scratch))
            break;
    }
    text_free(&scratch);
    if (from < t->nrows && !look->stopped)
        return from;
    return t->nrows;
}
