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

/* Build the rows anew with other names of one kind. */
static void rename_rows(struct runs *r, const struct kind *k, const struct guess *g)
{
    struct runs old = *r;
    runs_init(r, old.n, old.exact_names);
    r->names = old.names;
    old.names = (struct names){ .n = 0 };
    for (size_t i = 0; i < old.nrows; i++) {
        struct run_row row = old.rows[i];
        const char **name = name_in(&row, k);
        if (*name == g->before || *name == g->after)
            *name = g->joined;
        for (uint32_t j = 0; j < old.n; j++)
            runs_add_to(r, j, &row, old.cost[i * old.n + j], old.samples[i * old.n + j]);
    }
    runs_free(&old);
}

struct guess *match_runs(struct runs *r, uint32_t before, size_t *n)
{
    struct guess *out = NULL;
    size_t cap = 0;
    *n = 0;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct alone *all = mem_new(r->nrows, sizeof(*all));
        size_t nall = find_alone(r, before, &kinds[i], all), first = *n;
        for (size_t a = 0; a < nall; a++) {
            struct alone *best = NULL;
            double most = COMMON_LEAST;
            for (size_t b = 0; !all[a].after && b < nall; b++) {
                double share = all[b].after && !all[b].taken ? common(r, before, &kinds[i], &all[a], &all[b])
                                                             : 0;
                if (share > most) {
                    most = share;
                    best = &all[b];
                }
            }
            if (!best)
                continue;
            struct text t = { 0 };
            text_printf(&t, "%s, %s", all[a].name, best->name);
            best->taken = true;
            out = mem_room(out, *n, &cap, sizeof(*out));
            out[(*n)++] = (struct guess){ all[a].name, best->name, arena_names_intern(&r->names, t.s),
                                          kinds[i].what, most };
            text_free(&t);
        }
        for (size_t g = first; g < *n; g++)
            rename_rows(r, &kinds[i], &out[g]);
        free(all);
    }
    return out;
}
