#include "core/profile/show/match_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* How much of two sides has to have the same names, of what each of them costs. */
#define COMMON_LEAST 0.5

/* A name by which rows are guessed to be one: of objects, or of commands. */
struct kind {
    const char *what;
    enum run_section alone, with_functions;
    size_t at; /* of the name, in struct run_row */
};

static const struct kind kinds[] = {
    { "object", RUN_OBJECT, RUN_FUNCTION, offsetof(struct run_row, object) },
    { "command", RUN_COMMAND, RUN_COMMAND_FUNCTION, offsetof(struct run_row, command) },
};

static const char **name_in(struct run_row *row, const struct kind *k)
{
    return (const char **)(void *)((char *)row + k->at);
}

/* The mean cost of a row on a side. */
static double mean(const struct runs *r, size_t row, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t j = from; j < to; j++)
        sum += r->cost[row * r->n + j];
    return sum / (to - from);
}

/* A row of one side alone. */
struct alone {
    const char *name;
    size_t row;
    double cost;
    bool after, taken;
};

static size_t find_alone(const struct runs *r, uint32_t before, const struct kind *k, struct alone *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->nrows; i++) {
        double old = mean(r, i, 0, before), new = mean(r, i, before, r->n);
        if (r->rows[i].section != k->alone || r->rows[i].event || (old > 0) == (new > 0))
            continue;
        out[n++] = (struct alone){ *name_in(&r->rows[i], k), i, old > 0 ? old : new, new > 0, false };
    }
    return n;
}

/* The share of what both cost that lies in functions of the same names. */
static double common(const struct runs *r, uint32_t before, const struct kind *k, const struct alone *a,
                     const struct alone *b)
{
    struct names functions = { 0 };
    double *cost = NULL, same = 0;
    size_t cap = 0;
    for (size_t i = 0; i < r->nrows; i++) {
        if (r->rows[i].section != k->with_functions || r->rows[i].event ||
            *name_in(&r->rows[i], k) != a->name)
            continue;
        uint32_t id = arena_names_id(&functions, r->rows[i].function);
        cost = id > cap ? mem_room(cost, id - 1, &cap, sizeof(*cost)) : cost;
        cost[id - 1] = mean(r, i, 0, before);
    }
    for (size_t i = 0; i < r->nrows; i++) {
        if (r->rows[i].section != k->with_functions || r->rows[i].event ||
            *name_in(&r->rows[i], k) != b->name)
            continue;
        uint32_t id = arena_names_find(&functions, r->rows[i].function);
        double new = mean(r, i, before, r->n);
        if (id && strcmp(r->rows[i].function, "[unknown]") != 0)
            same += cost[id - 1] / a->cost < new / b->cost ? cost[id - 1] / a->cost : new / b->cost;
    }
    free(cost);
    arena_names_free(&functions);
    return same;
}

/* Build the rows anew with other names of one kind, in rows of one object alone where that is given. */
static void rename_rows(struct runs *r, size_t at, const struct guess *g, const char *object)
{
    struct runs old = *r;
    runs_init(r, old.n, old.exact_names);
    r->names = old.names;
    old.names = (struct names){ .n = 0 };
    for (size_t i = 0; i < old.nrows; i++) {
        struct run_row row = old.rows[i];
        const char **name = (const char **)(void *)((char *)&row + at);
        if ((*name == g->before || *name == g->after) && (!object || row.object == object))
            *name = g->joined;
        for (uint32_t j = 0; j < old.n; j++)
            runs_add_to(r, j, &row, old.cost[i * old.n + j], old.samples[i * old.n + j]);
    }
    runs_free(&old);
}

/* Guesses under way. */
struct guesses {
    struct runs *r;
    uint32_t before;
    struct guess *v;
    size_t n, cap;
};

static void add_guess(struct guesses *g, const char *what, const char *before, const char *after,
                      double common)
{
    struct text t = { 0 };
    text_printf(&t, "%s, %s", before, after);
    g->v = mem_room(g->v, g->n, &g->cap, sizeof(*g->v));
    g->v[g->n++] = (struct guess){ before, after, arena_names_intern(&g->r->names, t.s), what, common };
    text_free(&t);
}

