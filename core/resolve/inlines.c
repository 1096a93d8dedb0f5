#include "core/resolve/resolver.h"

#include <stdlib.h>

#include "core/base/file/lock.h"
#include "core/base/mem.h"

const struct inlined *inlines_find(const struct inlines *in, uint64_t addr)
{
    uint32_t known = idmap_get(&in->lists, addr);
    if (known)
        return &in->known[known - 1];
    return NULL;
}

static const struct symbol *inlined_symbol(struct inlines *in, const char *name, const struct symbol *into,
                                           size_t number)
{
    uint32_t id = arena_names_id(&in->names, name);
    uint32_t *at = idmap_find_or_add(&in->symbols, (uint64_t)id << 32 | (uint32_t)number);
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
    size_t n = 0, most = nframes ? nframes - 1 : 0; /* the last frame is the containing function */
    const struct symbol **v = arena_new(&in->arena, most * sizeof(*v));
    for (size_t i = 0; i < most; i++)
        if (frames[i].function)
            v[n++] = inlined_symbol(in, frames[i].function, into, number);
    *MEM_ADD(in->known, in->nknown, in->cap_known) = (struct inlined){ v, n };
    *idmap_find_or_add(&in->lists, addr) = (uint32_t)in->nknown;
    return &in->known[in->nknown - 1];
}

static void inlines_free(struct inlines *in)
{
    arena_free(&in->arena);
    arena_names_free(&in->names);
    idmap_free(&in->symbols);
    idmap_free(&in->lists);
    free(in->v);
    free(in->known);
    *in = (struct inlines){ 0 };
}

static bool open_named(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                       const char *folder, const char *name, struct blob *out)
{
    const struct line_slot *s = (const struct line_slot *)f;
    const struct want w = {
        .kind = kind, .use = USE_LINES, .object = s->object, .id = *id, .link = name, .folder = folder
    };
    return load_open_dwarf_file(s->loader, &w, out);
}

void inlines_open_lines(struct line_slot *s, struct loader *d, const struct object *o, bool may)
{
    *s = (struct line_slot){ .files = { .open = open_named }, .loader = d, .object = o, .asked = true };
    if (!may || !load_open_lines(d, o, &s->symbols, &s->runtime, &s->reader)) {
        err_set(&s->e, ERR_UNSUPPORTED, 0, "%s",
                may ? "no file with DWARF was found" : "its names do not come from a file with code");
        return;
    }
    if (s->reader)
        s->lines = s->reader->open(&s->symbols, &s->runtime, o, &s->files, &s->e);
    else
        s->lines = NULL;
    if (s->lines)
        return;
    struct want w = want_of(WANT_ELF, o);
    w.use = USE_LINES;
    if (s->e.kind != ERR_UNSUPPORTED)
        object_files_reject(d, &w, &s->symbols, s->e.msg);
    err_prefix(&s->e, "%s", s->symbols.origin);
}

void inlines_free_lines(struct line_slot *s)
{
    if (s->lines)
        s->reader->close(s->lines);
    inlines_free(&s->inlined);
    blob_close(&s->symbols);
    blob_close(&s->runtime);
    *s = (struct line_slot){ 0 };
}

size_t inlines_lines_at(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max, uint64_t *end)
{
    if (s->lines)
        return s->reader->at(s->lines, at, out, max, end);
    return 0;
}

size_t inlines_functions(struct line_slot *s, uint64_t at, struct line_frame *out, size_t max)
{
    if (!s->lines || !s->reader->functions)
        return inlines_lines_at(s, at, out, max, NULL);
    return s->reader->functions(s->lines, at, out, max, NULL);
}

bool inlines_are_host_file(struct line_slot *s)
{
    if (!s->own_asked && s->lines) {
        struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &s->loader->asking);
        s->own = source_list_is_host_file(s->loader->sources, s->object, &s->symbols);
        lock_release(held);
    }
    s->own_asked = true;
    return s->own;
}
