#include "lib/view/kept_answer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "lib/view/view_check.h"

static struct kept_answer *kept_of(const struct rows *r)
{
    return r->out->arg;
}

static const char *copy(struct kept_answer *k, const char *s)
{
    if (s)
        return arena_text(&k->arena, s, strlen(s));
    return NULL;
}

static struct value keep_value(struct kept_answer *k, struct value v)
{
    if (v.type == VALUE_TEXT || v.type == VALUE_NUMERAL)
        v.text = copy(k, v.text);
    else if (v.type == VALUE_SYMBOL)
        v.symbol.name = copy(k, v.symbol.name);
    else if (v.type == VALUE_TASK)
        v.task.comm = copy(k, v.task.comm);
    else if (v.type == VALUE_SOURCE)
        v.source.file = copy(k, v.source.file);
    return v;
}

/* Adds a name, or an index in a list, to the path of the current fact. */
static void kept_answer_enter(struct kept_answer *k, const char *name)
{
    struct kept_level *around = k->nlevels ? &k->levels[k->nlevels - 1] : NULL;
    const struct kept_level level = { .path = k->path.n };
    if (k->path.n && (name || around))
        text_char(&k->path, '.', 1);
    if (name)
        text_add(&k->path, name);
    else if (around)
        text_decimal(&k->path, around->next++, 0);
    k->levels[k->nlevels++] = level;
}

/* Whether the facts that follow belong to a row that is dropped. */
static void kept_answer_leave_out(struct kept_answer *k)
{
    if (!k->left_out)
        k->left_out = k->nlevels;
}

static void kept_answer_leave(struct kept_answer *k)
{
    k->path.n = k->levels[--k->nlevels].path;
    if (k->nlevels < k->left_out)
        k->left_out = 0;
}

/* ---- streams ---- */

static struct kept_table *add_table(struct kept_answer *k, const char *name)
{
    struct kept_table *t = MEM_ADD(k->tables, k->ntables, k->cap_tables);
    *t = (struct kept_table){ .name = name };
    return t;
}

static bool kept_answer_has_room(const struct kept_answer *k, const struct kept_table *t)
{
    return !k->look.stopped && (!k->most || t->nrows < k->most);
}

static uint32_t column_named(struct kept_answer *k, const char *name, enum value_type type)
{
    const uint32_t known = arena_names_id(&k->found_names, name) - 1;
    if (known == k->nfound) {
        struct rows_column *c = MEM_ADD(k->found, k->nfound, k->cap_found);
        *c = (struct rows_column){ .name = arena_names_text(&k->found_names, known + 1), .type = type };
    }
    if (k->found[known].type == VALUE_UNKNOWN)
        k->found[known].type = type;
    return known;
}

static void kept_answer_begin_line(struct rows *r)
{
    struct kept_answer *k = kept_of(r);
    k->in_line = true;
    look_goes_on(&k->look, LOOK_ROW);
    if (!k->stream) {
        add_table(k, "lines")->is_stream = true;
        k->stream = k->ntables;
    }
    if (r->in_sums || kept_answer_has_room(k, &k->tables[k->stream - 1]))
        return;
    k->more = k->more || (r->is_stream && !r->has_sums);
    kept_answer_leave_out(k);
}

static void keep_line(struct kept_answer *k)
{
    struct kept_table *t = &k->tables[k->stream - 1];
    struct kept_row row = { .nfound = (uint32_t)k->nline };
    const size_t size = k->nline * sizeof(*k->line);
    if (size)
        row.found = memcpy(arena_new(&k->arena, size), k->line, size);
    else
        row.found = NULL;
    *MEM_ADD(t->rows, t->nrows, t->cap_rows) = row;
    t->columns = k->found;
    t->ncolumns = k->nfound;
}

/* ---- the sink ---- */

static void keep_open(struct rows *r, const char *name, bool list UNUSED)
{
    struct kept_answer *k = kept_of(r);
    const bool is_line = !k->nlevels && !name;
    kept_answer_enter(k, name);
    if (is_line)
        kept_answer_begin_line(r);
}

static void keep_close(struct rows *r)
{
    struct kept_answer *k = kept_of(r);
    const bool keeps = !k->left_out;
    kept_answer_leave(k);
    if (!k->in_line || k->nlevels)
        return;
    if (keeps)
        keep_line(k);
    k->nline = 0;
    k->in_line = false;
}

static void kept_answer_say(struct rows *r, const char *name, const struct value *v, const char *text,
                            const char *line UNUSED)
{
    struct kept_answer *k = kept_of(r);
    if (v->type == VALUE_NONE || k->left_out)
        return;
    kept_answer_enter(k, name);
    if (k->in_line) {
        const struct value kept = keep_value(k, *v);
        const struct kept_cell cell = { column_named(k, text_str(&k->path), kept.type), kept };
        *MEM_ADD(k->line, k->nline, k->cap_line) = cell;
    } else {
        const struct kept_fact f = { copy(k, text_str(&k->path)), keep_value(k, *v), copy(k, text) };
        *MEM_ADD(k->facts, k->nfacts, k->cap_facts) = f;
    }
    kept_answer_leave(k);
}

static void kept_answer_fact(struct rows *r, const char *name, const struct value *v, bool key UNUSED)
{
    kept_answer_say(r, name, v, NULL, NULL);
}

static void problems(struct rows *r, const struct problems *all)
{
    problems_merge(&kept_of(r)->problems, all);
}

