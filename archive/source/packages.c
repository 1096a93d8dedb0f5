/*
 * Packages as a source: one file, or the packages in a folder. Files of a folder are opened, and indexes
 * read, when the first object is wanted. Wanted files are unpacked into memory in one pass over the package,
 * which continues where it stopped. Other files on the way that may be wanted later are cached while there is
 * room. A package that cannot be read is reported once, with the first object that it might have.
 */
#include "archive/source/sources.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/decompress.h"
#include "archive/package/entries.h"
#include "archive/package/package.h"
#include "archive/package/member_cache.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

/* Limits. KEPT: files that are cached on the way to one wanted file. PASSES: passes over a package for one
   file. AGAIN_MOST: restarts of a pass for the next candidate of an object, which are needed if the
   candidates are in another order in the package. */
enum { KEPT = 16, PASSES = 4, AGAIN_MOST = 16 };
/* The most bytes of a file: 2 GiB, twice the debug file of a browser, or the largest buffer of this host. */
static const size_t file_most = SIZE_MAX / 4 < (uint64_t)2 << 30 ? SIZE_MAX / 4 : (size_t)2 << 30;

struct package {
    const char *path;
    const struct package_format *format; /* set once listed */
    const char *wrong;                   /* a failure that is not reported yet; NULL: none */
};

struct packages {
    struct source source;
    struct package *v;
    size_t n, cap;
    bool listed;
    struct members members;
    struct member_cache member_cache;
    struct {              /* the last want */
        struct want want; /* its link is interned */
        struct found found;
        unsigned again; /* how often the pass over a package was restarted for it */
    } last;
    uint32_t at; /* the package that is being unpacked */
    unsigned starts;
    struct span file;
    struct entries *u;
};

/* Whether the first bytes show an ELF file, as most files next to packages are. */
static bool is_elf(const char *path)
{
    uint8_t head[FILE_HEAD];
    return elf_reader.recognise((struct span){ head, file_read_path_at(path, 0, head, sizeof(head)) });
}

/* The kind of a package. NULL: the file is not a package; if `e` is set, it could not be read. */
static const struct package_format *format_of(const char *path, struct err *e)
{
    struct err why = { 0 };
    struct span file;
    if (is_elf(path))
        return NULL;
    if (!file_map(path, &file, &why)) {
        if (!file_errno_is_absent())
            *e = why;
        return NULL;
    }
    const struct package_format *format = package_recognise(file, e);
    file_unmap(file);
    if (!format && e->kind != ERR_NONE)
        err_prefix(e, "%s", path);
    return format;
}

/* Removes the files that are not packages. Files that could not be read stay. */
static void packages_recognise(struct packages *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct package *p = &s->v[i];
        struct err e = { 0 };
        if (!p->format)
            p->format = format_of(p->path, &e);
        if (e.kind == ERR_NONE)
            p->wrong = NULL;
        else
            p->wrong = arena_names_intern(&s->source.names, e.msg);
        if (p->format || p->wrong)
            s->v[n++] = *p;
    }
    s->n = n;
}

static void packages_list(struct packages *s)
{
    packages_recognise(s);
    for (size_t i = 0; i < s->n; i++) {
        struct err e = { 0 };
        struct span file;
        if (s->v[i].wrong)
            continue;
        if (file_map(s->v[i].path, &file, &e)) {
            members_begin_package(&s->members, (uint32_t)i);
            struct err changed = { 0 };
            bool listed = s->v[i].format->list(file, &s->members, &e);
            if (!file_check_unchanged(file, &changed))
                e = changed;
            if (!listed || e.kind != ERR_NONE)
                err_prefix(&e, "%s", s->v[i].path);
            file_unmap(file);
        }
        if (e.kind == ERR_NONE)
            s->v[i].wrong = NULL;
        else
            s->v[i].wrong = arena_names_intern(&s->source.names, e.msg);
    }
    members_seal(&s->members);
    s->listed = true;
    for (size_t i = 0; i < s->source.nexpected; i++) {
        const struct want elf = want_of(WANT_ELF, s->source.expected[i]);
        members_find(&s->members, &elf, &s->last.found);
        for (size_t k = 0; k < s->last.found.n && k < KEPT; k++)
            s->members.v[s->last.found.v[k]].expected = true;
    }
}

static void packages_stop(struct packages *s)
{
    entries_close(s->u);
    file_unmap(s->file);
    s->u = NULL;
    s->file = (struct span){ 0 };
}

