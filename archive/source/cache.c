/*
 * A build-id cache, the layout of perf's ~/.debug (tools/perf/util/build-id.c, build_id_cache__add):
 *
 *   DIR/.build-id/xx/yyyy...           a link to the folder PATH/<id>, in old caches to the file itself
 *   DIR/PATH/<id>/elf, debug           an object that was recorded as PATH, and its debug file
 *   DIR/[vdso]/<id>/vdso               the vdso
 *   DIR/[kernel.kallsyms]/<id>/kallsyms
 *
 * Unpacked archives may have lost the links, so folders are also looked up by path and id. An object without
 * an id in the capture is found by path if the user named the cache and it has exactly one content for that
 * path. A cache uses the path without links (build_id_cache__add_s, realpath). But for modules a recording
 * has the path that modprobe was given. So the path is also tried with /usr before it, in case /lib is a link
 * to /usr/lib.
 */
#include "archive/source/sources.h"

#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/package/inner_path.h"
#include "core/base/file/file.h"
#include "core/base/text.h"

/* The i-th id under which an object may be stored: as recorded, or the 16 bytes (MD5, UUID) that old
   recorders padded. */
static bool id_variant(const struct build_id *id, unsigned i, struct build_id *out)
{
    static const uint8_t zero[4];
    *out = *id;
    if (i == 0)
        return id->n > 0;
    out->n = 16;
    return i == 1 && id->n == 20 && !memcmp(id->bytes + 16, zero, sizeof(zero));
}

static const char *const tops[] = { "", "/usr" };
enum { TOPS = COUNT(tops) };

/* Appends DIR/TOP/NAME/. False: NAME could lead out of the cache. */
static bool cache_add_path(struct text *t, const struct source *s, const char *top, const char *name)
{
    const bool bracket = name[0] == '[' && !strchr(name, '/');
    if (!bracket && !blob_path_is_plain(name))
        return false;
    if (bracket)
        text_printf(t, "%s/%s/", s->where, name);
    else
        text_printf(t, "%s%s/%s/", s->where, top, name + 1);
    return true;
}

/* The only id below DIR/TOP/NAME/. False: there is none, or there are several. */
static bool only_id_below(const struct source *s, const char *top, const char *name, char hex[BUILD_ID_HEX])
{
    struct text path = { 0 };
    struct err refused = { 0 };
    size_t n = 0, ids = 0;
    char **names = NULL;
    if (cache_add_path(&path, s, top, name))
        names = file_list_names(path.s, SIZE_MAX, &n, &refused);
    for (size_t i = 0; i < n; i++) {
        size_t digits = strlen(names[i]);
        if (digits < 2 || digits > 40 || strspn(names[i], "0123456789abcdef") != digits)
            continue;
        memcpy(hex, names[i], digits + 1);
        ids++;
    }
    free(names);
    text_free(&path);
    return ids == 1;
}

static bool only_id(const struct source *s, const char *name, char hex[BUILD_ID_HEX])
{
    return only_id_below(s, tops[0], name, hex) || only_id_below(s, tops[1], name, hex);
}

/* The path of a file for an id, by the link or by the recorded path. False: it does not exist. */
static bool find_either(const struct source *s, const char *name, const char *hex, const char *file,
                        struct text *path)
{
    path->n = 0;
    text_printf(path, "%s/.build-id/%.2s/%s%s", s->where, hex, hex + 2, file);
    if (blob_is_there(path->s))
        return true;
    for (size_t i = 0; i < TOPS; i++) {
        path->n = 0;
        if (!cache_add_path(path, s, tops[i], name))
            return false;
        text_printf(path, "%s%s", hex, file);
        if (blob_is_there(path->s))
            return true;
    }
    return false;
}

/* The names of wanted files in the folder of an id. "": in old caches the id itself is the file. */
static const char *const *files_of(const struct want *w)
{
    static const char *const elf[] = { "/elf", "/debug", "", NULL },
                             *const vdso[] = { "/vdso", "/debug", "", NULL },
                             *const listing[] = { "/kallsyms", "", NULL };
    if (w->kind == WANT_KALLSYMS)
        return listing;
    if (w->object->kind == OBJECT_VDSO)
        return vdso;
    return elf;
}

/* The i-th build-id under which the cache may have the wanted file. False: there are fewer. */
static bool next_id(const struct source *s, const struct want *w, unsigned i, char hex[BUILD_ID_HEX],
                    struct build_id *id)
{
    if (!w->id.n)
        return !i && only_id(s, inner_path_cache_name(w->object), hex);
    if (!id_variant(&w->id, i, id))
        return false;
    object_build_id_text(id, hex);
    return true;
}

/* Opens the i-th existing file of the wanted id. */
static enum answer cache_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                              struct err *e)
{
    const char *const *files = files_of(w);
    const char *name = inner_path_cache_name(w->object);
    const struct build_id *only = NULL;
    struct build_id id = { 0 };
    struct text path = { 0 };
    enum answer a = ANSWER_ABSENT;
    char hex[BUILD_ID_HEX];

    if (w->kind != WANT_ELF && w->kind != WANT_KALLSYMS)
        return ANSWER_ABSENT;
    if (w->id.n && w->kind == WANT_ELF) /* listings contain no build-id */
        only = &w->id;
    for (unsigned v = 0; a == ANSWER_ABSENT && next_id(s, w, v, hex, &id); v++) {
        for (const char *const *file = files; a == ANSWER_ABSENT && *file; file++)
            if (find_either(s, name, hex, *file, &path) && !i--)
                a = blob_open_file(path.s, &s->names, only, NULL, out, e);
    }
    out->cached_as = id;
    text_free(&path);
    return a;
}

struct source *source_cache(const char *dir)
{
    static const struct source_ops ops = { .name = "build-id cache", .open = cache_open };
    struct source *s = source_new(sizeof(*s), &ops, dir);
    s->by_id = s->local = true;
    return s;
}

struct source *source_named_cache(const char *dir)
{
    struct source *s = source_cache(dir);
    s->by_id = s->local = false;
    return s;
}
