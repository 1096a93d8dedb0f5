#include "cli/annotate/sources.h"

#include <stdlib.h>
#include <string.h>

#include "archive/source_files.h"
#include "core/base/mem.h"

struct sources {
    const struct sources_opts *o;
    struct source_files files; /* marked with what sources_age() gave */
};

/* An absolute path without its first n folders. */
static const char *strip(const char *path, unsigned n)
{
    const char *next;
    while (n-- && (next = strchr(path + 1, '/')) != NULL)
        path = next;
    return path;
}

/* Where a file is, by the first prefix that it begins with. False: nowhere that may be looked at. */
static bool place(const void *arg, const char *path, struct text *out)
{
    const struct sources_opts *o = arg;
    for (size_t i = 0; i < o->prefixes->n; i++) {
        const char *rule = o->prefixes->v[i], *to = strchr(rule, '=');
        size_t n = to ? (size_t)(to - rule) : 0;
        if (!to || strncmp(path, rule, n) != 0)
            continue;
        text_add(out, to + 1);
        text_add(out, path + n);
        return true;
    }
    if (o->prefix && path[0] == '/') {
        text_add(out, o->prefix);
        path = strip(path, o->strip);
    }
    text_add(out, path);
    return path[0] == '/' && (o->prefix || !o->isolated);
}

struct sources *sources_new(const struct sources_opts *o)
{
    struct sources *s = mem_new(1, sizeof(*s));
    *s = (struct sources){ .o = o, .files = { .place = place, .arg = o } };
    return s;
}

void sources_free(struct sources *s)
{
    if (s)
        source_files_free(&s->files);
    free(s);
}

static struct source_file *file_of(struct sources *s, const struct object *o, const struct line_frame *f)
{
    const struct source_name name = { s->o->resolver, o, f->file, f->md5 };
    return f->text || !f->file ? NULL : source_files_find(&s->files, &name);
}

const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n)
{
    const struct source_file *file = file_of(s, o, f);
    *n = f->text ? strlen(f->text) : 0;
    return file ? source_file_line(file, f->line, n) : f->text;
}

static enum source_age age_of(struct sources *s, const struct object *o, const struct line_frame *f,
                              uint64_t built)
{
    if (f->text)
        return f->other_text ? SOURCE_OTHER : SOURCE_FITS;
    struct source_file *file = file_of(s, o, f);
    if (!file->n)
        return SOURCE_FITS;
    if (f->md5 || file->served)
        return f->md5 && source_file_is_other(file, f->md5) ? SOURCE_OTHER : SOURCE_FITS;
    return !built ? SOURCE_UNKNOWN : file->written > built ? SOURCE_NEWER : SOURCE_FITS;
}

enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built)
{
    if (!f->file || sources_known_age(s, f) != SOURCE_FITS)
        return SOURCE_FITS;
    const enum source_age age = age_of(s, o, f, built);
    source_files_slot(&s->files, f->file)->mark = age;
    return age;
}

enum source_age sources_known_age(struct sources *s, const struct line_frame *f)
{
    return (enum source_age)source_files_slot(&s->files, f->file)->mark;
}
