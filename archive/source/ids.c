/*
 * All files below a folder, found only by build-id: entries of a build-id cache, a build tree, any collection
 * of files. The folder is walked once, when the first object is wanted for which no other source has a
 * complete table.
 */
#include "archive/source/sources.h"

#include <inttypes.h>

#include "archive/blob_file.h"
#include "archive/source/id_files.h"
#include "core/base/text.h"

struct ids {
    struct source source;
    struct id_files files;
    bool listed, reported;
};

static const unsigned kinds = 1u << WANT_ELF | 1u << WANT_KALLSYMS | 1u << WANT_ALT;

/* Answers that there is no such file; `e` says how many files were searched. If some files could not be
   read, the first such answer is a problem. */
static enum answer report_absence(struct ids *s, struct err *e)
{
    const struct id_files *f = &s->files;
    bool wrong = (f->cut || f->unread) && !s->reported;
    struct text says = { 0 };
    s->reported = true;
    const char *plural = f->looked_at == 1 ? "" : "s";
    text_printf(&says, "%" PRIu64 " file%s looked at, %" PRIu64 " with a build-id", f->looked_at, plural,
                f->identified);
    if (f->unread)
        text_printf(&says, "; %" PRIu64 " could not be read", f->unread);
    if (f->cut)
        text_add(&says, "; further files were not looked at");
    err_set(e, ERR_UNSUPPORTED, 0, "%s", says.s);
    if (wrong)
        err_prefix(e, "%s", s->source.where);
    text_free(&says);
    if (wrong)
        return ANSWER_UNUSABLE;
    return ANSWER_ABSENT;
}

static enum answer ids_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                            struct err *e)
{
    struct ids *s = (struct ids *)source;
    if (!(kinds & 1u << w->kind))
        return ANSWER_ABSENT;
    if (!s->listed)
        id_files_scan(&s->files, source->where);
    s->listed = true;
    const struct id_file *f = id_files_find(&s->files, w, i);
    if (!f)
        return report_absence(s, e);
    const struct build_id *only = f->module ? &w->id : NULL;
    const enum answer a = blob_open_file(f->path, &source->names, only, NULL, out, e);
    out->cached_as = f->id;
    return a;
}

static void ids_close(struct source *source)
{
    id_files_free(&((struct ids *)source)->files);
}

struct source *source_files_by_id(const char *dir)
{
    static const struct source_ops ops = { .name = "any file below", .open = ids_open, .close = ids_close };
    struct source *s = source_new(sizeof(struct ids), &ops, dir);
    s->by_id = s->remote = true;
    return s;
}
