#include "core/compare/match_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* How much of two sides has to have the same names, or code that is alike, of what each of them costs. */
#define COMMON_LEAST 0.5

/* What an object has to cost of its side for its code to be looked at, and how many functions of each side are. */
#define LEAST_SHARE 0.01
enum { CODE_MOST = 256 };

/* A name by which rows are guessed to be one: of objects, or of commands. */
struct name_kind {
    const char *what;
    enum run_section alone, with_functions;
    size_t at; /* of the name, in struct run_row */
};

static const struct name_kind objects = { "object", RUN_OBJECT, RUN_FUNCTION,
                                          offsetof(struct run_row, object) },
                              commands = { "command", RUN_COMMAND, RUN_COMMAND_FUNCTION,
                                           offsetof(struct run_row, command) };

static const char **name_in(struct run_row *row, const struct name_kind *k)
{
    return (const char **)(void *)((char *)row + k->at);
}

/* A row of one side alone. */
struct alone {
    const char *name;
    size_t row;
    double cost;
    bool after, taken;
};

/* What has no name has none that could have become another one. */
static bool match_names_is_name(const char *name)
{
    return strcmp(name, "[unknown]") != 0;
}

static size_t find_alone(const struct guesses *g, const struct name_kind *k, struct alone *out)
{
    const struct runs *r = g->r;
    size_t n = 0;
    for (size_t i = 0; i < r->nrows; i++) {
        double old = runs_mean(r, i, 0, g->before), new = runs_mean(r, i, g->before, r->n);
        if (r->rows[i].section != k->alone || r->rows[i].event || (old > 0) == (new > 0) ||
            !match_names_is_name(*name_in(&r->rows[i], k)))
            continue;
        out[n++] = (struct alone){ *name_in(&r->rows[i], k), i, old > 0 ? old : new, new > 0, false };
    }
    return n;
}

/* The functions of what is alone, in the order of their rows. */
struct match_names_parts {
    size_t n;
    struct match_names_part {
        size_t row;
        uint32_t of, function; /* the number among those alone; of the name, from 0 on */
    } * v;
    struct names functions;
};

static struct match_names_parts find_parts(const struct runs *r, const struct name_kind *k,
                                           const struct alone *all, size_t n)
{
    struct match_names_parts p = { .v = mem_new(r->nrows, sizeof(*p.v)) };
    struct idmap alone = { 0 };
    for (size_t i = 0; i < n; i++)
        *idmap_at(&alone, (uintptr_t)all[i].name) = (uint32_t)i + 1;
    for (size_t i = 0; i < r->nrows; i++) {
        struct run_row *row = &r->rows[i];
        const bool part = row->section == k->with_functions && !row->event;
        const uint32_t of = part ? idmap_get(&alone, (uintptr_t)*name_in(row, k)) : 0;
        if (of && match_names_is_name(row->function))
            p.v[p.n++] =
                (struct match_names_part){ i, of - 1, arena_names_id(&p.functions, row->function) - 1 };
    }
    idmap_free(&alone);
    return p;
}

/* ---- functions whose code is alike ---- */

/* A function of what is alone whose code is looked at, and the one of the other side that is most alike. */
struct coded {
    const struct match_names_part *part;
    double cost, most;
    size_t best;
    bool twice; /* another one is as much */
};

/* Pairs of functions, one of each side, of other names. */
struct pairs {
    struct pair {
        const struct match_names_part *old, *new;
    } * v;
    size_t n;
};

static int match_names_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct coded *x = a, *y = b;
    if (x->cost != y->cost)
        return (x->cost < y->cost) - (x->cost > y->cost);
    return (x->part->row > y->part->row) - (x->part->row < y->part->row);
}

/* The functions of a side whose code is to be looked at, those that cost most first. malloc'ed. */
static struct coded *find_coded(const struct guesses *g, const struct match_names_parts *p,
                                const struct alone *all, bool after, size_t *n)
{
    struct coded *v = mem_new(p->n, sizeof(*v));
    uint32_t from = 0, to = g->before;
    if (after) {
        from = g->before;
        to = g->r->n;
    }
    const double least = runs_mean_total(g->r, 0, from, to) * LEAST_SHARE;
    *n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct match_names_part *part = &p->v[i];
        if (all[part->of].after != after || all[part->of].cost < least || !match_has_code(g, part->row))
            continue;
        v[(*n)++] = (struct coded){ .part = part, .cost = runs_mean(g->r, part->row, from, to) };
    }
    sort_by(v, *n, sizeof(*v), match_names_by_cost, NULL);
    if (*n >= CODE_MOST)
        *n = CODE_MOST;
    return v;
}

static void see_alike(struct coded *c, size_t other, double alike)
{
    if (alike < c->most || alike <= 0)
        return;
    c->twice = alike <= c->most;
    c->most = alike;
    c->best = other;
}

/* Whether what is alone has a function of that name. */
static bool match_names_has_function(const struct match_names_parts *p, uint32_t of, uint32_t function)
{
    size_t i = 0;
    while (i < p->n && (p->v[i].of != of || p->v[i].function != function))
        i++;
    return i < p->n;
}

