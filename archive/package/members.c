#include "archive/package/package.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/package/inner_path.h"
#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/text.h"

/* Limits, since a package may have a million members with the same name or id: bytes of paths, members
   with one key that are examined, and members that are found. */
enum { TEXT_MOST = 64 << 20, SAME_KEY = 1 << 16, FOUND_MOST = 4096 };

void members_begin_package(struct members *m, uint32_t package)
{
    m->package = package;
    m->nfiles = m->text = 0;
}

/*
 * The build-id and the object's path that a path in a package names:
 *
 *   .../.build-id/xx/yyyy, yyyy.debug         the build-id xxyyyy
 *   PATH/<id>/elf, debug, vdso, kallsyms      PATH with that build-id: the layout of perf's ~/.debug
 *   PATH/<id>                                 the same, from old recorders
 *   .../.debug/PATH                           such a cache, packed together with its folder
 */
static void read_place(struct members *m, const char *path, struct package_member *to)
{
    static const char *const files[] = { "elf", "debug", "vdso", "kallsyms" };
    const char *mark = strstr(path, ".build-id/"), *base = text_base_name(path);
    to->cached_path = path;
    if (mark && (mark == path || mark[-1] == '/')) {
        const char *id = mark + 10;
        size_t n = strlen(id);
        if (n > 6 && !strcmp(id + n - 6, ".debug"))
            n -= 6;
        object_build_id_read(id, n, &to->id);
        return;
    }
    size_t n = (size_t)(base - path), dir; /* length of PATH/ID/ */
    bool known = false;
    for (size_t i = 0; !known && i < COUNT(files); i++)
        known = !strcmp(base, files[i]);
    if (known && n)
        n--;
    else
        n = strlen(path);
    for (dir = n; dir && path[dir - 1] != '/'; dir--)
        ;
    if (!dir || !object_build_id_read(path + dir, n - dir, &to->id))
        return;
    const char *cache = strstr(path, ".debug/"), *from = path;
    const bool is_folder = cache && (cache == path || cache[-1] == '/');
    if (is_folder && cache < path + dir)
        from = cache + 7;
    int length = (int)(path + dir - from) - (dir > (size_t)(from - path));
    to->cached_path = arena_names_printf(&m->names, "%.*s", length, from);
    if (known)
        to->listing = !strcmp(base, "kallsyms");
    else
        to->listing = strstr(to->cached_path, "kernel.kallsyms]");
}

bool members_add(struct members *m, const char *path, const char *link, struct err *e)
{
    size_t n = strlen(path), to = 0;
    if (link)
        to = strlen(link);
    if (n > MEMBERS_PATH || to > MEMBERS_PATH)
        return true; /* Linux cannot open a path of this length (PATH_MAX) */
    m->text += n + to;
    if (++m->nfiles > MEMBERS_MOST || m->text > TEXT_MOST)
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "it has more than %d files, or more than %d bytes of file names", MEMBERS_MOST,
                       TEXT_MOST);
    struct package_member new = { .package = m->package, .link = link };
    new.path = arena_names_intern(&m->names, path);
    read_place(m, new.path, &new);
    if (link)
        new.path = arena_names_intern(&m->names, link);
    *MEM_ADD(m->v, m->n, m->cap) = new;
    return true;
}

bool members_add_debug(struct members *m, const char *hex, size_t n, struct err *e)
{
    struct build_id id;
    char text[BUILD_ID_HEX], path[80];
    if (!object_build_id_read(hex, n, &id))
        return true;
    object_build_id_text(&id, text);
    snprintf(path, sizeof(path), "usr/lib/debug/.build-id/%.2s/%s.debug", text, text + 2);
    return members_add(m, path, NULL, e);
}

/* The key of a build-id. It does not depend on the zeros with which old recorders padded build-ids. */
static uint64_t id_key(const struct build_id *id)
{
    size_t n = id->n;
    while (n && !id->bytes[n - 1])
        n--;
    return hash_bytes(id->bytes, n);
}

static uint64_t path_key(uint32_t package, const char *path)
{
    return hash_bytes(path, strlen(path)) + hash_u64(package);
}

static bool is_same_file(const struct package_member *a, const struct package_member *b)
{
    return a->path == b->path && a->package == b->package;
}

void members_seal(struct members *m)
{
    struct keys *named = &m->named, *files = &m->files;
    size_t n = 0;
    named->v = mem_resize(named->v, 2 * m->n + 1, sizeof(*named->v));
    files->v = mem_resize(files->v, m->n + 1, sizeof(*files->v));
    named->n = files->n = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct package_member *at = &m->v[i];
        named->v[named->n++] = (struct numbered){ inner_path_key(at->cached_path), i };
        if (at->id.n)
            named->v[named->n++] = (struct numbered){ id_key(&at->id), i };
        if (!at->link)
            files->v[files->n++] = (struct numbered){ path_key(at->package, at->path), i };
    }
    sort_by_number(named->v, named->n);
    sort_by_number(files->v, files->n);
    for (size_t i = 0; i < files->n; i++)
        if (!n || !is_same_file(&m->v[files->v[n - 1].at], &m->v[files->v[i].at]))
            files->v[n++] = files->v[i];
    files->n = n;
}

