/* The call paths of replicates: what is guessed to be one under two names is one in them, too; and which are rows. */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/runs/replicates.h"
#include "core/base/mem.h"

/* What names become. Of a function in one object alone. */
struct renaming {
    const struct replicates *r;
    const char **objects; /* per guess; NULL: it is about no function */
};

/* The object of a guess about a function, as it is called now. */
static const char *object_of(const struct runs *r, const struct guess *g)
{
    for (size_t i = 0; i < r->nrows; i++)
        if (r->rows[i].section == RUN_FUNCTION && r->rows[i].function == g->joined)
            return r->rows[i].object;
    return NULL;
}

static void rename_path(const void *arg, struct run_path *path)
{
    const struct renaming *n = arg;
    for (size_t i = 0; i < n->r->nguesses; i++) { /* objects come before functions */
        const struct guess *g = &n->r->guesses[i];
        const char **name = !strcmp(g->what, "object")      ? &path->object
                            : n->objects[i] == path->object ? &path->function
                                                            : NULL;
        if (name && (*name == g->before || *name == g->after))
            *name = g->joined;
    }
}

struct path_rows_opts replicates_of_paths(const struct replicates *r, const struct gate_opts *o)
{
    return (struct path_rows_opts){ .min_samples = o->min_samples,
                                    .before = replicates_before(r),
                                    .factors = r->factors };
}

void replicates_add_paths(struct replicates *r, const struct gate_opts *o,
                          bool (*wanted)(const void *arg, uint32_t event, const char *path), const void *arg)
{
    struct path_rows_opts how = replicates_of_paths(r, o);
    struct renaming renaming = { r, mem_new(r->nguesses, sizeof(*renaming.objects)) };
    for (size_t i = 0; i < r->nguesses; i++)
        if (!strcmp(r->guesses[i].what, "function"))
            renaming.objects[i] = object_of(&r->runs, &r->guesses[i]);
    if (r->with_callees && r->nguesses)
        run_paths_rename(&r->paths, rename_path, &renaming);
    free(renaming.objects);
    how.wanted = wanted;
    how.arg = arg;
    for (uint32_t e = 0; r->with_callees && e < r->nevents; e++)
        if (r->events[e].runs == r->n)
            path_rows_add(&r->runs, &r->paths, e, &how);
}
