#include "archive/folio/pack/folio_plan.h"

#include <stdlib.h>

#include "core/base/mem.h"

void source_text_init(struct source_text *t, const struct source_paths *paths)
{
    *t = (struct source_text){ .files = { .paths = *paths } };
}

void source_text_free(struct source_text *t)
{
    source_files_free(&t->files);
    arena_names_free(&t->taken_names);
    free(t->taken);
}

/* Notes a problem of a file, once between two calls of source_text_problems(). */
static void source_text_note(struct source_text *t, const char *path, enum problem_kind kind,
                             const char *what)
{
    struct source_file *f = source_files_slot(&t->files, path);
    if (f->mark != t->turn + 1)
        problem_add(&t->problems, kind, 1, "%s", what);
    f->mark = t->turn + 1;
}

/* Notes that the folio has lines of this file. */
static void source_text_take(struct source_text *t, const struct source_file *f)
{
    if (!f->at || f->served || arena_names_id(&t->taken_names, f->at) <= t->ntaken)
        return;
    *MEM_ADD(t->taken, t->ntaken, t->cap_taken) = f->at;
}

static void note_absent(struct source_text *t, const struct source_name *name)
{
    const struct err *unread = source_files_unread(&t->files, name);
    if (unread)
        source_text_note(t, name->path, PROBLEM_UNREAD_SOURCE, unread->msg);
    else if (source_files_withheld(&t->files, name))
        source_text_note(t, name->path, PROBLEM_WITHHELD_SOURCE, name->path);
}

void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line)
{
    size_t n;
    struct source_file *f = source_files_find(&t->files, name);
    const char *text = source_file_line(f, line, &n);
    if (!f->n)
        note_absent(t, name);
    if (!text)
        return;
    source_text_take(t, f);
    if (name->md5 && source_file_is_other_version(f, name->md5)) {
        source_text_note(t, name->path, PROBLEM_OTHER_SOURCE, name->path);
        folio_lines_add_other_version(l, name->path);
    }
    folio_lines_add_text(l, name->path, line, text, n);
}

void source_text_problems(struct source_text *t, struct problems *into)
{
    problems_merge(into, &t->problems);
    t->problems = (struct problems){ 0 };
    t->turn++;
}