/* The members with a key are v[*from] to v[result - 1]. */
static size_t same_key(const struct keys *k, uint64_t key, size_t *from)
{
    size_t low = 0;
    if (key)
        low = sort_count_up_to(k->v, k->n, sizeof(*k->v), key - 1);
    size_t high = low;
    *from = low;
    while (high < k->n && k->v[high].by == key && high - low < SAME_KEY)
        high++;
    return high;
}

/* The way in which a member matches the wanted file; the best one first. */
enum fitness { FIT_ID, FIT_PATH, FIT_NAME, FIT_NONE };

/* Whether a member is the debug file that a debug link names. By its path it is in the tree of debug
   files, or in a folder next to the program. */
static bool is_linked(const struct package_member *f, const char *link)
{
    return !strcmp(text_base_name(f->path), link) &&
           (!strncmp(f->path, "usr/lib/debug/", 14) || strstr(f->path, "/.debug/"));
}

static enum fitness fit_if(bool fits)
{
    if (fits)
        return FIT_NAME;
    return FIT_NONE;
}

static enum fitness fit_of(const struct package_member *f, const struct want *w)
{
    bool ids = f->id.n && w->id.n;
    if (w->kind == WANT_DEBUG)
        return fit_if(is_linked(f, w->link));
    if (f->listing != (w->kind == WANT_KALLSYMS))
        return FIT_NONE;
    if (ids && object_build_id_equal(&f->id, &w->id))
        return FIT_ID;
    if (w->kind == WANT_DWO || w->kind == WANT_ALT)
        return fit_if(!strcmp(text_base_name(f->path), text_base_name(w->link)));
    if (!ids && inner_path_matches(f->cached_path, inner_path_cache_name(w->object)))
        return FIT_PATH;
    /* Scripts and settings, which may have the same names as programs (Filesystem Hierarchy Standard). */
    bool data = !strncmp(f->path, "usr/share/", 10) || !strncmp(f->path, "etc/", 4);
    return fit_if(w->id.n && !data);
}

struct package_member *members_file(const struct members *m, uint32_t package, const char *path)
{
    size_t i, end = same_key(&m->files, path_key(package, path), &i);
    for (; i < end; i++) {
        struct package_member *file = &m->v[m->files.v[i].at];
        if (file->package == package && !strcmp(file->path, path))
            return file;
    }
    return NULL;
}

/* Adds the files with a key and this fitness to `found`, each once, up to `most` files. */
static void members_find_one(struct members *m, const struct want *w, uint64_t key, enum fitness fit,
                             size_t most, struct found *found)
{
    size_t i, end = same_key(&m->named, key, &i);
    found->cut = found->cut || end - i == SAME_KEY;
    for (; i < end; i++) {
        const struct package_member *at = &m->v[m->named.v[i].at];
        if (fit_of(at, w) != fit)
            continue;
        struct package_member *file = members_file(m, at->package, at->path);
        if (!file || file->seen == m->searches)
            continue;
        if (found->n == most) {
            found->cut = true;
            return;
        }
        file->seen = m->searches;
        *MEM_ADD(found->v, found->n, found->cap) = (uint32_t)(file - m->v);
    }
}

/* The name by which a wanted file is looked up. */
static const char *members_name_of(const struct want *w)
{
    if (w->link)
        return text_base_name(w->link);
    if (w->object->kind == OBJECT_KERNEL)
        return "vmlinux";
    return w->object->path;
}

/* Whether the search was not cut off, and all found members have the same build-id. */
static bool are_alike(const struct members *m, const struct found *found)
{
    bool alike = !found->cut;
    for (size_t i = 1; alike && i < found->n; i++) {
        const struct package_member *first = &m->v[found->v[0]], *other = &m->v[found->v[i]];
        alike = first->id.n && object_build_id_equal(&first->id, &other->id);
    }
    return alike;
}

void members_find(struct members *m, const struct want *w, struct found *found)
{
    assert(m->named.v);
    const struct object *o = w->object;
    bool kernel = o->kind == OBJECT_KERNEL;
    found->n = 0;
    found->cut = false;
    m->searches++;
    if (w->kind == WANT_PERF_MAP)
        return;
    if (w->id.n) /* leaves room for the program among copies of its debug file */
        members_find_one(m, w, id_key(&w->id), FIT_ID, FOUND_MOST / 2, found);
    members_find_one(m, w, inner_path_key(inner_path_cache_name(o)), FIT_PATH, FOUND_MOST, found);
    const bool named = !found->n;
    if (named)
        members_find_one(m, w, inner_path_key(members_name_of(w)), FIT_NAME, FOUND_MOST, found);
    bool only_alike = kernel;
    if (w->id.n)
        only_alike = named && o->kind == OBJECT_USER && w->kind == WANT_ELF;
    if (only_alike && !are_alike(m, found))
        found->n = 0;
}

void members_free(struct members *m)
{
    arena_names_free(&m->names);
    free(m->v);
    free(m->named.v);
    free(m->files.v);
}