/* Functions that are each other's most alike, whatever they cost: one that got many times slower is still the same. */
static struct pairs find_pairs(const struct guesses *g, const struct match_names_parts *p,
                               const struct alone *all)
{
    size_t nold, nnew;
    struct coded *old = find_coded(g, p, all, false, &nold), *new = find_coded(g, p, all, true, &nnew);
    struct pairs pairs = { .v = mem_new(nold, sizeof(*pairs.v)) };
    const struct run_row **rows = mem_new(nold + nnew, sizeof(*rows));
    for (size_t i = 0; i < nold; i++)
        rows[i] = &g->r->rows[old[i].part->row];
    for (size_t i = 0; i < nnew; i++)
        rows[nold + i] = &g->r->rows[new[i].part->row];
    if (nold && nnew)
        g->code->read(g->code, rows, nold + nnew, nold);
    for (size_t a = 0; a < nold; a++)
        for (size_t b = 0; b < nnew; b++) {
            const double alike = g->code->alike(g->code, a, nold + b);
            see_alike(&old[a], b, alike);
            see_alike(&new[b], a, alike);
        }
    for (size_t a = 0; a < nold; a++) {
        const struct coded *x = &old[a], *y = &new[x->best];
        if (x->most > 0 && !x->twice && !y->twice && y->best == a &&
            !match_names_has_function(p, x->part->of, y->part->function) &&
            !match_names_has_function(p, y->part->of, x->part->function))
            pairs.v[pairs.n++] = (struct pair){ x->part, y->part };
    }
    free(old);
    free(new);
    free(rows);
    return pairs;
}

/* ---- what has most in common ---- */

/* What is looked at, and room for it. */
struct common {
    const struct guesses *g;
    const struct match_names_parts *parts;
    struct pairs pairs;
    struct alone *all;
    size_t n;
    double *cost, *share; /* per function, per one that is alone */
};

/* Add what two have in common, of what both cost. */
static void add_share(struct common *c, size_t one, uint32_t other, double old, size_t row)
{
    struct alone *b = &c->all[other];
    const double new = runs_mean(c->g->r, row, c->g->before, c->g->r->n) / b->cost;
    old /= c->all[one].cost;
    if (b->after && !b->taken && old > 0)
        c->share[other] += old < new ? old : new;
}

/* Which of what is there after the change alone has the most in common with `all[one]`, of what both cost, in
   functions of the same names or of code that is alike; NULL: none has enough. In `share` what each has. */
static struct alone *most_common(struct common *c, size_t one)
{
    const struct match_names_parts *p = c->parts;
    struct alone *best = NULL;
    double most = COMMON_LEAST;
    memset(c->cost, 0, p->functions.n * sizeof(*c->cost));
    memset(c->share, 0, c->n * sizeof(*c->share));
    for (size_t i = 0; i < p->n; i++)
        if (p->v[i].of == one)
            c->cost[p->v[i].function] = runs_mean(c->g->r, p->v[i].row, 0, c->g->before);
    for (size_t i = 0; i < p->n; i++)
        add_share(c, one, p->v[i].of, c->cost[p->v[i].function], p->v[i].row);
    for (size_t i = 0; i < c->pairs.n; i++) {
        const struct pair *pair = &c->pairs.v[i];
        if (pair->old->of == one)
            add_share(c, one, pair->new->of, c->cost[pair->old->function], pair->new->row);
    }
    for (size_t b = 0; b < c->n; b++)
        if (c->share[b] > most) {
            most = c->share[b];
            best = &c->all[b];
        }
    return best;
}

/* Objects, or commands. */
static void guess_kind(struct guesses *g, const struct name_kind *k, enum guess_by by)
{
    struct alone *all = mem_new(g->r->nrows, sizeof(*all));
    const size_t nall = find_alone(g, k, all), first = g->n;
    struct match_names_parts parts = find_parts(g->r, k, all, nall);
    struct common c = { .g = g,
                        .parts = &parts,
                        .all = all,
                        .n = nall,
                        .cost = mem_new(parts.functions.n, sizeof(*c.cost)),
                        .share = mem_new(nall, sizeof(*c.share)) };
    if (by == GUESS_BY_CODE)
        c.pairs = find_pairs(g, &parts, all);
    for (size_t a = 0; a < nall; a++) {
        struct alone *best = all[a].after ? NULL : most_common(&c, a);
        if (!best)
            continue;
        best->taken = true;
        match_add_guess(g, (struct guess){ .before = all[a].name,
                                           .after = best->name,
                                           .what = k->what,
                                           .by = by,
                                           .common = c.share[best - all] });
    }
    match_rename(g, first);
    arena_names_free(&parts.functions);
    free(parts.v);
    free(c.pairs.v);
    free(c.cost);
    free(c.share);
    free(all);
}

void match_names(struct guesses *g)
{
    guess_kind(g, &objects, GUESS_BY_NAMES);
    if (g->code)
        guess_kind(g, &objects, GUESS_BY_CODE);
    guess_kind(g, &commands, GUESS_BY_NAMES);
}

void match_names_commands(struct guesses *g)
{
    guess_kind(g, &commands, GUESS_BY_NAMES);
}
