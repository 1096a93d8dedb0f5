/*
 * The recorder's copy of the kernel's memory (perf record --kcore: kcore_dir/kcore next to the records). It
 * has the code of the kernel and its modules as it ran, with the patches that are made at boot, which no file
 * on disk has. It is part of the capture, so it needs no other proof.
 */
#include <assert.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/folio/folio.h"
#include "archive/source/sources.h"
#include "core/base/file/file.h"
#include "formats/elf/elf.h"

static const char in_capture[] = "/kcore_dir/kcore";

struct kcore {
    struct source source;
    const struct folio *folio; /* NULL: the file is in the directory `source.where` */
    uint32_t section;          /* number of the folio's section */
    bool asked;
    struct blob kept; /* bytes.n 0: the file cannot be opened, and `e` says why */
    struct err e;
};

static void kcore_release(struct blob *b)
{
    file_unmap(b->bytes);
}

static enum answer kcore_open_kept(struct kcore *k)
{
    struct blob *b = &k->kept;
    enum answer a = ANSWER_FOUND;
    if (!k->folio) {
        a = blob_open_recorded(k->source.where, in_capture, &k->source.names, b, &k->e);
    } else {
        b->origin = arena_names_printf(&k->source.names, "%s:%s", k->folio->path, in_capture + 1);
        b->close = kcore_release;
        if (!folio_read_section(k->folio, k->section, &b->bytes, &k->e))
            a = ANSWER_UNUSABLE;
    }
    if (a != ANSWER_FOUND || elf_reader.recognise(b->bytes))
        return a;
    b->close(b);
    b->bytes = (struct span){ NULL, 0 };
    err_set(&k->e, ERR_FORMAT, 0, "not an ELF file");
    return ANSWER_UNUSABLE;
}

/* The file is opened once, since every module needs it. The source owns the bytes. */
static enum answer kcore_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                              struct err *e)
{
    static const struct symbol_reader reader = { .name = "kcore" };
    struct kcore *k = (struct kcore *)source;
    const struct object *o = w->object;
    if (i || (o->kind != OBJECT_KERNEL && o->kind != OBJECT_MODULE) || o->machine != -1)
        return ANSWER_ABSENT;
    enum answer a = ANSWER_ABSENT;
    if (!k->asked) /* so a failure is reported once */
        a = kcore_open_kept(k);
    k->asked = true;
    *e = k->e;
    *out = (struct blob){ .bytes = k->kept.bytes,
                          .origin = k->kept.origin,
                          .reader = &reader,
                          .proven = true,
                          .cached_as = w->id };
    if (k->kept.bytes.n)
        return ANSWER_FOUND;
    return a;
}

static void kcore_close(struct source *source)
{
    struct kcore *k = (struct kcore *)source;
    if (k->kept.bytes.n)
        blob_close(&k->kept);
}

static struct kcore *kcore_make(const char *where)
{
    static const struct source_ops ops = { .name = "kernel's memory",
                                           .open = kcore_open,
                                           .close = kcore_close };
    struct kcore *k = source_new(sizeof(*k), &ops, where);
    k->source.recorded = 1u << WANT_CODE;
    return k;
}

struct source *source_kcore(const char *directory)
{
    struct text path = { 0 };
    text_printf(&path, "%s%s", directory, in_capture);
    struct kcore *k = NULL;
    if (blob_is_there(path.s))
        k = kcore_make(directory);
    text_free(&path);
    if (k)
        return &k->source;
    return NULL;
}

struct source *source_folio_kcore(const struct folio *f, uint32_t capture)
{
    assert(capture < f->ncaptures);
    for (size_t i = 0; i < f->nfiles; i++)
        if (f->files[i].capture == capture && !strcmp(f->files[i].path, in_capture + 1)) {
            struct kcore *k = kcore_make(f->path);
            k->folio = f;
            k->section = f->files[i].section;
            return &k->source;
        }
    return NULL;
}
