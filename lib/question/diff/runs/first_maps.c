#include "lib/question/diff/runs/first_maps.h"

#include "core/base/mem.h"

static void add_maps(const struct map **out, const struct space *space)
{
    const struct map *map;
    for (size_t i = 0; space && (map = space_map(space, i)) != NULL; i++)
        if (!out[map->how->object->index])
            out[map->how->object->index] = map;
}

const struct map **first_maps(const struct timeline *t)
{
    size_t n;
    timeline_objects(t, &n);
    const struct map **out = mem_new(n, sizeof(const struct map *));
    add_maps(out, timeline_kernel(t, -1));
    for (size_t i = 0; i < timeline_spaces(t); i++)
        add_maps(out, timeline_space_view(t, i).space);
    return out;
}
