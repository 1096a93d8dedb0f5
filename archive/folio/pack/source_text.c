#include "archive/folio/pack/source_text.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lines.h"
#include "core/base/mem.h"

enum { LARGEST_FILE = 16 << 20 };

static struct source_file *file_of(struct source_text *t, const char *path)
{
    uint32_t id = arena_names_id(&t->names, path);
    if (id <= t->nfiles)
        return &t->files[id - 1];
    struct err e = { 0 };
    struct source_file *f = MEM_ADD(t->files, t->nfiles, t->cap);
    *f = (struct source_file){ 0 };
    struct text text = { 0 };
    if (path[0] != '/' || !file_read_all(path, LARGEST_FILE, &text, &e) || memchr(text.s, 0, text.n))
        text_free(&text);
    f->bytes = (struct span){ (const uint8_t *)text.s, text.n };
    f->lines = lines_of(f->bytes, &f->n);
    return f;
}

static bool is_other(struct source_file *f, const uint8_t *md5)
{
    if (!f->summed)
        md5_of(f->bytes, f->md5);
    f->summed = true;
    return memcmp(f->md5, md5, MD5_BYTES) != 0;
}

void source_text_add(struct source_text *t, struct folio_lines *l, const char *path, uint32_t line,
                     const uint8_t *md5)
{
    struct source_file *f = file_of(t, path);
    if (!line || line > f->n)
        return;
    if (md5 && is_other(f, md5)) {
        if (!f->other && !t->others++)
            t->first_other = arena_names_intern(&t->names, path);
        f->other = true;
        folio_lines_add_other(l, path);
    }
    size_t n = f->lines[line] - f->lines[line - 1];
    const char *text = (const char *)f->bytes.p + f->lines[line - 1];
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    folio_lines_add_text(l, path, line, text, n);
}

size_t source_text_others(struct source_text *t, const char **first)
{
    const size_t n = t->others;
    *first = t->first_other;
    t->others = 0;
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
