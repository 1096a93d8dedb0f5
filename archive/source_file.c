/*
 * One file: an ELF file, which answers for the object with its build-id (or, if the capture knows none, its
 * base name), or a listing of a kernel's symbols. And source_objects(), which says what kind of place a path
 * is.
 */
#include "archive/sources.h"

#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "formats/elf/elf.h"
#include "formats/text/kallsyms.h"

struct single {
    struct source source;
    struct names names;
    const char *path;
    enum want_kind kind;
    struct build_id id;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool may_be(const struct single *f, const struct object *o)
{
    if (f->source.chosen || f->kind == WANT_KALLSYMS)
        return o->kind == OBJECT_KERNEL; /* the chain says so if it is another kernel's */
    if (o->build_id.n)
        return f->id.n && build_id_equal(&f->id, &o->build_id);
    return o->kind != OBJECT_KERNEL && !strcmp(base_name(f->path), base_name(o->path));
}

static enum answer single_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                               struct err *e)
{
    struct single *f = (struct single *)s;
    if (i || w->kind != f->kind || !may_be(f, w->object))
        return ANSWER_ABSENT;
    return blob_open_file(f->path, &f->names, out, e);
}

static void single_close(struct source *s)
{
    struct single *f = (struct single *)s;
    names_free(&f->names);
    free(f);
}

struct source *source_file(const char *path, bool chosen, struct err *e)
{
    static const struct source_ops ops = { "file", single_open, single_close };
    struct span bytes;
    if (!file_map(path, &bytes, e))
        return NULL;
    bool elf = elf_reader.recognise(bytes), listing = !elf && kallsyms_reader.recognise(bytes);
    struct single *f = NULL;
    if (elf || listing) {
        f = mem_new(1, sizeof(*f));
        f->source.ops = &ops;
        f->source.chosen = chosen;
        f->path = names_intern(&f->names, path);
        f->kind = elf ? WANT_ELF : WANT_KALLSYMS;
        if (elf)
            elf_build_id(bytes, &f->id);
    } else if (!bytes.n) {
        err_set(e, ERR_UNSUPPORTED, 0,
                "%s is empty; what the kernel makes while it is read, as /proc/kallsyms, needs to be copied "
                "first",
                path);
    } else {
        err_set(e, ERR_UNSUPPORTED, 0, "%s is neither an ELF file nor a listing of kernel symbols", path);
    }
    file_unmap(bytes);
    return f ? &f->source : NULL;
}

struct source *source_objects(const char *path, struct err *e)
{
    struct text t = { 0 };
    struct source *s;
    text_printf(&t, "%s/.build-id", path);
    if (!file_is_dir(path)) {
        s = source_file(path, false, e);
    } else if (file_is_dir(t.s)) {
        s = source_named_cache(path);
    } else {
        t.n = 0;
        text_printf(&t, "%s/.debug/.build-id", path);
        bool home = file_is_dir(t.s);
        t.n = 0;
        text_printf(&t, "%s/.debug", path);
        s = home ? source_named_cache(t.s) : source_symfs(path);
    }
    text_free(&t);
    return s;
}
