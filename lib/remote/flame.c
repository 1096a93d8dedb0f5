#include "lib/remote/flame.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/mem.h"

enum { CHUNK = 256, NO_COLUMN = -1 };

struct flame_node {
    uint64_t row, period, samples, self, children;
    int64_t up;
    uint32_t name, dso, kind;
    unsigned depth;
    bool more;
};

struct flame {
    const struct flame_asked *asked;
    struct names texts;
    struct flame_node *v;
    size_t n, cap;
    int period, samples, frame, frame_dso, frame_kind, self, dso, symbol, first_key, last_key;
    bool cut;
};

/* Finds the columns by name. Keys are the named columns between the figures and the frame. */
static void flame_find_columns(struct flame *f, size_t columns)
{
    static const char *const figures[] = { "percent", "samples", "period", "children_percent",
                                           "children_period" };
    pf_column c;
    f->period = f->samples = f->frame = f->frame_dso = f->frame_kind = f->self = f->dso = NO_COLUMN;
    f->symbol = f->first_key = NO_COLUMN;
    for (size_t i = 0; i < columns; i++) {
        bool is_figure = false;
        if (!pf_column_of(f->asked->view, f->asked->table, i, &c, sizeof(c)) || !c.name || c.of)
            continue;
        const struct {
            const char *name;
            int *at;
        } known[] = {
            { "period", &f->period },
            { "samples", &f->samples },
            { "frame", &f->frame },
            { "frame_dso", &f->frame_dso },
            { "frame_kind", &f->frame_kind },
            { "ending_period", &f->self },
            { "dso", &f->dso },
            { "symbol", &f->symbol },
        };
        for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
            if (!strcmp(c.name, known[k].name))
                *known[k].at = (int)i;
        for (size_t k = 0; k < sizeof(figures) / sizeof(figures[0]); k++)
            is_figure = is_figure || !strcmp(c.name, figures[k]);
        if (is_figure || f->frame != NO_COLUMN)
            continue;
        if (f->first_key == NO_COLUMN)
            f->first_key = (int)i;
        f->last_key = (int)i;
    }
}

static bool flame_cell(const struct flame *f, uint64_t row, int column, pf_value *v)
{
    return column != NO_COLUMN &&
           pf_cell_of(f->asked->view, f->asked->table, row, (size_t)column, v, sizeof(*v)) &&
           v->type != PF_NOTHING;
}

static uint64_t flame_count(const struct flame *f, uint64_t row, int column)
{
    pf_value v;
    if (flame_cell(f, row, column, &v))
        return v.count;
    return 0;
}

static uint32_t flame_text(struct flame *f, uint64_t row, int column)
{
    pf_value v;
    if (!flame_cell(f, row, column, &v))
        return 0;
    const char *text = v.text;
    if (v.type == PF_SYMBOL && v.name)
        text = v.name;
    return arena_names_id(&f->texts, text) - 1;
}

/* The name of a row at the top level: its keys. */
static uint32_t flame_keys(struct flame *f, uint64_t row)
{
    struct text name = { 0 };
    pf_value v;
    for (int i = f->first_key; i <= f->last_key && i != NO_COLUMN; i++) {
        if (i == f->dso && f->first_key != f->last_key)
            continue;
        if (!flame_cell(f, row, i, &v))
            continue;
        if (name.n)
            text_char(&name, ' ', 1);
        if (v.type == PF_SYMBOL && v.name)
            text_add(&name, v.name);
        else
            text_add(&name, v.text);
    }
    const uint32_t found = arena_names_id(&f->texts, text_str(&name)) - 1;
    text_free(&name);
    return found;
}

