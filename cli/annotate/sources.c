#include "cli/annotate/sources.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/file/file.h"
#include "core/base/file/lines.h"
#include "core/base/file/md5.h"
#include "core/base/mem.h"

enum { LARGEST_FILE = 16 << 20 };

struct sources {
    const struct sources_opts *o;
    struct names names; /* of files, by their paths in the debug information */
    struct source_file {
        struct blob blob;  /* the file */
        struct span bytes; /* its text */
        size_t *lines;     /* where each begins, and the end */
        size_t n;
        uint64_t written;           /* ns since 1970 */
        enum source_age age;        /* what sources_age() gave */
        bool asked, served, summed; /* it was looked for; a server had it; its checksum is there */
        uint8_t md5[MD5_BYTES];
    } * files; /* by their ids - 1 */
    size_t nfiles, cap;
};

struct sources *sources_new(const struct sources_opts *o)
{
    struct sources *s = mem_new(1, sizeof(*s));
    *s = (struct sources){ .o = o };
    return s;
}

void sources_free(struct sources *s)
{
    for (size_t i = 0; s && i < s->nfiles; i++) {
        if (s->files[i].served)
            blob_close(&s->files[i].blob);
        else
            file_unmap(s->files[i].blob.bytes);
        free(s->files[i].lines);
    }
    if (s) {
        free(s->files);
        arena_names_free(&s->names);
    }
    free(s);
}

/* An absolute path without its first n folders. */
static const char *strip(const char *path, unsigned n)
{
    const char *next;
    while (n-- && (next = strchr(path + 1, '/')) != NULL)
        path = next;
    return path;
}

/* Where a file is, by the first prefix that it begins with. False: nowhere that may be looked at. */
static bool place(const struct sources *s, const char *path, struct text *out)
{
    for (size_t i = 0; i < s->o->prefixes->n; i++) {
        const char *rule = s->o->prefixes->v[i], *to = strchr(rule, '=');
        size_t n = to ? (size_t)(to - rule) : 0;
        if (!to || strncmp(path, rule, n) != 0)
            continue;
        text_add(out, to + 1);
        text_add(out, path + n);
        return true;
    }
    if (s->o->prefix && path[0] == '/') {
        text_add(out, s->o->prefix);
        path = strip(path, s->o->strip);
    }
    text_add(out, path);
    return path[0] == '/' && (s->o->prefix || !s->o->isolated);
}

static struct source_file *slot_of(struct sources *s, const char *name)
{
    uint32_t id = arena_names_id(&s->names, name);
    if (id > s->nfiles)
        *MEM_ADD(s->files, s->nfiles, s->cap) = (struct source_file){ .asked = false };
    return &s->files[id - 1];
}

static void take(struct source_file *f, struct span bytes)
{
    if (!bytes.n || bytes.n > LARGEST_FILE || memchr(bytes.p, 0, bytes.n))
        return;
    f->bytes = bytes;
    f->lines = lines_of(bytes, &f->n);
}

static struct source_file *file_of(struct sources *s, const char *path)
{
    struct source_file *f = slot_of(s, path);
    struct text at = { 0 };
    struct file_facts facts = { 0 };
    struct err unused = { 0 };
    if (f->asked)
        return f;
    f->asked = true;
    if (place(s, path, &at) && file_kind_of(at.s) != FILE_NONE &&
        file_map_facts(at.s, &f->blob.bytes, &facts, &unused)) {
        f->written = facts.written;
        take(f, f->blob.bytes);
    }
    text_free(&at);
    return f;
}

/* What servers have of it for an object. */
static struct source_file *served_file_of(struct sources *s, const struct object *o, const char *path)
{
    struct text name = { 0 };
    text_printf(&name, "%" PRIu32 " %s", o->index, path); /* no path of a file that is looked for begins so */
    struct source_file *f = slot_of(s, name.s);
    text_free(&name);
    if (!f->asked && s->o->resolver && resolver_open_text(s->o->resolver, o, path, &f->blob))
        take(f, f->blob.bytes);
    f->asked = f->served = true;
    return f;
}

/* Whether it is the file that was compiled. */
static bool is_compiled(struct source_file *file, const uint8_t *md5)
{
    if (!file->summed)
        md5_of(file->bytes, file->md5);
    file->summed = true;
    return !memcmp(file->md5, md5, MD5_BYTES);
}

/* A server's may move the files: they are looked up anew. */
static struct source_file *file_of_frame(struct sources *s, const struct object *o,
                                         const struct line_frame *f)
{
    if (f->text || !f->file)
        return NULL;
    struct source_file *file = file_of(s, f->file);
    if (file->n && (!f->md5 || is_compiled(file, f->md5)))
        return file;
    file = served_file_of(s, o, f->file);
    return file->n ? file : file_of(s, f->file);
}

const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n)
{
    const struct source_file *file = file_of_frame(s, o, f);
    *n = f->text ? strlen(f->text) : 0;
    if (!file || !f->line || f->line > file->n)
        return f->text;
    const char *text = (const char *)file->bytes.p + file->lines[f->line - 1];
    *n = file->lines[f->line] - file->lines[f->line - 1];
    while (*n && (text[*n - 1] == '\n' || text[*n - 1] == '\r'))
        (*n)--;
    return text;
}

static enum source_age age_of(struct sources *s, const struct object *o, const struct line_frame *f,
                              uint64_t built)
{
    if (f->text)
        return f->other_text ? SOURCE_OTHER : SOURCE_FITS;
    struct source_file *file = file_of_frame(s, o, f);
    if (!file->n)
        return SOURCE_FITS;
    if (f->md5 || file->served)
        return !f->md5 || is_compiled(file, f->md5) ? SOURCE_FITS : SOURCE_OTHER;
    return !built ? SOURCE_UNKNOWN : file->written > built ? SOURCE_NEWER : SOURCE_FITS;
}

enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built)
{
    if (!f->file || slot_of(s, f->file)->age != SOURCE_FITS)
        return SOURCE_FITS;
    const enum source_age age = age_of(s, o, f, built);
    return slot_of(s, f->file)->age = age;
}

enum source_age sources_known_age(struct sources *s, const struct line_frame *f)
{
    return slot_of(s, f->file)->age;
}
