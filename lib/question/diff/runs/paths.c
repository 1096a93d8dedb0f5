/* The call paths of replicates: what is guessed to be one under two names is one in them, too; and which are rows. */
#include "lib/question/diff/runs/replicates.h"

static bool rename_path(const void *arg, struct run_path *path)
{
    const struct run_renames *renames = arg;
    path->object = run_renames_object(renames, path->object);
    path->function = run_renames_function(renames, path->object, path->function);
    return true;
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
    if (r->with_callees && r->nguesses)
        run_paths_rename(&r->paths, rename_path, &r->renames);
    how.wanted = wanted;
    how.arg = arg;
    for (uint32_t e = 0; r->with_callees && e < r->nevents; e++)
        if (r->events[e].runs == r->n)
            path_rows_add(&r->runs, &r->paths, e, &how);
}
