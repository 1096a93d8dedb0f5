#include "core/profile/count/columns.h"

#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/profile.h"
#include "core/profile/keys/keys.h"

struct ranking {
    const struct key *key;
    const struct cell *cells;
    const char **texts;
};

static int by_key(const void *a, const void *b, const void *arg)
{
    const struct ranking *r = arg;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct shown_cell left = { &r->cells[x], r->texts[x] }, right = { &r->cells[y], r->texts[y] };
    if (r->key->compare)
        return r->key->compare(&left, &right);
    return 0;
}

/* Order cells for sorting: cells with texts first, then bare addresses, each in the order of their numbers. That is
   the final order of bare addresses; texts are still to be compared. */
static uint32_t *order_by_number(const struct cell_set *d, const char **texts)
{
    struct numbered *v = mem_new(d->n, sizeof(*v));
    uint32_t *order = mem_new(d->n, sizeof(*order));
    for (size_t i = 0; i < d->n; i++)
        v[i] = (struct numbered){ d->v[i].v ^ (uint64_t)INT64_MIN, (uint32_t)i };
    sort_by_number(v, d->n);
    for (size_t i = 0; i < d->n; i++)
        v[i].by = !texts[v[i].at];
    sort_by_number(v, d->n);
    for (size_t i = 0; i < d->n; i++)
        order[i] = v[i].at;
    free(v);
    return order;
}

enum { TEXTS_EACH = 1024 };

/* A column while threads write its texts, piece by piece. */
struct writing {
    const struct key *key;
    const struct key_context *kc;
    const struct cell *cells;
    struct column *c;
    struct arena *arenas; /* one per piece */
};

static void write_texts(void *arg, size_t from, size_t to)
{
    const struct writing *w = arg;
    struct column *c = w->c;
    struct text text = { 0 };
    for (size_t i = from; i < to; i++) {
        if (w->key->bare && w->key->bare(&(struct key_cell){ &w->cells[i], w->kc, NULL }))
            continue;
        text.n = 0;
        text_add(&text, "");
        key_text(w->key, &w->cells[i], w->kc, &text);
        c->texts[i] = arena_text(&w->arenas[from / TEXTS_EACH], text.s, text.n);
        if (text.n < UINT32_MAX)
            c->widths[i] = (uint32_t)text.n;
        else
            c->widths[i] = UINT32_MAX;
    }
    text_free(&text);
}

static void make_texts(struct writing *w, size_t n)
{
    const size_t pieces = n / TEXTS_EACH + 1;
    w->arenas = mem_new(pieces, sizeof(*w->arenas));
    threads_run_ranges(file_processors(), n, TEXTS_EACH, write_texts, w);
    for (size_t i = 0; i < pieces; i++)
        arena_join(&w->c->arena, &w->arenas[i]);
    free(w->arenas);
}

struct count_columns_making {
    const struct profile *p;
    const struct key_context *kc;
    struct column *columns;
    uint32_t *values;
};

/* Find the different cells of a key, and the index of each row's cell among them. A run of cells that rows share is
   looked up once. */
static void find_values(const struct count_columns_making *m, size_t k, struct cell_set *d)
{
    const struct profile *p = m->p;
    uint32_t *known = NULL; /* per run of shared cells: index + 1 */
    if (!p->places[k].own)
        known = mem_new(p->shared.n, sizeof(*known));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        uint32_t own = 0, *value = &own;
        if (known)
            value = &known[r->shared];
        if (!*value)
            *value = cell_set_add(d, row_cell(p, r, k)) + 1;
        m->values[i * p->nkeys + k] = *value - 1;
    }
    free(known);
}

static void make_column(const struct count_columns_making *m, size_t k)
{
    const struct profile *p = m->p;
    struct cell_set d = { .each = 1 };
    find_values(m, k, &d);
    struct column *c = &m->columns[k];
    c->texts = mem_new(d.n, sizeof(*c->texts));
    c->widths = mem_new(d.n, sizeof(*c->widths));
    c->ranks = mem_new(d.n, sizeof(*c->ranks));
    make_texts(&(struct writing){ p->keys[k], m->kc, d.v, c, NULL }, d.n);
    struct ranking r = { p->keys[k], d.v, c->texts };
    uint32_t *order = order_by_number(&d, c->texts);
    sort_by(order, d.n, sizeof(*order), by_key, &r);
    for (size_t i = 1; i < d.n; i++)
        c->ranks[order[i]] = c->ranks[order[i - 1]] + (by_key(&order[i - 1], &order[i], &r) != 0);
    if (d.n)
        c->last = c->ranks[order[d.n - 1]];
    free(order);
    cell_set_free(&d);
}

static void make_columns(void *arg, size_t from, size_t to)
{
    for (size_t k = from; k < to; k++)
        make_column(arg, k);
}

void columns_make(const struct profile *p, const struct key_context *kc, struct column *columns,
                  uint32_t *values)
{
    enum { WORTH = 1024 }; /* rows */
    struct count_columns_making m = { p, kc, columns, values };
    threads_run_ranges(p->nrows < WORTH ? 1 : file_processors(), p->nkeys, 1, make_columns, &m);
}

void columns_free(struct column *columns, size_t n)
{
    for (struct column *c = columns; c < columns + n; c++) {
        free((void *)c->texts);
        free(c->widths);
        free(c->ranks);
        arena_free(&c->arena);
    }
}