static struct rows_column keep_column(struct kept_answer *k, const struct rows_column *c)
{
    struct rows_column kept = *c;
    kept.name = copy(k, c->name);
    kept.header = copy(k, c->header);
    kept.before = kept.after = NULL;
    kept.of = copy(k, c->of);
    return kept;
}

static void kept_answer_table(struct rows *r)
{
    struct kept_answer *k = kept_of(r);
    const struct rows_table *of = r->table;
    kept_answer_enter(k, of->name);
    k->open[k->nopen++] = 0;
    if (k->left_out)
        return;
    struct text name = { 0 };
    if (k->in_line)
        text_printf(&name, "lines.%zu.", k->stream ? k->tables[k->stream - 1].nrows : 0);
    text_add_n(&name, k->path.s, k->path.n);
    struct kept_table *t = add_table(k, copy(k, text_str(&name)));
    text_free(&name);
    struct rows_column *columns = arena_new(&k->arena, (of->n + 1) * sizeof(*columns));
    for (size_t i = 0; i < of->n; i++)
        columns[i] = keep_column(k, &of->columns[i]);
    t->columns = columns;
    t->ncolumns = of->n;
    k->open[k->nopen - 1] = k->ntables;
}

static void table_end(struct rows *r)
{
    kept_of(r)->nopen--;
    kept_answer_leave(kept_of(r));
}

static void kept_answer_row(struct rows *r, const struct value *cells, bool more)
{
    struct kept_answer *k = kept_of(r);
    const size_t of = k->open[k->nopen - 1];
    struct kept_table *t = of ? &k->tables[of - 1] : NULL;
    look_goes_on(&k->look, LOOK_ROW);
    const bool keeps = t && kept_answer_has_room(k, t);
    k->more = k->more || (r->is_stream && !r->has_sums && t && !keeps);
    if (keeps) {
        struct value *kept = arena_new(&k->arena, (t->ncolumns + 1) * sizeof(*kept));
        for (size_t i = 0; i < t->ncolumns; i++)
            kept[i] = keep_value(k, cells[i]);
        *MEM_ADD(t->rows, t->nrows, t->cap_rows) = (struct kept_row){ .cells = kept };
    }
    if (!more) {
        k->levels[k->nlevels - 1].next++;
        return;
    }
    kept_answer_enter(k, NULL);
    if (!keeps)
        kept_answer_leave_out(k);
}

static void source(struct rows *r, const struct rows_source *s)
{
    struct kept_answer *k = kept_of(r);
    const size_t at = k->open[k->nopen - 1];
    if (!at)
        return;
    struct kept_table *t = &k->tables[at - 1];
    t->source = *s;
    t->made = arena_new(&k->arena, (t->ncolumns + 1) * sizeof(*t->made));
    if (k->most && k->most < s->n)
        t->nrows = (size_t)k->most;
    else
        t->nrows = s->n;
}

static void row_end(struct rows *r)
{
    kept_answer_leave(kept_of(r));
}

static void kept_answer_end(struct rows *r, const struct problems *all)
{
    if (all)
        problems(r, all);
}

static const struct rows_sink sink_kept = { .is_whole = true,
                                            .end = kept_answer_end,
                                            .open = keep_open,
                                            .close = keep_close,
                                            .fact = kept_answer_fact,
                                            .say = kept_answer_say,
                                            .problems = problems,
                                            .table = kept_answer_table,
                                            .row = kept_answer_row,
                                            .row_end = row_end,
                                            .table_end = table_end,
                                            .source = source };

static bool write_text(struct outlet *o, const char *s, size_t n)
{
    text_add_n(&((struct kept_answer *)o->arg)->text, s, n);
    return true;
}

struct outlet kept_answer_outlet(struct kept_answer *k, const struct desk *desk)
{
    return (struct outlet){ .write = write_text, .arg = k, .sink = &sink_kept, .desk = desk };
}

static struct value made_cell(struct kept_table *t, size_t row, size_t column)
{
    if (t->made_row != row + 1) {
        t->made_row = 0; /* in case computing the row fails for lack of memory */
        t->source.row(t->source.arg, row, t->made);
        assert(view_check_cells(t->columns, t->ncolumns, t->made, false));
        t->made_row = row + 1;
    }
    return t->made[column];
}

struct value kept_answer_cell(struct kept_table *t, size_t row, size_t column)
{
    if (t->source.row)
        return made_cell(t, row, column);
    const struct kept_row *at = &t->rows[row];
    if (!t->is_stream)
        return at->cells[column];
    for (uint32_t i = 0; i < at->nfound; i++)
        if (at->found[i].column == column)
            return at->found[i].value;
    return value_none();
}

size_t kept_answer_column(struct kept_table *t, size_t row, size_t i)
{
    size_t column = 0;
    if (t->is_stream) {
        if (i < t->rows[row].nfound)
            return t->rows[row].found[i].column;
        return t->ncolumns;
    }
    for (; column < t->ncolumns; column++)
        if (kept_answer_cell(t, row, column).type != VALUE_NONE && !i--)
            break;
    return column;
}

void kept_answer_free(struct kept_answer *k)
{
    for (size_t i = 0; i < k->ntables; i++) {
        free(k->tables[i].rows);
        free(k->tables[i].order);
    }
    free(k->tables);
    free(k->facts);
    free(k->line);
    free(k->found);
    arena_names_free(&k->found_names);
    arena_free(&k->arena);
    text_free(&k->path);
    text_free(&k->text);
}
