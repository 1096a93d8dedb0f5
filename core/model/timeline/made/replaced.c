/*
 * JIT compilers put code at addresses where other code was before; a jitdump says when. Each such code becomes a
 * separate map that begins at that moment and takes precedence over the maps of the memory around it. That memory may
 * be mapped again or protected while the code stays. So its own maps count only where there is no such code.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/timeline/space_index.h"
#include "core/model/timeline/state.h"
#include "core/model/timeline/timeline.h"

static bool has_made(const struct space *s, const struct object *o)
{
    uint32_t i = 0;
    while (i < s->n && s->maps[i].how->object != o)
        i++;
    return i < s->n;
}

static struct map map_of(struct timeline *t, const struct object *o, const struct replaced_code *c)
{
    struct map_how *how = arena_new(&t->arena, sizeof(*how));
    *how = (struct map_how){
        .object = o, .len = c->len, .pgoff = c->at, .until = WHEN_NEVER, .prot = 5, .is_replaced = true
    };
    return (struct map){ c->avma, { c->from, 0 }, how };
}

void timeline_add_jit_pieces(struct timeline *t, const struct object *o, const struct replaced_code *v,
                             size_t n)
{
    struct space *over = MEM_ADD(t->replaced, t->nreplaced, t->cap_replaced);
    *over = (struct space){ .maps = mem_new(n, sizeof(*over->maps)), .n = (uint32_t)n };
    for (size_t i = 0; i < n; i++)
        over->maps[i] = map_of(t, o, &v[i]);
    space_seal(over);
    if (!over->index)
        over->index = space_index_new(over->maps, n);
    for (size_t i = 0; i < t->nspaces; i++)
        if (has_made(timeline_space_at(t, i), o))
            space_set_overlay(timeline_space_at(t, i), o, over->index);
}
