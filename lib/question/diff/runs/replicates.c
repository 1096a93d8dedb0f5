#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>

#include "core/base/mem.h"

const char *replicates_keep(struct replicates *r, const char *s)
{
    return arena_names_intern(&r->texts, s ? s : "");
}

static void add_maps(const struct map **out, const struct space *space)
{
    const struct map *map;
    for (size_t i = 0; space && (map = space_map(space, i)) != NULL; i++)
        if (!out[map->how->object->index])
            out[map->how->object->index] = map;
}

const struct map **replicates_first_maps(const struct timeline *t)
{
    size_t n;
    timeline_objects(t, &n);
    const struct map **out = mem_new(n, sizeof(const struct map *));
    add_maps(out, timeline_kernel(t, -1));
    for (size_t i = 0; i < timeline_spaces(t); i++)
        add_maps(out, timeline_space_view(t, i).space);
    return out;
}

void replicates_add_difference(struct replicates *r, const char *sentence)
{
    r->differ.v = mem_resize(r->differ.v, r->differ.n + 1, sizeof(*r->differ.v));
    r->differ.v[r->differ.n++] = replicates_keep(r, sentence);
}

uint32_t replicates_before(const struct replicates *r)
{
    return r->before * (r->sliced ? REPLICATE_SLICES : 1);
}

uint32_t replicates_number(const struct replicates *r, uint32_t run)
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
