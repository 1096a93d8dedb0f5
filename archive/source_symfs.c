/*
 * Files under their recorded paths: below a folder (--symfs, a sysroot, an unpacked package), where a file
 * may also lie flat by its base name, or on this host itself.
 */
#include "archive/sources.h"

#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"

struct symfs {
    struct source source;
    struct names names;
    const char *dir; /* "": this host */
};

static enum answer symfs_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                              struct err *e)
{
    struct symfs *f = (struct symfs *)s;
    const char *recorded = w->object->path;
    struct text path = { 0 };
    enum answer a = ANSWER_ABSENT;

    if (i || w->kind != WANT_ELF || !path_is_plain(recorded))
        return ANSWER_ABSENT;
    if (!*f->dir && !w->object->build_id.n)
        return ANSWER_ABSENT; /* a name proves nothing about another machine's file */
    text_printf(&path, "%s%s", f->dir, recorded);
    a = blob_open_file(path.s, &f->names, out, e);
    if (a == ANSWER_ABSENT && *f->dir) {
        path.n = 0;
        text_printf(&path, "%s%s", f->dir, strrchr(recorded, '/'));
        a = blob_open_file(path.s, &f->names, out, e);
    }
    text_free(&path);
    return a;
}

static void symfs_close(struct source *s)
{
    struct symfs *f = (struct symfs *)s;
    names_free(&f->names);
    free(f);
}

static struct source *make(const struct source_ops *ops, const char *dir)
{
    struct symfs *f = mem_new(1, sizeof(*f));
    f->source.ops = ops;
    f->dir = names_intern(&f->names, dir);
    return &f->source;
}

struct source *source_symfs(const char *dir)
{
    static const struct source_ops ops = { "folder", symfs_open, symfs_close };
    return make(&ops, dir);
}

struct source *source_host(void)
{
    static const struct source_ops ops = { "this host", symfs_open, symfs_close };
    struct source *s = make(&ops, "");
    s->quiet = true;
    return s;
}
