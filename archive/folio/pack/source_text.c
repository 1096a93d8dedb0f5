#include "archive/folio/pack/source_text.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lines.h"
#include "core/base/mem.h"

enum { LARGEST_FILE = 16 << 20 };

static struct source_file *slot_of(struct source_text *t, const char *name)
{
    uint32_t id = arena_names_id(&t->names, name);
    if (id > t->nfiles)
        *MEM_ADD(t->files, t->nfiles, t->cap) = (struct source_file){ .asked = false };
    return &t->files[id - 1];
}

/* Take over a malloc'ed text, if it is one. */
static void take(struct source_file *f, char *text, size_t n)
{
    if (!n || memchr(text, 0, n)) {
        free(text);
        return;
    }
    f->bytes = (struct span){ (const uint8_t *)text, n };
    f->lines = lines_of(f->bytes, &f->n);
}

static struct source_file *local_file(struct source_text *t, const char *path)
{
    struct source_file *f = slot_of(t, path);
    struct text text = { 0 };
    struct err unused = { 0 };
    if (f->asked)
        return f;
    f->asked = true;
    if (path[0] == '/' && file_read_all(path, LARGEST_FILE, &text, &unused))
        take(f, text.s, text.n);
    else
        text_free(&text);
    return f;
}

static struct source_file *served_file(struct source_text *t, const struct source_name *name)
{
    struct text key = { 0 };
    struct blob b;
    char id[BUILD_ID_HEX];
    text_printf(&key, "%s %s", object_build_id_text(&name->object->build_id, id), name->path);
    struct source_file *f = slot_of(t, key.s);
    text_free(&key);
    if (!f->asked && resolver_open_text(name->resolver, name->object, name->path, &b)) {
        if (b.bytes.n <= LARGEST_FILE)
            take(f, mem_copy(b.bytes.p, b.bytes.n), b.bytes.n);
        blob_close(&b);
    }
    f->asked = true;
    return f;
}

static bool is_other(struct source_file *f, const uint8_t *md5)
{
    if (!f->summed)
        md5_of(f->bytes, f->md5);
    f->summed = true;
    return memcmp(f->md5, md5, MD5_BYTES) != 0;
}

/* A server's may move the files: they are looked up anew. */
static struct source_file *file_of(struct source_text *t, const struct source_name *name)
{
    struct source_file *f = local_file(t, name->path);
    if (f->n && !(name->md5 && is_other(f, name->md5)))
        return f;
    f = served_file(t, name);
    return f->n ? f : local_file(t, name->path);
}

void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line)
{
    struct source_file *f = file_of(t, name);
    if (!line || line > f->n)
        return;
    if (name->md5 && is_other(f, name->md5)) {
        if (f->other != t->turn + 1 && !t->others++)
            t->first_other = arena_names_intern(&t->names, name->path);
        f->other = t->turn + 1;
        folio_lines_add_other(l, name->path);
    }
    size_t n = f->lines[line] - f->lines[line - 1];
    const char *text = (const char *)f->bytes.p + f->lines[line - 1];
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
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

void source_text_free(struct source_text *t)
{
    for (size_t i = 0; i < t->nfiles; i++) {
        free((void *)(uintptr_t)t->files[i].bytes.p);
        free(t->files[i].lines);
    }
    free(t->files);
    arena_names_free(&t->names);
    *t = (struct source_text){ 0 };
}
