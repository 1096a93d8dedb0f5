#include "core/profile/runs/rename.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static int by_text(const char *x, const char *y)
{
    return x == y ? 0 : !x || !y ? (x != NULL) - (y != NULL) : strcmp(x, y);
}

/* The order of rows by what they are of, whoever met them first. */
static int by_names(const void *a, const void *b, const void *arg)
{
    const struct run_row *rows = arg, *x = &rows[*(const uint32_t *)a], *y = &rows[*(const uint32_t *)b];
    if (x->section != y->section || x->event != y->event)
        return x->section != y->section ? (x->section > y->section) - (x->section < y->section)
                                        : (x->event > y->event) - (x->event < y->event);
    int order = by_text(x->object, y->object);
    order = order ? order : by_text(x->function, y->function);
    order = order ? order : by_text(x->command, y->command);
    order = order ? order : by_text(x->caller, y->caller);
    return order ? order : x->inlined - y->inlined;
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
            runs_add_to(r, j, &row, old.cost[i * old.n + j], old.samples[i * old.n + j]);
    }
    free(order);
    free(old.slots);
    free(old.rows);
    free(old.cost);
    free(old.samples);
}