/* Objects, or commands. */
static void guess_kind(struct guesses *g, const struct kind *k)
{
    struct alone *all = mem_new(g->r->nrows, sizeof(*all));
    size_t nall = find_alone(g->r, g->before, k, all), first = g->n;
    for (size_t a = 0; a < nall; a++) {
        struct alone *best = NULL;
        double most = COMMON_LEAST;
        for (size_t b = 0; !all[a].after && b < nall; b++) {
            bool free_ = all[b].after && !all[b].taken;
            double share = free_ ? common(g->r, g->before, k, &all[a], &all[b]) : 0;
            if (share > most) {
                most = share;
                best = &all[b];
            }
        }
        if (!best)
            continue;
        best->taken = true;
        add_guess(g, k->what, all[a].name, best->name, most);
    }
    for (size_t i = first; i < g->n; i++)
        rename_rows(g->r, k->at, &g->v[i], NULL);
    free(all);
}

/* How near two functions of one file are, in lines, to be one under two names; and how much more one may cost. */
enum { LINES_NEAR = 20, TIMES_MORE = 4 };

static uint32_t lines_apart(const struct run_row *old, const struct run_row *new)
{
    uint32_t a = old->first.line, b = new->last.line;
    return a > b ? a - b : b - a;
}

/* Whether a file of an object was met on a side of the change. */
static bool has_file(const struct guesses *g, const struct run_row *row, const char *file, bool after)
{
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *other = &g->r->rows[i];
        if (other->section == RUN_FUNCTION && other->object == row->object &&
            (after ? other->last.file == file && other->last.run >= g->before
                   : other->first.file == file && other->first.run < g->before))
            return true;
    }
    return false;
}

/* Whether two functions, of before and of after, may be one: of one file, which may have another name now, near each
   other and not too different in what they cost. */
static bool may_be_one(const struct guesses *g, size_t old, size_t new)
{
    const struct run_row *a = &g->r->rows[old], *b = &g->r->rows[new];
    double x = mean(g->r, old, 0, g->before), y = mean(g->r, new, g->before, g->r->n);
    return a->object == b->object && lines_apart(a, b) <= LINES_NEAR && x < y * TIMES_MORE &&
           y < x * TIMES_MORE &&
           (a->first.file == b->last.file ||
            (!has_file(g, a, a->first.file, true) && !has_file(g, b, b->last.file, false)));
}

/* The nearest function among `others` to one, or -1. */
static ptrdiff_t nearest(const struct guesses *g, const bool *others, size_t one, bool is_old)
{
    ptrdiff_t best = -1;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < g->r->nrows; i++) {
        size_t old = is_old ? one : i, new = is_old ? i : one;
        if (!others[i] || !may_be_one(g, old, new) ||
            lines_apart(&g->r->rows[old], &g->r->rows[new]) >= least)
            continue;
        least = lines_apart(&g->r->rows[old], &g->r->rows[new]);
        best = (ptrdiff_t)i;
    }
    return best;
}

/* Functions of one file that are each other's nearest. */
static void guess_functions(struct guesses *g)
{
    bool *old = mem_new(g->r->nrows, sizeof(*old)), *new = mem_new(g->r->nrows, sizeof(*new));
    const char **objects = mem_new(g->r->nrows, sizeof(*objects));
    size_t first = g->n;
    for (size_t i = 0; i < g->r->nrows; i++) {
        const struct run_row *row = &g->r->rows[i];
        bool named = row->section == RUN_FUNCTION && !row->event && row->first.file;
        bool before = mean(g->r, i, 0, g->before) > 0, after = mean(g->r, i, g->before, g->r->n) > 0;
        old[i] = named && before && !after;
        new[i] = named &&after && !before;
    }
    for (size_t a = 0; a < g->r->nrows; a++) {
        ptrdiff_t b = old[a] ? nearest(g, new, a, true) : -1;
        if (b < 0 || nearest(g, old, (size_t)b, false) != (ptrdiff_t)a)
            continue;
        objects[g->n - first] = g->r->rows[a].object;
        add_guess(g, "function", g->r->rows[a].function, g->r->rows[b].function, 0);
    }
    for (size_t i = first; i < g->n; i++)
        rename_rows(g->r, offsetof(struct run_row, function), &g->v[i], objects[i - first]);
    free(old);
    free(new);
    free(objects);
}

struct guess *match_runs(struct runs *r, uint32_t before, size_t *n)
{
    struct guesses g = { .r = r, .before = before };
    for (size_t i = 0; i < COUNT(kinds); i++)
        guess_kind(&g, &kinds[i]);
    guess_functions(&g);
    *n = g.n;
    return g.v;
}
