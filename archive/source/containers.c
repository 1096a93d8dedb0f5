/*
 * Finds the ELF files that were mapped from inside larger files, for timeline_split_embedded(). If the larger
 * file is available, its bytes show which ELF file fits the mapping, and a zip has a name for it. If not, a
 * source may know the ELF file: a folio knows what was packed, and a single file that the user named is used
 * if all of this is so:
 *
 *   the recording knows no file with its name or its build-id;
 *   in the whole recording, code was mapped at exactly one offset that fits its program headers to the
 *   page, and only if the file begins after the beginning of the mapped file;
 *   the file mapped there has no build-id and no name like those of programs and libraries.
 *
 * This is no proof: names that depend on it count as found by name only (identity.h).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "archive/source/sources.h"
#include "archive/zip.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "formats/elf/elf.h"
#include "formats/elf/embedded.h"

struct containers {
    struct source_list *sources;
    struct idmap asked;  /* path and file of an object -> index + 1 in `v` */
    struct idmap opened; /* path -> index + 1 in `v`: an available file is opened once for each path */
    struct container {
        struct blob blob; /* the larger file; without bytes: it is not available, or is_elf is set */
        struct embedded inside;
        bool is_elf; /* the mapped file itself is an ELF file */
        struct names names;
    } * v;
    size_t n, cap;
};

/* Indices + 1 in `v` of the structs that all files share in which nothing is searched: a capture may name a million. */
enum { CONTAINER_ABSENT = 1, CONTAINER_ELF };

/* Whether the file is a library such as "libm.so.6". In these nothing is searched, as there are many. */
static bool is_library(const char *path)
{
    const char *so = strstr(text_base_name(path), ".so");
    return so && (!so[3] || so[3] == '.');
}

/* Whether a file may be searched, since reports show the names in it (sharing.h). */
static bool may_look(struct source_list *c, const struct source *s, const struct want *w,
                     const struct blob *b)
{
    if (!c->guarded || !s->local || file_is_world_readable(b->origin, &b->node) ||
        elf_reader.recognise(b->bytes))
        return true;
    source_list_reject(c, PROBLEM_WITHHELD_FILE, w, b, "not everyone may read it");
    return false;
}

/* Opens the mapped file from a local source. `out` without bytes: there is none. */
static void containers_open_file(struct source_list *c, const struct object *o, struct blob *out)
{
    /* USE_NAMES, for whatever use it is wanted first */
    const struct want w = { .kind = WANT_CONTAINER, .object = o };
    for (struct source *s = c->first; s; s = s->next) {
        struct err unused = { 0 };
        *out = (struct blob){ 0 };
        if (s->recorded || s->remote || s->by_id)
            continue;
        if (s->ops->open(s, &w, 0, out, &unused) == ANSWER_FOUND && out->bytes.n && may_look(c, s, &w, out))
            return;
        blob_close(out);
    }
}

static struct container *container_of(struct containers *k, const struct object *o)
{
    uint32_t *place =
        idmap_find_or_add(&k->asked, hash_bytes(o->path, strlen(o->path)) ^ hash_u64(o->file.ino));
    if (*place)
        return &k->v[*place - 1];
    uint32_t *opened = idmap_find_or_add(&k->opened, hash_bytes(o->path, strlen(o->path)));
    if (*opened) {
        *place = *opened;
        return &k->v[*place - 1];
    }
    struct blob blob = { 0 };
    containers_open_file(k->sources, o, &blob);
    if (!blob.bytes.n) {
        *place = CONTAINER_ABSENT;
    } else if (elf_reader.recognise(blob.bytes)) {
        blob_close(&blob);
        *place = *opened = CONTAINER_ELF;
    } else {
        struct container *x = MEM_ADD(k->v, k->n, k->cap);
        *x = (struct container){ .blob = blob };
        embedded_list(blob.bytes, &x->inside);
        *place = *opened = (uint32_t)k->n;
    }
    return &k->v[*place - 1];
}

static bool is_member(const char *member, uint64_t from, const char *name, uint64_t at)
{
    if (name)
        return !strcmp(member, name);
    return from == at;
}

/* The stored member of a zip that is at an offset, or has a name; NULL: there is none. */
static const char *stored(struct container *x, const char *name, uint64_t *at, uint64_t *n)
{
    struct err unused = { 0 };
    struct file f;
    const char *found = NULL;
    uint64_t from;
    file_of_bytes(&f, x->blob.bytes);
    struct zip *z = zip_open(&f, &unused);
    for (const char *member; z && !found && (member = zip_next(z, &unused)) != NULL;)
        if (zip_stored_extent(z, &from, n) && is_member(member, from, name, *at)) {
            found = arena_names_intern(&x->names, member);
            *at = from;
        }
    if (z)
        zip_close(z);
    file_close(&f);
    return found;
}

/* Finds the ELF file in the bytes of the larger file. */
static bool containers_find_in(struct container *x, const struct object_segment *code, const char *entry,
                               struct object_part *part)
{
    uint64_t n = 0;
    if (entry)
        return stored(x, entry, &part->foff, &part->len);
    if (!embedded_find(&x->inside, code, part))
        return false;
    part->name = stored(x, NULL, &part->foff, &n);
    if (part->name)
        part->len = n;
    return true;
}

static bool containers_find(void *arg, const struct object *o, const struct object_segment *code,
                            const char *entry, struct object_part *part)
{
    struct containers *k = arg;
    bool found = false;
    if (is_library(o->path))
        return false;
    struct container *x = container_of(k, o);
    if (x->blob.bytes.n)
        return containers_find_in(x, code, entry, part);
    for (struct source *s = k->sources->first; s && !x->is_elf && !found; s = s->next)
        found = s->ops->part && s->ops->part(s, o, code, entry, part);
    return found;
}

void sources_split_containers(struct source_list *c, struct timeline *t)
{
    struct containers k = { .sources = c };
    *MEM_ADD(k.v, k.n, k.cap) = (struct container){ .is_elf = false };
    *MEM_ADD(k.v, k.n, k.cap) = (struct container){ .is_elf = true };
    assert(k.n == CONTAINER_ELF);
    timeline_split_embedded(t, containers_find, &k);
    for (size_t i = 0; i < k.n; i++) {
        blob_close(&k.v[i].blob);
        free(k.v[i].inside.at);
        arena_names_free(&k.v[i].names);
    }
    free(k.v);
    idmap_free(&k.asked);
    idmap_free(&k.opened);
}