/* The kind of code of a top-level row, by the level with which the text of its symbol begins: "[k] name". */
static uint32_t flame_level_kind(struct flame *f, uint64_t row)
{
    static const struct {
        const char *level, *kind;
    } kinds[] = { { "[.]", "user" }, { "[u]", "user" }, { "[k]", "kernel" }, { "[g]", "kernel" } };
    pf_value v;
    if (!flame_cell(f, row, f->symbol, &v) || v.type != PF_SYMBOL)
        return 0;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (!strncmp(v.text, kinds[i].level, strlen(kinds[i].level)))
            return arena_names_id(&f->texts, kinds[i].kind) - 1;
    return 0;
}

static struct flame_node flame_read(struct flame *f, uint64_t row, int64_t up, unsigned depth)
{
    struct flame_node node = { .row = row, .up = up, .depth = depth };
    pf_row r;
    pf_row_of(f->asked->view, f->asked->table, row, &r, sizeof(r));
    node.children = r.children;
    node.period = flame_count(f, row, f->period);
    node.samples = flame_count(f, row, f->samples);
    if (r.parent == PF_TOP) {
        node.name = flame_keys(f, row);
        node.dso = flame_text(f, row, f->dso);
        node.kind = flame_level_kind(f, row);
    } else {
        node.name = flame_text(f, row, f->frame);
        node.dso = flame_text(f, row, f->frame_dso);
        node.kind = flame_text(f, row, f->frame_kind);
        node.self = flame_count(f, row, f->self);
    }
    return node;
}

/* Adds the heavy children of a node, or, if `up` is -1, of the requested parent. Rows come heaviest first. */
static void flame_add_level(struct flame *f, int64_t up)
{
    uint64_t rows[CHUNK], parent = f->asked->parent;
    unsigned depth = 0;
    if (up >= 0) {
        parent = f->v[up].row;
        depth = f->v[up].depth + 1;
    }
    for (uint64_t from = 0;; from += CHUNK) {
        const size_t n = pf_rows(f->asked->view, f->asked->table, parent, from, CHUNK, rows);
        for (size_t i = 0; i < n; i++) {
            if (flame_count(f, rows[i], f->period) < f->asked->least)
                return;
            if (f->n == FLAME_NODES) {
                f->cut = true;
                return;
            }
            const struct flame_node node = flame_read(f, rows[i], up, depth);
            *MEM_ADD(f->v, f->n, f->cap) = node;
        }
        if (n < CHUNK)
            return;
    }
}

static void flame_write(struct json *j, const struct flame *f)
{
    json_array(j, "texts");
    for (uint32_t i = 1; i <= f->texts.n; i++)
        json_value(j, NULL, value_text(arena_names_text(&f->texts, i)));
    json_end(j);
    json_array(j, "nodes");
    for (size_t i = 0; i < f->n; i++) {
        const struct flame_node *v = &f->v[i];
        json_array(j, NULL);
        json_value(j, NULL, value_count(v->row));
        json_value(j, NULL, value_signed(v->up));
        const uint64_t figures[] = { v->name, v->dso, v->kind, v->period, v->samples, v->self, v->more };
        for (size_t k = 0; k < sizeof(figures) / sizeof(figures[0]); k++)
            json_value(j, NULL, value_count(figures[k]));
        json_end(j);
    }
    json_end(j);
    json_value(j, "cut", value_yes_no(f->cut));
}

bool flame_json(struct json *j, const struct flame_asked *a, struct err *e)
{
    struct flame f = { .asked = a };
    pf_table t;
    pf_table_of(a->view, a->table, &t, sizeof(t));
    flame_find_columns(&f, t.columns);
    if (f.period == NO_COLUMN)
        return err_set(e, ERR_USAGE, 0, "table %zu of the view has no periods", a->table);
    arena_names_id(&f.texts, "");
    flame_add_level(&f, -1);
    for (size_t i = 0; i < f.n; i++) {
        f.v[i].more = f.v[i].children && (f.v[i].depth + 1 >= a->depth || f.n == FLAME_NODES);
        if (f.v[i].children && !f.v[i].more)
            flame_add_level(&f, (int64_t)i);
    }
    flame_write(j, &f);
    arena_names_free(&f.texts);
    free(f.v);
    return true;
}