static bool start(struct packages *s, uint32_t package, struct err *e)
{
    assert(package < s->n && s->v[package].format);
    const struct package *p = &s->v[package];
    packages_stop(s);
    s->starts++;
    s->at = package;
    if (!file_map(p->path, &s->file, e))
        return false;
    struct span archive = s->file;
    if (p->format->archive)
        archive = p->format->archive(s->file);
    s->u = entries_open(archive, p->format->nested, e);
    return s->u;
}

/* Unpacks a file of a package if it is compressed itself, as modules are. */
static bool unpack(struct text *bytes, struct budget *b, struct err *e)
{
    struct span packed = { (const uint8_t *)bytes->s, bytes->n }, plain;
    if (!decompress_is_packed(packed))
        return true;
    bool ok = decompress_bytes(packed, b, &plain, e);
    text_free(bytes);
    *bytes = (struct text){ .s = (char *)(uintptr_t)plain.p, .n = plain.n, .cap = plain.n };
    return ok;
}

static struct cached_member *packages_take(struct packages *s, const char *path, size_t max, struct err *e)
{
    struct text bytes = { 0 };
    struct cached_member *h = NULL;
    if (entries_read(s->u, max, &bytes, e) && unpack(&bytes, entries_budget(s->u), e) &&
        file_check_unchanged(s->file, e))
        h = member_cache_add(&s->member_cache, s->at, path, &bytes);
    text_free(&bytes);
    return h;
}

/* Caches a file that the pass comes to, if it may be wanted later. A damaged file is reported only when it
   is wanted. */
static bool packages_keep(struct packages *s, const char *path)
{
    struct err e = { 0 };
    const struct package_member *m = members_file(&s->members, s->at, path);
    size_t room = MEMBER_CACHE_MOST - s->member_cache.size;
    if (!m || !m->expected || !room)
        return false;
    if (room > MEMBER_CACHE_FILE)
        room = MEMBER_CACHE_FILE;
    struct cached_member *h = member_cache_find(&s->member_cache, s->at, path);
    if (!h)
        h = packages_take(s, path, room, &e);
    if (h)
        member_cache_drop(h);
    return true;
}

/* Continues the pass up to a file. NULL: the file was not found, or `e` is set. If it is a link, `path` is
   set to its target. */
static struct cached_member *pass(struct packages *s, struct text *path, bool *link, struct err *e)
{
    struct entry file;
    while (entries_next(s->u, &file, e)) {
        bool wanted = !strcmp(file.path, path->s) || (file.also && !strcmp(file.also, path->s));
        if (file.later)
            continue;
        *link = wanted && file.link;
        if (wanted && !file.link)
            return packages_take(s, path->s, file_most, e);
        if (*link) {
            path->n = 0;
            text_add(path, file.link);
            return NULL;
        }
        if (!file.link && !packages_keep(s, file.path) && file.also) /* the content comes only once */
            packages_keep(s, file.also);
    }
    return NULL;
}

/* Unpacks a file from its package: continues the pass, and if it does not find the file, starts from the
   beginning. */
static struct cached_member *unpack_file(struct packages *s, const struct package_member *m, struct err *e)
{
    struct text path = { 0 };
    struct cached_member *h = NULL;
    bool link = true, fresh = false;
    text_add(&path, m->path);
    for (unsigned i = 0; i < PASSES && !h && (link || !fresh); i++) {
        *e = (struct err){ 0 };
        link = false;
        h = member_cache_find(&s->member_cache, m->package, path.s);
        fresh = !s->u || s->at != m->package;
        if (!h && (!fresh || start(s, m->package, e)))
            h = pass(s, &path, &link, e);
        if (!h)
            packages_stop(s);
    }
    text_free(&path);
    if (!h && e->kind == ERR_NONE)
        err_set(e, ERR_FORMAT, 0, "is listed, but is not in the package");
    return h;
}

static void packages_drop(struct blob *b)
{
    member_cache_drop(b->owner);
}

/* Reports a package that could not be read. */
static enum answer report_unreadable(struct packages *s, struct err *e)
{
    size_t i = 0;
    while (i < s->n && !s->v[i].wrong)
        i++;
    if (i == s->n)
        return ANSWER_ABSENT;
    err_set(e, ERR_FORMAT, 0, "%s", s->v[i].wrong);
    s->v[i].wrong = NULL;
    return ANSWER_UNUSABLE;
}

