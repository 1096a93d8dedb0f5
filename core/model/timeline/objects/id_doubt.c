/*
 * Two mappings of a path are of two files if their records say so. Recorders make up records for mappings
 * that are older than the recording. These have no generation, and their device and inode numbers differ from
 * those of the kernel's records on overlayfs and btrfs (same_file.c). So a made-up record and a kernel's
 * record are compared only by inode, and only if they have the same device.
 */
#include "core/model/timeline/objects/id_doubt.h"

#include <string.h>

#include "core/base/hash.h"

static bool is_one_device(const struct file_id *a, const struct file_id *b)
{
    return a->maj == b->maj && a->min == b->min;
}

static bool are_two(const struct file_id *a, const struct file_id *b)
{
    const bool comparable = !a->ino_generation == !b->ino_generation || is_one_device(a, b);
    const bool reused = a->ino_generation && b->ino_generation && a->ino_generation != b->ino_generation;
    return comparable && (!is_one_device(a, b) || a->ino != b->ino || reused);
}

static uint64_t id_doubt_hash_of(int32_t machine, const char *text)
{
    return hash_u64((uint32_t)machine) ^ hash_bytes(text, strlen(text));
}

/* A hash of an object's path and segments. The order of the segments does not matter. */
static uint64_t layout_of(const struct object *x)
{
    uint64_t key = id_doubt_hash_of(x->machine, x->path);
    for (uint32_t i = 0; i < x->nsegments && i < OBJECT_SEGMENTS; i++)
        key += hash_u64(x->segments[i].foff ^ hash_u64(x->segments[i].len));
    return key;
}

/* Whether the object has more segments than are stored, so that they cannot be compared. */
static bool is_cut(const struct object *x)
{
    return x->nsegments > OBJECT_SEGMENTS;
}

static bool has_listed_file(const struct object *x)
{
    return x->kind == OBJECT_USER && x->file.ino && x->nsegments;
}

/* Whether `x` is another file than the first one of its path. `firsts`: the first file for each path and
   kind of record. */
static bool is_another(const struct objects *o, struct idmap *firsts, const struct object *x)
{
    bool another = false;
    for (int kept = 0; kept < 2; kept++) {
        const uint64_t key = id_doubt_hash_of(x->machine, x->path) ^ hash_u64((uint64_t)kept);
        const uint32_t first = idmap_get(firsts, key);
        another = another || (first && are_two(&o->v[first - 1]->file, &x->file));
        if (!first && kept == (x->file.ino_generation != 0))
            *idmap_find_or_add(firsts, key) = x->index + 1;
    }
    return another;
}

void id_doubt_set(struct object *x, enum id_doubt why)
{
    x->doubt = why;
    x->doubted_id = x->build_id;
    x->build_id = (struct build_id){ .n = 0 };
}

static void judge_files(struct objects *o)
{
    struct idmap firsts = { 0 }, several = { 0 }, alike = { 0 }, cut = { 0 };
    for (size_t i = 0; i < o->n; i++) {
        const struct object *x = o->v[i];
        if (!has_listed_file(x))
            continue;
        const uint64_t path = id_doubt_hash_of(x->machine, x->path);
        if (is_cut(x))
            ++*idmap_find_or_add(&cut, path);
        else
            ++*idmap_find_or_add(&alike, layout_of(x));
        if (is_another(o, &firsts, x))
            *idmap_find_or_add(&several, path) = 1;
    }
    for (size_t i = 0; i < o->n; i++) {
        struct object *x = o->v[i];
        const uint64_t path = id_doubt_hash_of(x->machine, x->path);
        if (!has_listed_file(x) || !idmap_get(&several, path))
            continue;
        x->several = true;
        if (idmap_get(&cut, path) || idmap_get(&alike, layout_of(x)) > 1)
            id_doubt_set(x, ID_OF_ONE_FILE);
    }
    idmap_free(&cut);
    idmap_free(&firsts);
    idmap_free(&several);
    idmap_free(&alike);
}

/* Finds build-ids that several modules have, and doubts them. */
static void judge_modules(struct objects *o)
{
    struct idmap firsts = { 0 }, shared = { 0 };
    for (size_t i = 0; i < o->n; i++) {
        const struct object *x = o->v[i];
        if (x->kind != OBJECT_MODULE || !x->build_id.n)
            continue;
        const uint64_t key = hash_bytes(x->build_id.bytes, x->build_id.n);
        uint32_t *first = idmap_find_or_add(&firsts, key);
        if (!*first)
            *first = (uint32_t)i + 1;
        else if (strcmp(o->v[*first - 1]->name, x->name) != 0)
            ++*idmap_find_or_add(&shared, key);
    }
    for (size_t i = 0; i < o->n; i++) {
        struct object *x = o->v[i];
        if (x->kind != OBJECT_MODULE || !x->build_id.n)
            continue;
        if (idmap_get(&shared, hash_bytes(x->build_id.bytes, x->build_id.n)))
            id_doubt_set(x, ID_OF_ALL_MODULES);
    }
    idmap_free(&firsts);
    idmap_free(&shared);
}

void id_doubt_find_all(struct objects *o)
{
    judge_files(o);
    judge_modules(o);
}
