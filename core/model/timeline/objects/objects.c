/*
 * The generation number distinguishes a file from an earlier one with the same inode. The kernel records it,
 * but records that perf makes up for running processes lack it. So a missing generation matches any
 * generation. A file without one gets the first generation that is recorded for its inode (perf, util/dsos.c,
 * __dso_id__cmp).
 */
#include "core/model/timeline/objects/objects.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/timeline/naming.h"

/* The key of a path's listed build-id. Guests may have other files at the same path. */
static uint64_t build_id_key(bool guest, uint32_t path)
{
    return (uint64_t)guest << 32 | path;
}

const char *objects_add_build_id(struct objects *o, const struct env_build_id *b, bool guest)
{
    struct env_build_id *to = MEM_ADD(o->build_ids, o->nbuild_ids, o->cap_build_ids);
    *to = *b;
    uint32_t name_id = arena_names_id(o->names, b->path);
    to->path = arena_names_text(o->names, name_id);
    *idmap_find_or_add(&o->build_id_of, build_id_key(guest, name_id)) = (uint32_t)o->nbuild_ids;
    return to->path;
}

/* Index + 1 of a path's row in the build-id table; 0: none. */
static uint32_t row_listed(const struct objects *o, int32_t machine, uint32_t path)
{
    return idmap_get(&o->build_id_of, build_id_key(machine != -1, path));
}

bool objects_has_listed_id(const struct objects *o, int32_t machine, const char *path)
{
    return o->nbuild_ids && row_listed(o, machine, arena_names_id(o->names, path));
}

static bool is_of_file(const struct object *x, const struct file_id *file)
{
    const struct file_id *f = &x->file;
    return f->maj == file->maj && f->min == file->min && f->ino == file->ino &&
           (!file->ino_generation || f->ino_generation == file->ino_generation);
}

static bool is_like(const struct object *x, const struct object *want)
{
    return x->kind == want->kind && x->machine == want->machine && x->path == want->path &&
           !memcmp(&x->build_id, &want->build_id, sizeof(x->build_id));
}

/* The entry in `of` for the object that equals `want` and has this file. Its value is 0 if there is no
   such object yet. */
static uint32_t *objects_place_of(struct objects *o, const struct object *want, uint32_t path,
                                  const struct file_id *file)
{
    uint64_t key = hash_bytes(&want->build_id, sizeof(want->build_id)) ^ hash_bytes(file, sizeof(*file)) ^
                   hash_u64((uint64_t)want->kind << 32 | path) ^ hash_u64((uint32_t)want->machine);
    for (uint32_t i; (i = idmap_get(&o->of, key)); key++)
        if (is_like(o->v[i - 1], want) && is_of_file(o->v[i - 1], file))
            break;
    return idmap_find_or_add(&o->of, key);
}

static uint32_t objects_add(struct objects *o, const struct object *want, const struct file_id *file)
{
    char name[OBJECT_NAME_MAX];
    struct object *x = arena_new(&o->arena, sizeof(*x));
    *x = *want;
    x->file = *file;
    x->index = (uint32_t)o->n;
    x->name = arena_names_intern(o->names, naming_short_name(x->kind, x->path, name));
    *MEM_ADD(o->v, o->n, o->cap) = x;
    return (uint32_t)o->n;
}

struct object *objects_get(struct objects *o, enum object_kind kind, int32_t machine, const char *path,
                           const struct build_id *id, const struct file_id *file)
{
    uint32_t name_id = arena_names_id(o->names, path);
    struct object want = { .kind = kind, .machine = machine, .path = arena_names_text(o->names, name_id) };
    struct file_id exact = { 0 };
    want.listed = row_listed(o, machine, name_id);
    if (!id || !id->n) {
        if (file)
            exact = *file;
        if (want.listed)
            id = &o->build_ids[want.listed - 1].id;
        else
            id = NULL;
    }
    if (id)
        want.build_id = *id;
    uint32_t known = *objects_place_of(o, &want, name_id, &exact);
    if (known)
        return o->v[known - 1];

    struct file_id any = exact;
    any.ino_generation = 0;
    known = *objects_place_of(o, &want, name_id, &any);
    const bool is_any = known && !o->v[known - 1]->file.ino_generation;
    const uint32_t found = is_any ? known : objects_add(o, &want, &exact);
    o->v[found - 1]->file = exact;
    *objects_place_of(o, &want, name_id, &exact) = found;
    if (!known)
        *objects_place_of(o, &want, name_id, &any) = found;
    return o->v[found - 1];
}

struct object *objects_add_part(struct objects *o, const struct object *container, const char *path,
                                const struct object_part *part)
{
    struct object x = *container;
    x.path = arena_names_intern(o->names, path);
    x.container = container;
    x.inside = part->foff;
    x.inside_len = part->len;
    x.code_foff = x.code_end = x.main_foff = x.main_len = 0;
    x.segments = NULL;
    x.nsegments = 0;
    const uint32_t n = objects_add(o, &x, &container->file); /* moves all objects if the array must grow */
    return o->v[n - 1];
}

void objects_note_code(struct object *x, uint64_t foff, uint64_t len)
{
    const uint64_t end = foff + lesser_of(len, UINT64_MAX - foff);
    bool first = x->code_foff == x->code_end;
    if (first || foff < x->code_foff)
        x->code_foff = foff;
    if (first || end > x->code_end)
        x->code_end = end;
    if (len > x->main_len)
        x->main_foff = foff;
    if (len > x->main_len)
        x->main_len = len;
}

/* Makes room for one more segment: for one, which most files have, or for all. */
static void segment_room(struct objects *o, struct object *x)
{
    assert(x->nsegments < OBJECT_SEGMENTS);
    const struct object_segment *first = x->segments;
    if (x->nsegments > 1)
        return;
    x->segments = arena_new(&o->arena, (first ? OBJECT_SEGMENTS : 1) * sizeof(*first));
    if (first)
        *x->segments = *first;
}

void objects_note_segment(struct objects *o, struct object *x, uint64_t avma, uint64_t foff, uint64_t len)
{
    uint32_t i = 0;
    while (i < x->nsegments && i < OBJECT_SEGMENTS &&
           (x->segments[i].foff != foff || x->segments[i].len != len))
        i++;
    if (i == OBJECT_SEGMENTS)
        x->nsegments = OBJECT_SEGMENTS + 1;
    if (i != x->nsegments)
        return;
    segment_room(o, x);
    x->segments[x->nsegments++] = (struct object_segment){ avma, foff, len };
}

void objects_set_layout(struct objects *o, const struct object *kernel, const struct kernel_layout *layout)
{
    assert(kernel->index < o->n);
    struct kernel_layout *copy = arena_new(&o->arena, sizeof(*copy));
    *copy = *layout;
    o->v[kernel->index]->layout = copy;
}

void objects_free(struct objects *o)
{
    free(o->v);
    free(o->build_ids);
    idmap_free(&o->of);
    idmap_free(&o->build_id_of);
    arena_free(&o->arena);
}
