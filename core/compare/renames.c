/* Renames rows of runs. Guesses say which two names mean the same object, command or function. Once all
   runs are added, rows of functions are also renamed so that inlined functions have their own rows either
   in all runs or in none. So debug information that only some runs have makes no difference between the
   sides. */
#include "core/compare/runs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static int by_text(const char *x, const char *y)
{
    if (x == y)
        return 0;
    if (!x || !y)
        return (x != NULL) - (y != NULL);
    return strcmp(x, y);
}

/* Compares rows by section, event and names. The order in which rows were added does not matter. */
static int by_names(const void *a, const void *b, const void *arg)
{
    const struct run_row *rows = arg, *x = &rows[*(const uint32_t *)a], *y = &rows[*(const uint32_t *)b];
    if (x->section != y->section || x->event != y->event) {
        if (x->section != y->section)
            return (x->section > y->section) - (x->section < y->section);
        return (x->event > y->event) - (x->event < y->event);
    }
    int order = by_text(x->object, y->object);
    if (!order)
        order = by_text(x->function, y->function);
    if (!order)
        order = by_text(x->command, y->command);
    if (!order)
        order = by_text(x->caller, y->caller);
    if (order)
        return order;
    return x->inlined - y->inlined;
}

void runs_rename(struct runs *r, bool (*rename)(const void *arg, struct run_row *row), const void *arg)
{
    struct runs old = *r;
    r->slots = NULL;
    r->rows = NULL;
    r->cost = NULL;
    r->samples = NULL;
    r->nrows = r->cap_rows = r->cap_costs = 0;
    uint32_t *order = mem_new(old.nrows, sizeof(*order));
    for (uint32_t i = 0; i < old.nrows; i++)
        order[i] = i;
    sort_by(order, old.nrows, sizeof(*order), by_names, old.rows);
    for (size_t k = 0; k < old.nrows; k++) {
        const size_t i = order[k];
        struct run_row row = old.rows[i];
        const bool kept = rename(arg, &row);
        for (uint32_t j = 0; kept && j < old.n; j++)
            runs_add_cost(r, j, &row, old.cost[i * old.n + j], old.samples[i * old.n + j]);
    }
    free(order);
    free(old.slots);
    free(old.rows);
    free(old.cost);
    free(old.samples);
}

/* ---- joined names of guesses ---- */

struct run_rename {
    const char *what, *object, *name, *joined;
};

static int order_addresses(const char *a, const char *b)
{
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return (x > y) - (x < y);
}

static int by_renamed(const void *a, const void *b)
{
    const struct run_rename *x = a, *y = b;
    const int name = order_addresses(x->name, y->name), object = order_addresses(x->object, y->object);
    if (name)
        return name;
    if (object)
        return object;
    return strcmp(x->what, y->what);
}

void run_renames_init(struct run_renames *r, const struct guess *guesses, size_t n)
{
    *r = (struct run_renames){ .v = mem_new(2 * n, sizeof(*r->v)), .n = 2 * n };
    for (size_t i = 0; i < n; i++) {
        const struct guess *g = &guesses[i];
        r->v[2 * i] = (struct run_rename){ g->what, g->object, g->before, g->joined };
        r->v[2 * i + 1] = (struct run_rename){ g->what, g->object, g->after, g->joined };
    }
    if (n)
        qsort(r->v, r->n, sizeof(*r->v), by_renamed);
}

void run_renames_free(struct run_renames *r)
{
    free(r->v);
    *r = (struct run_renames){ .n = 0 };
}

static const char *renames_find(const struct run_renames *r, const char *what, const char *object,
                                const char *name)
{
    const struct run_rename key = { what, object, name, NULL };
    const struct run_rename *found = r->n && name ? bsearch(&key, r->v, r->n, sizeof(*r->v), by_renamed)
                                                  : NULL;
    if (found)
        return found->joined;
    return name;
}

const char *run_renames_command_name(const struct run_renames *r, const char *command)
{
    return renames_find(r, "command", NULL, command);
}

const char *run_renames_object(const struct run_renames *r, const char *object)
{
    return renames_find(r, "object", NULL, object);
}

const char *run_renames_function(const struct run_renames *r, const char *object, const char *function)
{
    return renames_find(r, "function", object, function);
}

/* ---- inlined functions ---- */

/* Runs without line information for an object are ignored if together they have less than 1/LUCK_OF of its
   samples: so few samples may all be in code without lines. */
enum { LUCK_OF = 100 };

/* Find the objects whose rows are by symbol, without inlined functions: some run has no line information
   or inlined functions for them. */
static void see_linked(struct runs *r)
{
    struct idmap numbers = { 0 }, lined = { 0 };
    /* per object: all samples, and samples of runs without line information */
    uint64_t *samples = mem_new(r->nmet, 2 * sizeof(*samples));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->nmet; i++) {
            const struct run_met *m = &r->met[i];
            const uint64_t number = idmap_number_key(&numbers, (uintptr_t)m->name),
                           run = number << 32 | m->run;
            if (!pass && m->lined)
                *idmap_find_or_add(&lined, run) = 1;
            if (pass && !idmap_get(&lined, run))
                samples[2 * number - 1] += m->samples;
            if (pass)
                samples[2 * number - 2] += m->samples;
        }
    for (size_t i = 0; i < r->nmet; i++) {
        const uint64_t *of = &samples[2 * idmap_get(&numbers, (uintptr_t)r->met[i].name) - 2];
        if (of[1] && of[1] >= of[0] / LUCK_OF)
            *idmap_find_or_add(&r->linked, (uintptr_t)r->met[i].name) = 1;
    }
    idmap_free(&numbers);
    idmap_free(&lined);
    free(samples);
}

static bool settle_row(const void *arg, struct run_row *row)
{
    const struct runs *r = arg;
    const bool linked = idmap_get(&r->linked, (uintptr_t)row->object), inlined = row->inlined;
    row->inlined = false;
    if (row->section == RUN_FUNCTION || row->section == RUN_COMMAND_FUNCTION ||
        row->section == RUN_WITH_CALLEES || row->section == RUN_CALLED_BY)
        return inlined != linked;
    return true;
}

/* Keep the path of an inlined function only if its object has rows of inlined functions. Else merge it
   into its parent. */
static bool settle_path(const void *arg, struct run_path *path)
{
    const struct runs *r = arg;
    const bool inlined = path->inlined;
    path->inlined = false;
    return !(inlined && idmap_get(&r->linked, (uintptr_t)path->object));
}

void runs_settle(struct runs *r, struct run_paths *paths)
{
    see_linked(r);
    runs_rename(r, settle_row, r);
    run_paths_rename(paths, settle_path, r);
}

bool runs_uses_linked_functions(const struct runs *r, const char *object)
{
    return idmap_get(&r->linked, (uintptr_t)object);
}
