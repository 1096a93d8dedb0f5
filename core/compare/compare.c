#include "core/compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/timeline/naming.h"
#include "core/model/same_event.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

/* The value that a cell of the joined profile points to. Cells of objects and symbols point to names
   instead. Several values may have the same text, and one number may have a different text in each capture
   (thread 17). */
struct join_of {
    uint64_t v;
    const char *text;
    struct value value;
};

enum { TAG_NOWHERE = 1 }; /* tag of a JOIN_OBJECT cell whose samples are in no object */

static struct value value_joined(const struct key_cell *c)
{
    const struct join_of *j = key_cell_pointer(c->cell);
    return j->value;
}

static void show_joined(const struct key_cell *c)
{
    const struct join_of *j = key_cell_pointer(c->cell);
    text_add(c->text, j->text);
}

static int compare_by_number(const struct shown_cell *a, const struct shown_cell *b)
{
    const struct join_of *x = key_cell_pointer(a->cell), *y = key_cell_pointer(b->cell);
    return order(x->v, y->v);
}

static int by_object(const struct shown_cell *a, const struct shown_cell *b)
{
    uint32_t x = a->cell->tag & TAG_NOWHERE, y = b->cell->tag & TAG_NOWHERE;
    if (x == y)
        return strcmp(a->text, b->text);
    if (x)
        return 1;
    return -1;
}

static struct value value_named(const struct key_cell *c)
{
    const char *name = key_cell_pointer(c->cell);
    return (struct value){
        .type = VALUE_SYMBOL,
        .symbol = { .name = name, .address = name ? 0 : c->cell->v, .level = (char)(c->cell->tag & 0xff) }
    };
}

/* Compares symbols by name. All cells without a symbol are equal, as in perf (sort__sym_sort), since
   addresses of two builds are not comparable. */
static int by_named(const struct shown_cell *a, const struct shown_cell *b)
{
    bool x = key_cell_pointer(a->cell), y = key_cell_pointer(b->cell);
    if (x && y)
        return strcmp(a->text + strlen("[.] "), b->text + strlen("[.] "));
    return y - x;
}

static int by_name_or_address(const struct shown_cell *a, const struct shown_cell *b)
{
    bool named = key_cell_pointer(a->cell) || key_cell_pointer(b->cell);
    if (named)
        return by_named(a, b);
    return order(a->cell->v, b->cell->v);
}

static const struct {
    struct value (*value)(const struct key_cell *c);
    void (*show)(const struct key_cell *c);
    int (*compare)(const struct shown_cell *a, const struct shown_cell *b);
    size_t (*bare)(const struct key_cell *c);
} joins[] = {
    [JOIN_APART] = { value_joined, show_joined, key_by_text, NULL },
    [JOIN_TEXT] = { value_joined, show_joined, key_by_text, NULL },
    [JOIN_OBJECT] = { NULL, NULL, by_object, NULL },
    [JOIN_NUMBER] = { value_joined, show_joined, compare_by_number, NULL },
    [JOIN_SYMBOL] = { value_named, NULL, by_named, key_bare_symbol_width },
};

void compare_init(struct comparison *c, const struct key *const *keys, size_t nkeys, uint32_t nevents,
                  uint32_t nfiles)
{
    *c = (struct comparison){ .nevents = nevents, .nfiles = nfiles };
    for (size_t k = 0; k < nkeys; k++) {
        c->keys[k] = *keys[k];
        c->keys[k].value = joins[keys[k]->join].value;
        c->keys[k].show = joins[keys[k]->join].show;
        c->keys[k].compare = joins[keys[k]->join].compare;
        c->keys[k].bare = joins[keys[k]->join].bare;
        c->keys[k].width = NULL;
        c->pointers[k] = &c->keys[k];
    }
    profile_init(&c->profile, c->pointers, nkeys, (size_t)nevents * nfiles, true);
}

void compare_keep_addresses(struct comparison *c)
{
    for (size_t k = 0; k < c->profile.nkeys; k++)
        if (c->keys[k].join == JOIN_SYMBOL)
            c->keys[k].compare = by_name_or_address;
}

void compare_add_event(struct comparison *c)
{
    struct profile *p = &c->profile;
    p->totals = mem_resize(p->totals, p->nevents + 1, sizeof(*p->totals));
    p->totals[p->nevents++] = (struct total){ 0 };
    c->nevents++;
}

void compare_free(struct comparison *c)
{
    table_free(&c->table);
    profile_free(&c->profile);
    arena_names_free(&c->names);
    arena_free(&c->arena);
    free(c->several);
    *c = (struct comparison){ .nevents = 0 };
}

static const char **compare_text_of(struct value *v)
{
    switch (v->type) {
    case VALUE_TEXT:
        return &v->text;
    case VALUE_TASK:
        return &v->task.comm;
    case VALUE_SOURCE:
        return &v->source.file;
    default:
        return NULL;
    }
}

/* Copy the text of a value, since its capture may be closed. */
static struct value compare_keep(struct comparison *c, struct value v)
{
    const char **text = compare_text_of(&v);
    if (text && *text)
        *text = arena_names_intern(&c->names, *text);
    return v;
}

/* The joined profile's cell for a cell of a capture. `text`: the text of the capture's cell; NULL: the
   cell is a bare address. */
