#include "core/resolve/files/object_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/lock.h"
#include "core/base/mem.h"
#include "core/resolve/files/identity.h"

bool object_files_next(struct loader *d, const struct want *w, struct source_list_cursor *at,
                       struct blob *out, const struct symbol_reader **reader)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &d->asking);
    bool found = source_list_next(d->sources, w, at, out, reader);
    lock_release(held);
    return found;
}

void object_files_reject(struct loader *d, const struct want *w, const struct blob *b, const char *why)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &d->asking);
    source_list_reject(d->sources, PROBLEM_BAD_OBJECT, w, b, why);
    lock_release(held);
}

/* The mapped file, or the part of it that a folio stores; NULL: not found yet. */
static const struct blob *mapped_file(const struct object_files *f)
{
    if (f->runtime.blob.bytes.n)
        return &f->runtime.blob;
    if (f->folio.blob.bytes.n)
        return &f->folio.blob;
    if (f->full.content.runtime)
        return &f->full.blob;
    return NULL;
}

static bool is_another(const struct object_files *f, const struct candidate *c, const struct build_id *id)
{
    const struct blob *first = mapped_file(f), *b = &c->blob;
    if (id->n && f->own.n)
        return !object_build_id_equal(id, &f->own);
    return first && c->content.runtime &&
           (first->bytes.n != b->bytes.n || memcmp(first->bytes.p, b->bytes.p, b->bytes.n) != 0);
}

/* Whether a file may be used if no build-id is recorded: all files that match by name must be equal. Files
   in folios were compared when they were packed. */
static bool object_files_may_be(struct loader *d, const struct want *w, struct object_files *f,
                                const struct candidate *c)
{
    struct build_id id = { 0 };
    const struct blob *b = &c->blob;
    if (w->kind != WANT_ELF || w->id.n || !c->reader->build_id)
        return true;
    if (mapped_file(f) && mapped_file(f)->part) {
        object_files_reject(d, w, b, "the folio already has its symbols, and this file matches by name only");
        return false;
    }
    c->reader->build_id(b->bytes, &id);
    if (is_another(f, c, &id)) {
        object_files_reject(d, w, b, "two different files have that name: neither is used");
        if (!f->several && mapped_file(f))
            object_files_reject(d, w, mapped_file(f), "two different files have that name: neither is used");
        f->several = true;
    }
    if (id.n)
        f->own = id;
    return true;
}

/* The criteria to compare candidate files by, the most important first; the first member that differs
   decides. Path and inode are not used for debug files, listings and files in folios. */
struct merit {
    bool fits, there; /* identity.h */
    uint64_t symbols;
};

static struct merit merit_of(const struct candidate *c, uint64_t symbols)
{
    const bool mapped = c->content.runtime && !c->blob.part && !c->linked;
    return (struct merit){ identity_segments_fit(&c->blob), !mapped || identity_place_agrees(&c->blob),
                           symbols };
}

static bool is_better(struct merit a, struct merit b)
{
    if (a.fits != b.fits)
        return a.fits;
    if (a.there != b.there)
        return a.there;
    return a.symbols > b.symbols;
}

/* Whether `c` is better than `old`, or `old` is empty. */
static bool gives_way(const struct candidate *old, const struct candidate *c, uint64_t had, uint64_t has)
{
    return !old->blob.bytes.n || is_better(merit_of(c, has), merit_of(old, had));
}

/* Whether a file has a complete table, the right build-id, and the recorded segments, so that remote sources are not
   asked. */
static bool is_enough(const struct object_files *f)
{
    return f->full.content.full && identity_segments_fit(&f->full.blob);
}

/* Examines the files of all sources, so that the order of sources has no effect. Of several complete
   tables with the same build-id the largest is chosen, of several mapped files the one with the most
   symbols. Two different mapped files may have the same build-id (if a tool rewrote a program and left its
   build-id). Then the one with better other evidence is chosen, even if it is stripped. */
