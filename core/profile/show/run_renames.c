#include "core/profile/show/run_renames.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

struct run_rename {
    const char *what, *object, *name, *joined;
};

static int by_address(const char *a, const char *b)
{
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b)
{
    const struct run_rename *x = a, *y = b;
    const int name = by_address(x->name, y->name), object = by_address(x->object, y->object);
    return name ? name : object ? object : strcmp(x->what, y->what);
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
        qsort(r->v, r->n, sizeof(*r->v), by_name);
}

void run_renames_free(struct run_renames *r)
{
    free(r->v);
    *r = (struct run_renames){ .n = 0 };
}

static const char *find(const struct run_renames *r, const char *what, const char *object, const char *name)
{
    const struct run_rename key = { what, object, name, NULL };
    const struct run_rename *found = r->n && name ? bsearch(&key, r->v, r->n, sizeof(*r->v), by_name) : NULL;
    return found ? found->joined : name;
}

const char *run_renames_command(const struct run_renames *r, const char *command)
{
    return find(r, "command", NULL, command);
}

const char *run_renames_object(const struct run_renames *r, const char *object)
{
    return find(r, "object", NULL, object);
}

const char *run_renames_function(const struct run_renames *r, const char *object, const char *function)
{
    return find(r, "function", object, function);
}