/* The files for a want, searched once for all i. */
static struct found *packages_find(struct packages *s, const struct want *w, unsigned i)
{
    const char *link = "";
    if (w->link)
        link = w->link;
    link = arena_names_intern(&s->source.names, link);
    const struct want *last = &s->last.want;
    const bool same_id = last->id.n == w->id.n && !memcmp(last->id.bytes, w->id.bytes, w->id.n);
    const bool same = same_id && last->kind == w->kind && last->object == w->object && last->link == link;
    if (!i || !same) {
        members_find(&s->members, w, &s->last.found);
        s->last.want = (struct want){ .kind = w->kind, .object = w->object, .id = w->id, .link = link };
        s->last.again = 0;
    }
    return &s->last.found;
}

static enum answer packages_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                                 struct err *e)
{
    struct packages *s = (struct packages *)source;
    if (!s->listed)
        packages_list(s);
    struct found *f = packages_find(s, w, i);
    if (i == f->n && f->cut) {
        err_set(e, ERR_UNSUPPORTED, 0,
                "too many files in packages match it by name; some were not looked at");
        return ANSWER_UNUSABLE;
    }
    if (i >= f->n)
        return report_unreadable(s, e);

    const struct package_member *m = &s->members.v[f->v[i]];
    out->origin = arena_names_printf(&source->names, "%s:%s", s->v[m->package].path, m->path);
    unsigned before = s->starts;
    struct cached_member *h = unpack_file(s, m, e);
    s->last.again += i && s->starts > before && s->members.v[f->v[i - 1]].package == m->package;
    if (s->last.again > AGAIN_MOST && i + 1 < f->n) {
        f->n = i + 1;
        f->cut = true;
    }
    if (!h) {
        err_prefix(e, "%s", out->origin);
        return ANSWER_UNUSABLE;
    }
    out->bytes = (struct span){ (const uint8_t *)h->bytes.s, h->bytes.n };
    out->cached_as = m->id;
    out->owner = h;
    out->close = packages_drop;
    return ANSWER_FOUND;
}

static void packages_close(struct source *source)
{
    struct packages *s = (struct packages *)source;
    packages_stop(s);
    member_cache_free(&s->member_cache);
    members_free(&s->members);
    free(s->last.found.v);
    free(s->v);
}

static void packages_add(struct packages *s, const char *path, const struct package_format *format)
{
    *MEM_ADD(s->v, s->n, s->cap) =
        (struct package){ .path = arena_names_intern(&s->source.names, path), .format = format };
}

/* Adds the files of a folder that may be packages. It opens none of them, since opening a device may have
   effects. */
static void add_folder(struct packages *s, const char *path, char **names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *file = arena_names_printf(&s->source.names, "%s/%s", path, names[i]);
        if (blob_is_there(file))
            packages_add(s, file, NULL);
    }
}

static struct packages *packages_new(void)
{
    static const struct source_ops ops = { .name = "packages",
                                           .open = packages_open,
                                           .close = packages_close };
    return source_new(sizeof(struct packages), &ops, NULL);
}

struct source *source_packages(const char *path, bool is_dir, struct err *e)
{
    struct packages *s = packages_new();
    struct err refused = { 0 };
    size_t n = 0;
    char **names = NULL;
    const struct package_format *format = NULL;
    if (is_dir)
        names = file_list_names(path, SIZE_MAX, &n, &refused);
    /* files in the folder may still be found by path */
    if (refused.kind != ERR_NONE && !file_errno_is_absent())
        *e = refused;
    if (!is_dir)
        format = format_of(path, e);
    add_folder(s, path, names, n);
    free(names);
    if (format)
        packages_add(s, path, format);
    if (s->n)
        return &s->source;
    source_close(&s->source);
    return NULL;
}

/* A package that the user did not name. If it cannot be read, this is a problem, not an error. */
static struct source *unnamed(const char *path)
{
    struct packages *s = packages_new();
    packages_add(s, path, NULL);
    return &s->source;
}

struct source *source_archive_of(const char *capture)
{
    static const char *const ends[] = { "bz2", "gz", "xz", "zst" };
    struct text path = { 0 };
    struct source *found = NULL;
    for (size_t i = 0; !found && i < COUNT(ends); i++) {
        path.n = 0;
        text_printf(&path, "%s.tar.%s", capture, ends[i]);
        if (blob_is_there(path.s))
            found = unnamed(path.s);
    }
    text_free(&path);
    if (found)
        found->local = true;
    return found;
}

struct source *source_archive_containing(const char *path)
{
    if (strcmp(path, "-") != 0 && blob_is_there(path))
        return unnamed(path);
    return NULL;
}