static void object_files_collect(struct loader *d, enum source_list_which which, const struct want *w,
                                 struct object_files *f, struct loaded *l)
{
    struct source_list_cursor at = { .which = which };
    struct candidate c = { 0 };
    while (object_files_next(d, w, &at, &c.blob, &c.reader)) {
        c.content = c.reader->content(&c.blob);
        c.linked = w->kind == WANT_DEBUG;
        c.content.runtime = c.content.runtime || w->object->kind == OBJECT_MODULE;
        if (f->use == USE_LINES)
            c.content.full = c.content.lines;
        if (object_files_may_be(d, w, f, &c)) {
            l->found = true; /* even without symbols */
            if (c.content.full && gives_way(&f->full, &c, f->full.content.full, c.content.full))
                object_files_swap(&c, &f->full); /* the former one may still be the mapped file */
            struct candidate *to = c.blob.part ? &f->folio : &f->runtime;
            if (c.content.runtime && gives_way(to, &c, to->content.mini, c.content.mini))
                object_files_swap(&c, to);
        }
        blob_close(&c.blob);
        c = (struct candidate){ 0 };
        if (which == SOURCE_LIST_REMOTE && w->id.n && is_enough(f))
            break; /* no other remote source can have a better file */
    }
}

/* Finds the debug file of a stripped file: by the file's own build-id if none was recorded, and by the
   file's link. */
static void follow(struct loader *d, const struct object *o, struct object_files *f, struct loaded *l)
{
    struct want w = want_of(WANT_ELF, o);
    const struct symbol_reader *by = f->runtime.reader;
    struct symbol_link link;
    w.use = f->use;
    if (!w.id.n && by->build_id && by->build_id(f->runtime.blob.bytes, &w.id))
        object_files_collect(d, SOURCE_LIST_ALL, &w, f, l);
    if (f->full.content.full || !by->link || !by->link(f->runtime.blob.bytes, &link))
        return;
    char *name = mem_copy(link.name, strlen(link.name)); /* the file with the name may be closed meanwhile */
    w.kind = WANT_DEBUG;
    w.link = name;
    w.crc = link.crc;
    object_files_collect(d, SOURCE_LIST_ALL, &w, f, l);
    free(name);
}

bool object_files_open_runtime(struct loader *d, enum want_kind kind, enum want_use use,
                               const struct object *o, struct blob *b, const struct symbol_reader **reader)
{
    static const enum source_list_which near_then_far[] = { SOURCE_LIST_ALL, SOURCE_LIST_REMOTE };
    struct want w = want_of(kind, o);
    w.use = use;
    for (size_t i = 0; i < 2; i++) {
        struct source_list_cursor at = { .which = near_then_far[i] };
        while (object_files_next(d, &w, &at, b, reader)) {
            if (!b->part && (*reader)->content(b).runtime)
                return true;
            blob_close(b);
        }
    }
    return false;
}

void object_files_find(struct loader *d, const struct object *o, struct object_files *f, struct loaded *l)
{
    struct want w = want_of(o->kind == OBJECT_JIT ? WANT_PERF_MAP : WANT_ELF, o);
    w.use = f->use;
    object_files_collect(d, SOURCE_LIST_ALL, &w, f, l);
    if (!f->full.content.full && f->runtime.blob.bytes.n)
        follow(d, o, f, l);
    bool was_near = f->runtime.blob.bytes.n;
    if (!is_enough(f))
        object_files_collect(d, SOURCE_LIST_REMOTE, &w, f, l);
    if (!f->full.content.full && f->runtime.blob.bytes.n && !was_near)
        follow(d, o, f, l);
    const bool lacks_runtime = !f->full.blob.part && !f->runtime.blob.bytes.n;
    if (object_files_separate(&f->full) && lacks_runtime)
        f->placed_by_folio =
            object_files_open_runtime(d, WANT_IMAGE, f->use, o, &f->runtime.blob, &f->runtime.reader);
    l->found = l->found && !f->several;
}

void object_files_close(struct object_files *f)
{
    blob_close(&f->full.blob);
    blob_close(&f->runtime.blob);
    blob_close(&f->folio.blob);
}

/* Prefers a complete table, then the folio's symbols; but if the mapped file has more symbols, the mapped
   file. */
struct candidate *object_files_best(struct object_files *f)
{
    bool more = f->runtime.content.mini && !f->folio.content.mini;
    if (f->full.content.full)
        return &f->full;
    if (f->folio.blob.bytes.n && !more)
        return &f->folio;
    return &f->runtime;
}
