#include "core/profile/runs/guesses.h"

#include "core/base/mem.h"
#include "core/profile/runs/rename.h"

double guesses_mean(const struct runs *r, size_t row, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t j = from; j < to; j++)
        sum += r->cost[row * r->n + j];
    return sum / (to - from);
}

bool guesses_has_code(const struct guesses *g, size_t row)
{
    uint64_t samples = 0;
    for (uint32_t j = 0; j < g->r->n; j++)
        samples += g->r->samples[row * g->r->n + j];
    return g->r->rows[row].code.run && samples >= g->least;
}

void guesses_add(struct guesses *g, struct guess guess)
{
    struct text t = { 0 };
    text_printf(&t, "%s, %s", guess.before, guess.after);
    guess.joined = arena_names_intern(&g->r->names, t.s);
    *MEM_ADD(g->v, g->n, g->cap) = guess;
    text_free(&t);
}

static bool rename_row(const void *arg, struct run_row *row)
{
    const struct run_renames *renames = arg;
    row->command = run_renames_command(renames, row->command);
    row->object = run_renames_object(renames, row->object);
    row->function = run_renames_function(renames, row->object, row->function);
    return true;
}

void guesses_rename(struct guesses *g, size_t first)
{
    struct run_renames renames;
    if (g->n == first)
        return;
    run_renames_init(&renames, &g->v[first], g->n - first);
    runs_rename(g->r, rename_row, &renames);
    run_renames_free(&renames);
}
