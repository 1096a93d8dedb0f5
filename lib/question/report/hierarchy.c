/*
 * --hierarchy: a line for each value of the first key, with the sum of its rows; below it a line for each value of the
 * second key, and so on (perf, hists__hierarchy_insert_entry() and hist_entry__hierarchy_fprintf()). Each level is
 * indented by three blanks, first its numbers, then its text. Only text has this form.
 */
#include "core/base/text.h"
#include "lib/question/report/report_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { INDENT = 3 };

/* The lines that have equal texts in the first `keys` keys, and their sums. */
struct node {
    const uint32_t *lines; /* n of them; a line has a row for each event */
    size_t n;
    size_t keys;               /* number of keys in which all the lines are equal */
    uint64_t (*sums)[FIGURES]; /* per event */
};

struct nodes {
    struct node *v;
    size_t n, cap;
};

/* Whether the sheet's events have a key. */
static bool hierarchy_has(const struct sheet *t, size_t key)
{
    return key_header(t->l->keys[key], t->first);
}

/* The index after the keys of the level that begins with key k. Keys that the events do not have make no level. */
static size_t level_end(const struct sheet *t, size_t k)
{
    const struct layout *l = t->l;
    while (k < l->nshown && !hierarchy_has(t, k))
        k++;
    size_t end = k;
    while (end < l->nshown && (l->levels[end] == l->levels[k] || !hierarchy_has(t, end)))
        end++;
    return end;
}

static size_t levels_of(const struct sheet *t)
{
    size_t n = 0;
    for (size_t k = 0; k < t->l->nshown; k = level_end(t, k))
        n++;
    return n;
}

static bool same(const struct sheet *t, const uint32_t *a, const uint32_t *b, size_t from, size_t end)
{
    for (size_t k = from; k < end; k++)
        if (!table_rows_read_same(t->table, line_row(a, t->n), line_row(b, t->n), k))
            return false;
    return true;
}

static void add_up(const struct sheet *t, struct node *node)
{
    node->sums = mem_new(t->n, sizeof(*node->sums));
    for (size_t i = 0; i < node->n * t->n; i++)
        for (size_t f = 0; f < FIGURES && node->lines[i] != NO_ROW; f++) {
            uint64_t *sum = &node->sums[i % t->n][f];
            *sum = figure_sum(*sum, table_figure(t->table, node->lines[i], (enum figure)f));
        }
}

/* Compares sums as struct line_order compares lines; nodes of equal weight stay sorted by keys. */
static int heavier_first(const void *a, const void *b, const void *arg)
{
    const struct sheet *t = arg;
    const struct node *x = a, *y = b;
    uint32_t chosen = t->o->group_index < t->n ? t->o->group_index : 0;
    for (size_t i = 0; i < t->l->norder; i++)
        for (uint32_t k = 0; k < t->n && !t->l->order[i].is_key; k++) {
            uint32_t event = k ? k : chosen;
            uint64_t p = x->sums[event][t->l->order[i].at], q = y->sums[event][t->l->order[i].at];
            if (p != q) {
                if (p > q)
                    return -1;
                return 1;
            }
        }
    return 0;
}

/* Splits a node into nodes whose lines are also equal in the keys of the next level; after the last level, into single
   lines. */
static struct nodes split(const struct sheet *t, const struct node *parent)
{
    struct nodes out = { 0 };
    size_t end = level_end(t, parent->keys);
    for (size_t i = 0, next; i < parent->n; i = next) {
        const uint32_t *first = &parent->lines[i * t->n];
        for (next = i + 1; next < parent->n && end < t->l->nshown &&
                           same(t, first, &parent->lines[next * t->n], parent->keys, end);)
            next++;
        out.v = mem_room(out.v, out.n, &out.cap, sizeof(*out.v));
        out.v[out.n] = (struct node){ .lines = first, .n = next - i, .keys = end };
        add_up(t, &out.v[out.n++]);
    }
    sort_by(out.v, out.n, sizeof(*out.v), heavier_first, t);
    return out;
}

static void free_nodes(struct nodes *n)
{
    for (size_t i = 0; i < n->n; i++)
        free(n->v[i].sums);
    free(n->v);
}

static bool is_light(const struct sheet *t, const struct node *node)
{
    return sheet_percent(t, t->first, node->sums[0][FIGURE_PERIOD]) < t->o->percent_limit;
}

static void hierarchy_add_numbers(struct sheet *t, const struct node *node, struct text *line)
{
    const char *between = text_or(t->o->separator, "  ");
    bool first = true;
    memcpy(t->figures, node->sums, t->n * sizeof(*t->figures));
    for (size_t i = 0; i < t->l->ncolumns; i++) {
        if (!t->l->columns[i].number)
            continue;
        if (!first || !t->o->separator)
            text_add(line, between);
        first = false;
        const size_t before = line->n;
        sheet_add_numbers(t, i, line);
        if (!t->o->separator && i != t->last)
            text_pad(line, line->n - before, sheet_width(t, i));
        if (!t->o->separator)
            style_paint_percents(&t->rows->out->style, line, before, ROLE_SHARE);
    }
}

