/*
 * A build-id cache, the layout of perf's ~/.debug (tools/perf/util/build-id.c, build_id_cache__add):
 *
 *   DIR/.build-id/xx/yyyy...           a link to the folder PATH/<id>, in old caches to the file itself
 *   DIR/PATH/<id>/elf, debug           an object that was recorded as PATH, and its debug file
 *   DIR/[vdso]/<id>/vdso               code of the kernel's in processes
 *   DIR/[kernel.kallsyms]/<id>/kallsyms
 *
 * Unpacked archives may have lost the links, so folders are also looked up by path and id. An object whose id
 * the capture does not know is taken by path if the user named the cache, and it knows exactly one content of
 * that path.
 */
#include "archive/sources.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/filed.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"

struct cache {
    struct source source;
    struct names names;
    const char *dir;
};

/* The ids an object may be filed under: as recorded, and as the 16 bytes (MD5, UUID) that old recorders
 * padded. */
static bool id_variant(const struct build_id *id, unsigned i, struct build_id *out)
{
    static const uint8_t zero[4];
    *out = *id;
    if (i == 0)
        return id->n > 0;
    out->n = 16;
    return i == 1 && id->n == 20 && !memcmp(id->bytes + 16, zero, sizeof(zero));
}

/* DIR/NAME/ when nothing in it leads outside. */
static bool add_path(struct text *t, const struct cache *c, const char *name)
{
    bool bracket = name[0] == '[' && !strchr(name, '/');
    if (!bracket && !path_is_plain(name))
        return false;
    text_printf(t, "%s/%s/", c->dir, bracket ? name : name + 1);
    return true;
}

/* The only id under DIR/NAME/, if there is only one. */
static bool only_id(const struct cache *c, const char *name, char hex[41])
{
    struct text path = { 0 };
    DIR *d = add_path(&path, c, name) ? opendir(path.s) : NULL;
    size_t ids = 0;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name);
        if (n < 2 || n > 40 || strspn(e->d_name, "0123456789abcdef") != n)
            continue;
        memcpy(hex, e->d_name, n + 1);
        ids++;
    }
    if (d)
        closedir(d);
    text_free(&path);
    return ids == 1;
}

/* A file of an id, by the link or by the path. */
static enum answer open_either(struct cache *c, const char *name, const char *hex, const char *file,
                               struct blob *out, struct err *e)
{
    struct text path = { 0 };
    text_printf(&path, "%s/.build-id/%.2s/%s%s", c->dir, hex, hex + 2, file);
    enum answer a = blob_open_file(path.s, &c->names, out, e);
    path.n = 0;
    if (a == ANSWER_ABSENT && add_path(&path, c, name)) {
        text_printf(&path, "%s%s", hex, file);
        a = blob_open_file(path.s, &c->names, out, e);
    }
    text_free(&path);
    return a;
}

/* The i-th file there is of the wanted id. */
static enum answer cache_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                              struct err *e)
{
    /* "": in old caches the id is the file. */
    static const char *const elf[] = { "/elf", "/debug", "", NULL },
                             *const vdso[] = { "/vdso", "/debug", "", NULL },
                             *const listing[] = { "/kallsyms", "", NULL };
    struct cache *c = (struct cache *)s;
    const struct object *o = w->object;
    const char *const *files = w->kind == WANT_KALLSYMS ? listing : o->kind == OBJECT_VDSO ? vdso : elf;
    const char *name = filed_name(o);
    struct build_id id = { 0 };
    char hex[41];

    if (w->kind != WANT_ELF && w->kind != WANT_KALLSYMS)
        return ANSWER_ABSENT;
    for (unsigned v = 0; w->id.n ? id_variant(&w->id, v, &id) : !v && only_id(c, name, hex); v++) {
        if (id.n)
            build_id_text(&id, hex);
        for (const char *const *file = files; *file; file++) {
            enum answer a = open_either(c, name, hex, *file, out, e);
            if (a == ANSWER_ABSENT)
                continue;
            out->filed_as = id;
            if (!i--)
                return a;
            if (out->close)
                out->close(out);
            *out = (struct blob){ 0 };
            *e = (struct err){ 0 };
        }
    }
    return ANSWER_ABSENT;
}

static void cache_close(struct source *s)
{
    struct cache *c = (struct cache *)s;
    names_free(&c->names);
    free(c);
}

struct source *source_cache(const char *dir)
{
    static const struct source_ops ops = { .name = "build-id cache",
                                           .open = cache_open,
                                           .close = cache_close };
    struct cache *c = mem_new(1, sizeof(*c));
    c->source.ops = &ops;
    c->dir = c->source.where = names_intern(&c->names, dir);
    c->source.by_id = true;
    return &c->source;
}

struct source *source_named_cache(const char *dir)
{
    struct source *s = source_cache(dir);
    s->by_id = false;
    return s;
}