static struct cell joined_cell(struct comparison *c, const struct table *t, size_t key,
                               const struct cell *cell, const char *text)
{
    const struct key *k = t->profile->keys[key];
    struct text scratch = { 0 };
    struct value v = key_value(k, cell, t->kc, &scratch);
    struct cell made;
    if (k->join == JOIN_SYMBOL) {
        uint32_t level = (unsigned char)v.symbol.level;
        made = v.symbol.name ? key_pointer_cell(arena_names_intern(&c->names, v.symbol.name), level)
                             : (struct cell){ .v = v.symbol.address, .tag = level };
    } else if (k->join == JOIN_OBJECT) {
        made = v.type == VALUE_TEXT
                   ? key_pointer_cell(arena_names_intern(&c->names, naming_lasting_name(v.text)), 0)
                   : (struct cell){ .tag = TAG_NOWHERE };
    } else {
        struct join_of *j = arena_new(&c->arena, sizeof(*j));
        *j = (struct join_of){ cell->v, arena_names_intern(&c->names, text), compare_keep(c, v) };
        made = key_pointer_cell(j, 0);
    }
    text_free(&scratch);
    return made;
}

/* The joined profile's cells for all values of a key's column in the table; empty for bare addresses.
   malloc'ed. */
static struct cell *join_column(struct comparison *c, const struct table *t, size_t k)
{
    const struct profile *p = t->profile;
    size_t n = 0;
    for (size_t i = 0; i < p->nrows; i++) {
        uint32_t value = t->values[i * p->nkeys + k];
        if (value >= n)
            n = (size_t)value + 1;
    }
    struct cell *cells = mem_new(n, sizeof(*cells));
    bool *known = mem_new(n, sizeof(*known));
    for (uint32_t i = 0; i < p->nrows; i++) {
        uint32_t value = t->values[i * p->nkeys + k];
        const char *text = t->columns[k].texts[value];
        if (!known[value] && text)
            cells[value] = joined_cell(c, t, k, row_cell(p, row_at(p, i), k), text);
        known[value] = true;
    }
    free(known);
    return cells;
}

static void add_totals(struct comparison *c, uint32_t file, const struct profile *p, const uint32_t *event_of)
{
    for (uint32_t e = 0; e < p->nevents; e++)
        if (event_of[e] != NO_EVENT)
            profile_total_add(&c->profile.totals[compare_event(c, event_of[e], file)], &p->totals[e]);
}

void compare_add(struct comparison *c, uint32_t file, const struct table *t, const uint32_t *event_of)
{
    const struct profile *p = t->profile;
    struct cell *columns[KEYS_MAX], cells[KEYS_MAX];
    if (t->kc->addr_digits > c->context.addr_digits)
        c->context.addr_digits = t->kc->addr_digits;
    for (size_t k = 0; k < p->nkeys; k++)
        columns[k] = join_column(c, t, k);
    add_totals(c, file, p, event_of);
    for (size_t i = 0; i < t->nrows; i++) {
        const struct row *r = row_at(p, t->rows[i]);
        if (event_of[r->event] == NO_EVENT)
            continue;
        for (size_t k = 0; k < p->nkeys; k++) {
            uint32_t value = t->values[t->rows[i] * p->nkeys + k];
            bool bare = !t->columns[k].texts[value];
            if (bare)
                cells[k] = joined_cell(c, t, k, row_cell(p, r, k), NULL);
            else
                cells[k] = columns[k][value];
        }
        uint32_t to = profile_find_or_add_row(&c->profile, compare_event(c, event_of[r->event], file), cells);
        row_add(&c->profile, row_at(&c->profile, to), p, r);
    }
    for (size_t k = 0; k < p->nkeys; k++)
        free(columns[k]);
}

static const struct cell *compare_cell_of(const struct comparison *c, uint32_t row, size_t key)
{
    return row_cell(&c->profile, row_at(&c->profile, row), key);
}

/* Whether a row's cell of a key is an address without a symbol. */
static bool is_address(const struct comparison *c, uint32_t row, size_t key)
{
    return c->keys[key].join == JOIN_SYMBOL && !key_cell_pointer(compare_cell_of(c, row, key));
}

void compare_settle(struct comparison *c)
{
    const struct profile *p = &c->profile;
    table_init(&c->table, &c->profile, &c->context);
    c->several = mem_new(p->nrows, sizeof(*c->several));
    for (uint32_t i = 0; i < p->nrows; i++) {
        uint32_t shown = c->table.joined[i];
        for (size_t k = 0; k < p->nkeys; k++)
            if (is_address(c, i, k) && compare_cell_of(c, i, k)->v != compare_cell_of(c, shown, k)->v)
                c->several[shown] = true;
    }
}

/* Whether a line joins several addresses without a symbol. */
static bool is_several(const struct comparison *c, const uint32_t *line, size_t key)
{
    uint32_t row = line_row(line, c->nfiles);
    uint64_t address = compare_cell_of(c, row, key)->v;
    bool several = false;
    for (uint32_t f = 0; is_address(c, row, key) && f < c->nfiles; f++)
        several = several || (line[f] != NO_ROW &&
                              (c->several[line[f]] || compare_cell_of(c, line[f], key)->v != address));
    return several;
}

struct value compare_value(const struct comparison *c, const uint32_t *line, size_t key, struct text *scratch)
{
    struct value v = table_value(&c->table, line_row(line, c->nfiles), key, scratch);
    if (is_several(c, line, key))
        v.symbol.nowhere = true;
    return v;
}

const char *compare_text(const struct comparison *c, const uint32_t *line, size_t key, struct text *scratch)
{
    if (!is_several(c, line, key))
        return table_text(&c->table, line_row(line, c->nfiles), key, scratch);
    const struct value v = compare_value(c, line, key, scratch);
    scratch->n = 0;
    key_symbol_text(&v, &c->context, scratch);
    return scratch->s;
}