static void add_keys(const struct sheet *t, const struct node *node, size_t from, struct text *line)
{
    struct text scratch = { 0 };
    for (size_t k = from; k < node->keys; k++) {
        if (!hierarchy_has(t, k))
            continue;
        const char *s =
            table_text_of(t->table, line_row(node->lines, t->n), k, node->sums[0][FIGURE_SAMPLES], &scratch);
        const bool is_padded = k + 1 < node->keys && !t->o->separator && !t->p->keys[k]->to_the_right;
        text_add(line, text_or(t->o->separator, "  "));
        style_add_name(&t->rows->out->style, line, s + strspn(s, " "));
        if (is_padded)
            text_pad(line, strlen(s), t->widths[k]);
    }
    text_char(line, '\n', 1);
    text_free(&scratch);
}

/* The width of all columns of numbers, including gaps. */
static size_t numbers_width(const struct sheet *t)
{
    size_t width = 0, n = 0;
    for (size_t i = 0; i < t->l->ncolumns; i++)
        if (t->l->columns[i].number) {
            width += sheet_width(t, i);
            n++;
        }
    if (n > 1)
        width += 2 * (n - 1);
    return width;
}

/* The indentation of n levels; 0 with a separator. */
static size_t indent_of(const struct sheet *t, size_t n)
{
    if (t->o->separator)
        return 0;
    return n * INDENT;
}

/* Adds the line that perf prints below a node all of whose children are too light to be shown. */
static void add_nothing(const struct sheet *t, size_t depth, struct text *line)
{
    size_t levels = levels_of(t) + depth - 1;
    text_char(line, ' ', indent_of(t, levels) + numbers_width(t) + 4);
    text_printf(line, "no entry >= %.2f%%\n", t->o->percent_limit);
}

static void show_below(struct sheet *t, const struct node *parent, size_t depth, struct text *text)
{
    struct nodes nodes = split(t, parent);
    size_t levels = levels_of(t), shown = 0;
    for (size_t i = 0; i < nodes.n; i++) {
        const struct node *node = &nodes.v[i];
        bool leaf = node->keys == t->l->nshown;
        if (is_light(t, node))
            continue;
        shown++;
        text->n = 0;
        text_char(text, ' ', depth * INDENT);
        hierarchy_add_numbers(t, node, text);
        text_char(text, ' ', indent_of(t, levels - 1));
        add_keys(t, node, parent->keys, text);
        if (leaf)
            sheet_tree(t, node->lines, 1, text);
        rows_print(t->rows, "%s", text->s);
        if (!leaf)
            show_below(t, node, depth + 1, text);
    }
    text->n = 0;
    if (!shown && depth)
        add_nothing(t, depth, text);
    if (text->n)
        rows_print(t->rows, "%s", text->s);
    free_nodes(&nodes);
}

/* Prints the headers: "+" separates keys of a level, "/" separates levels. */
static void headings(const struct sheet *t)
{
    struct text names = { 0 }, dots = { 0 }, keys = { 0 };
    size_t depth = 0, widest = 0, indent = indent_of(t, levels_of(t) - 1);
    const char *sep = t->o->separator;
    bool first = true;
    text_char(&names, ' ', indent);
    text_char(&dots, '.', indent);
    for (size_t i = 0; i < t->l->ncolumns; i++) {
        const struct layout_column *c = &t->l->columns[i];
        if (!c->number)
            continue;
        if (!sep)
            text_char(&names, ' ', sheet_width(t, i) - strlen(c->header));
        text_add(&names, c->header);
        text_add(&names, text_or(sep, "  "));
        if (!first)
            text_add(&dots, text_or(sep, ".."));
        text_char(&dots, '.', sheet_width(t, i));
        first = false;
    }
    for (size_t k = 0, end; k < t->l->nshown; k = end) {
        size_t width = depth++ * INDENT;
        end = level_end(t, k);
        if (k)
            text_add(&keys, " / ");
        bool first_key = true;
        for (size_t i = k; i < end; i++) {
            if (!hierarchy_has(t, i))
                continue;
            const char *header = key_header(t->l->keys[i], t->first);
            if (!first_key)
                text_add(&keys, "+");
            text_add(&keys, header + strspn(header, " "));
            width += t->widths[i] + !first_key;
            first_key = false;
        }
        if (width > widest)
            widest = width;
    }
    if (keys.n > widest)
        widest = keys.n;
    text_add(&dots, text_or(sep, "  "));
    text_char(&dots, '.', widest);
    rows_print(t->rows, "# %s%s\n# %s\n#\n", names.s, keys.s, dots.s);
    text_free(&names);
    text_free(&dots);
    text_free(&keys);
}

void report_hierarchy(struct sheet *t, const uint32_t *lines, size_t nlines)
{
    struct text text = { 0 };
    if (!t->o->quiet)
        headings(t);
    show_below(t, &(struct node){ .lines = lines, .n = nlines }, 0, &text);
    text_free(&text);
}
