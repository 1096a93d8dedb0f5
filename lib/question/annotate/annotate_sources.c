#include "lib/question/annotate/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

struct sources {
    struct resolver *resolver;
    struct source_files files; /* `mark` of a file: the result of sources_age() */
};

struct sources *sources_new(const struct source_paths *paths, struct resolver *r)
{
    struct sources *s = mem_new(1, sizeof(*s));
    *s = (struct sources){ .resolver = r, .files = { .paths = *paths } };
    return s;
}

void sources_free(struct sources *s)
{
    if (s)
        source_files_free(&s->files);
    free(s);
}

static struct source_name annotate_sources_name_of(const struct sources *s, const struct object *o,
                                                   const struct line_frame *f)
{
    return (struct source_name){ s->resolver, o, f->file, f->md5 };
}

const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n)
{
    const struct source_name name = annotate_sources_name_of(s, o, f);
    const struct source_file *file = f->text || !f->file ? NULL : source_files_find(&s->files, &name);
    *n = f->text ? strlen(f->text) : 0;
    return file ? source_file_line(file, f->line, n) : f->text;
}

static enum source_age age_of(struct sources *s, const struct object *o, const struct line_frame *f,
                              uint64_t built)
{
    const struct source_name name = annotate_sources_name_of(s, o, f);
    if (f->text)
        return f->other_text ? SOURCE_OTHER : SOURCE_FITS;
    struct source_file *file = source_files_find(&s->files, &name);
    if (!file->n && source_files_unread(&s->files, &name))
        return SOURCE_UNREAD;
    if (!file->n)
        return source_files_withheld(&s->files, &name) ? SOURCE_WITHHELD : SOURCE_FITS;
    if (f->md5 || file->served)
        return f->md5 && source_file_is_other_version(file, f->md5) ? SOURCE_OTHER : SOURCE_FITS;
    if (!built)
        return SOURCE_UNKNOWN;
    return file->written > built ? SOURCE_NEWER : SOURCE_FITS;
}

const char *sources_withheld(struct sources *s, const struct object *o, const struct line_frame *f)
{
    const struct source_name name = annotate_sources_name_of(s, o, f);
    return source_files_withheld(&s->files, &name)->at;
}

const char *sources_read_error(struct sources *s, const struct object *o, const struct line_frame *f)
{
    const struct source_name name = annotate_sources_name_of(s, o, f);
    return source_files_unread(&s->files, &name)->msg;
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
