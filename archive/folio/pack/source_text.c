#include "archive/folio/pack/source_text.h"

#include "core/base/mem.h"

static bool own_place(const void *arg UNUSED, const char *path, struct text *out)
{
    text_add(out, path);
    return path[0] == '/';
}

void source_text_init(struct source_text *t)
{
    *t = (struct source_text){ .files = { .place = own_place } };
}

void source_text_free(struct source_text *t)
{
    source_files_free(&t->files);
}

void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line)
{
    size_t n;
    struct source_file *f = source_files_find(&t->files, name);
    const char *text = source_file_line(f, line, &n);
    if (!text)
        return;
    if (name->md5 && source_file_is_other(f, name->md5)) {
        if (f->mark != t->turn + 1 && !t->others++)
            t->first_other = arena_names_intern(&t->files.names, name->path);
        f->mark = t->turn + 1;
        folio_lines_add_other(l, name->path);
    }
    folio_lines_add_text(l, name->path, line, text, n);
}

size_t source_text_others(struct source_text *t, const char **first)
{
    const size_t n = t->others;
    *first = t->first_other;
    t->others = 0;
    t->turn++;
    return n;
}
