/*
 * A folio as a source. For a capture in the folio, the manifest says which content each object has. For a
 * capture outside of it, contents are searched only by build-id, and partial symbol tables are not used,
 * since they may lack symbols that this capture needs.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "archive/folio/folio_part.h"
#include "archive/source/sources.h"
#include "core/base/hash.h"
#include "core/base/mem.h"

struct folio_source {
    struct source source;
    const struct folio *folio;
    struct folio *own; /* equals `folio` if this source must close it; else NULL */
    int64_t capture;   /* index of the capture that is being read; -1: it is not in the folio */
    struct idmap of;   /* hash of the key -> index + 1 in `links` */
    struct link {
        uint32_t answer, next; /* next: index + 1 of the next link with the same hash; 0: none */
    } * links;
    size_t nlinks, cap_links;
};

static uint64_t folio_source_key_of(int32_t machine, const char *path, const struct build_id *id)
{
    return hash_u64(hash_bytes(path, strlen(path)) ^ (uint32_t)machine) ^ hash_bytes(id->bytes, id->n);
}

/* Whether an answer of the manifest is for this file. Files with equal paths and without build-ids are
   distinguished by the other recorded data (struct file_id). */
static bool is_of_file(const struct folio_answer *a, const struct file_id *f)
{
    return a->id.n || (a->file.maj == f->maj && a->file.min == f->min && a->file.ino == f->ino &&
                       a->file.ino_generation == f->ino_generation);
}

/* Whether an answer is for this part of a file. Parts without names are distinguished by their offsets. */
static bool is_of_part(const struct folio_answer *a, const struct object *o)
{
    if (!o->container)
        return !a->inside_len;
    return a->inside_len == o->inside_len && (!a->inside_len || a->inside == o->inside);
}

static const struct folio_answer *own_answer(const struct folio_source *s, const struct object *o)
{
    uint64_t key = folio_source_key_of(o->machine, o->path, &o->build_id);
    for (uint32_t at = idmap_get(&s->of, key); at; at = s->links[at - 1].next) {
        const struct folio_answer *a = &s->folio->answers[s->links[at - 1].answer];
        if (a->machine == o->machine && !strcmp(a->path, o->path) && a->id.n == o->build_id.n &&
            !memcmp(a->id.bytes, o->build_id.bytes, a->id.n) && is_of_file(a, &o->file) && is_of_part(a, o))
            return a;
    }
    return NULL;
}

/* The content with a build-id whose table is not partial and has the most symbols. */
static const struct folio_object *content_by_id(const struct folio_source *s, const struct want *w)
{
    const struct folio_object *best = NULL;
    for (size_t i = 0; i < s->folio->nobjects && w->id.n; i++) {
        const struct folio_object *o = &s->folio->objects[i];
        if (!o->partial && o->id.n && o->kind == w->object->kind && object_build_id_equal(&o->id, &w->id) &&
            (!best || o->held.full > best->held.full))
            best = o;
    }
    return best;
}

/* Whether an object can satisfy a want of this kind. */
static bool is_of_kind(const struct folio_object *o, enum want_kind kind)
{
    enum want_kind own = WANT_ELF;
    if (o->kind == OBJECT_JIT)
        own = WANT_PERF_MAP;
    else if (o->kind == OBJECT_KERNEL && o->is_listing)
        own = WANT_KALLSYMS;
    return kind == own || (kind == WANT_IMAGE && o->image);
}

static void release_part(struct blob *b)
{
    free(b->owner);
}

static void release_bytes(struct blob *b)
{
    file_unmap(b->bytes);
}

