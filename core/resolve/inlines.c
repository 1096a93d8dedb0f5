#include "core/resolve/inlines.h"

#include <stdlib.h>

#include "core/base/mem.h"

const struct inlined *inlines_known(const struct inlines *in, uint64_t addr)
{
    uint32_t known = idmap_get(&in->lists, addr);
    return known ? &in->known[known - 1] : NULL;
}

static const struct symbol *inlined_symbol(struct inlines *in, const char *name, const struct symbol *into,
                                           size_t number)
{
    uint32_t id = arena_names_id(&in->names, name);
    uint32_t *at = idmap_at(&in->symbols, (uint64_t)id << 32 | (uint32_t)number);
    if (!*at) {
        struct symbol *s = arena_new(&in->arena, sizeof(*s));
        *s = (struct symbol){ .start = into->start,
                              .end = into->end,
                              .name = arena_names_text(&in->names, id),
                              .is_inlined = true };
        *MEM_ADD(in->v, in->n, in->cap) = s;
        *at = (uint32_t)in->n;
    }
    return in->v[*at - 1];
}

const struct inlined *inlines_add(struct inlines *in, uint64_t addr, const struct line_frame *frames,
                                  size_t nframes, const struct symbol *into, size_t number)
{
    size_t n = 0, most = nframes ? nframes - 1 : 0; /* the last one is not inlined */
    const struct symbol **v = arena_new(&in->arena, most * sizeof(*v));
    for (size_t i = 0; i < most; i++)
        if (frames[i].function)
            v[n++] = inlined_symbol(in, frames[i].function, into, number);
    *MEM_ADD(in->known, in->nknown, in->cap_known) = (struct inlined){ v, n };
    *idmap_at(&in->lists, addr) = (uint32_t)in->nknown;
    return &in->known[in->nknown - 1];
}

void inlines_free(struct inlines *in)
{
    arena_free(&in->arena);
    arena_names_free(&in->names);
    idmap_free(&in->symbols);
    idmap_free(&in->lists);
    free(in->v);
    free(in->known);
    *in = (struct inlines){ 0 };
}
