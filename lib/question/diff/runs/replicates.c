#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>

#include "core/base/mem.h"

const char *replicates_copy_text(struct replicates *r, const char *s)
{
    return arena_names_intern(&r->texts, s ? s : "");
}

static void add_maps(const struct map **out, const struct space *space)
{
    const struct map *map;
    for (size_t i = 0; space && (map = space_nth_map(space, i)) != NULL; i++)
        if (!out[map->how->object->index])
            out[map->how->object->index] = map;
}

const struct map **replicates_first_maps(const struct timeline *t)
{
    size_t n;
    timeline_objects(t, &n);
    const struct map **out = mem_new(n, sizeof(const struct map *));
    add_maps(out, timeline_kernel_space(t, -1));
    for (size_t i = 0; i < timeline_count_spaces(t); i++)
        add_maps(out, timeline_space_view(t, i).space);
    return out;
}

void replicates_add_difference(struct replicates *r, const char *sentence)
{
    r->differ.v = mem_resize(r->differ.v, r->differ.n + 1, sizeof(*r->differ.v));
    r->differ.v[r->differ.n++] = replicates_copy_text(r, sentence);
}

uint32_t replicates_count_before(const struct replicates *r)
{
    return r->before * (r->sliced ? REPLICATE_SLICES : 1);
}

uint32_t replicates_index_of_run(const struct replicates *r, uint32_t run)
{
    return run / (r->sliced ? REPLICATE_SLICES : 1);
}

void replicates_free(struct replicates *r)
{
    run_list_free(&r->list);
    free(r->v);
    for (uint32_t i = 0; i < r->nevents; i++)
        arena_names_free(&r->events[i].entered);
    free(r->events);
    free(r->differ.v);
    free(r->guesses);
    run_renames_free(&r->renames);
    free(r->factors);
    run_paths_free(&r->paths);
    run_spots_free(&r->spots);
    free(r->comparable.tables);
    idmap_free(&r->comparable.apart);
    runs_free(&r->runs);
    same_event_free(&r->known);
    arena_names_free(&r->strangers);
    arena_names_free(&r->texts);
}

/* ---- call paths: guesses rename them, too; and some become rows ---- */

static bool rename_path(const void *arg, struct run_path *path)
{
    const struct run_renames *renames = arg;
    path->object = run_renames_object(renames, path->object);
    path->function = run_renames_function(renames, path->object, path->function);
    return true;
}

struct path_rows_opts replicates_path_opts(const struct replicates *r, const struct gate_opts *o)
{
    return (struct path_rows_opts){ .min_samples = o->min_samples,
                                    .before = replicates_count_before(r),
                                    .factors = r->factors };
}

void replicates_add_paths(struct replicates *r, const struct gate_opts *o,
                          bool (*wanted)(const void *arg, uint32_t event, const char *path), const void *arg)
{
    struct path_rows_opts how = replicates_path_opts(r, o);
    if (r->with_callees && r->nguesses)
        run_paths_rename(&r->paths, rename_path, &r->renames);
    how.wanted = wanted;
    how.arg = arg;
    for (uint32_t e = 0; r->with_callees && e < r->nevents; e++)
        if (r->events[e].runs == r->n)
            path_rows_add(&r->runs, &r->paths, e, &how);
}