static enum answer folio_source_open(struct source *source, const struct want *w, unsigned i,
                                     struct blob *out, struct err *e)
{
    struct folio_source *s = (struct folio_source *)source;
    const bool of_other = s->capture < 0;
    const struct folio_answer *own = NULL;
    const struct folio_object *o = NULL;
    if (of_other)
        o = content_by_id(s, w);
    else
        own = own_answer(s, w->object);
    if (own)
        o = &s->folio->objects[own->object];
    if (!o || !is_of_kind(o, w->kind) || i > (w->kind == WANT_IMAGE && o->debug))
        return ANSWER_ABSENT;
    out->origin = arena_names_printf(&source->names, "%s:%s", s->folio->path, o->name);
    out->cached_as = o->id;
    out->proven = own && own->proven;
    if (w->kind == WANT_IMAGE) {
        out->close = release_bytes;
        const uint32_t section = i ? o->debug : o->image;
        if (folio_read_section(s->folio, section, &out->bytes, e))
            return ANSWER_FOUND;
        return ANSWER_UNUSABLE;
    }
    struct folio_part *part = mem_new(1, sizeof(*part));
    *part = (struct folio_part){ s->folio, o };
    out->bytes = (struct span){ (const uint8_t *)part, sizeof(*part) }; /* must not be empty */
    out->part = out->owner = part;
    out->reader = &folio_part_reader;
    out->close = release_part;
    return ANSWER_FOUND;
}

/* The name of a part: the end of its path, after the path of the file; NULL: it is not a part of this
   file. */
static const char *name_inside(const char *part, const char *file)
{
    const size_t n = strlen(file);
    if (strncmp(part, file, n))
        return NULL;
    return part + n;
}

/* Whether a part has the code that was mapped; without code, whether it has the name. */
static bool is_asked_part(const struct object_part *part, const struct object_segment *code,
                          const char *entry)
{
    if (code)
        return code->foff >= part->foff && code->foff - part->foff < part->len;
    return part->name && !strcmp(part->name, entry);
}

static bool folio_source_part(struct source *source, const struct object *o,
                              const struct object_segment *code, const char *entry, struct object_part *part)
{
    const struct folio_source *s = (const struct folio_source *)source;
    for (size_t i = 0; s->capture >= 0 && i < s->folio->nanswers; i++) {
        const struct folio_answer *a = &s->folio->answers[i];
        const char *name = name_inside(a->path, o->path);
        if (a->capture != s->capture || !a->inside_len || a->machine != o->machine ||
            !is_of_file(a, &o->file))
            continue;
        if (!name || (*name && strncmp(name, OBJECT_INSIDE, strlen(OBJECT_INSIDE)) != 0))
            continue;
        *part = (struct object_part){ NULL, a->inside, a->inside_len };
        if (*name)
            part->name = name + strlen(OBJECT_INSIDE);
        if (is_asked_part(part, code, entry))
            return true;
    }
    return false;
}

static void folio_source_close(struct source *source)
{
    struct folio_source *s = (struct folio_source *)source;
    folio_close(s->own);
    idmap_free(&s->of);
    free(s->links);
}

static struct folio_source *folio_source_make(const struct folio *f)
{
    static const struct source_ops ops = {
        .name = "folio", .open = folio_source_open, .part = folio_source_part, .close = folio_source_close
    };
    struct folio_source *s = source_new(sizeof(*s), &ops, f->path);
    s->source.images = true;
    s->folio = f;
    s->capture = -1;
    return s;
}

struct source *source_folio(const struct folio *f, uint32_t capture)
{
    assert(capture < f->ncaptures);
    struct folio_source *s = folio_source_make(f);
    s->capture = capture;
    for (size_t i = 0; i < f->nanswers; i++) {
        const struct folio_answer *a = &f->answers[i];
        if (a->capture != capture)
            continue;
        uint32_t *at = idmap_find_or_add(&s->of, folio_source_key_of(a->machine, a->path, &a->id));
        *MEM_ADD(s->links, s->nlinks, s->cap_links) = (struct link){ (uint32_t)i, *at };
        *at = (uint32_t)s->nlinks;
    }
    return &s->source;
}

struct source *source_other_folio(const char *path, const char *temporary, struct err *e)
{
    struct folio *f = folio_open(path, temporary, e);
    if (!f)
        return NULL;
    struct folio_source *s = folio_source_make(f);
    s->own = f;
    return &s->source;
}
