/*
 * A folder with files of the recorded machine: its whole tree or part of it (--symfs, a sysroot, an unpacked
 * package), a tree of debug files like /usr/lib/debug, or files next to each other; or this host itself. The
 * rows below are the conventions for the paths in such trees.
 */
#include "archive/source/sources.h"

#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/source/id_files.h"
#include "archive/package/inner_path.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"

enum {
    USER = 1u << OBJECT_USER,
    KERNEL = 1u << OBJECT_KERNEL,
    MODULE = 1u << OBJECT_MODULE,
    VDSO = 1u << OBJECT_VDSO,
    JIT = 1u << OBJECT_JIT,
    FILES = USER | KERNEL | MODULE,
};

/* In a pattern %p is the recorded path, %d its folder, %b its last part. %s and %u are the path with and
   without a leading /usr, if these are the same folder. %m is a module's path up to its ".ko", %i the
   build-id as ab/cdef..., %r the kernel's release, %l the file that a .gnu_debuglink names, %a the path of
   a linked file and %n its last part. %j is the name of the jitdump that belongs to a perf-PID.map, %J its
   recorded path. A pattern with an unknown value is skipped. */
static const struct source_tree_place_file {
    enum want_kind kind;
    unsigned objects; /* bits: 1 << enum object_kind */
    bool flat;        /* a bare name in the folder; not tried on this host */
    const char *pattern;
} places[] = {
    { WANT_ELF, FILES, false, "%p" },
    /* /lib is a link to /usr/lib, or was a link on the recorded machine */
    { WANT_ELF, USER, false, "/usr%s" },
    { WANT_ELF, USER, false, "%u" },
    { WANT_CONTAINER, USER, false, "%p" },
    { WANT_CONTAINER, USER, true, "/%b" },
    { WANT_ELF, MODULE, false, "%m" }, /* modules may be compressed on one machine and not on the other */
    { WANT_ELF, MODULE, false, "%m.xz" },
    { WANT_ELF, MODULE, false, "%m.zst" },
    { WANT_ELF, MODULE, false, "%m.gz" },
    { WANT_ELF, FILES, true, "/%b" },
    /* Debug files by build-id (gdb, "Debugging Information in Separate Files"). Fedora also has such links
       to programs. */
    { WANT_ELF, FILES | VDSO, true, "/.build-id/%i.debug" },
    { WANT_ELF, FILES | VDSO, false, "/usr/lib/debug/.build-id/%i.debug" },
    { WANT_ELF, FILES | VDSO, false, "/usr/lib/.build-id/%i" },
    /* Debug files by path, as in older packages. */
    { WANT_ELF, FILES, false, "/usr/lib/debug%p.debug" },
    { WANT_ELF, FILES, false, "/usr/lib/debug%p" },
    { WANT_ELF, KERNEL, false, "/boot/vmlinux-%r" },
    { WANT_ELF, KERNEL, false, "/lib/modules/%r/build/vmlinux" },
    { WANT_ELF, KERNEL, false, "/lib/modules/%r/vmlinux" },
    { WANT_ELF, KERNEL, false, "/usr/lib/debug/boot/vmlinux-%r" },
    { WANT_ELF, KERNEL, false, "/usr/lib/debug/lib/modules/%r/vmlinux" },
    { WANT_ELF, KERNEL, true, "/vmlinux-%r" },
    { WANT_ELF, KERNEL, true, "/vmlinux" },
    { WANT_KALLSYMS, KERNEL, true, "/kallsyms" },
    { WANT_KALLSYMS, KERNEL, false, "/boot/System.map-%r" },
    { WANT_KALLSYMS, KERNEL, true, "/System.map-%r" },
    { WANT_KALLSYMS, KERNEL, true, "/System.map" },
    { WANT_PERF_MAP, JIT, true, "/%j" },
    { WANT_PERF_MAP, JIT, false, "%J" },
    { WANT_PERF_MAP, JIT, false, "%p" },
    { WANT_PERF_MAP, JIT, true, "/%b" },
    { WANT_DEBUG, USER, false, "%d/%l" },
    { WANT_DEBUG, USER, false, "%d/.debug/%l" },
    { WANT_DEBUG, USER, false, "/usr/lib/debug%d/%l" },
    { WANT_DEBUG, USER, true, "/%l" },
    /* Packages of split units next to their program (gdb, "Debugging Information in Separate Files"), and
       split units where the compiler put them. */
    { WANT_DWO, FILES, false, "%p.dwp" },
    { WANT_DWO, FILES, false, "/usr/lib/debug%p.dwp" },
    { WANT_DWO, FILES, true, "/%b.dwp" },
    { WANT_DWO, FILES, false, "%a" },
    { WANT_DWO, FILES, true, "/%n" },
    /* Files that dwz wrote: Fedora has links to them, Debian only their names. */
    { WANT_ALT, FILES | VDSO, true, "/.build-id/%i.debug" },
    { WANT_ALT, FILES | VDSO, false, "/usr/lib/debug/.build-id/%i.debug" },
    { WANT_ALT, FILES | VDSO, false, "%a" },
    { WANT_ALT, FILES | VDSO, false, "/usr/lib/debug/.dwz/%n" },
    { WANT_ALT, FILES | VDSO, true, "/%n" },
};

struct source_tree_tree {
    struct source source;
    unsigned kinds;      /* kinds of files that it can find, as bits: 1 << enum want_kind */
    const char *dir;     /* "": this host */
    const char *release; /* of the recorded kernel; NULL: not known */
    /* modules below the folder of the release, as paths of names; filled when a module is wanted first */
    const char **modules;
    size_t nmodules, cap_modules;
    bool listed;
    struct file_facts facts; /* facts about the last opened file */
};

/* Whether `s` may be a component of a path below a folder: one name, and not "..". */
static bool source_tree_is_name(const char *s)
{
    return s && *s && !strchr(s, '/') && strcmp(s, "..") != 0;
}

/* Appends the name of the jitdump of a process. False: the object is not a perf-PID.map. */
static bool add_dump_name(struct text *to, const struct object *o)
{
    static const char prefix[] = "perf-";
    const char *base = text_base_name(o->path);
    const bool named = !strncmp(base, prefix, sizeof(prefix) - 1);
    int pid = 0;
    if (named)
        pid = atoi(base + sizeof(prefix) - 1);
    text_printf(to, "jit-%d.dump", pid);
    return named;
}

/* Appends the recorded path of this jitdump. A process maps its jitdump, so that the recording has its
   path. False: the recording has no such mapping. */
static bool add_dump_path(struct text *to, const struct source_tree_tree *t, const struct object *o)
{
    struct text name = { 0 };
    const char *path = NULL;
    add_dump_name(&name, o);
    for (size_t i = 0; i < t->source.nexpected && !path; i++) {
        const char *mapped = t->source.expected[i]->path;
        if (blob_path_is_plain(mapped) && !strcmp(text_base_name(mapped), name.s))
            path = mapped;
        else
            path = NULL;
    }
    if (path)
        text_add(to, path);
    text_free(&name);
    return path;
}

/* Appends the part of the recorded path that a letter selects. The path has no "..". */
static bool add_path_part(struct text *to, char letter, const char *path)
{
    const char *slash = strrchr(path, '/'), *ko;
    switch (letter) {
    case 'p':
        text_add(to, path);
        return true;
    case 'd':
        text_add_n(to, path, (size_t)(slash - path));
        return true;
    case 'b':
        text_add(to, slash + 1);
        return slash[1];
    case 's':
        text_add(to, path);
        return inner_path_is_merged(path + 1);
    case 'u':
        if (strncmp(path, "/usr/", 5) != 0 || !inner_path_is_merged(path + 5))
            return false;
        text_add(to, path + 4);
        return true;
    default: /* 'm' */
        ko = strstr(slash, ".ko");
        if (ko)
            text_add_n(to, path, (size_t)(ko - path) + 3);
        return ko;
    }
}

/* Appends the value of a letter of a pattern. False: the value is unknown. */
static bool source_tree_add_part(struct text *to, char letter, const struct source_tree_tree *t,
                                 const struct want *w)
{
    char id[BUILD_ID_HEX];
    switch (letter) {
    case 'j':
        return add_dump_name(to, w->object) && blob_path_is_plain(w->object->path);
    case 'J':
        return add_dump_path(to, t, w->object);
    case 'i':
        if (w->id.n < 2)
            return false;
        object_build_id_text(&w->id, id);
        text_printf(to, "%.2s/%s", id, id + 2);
        return true;
    case 'r':
        if (!source_tree_is_name(t->release) || w->object->machine != -1) /* a guest has another kernel */
            return false;
        text_add(to, t->release);
        return true;
    case 'a':
        if (*w->link != '/' && !w->folder)
            return false;
        if (*w->link != '/')
            text_printf(to, "%s/", w->folder);
        text_add(to, w->link);
        return blob_path_is_plain(to->s + strlen(t->dir));
    case 'n':
        text_add(to, text_base_name(w->link));
        return source_tree_is_name(text_base_name(w->link));
    case 'l':
        if (!source_tree_is_name(w->link))
            return false;
        text_add(to, w->link);
        return true;
    default:
        return blob_path_is_plain(w->object->path) && add_path_part(to, letter, w->object->path);
    }
}

/* Sets `path` to the path that a pattern gives for the wanted object. False: the pattern needs an unknown
   value. */
static bool expand(const struct source_tree_place_file *p, const struct source_tree_tree *t,
                   const struct want *w, struct text *path)
{
    path->n = 0;
    text_add(path, t->dir);
    for (const char *c = p->pattern; *c; c++) {
        if (*c != '%')
            text_char(path, *c, 1);
        else if (!source_tree_add_part(path, *++c, t, w))
            return false;
    }
    return true;
}

/* limits for the depth of folders and the number of files; no kernel has more */
enum { DEEPEST = 16, MODULES_MOST = 1 << 20 };

/* Lists the modules below a folder. Links to folders are not followed. */
static void list_modules(struct source_tree_tree *t, struct text *path, unsigned depth)
{
    struct err refused = { 0 };
    size_t n = 0, end = path->n;
    char **names = NULL;
    if (depth < DEEPEST)
        names = file_list_names(path->s, MODULES_MOST, &n, &refused);
    struct file_status st;
    for (size_t i = 0; i < n && t->nmodules < MODULES_MOST; i++) {
        if (names[i][0] == '.')
            continue;
        path->n = end;
        text_printf(path, "/%s", names[i]);
        if (!file_look_nofollow(path->s, &st))
            continue;
        if (st.kind == FILE_FOLDER) {
            list_modules(t, path, depth + 1);
        } else if (strstr(names[i], ".ko")) {
            *MEM_ADD(t->modules, t->nmodules, t->cap_modules) = arena_names_intern(&t->source.names, path->s);
        }
    }
    free(names);
}

/* Whether a path is that of the module "[name]": NAME.ko, compressed or not, with - or _ in the name. */
static bool is_of_module(const char *path, const char *name)
{
    const char *file = text_base_name(path);
    for (name++; *name && *name != ']'; name++, file++)
        if (*file != *name && !(*file == '-' && *name == '_') && !(*file == '_' && *name == '-'))
            return false;
    return !strncmp(file, ".ko", 3) && (!file[3] || file[3] == '.');
}

/* Sets `path` to the i-th path for a want, counted over all rows. False: there are fewer. */
static bool source_tree_place(struct source_tree_tree *t, const struct want *w, unsigned i, struct text *path)
{
    bool host = !*t->dir;
    for (size_t p = 0; p < COUNT(places); p++)
        if (places[p].kind == w->kind && places[p].objects & 1u << w->object->kind &&
            !(host && places[p].flat) && expand(&places[p], t, w, path) && !i--)
            return true;
    bool named = w->kind == WANT_ELF && w->object->kind == OBJECT_MODULE && w->object->path[0] == '[';
    if (!named || !source_tree_is_name(t->release) || w->object->machine != -1)
        return false;
    path->n = 0;
    text_printf(path, "%s/lib/modules/%s", t->dir, t->release);
    if (!t->listed)
        list_modules(t, path, 0);
    t->listed = true;
    path->n = 0;
    for (size_t k = 0; k < t->nmodules; k++)
        if (is_of_module(t->modules[k], w->object->path) && !i--) {
            text_add(path, t->modules[k]);
            return true;
        }
    return false;
}

/* The build-id that a compressed file must contain; NULL: none. Listings and maps contain no build-id. A
   capture can name any file of this host, so compressed ones of this host are then not unpacked at all. */
static const struct build_id *needs_id(const struct source_tree_tree *t, const struct want *w)
{
    static const struct build_id none = { .n = 0 };
    bool carries = w->kind == WANT_ELF || w->kind == WANT_DEBUG || w->kind == WANT_ALT;
    if (carries && w->id.n)
        return &w->id;
    if (!*t->dir)
        return &none;
    return NULL;
}

/* Whether a path of this host is the recorded path, with or without /usr. Debug files have their own
   inodes. */
static bool is_mapped_path(const struct source_tree_tree *t, const struct object *o, const char *path)
{
    static const char usr[] = "/usr";
    const char *was = o->path;
    if (!strncmp(was, usr, sizeof(usr) - 1))
        was += sizeof(usr) - 1;
    if (!strncmp(path, usr, sizeof(usr) - 1))
        path += sizeof(usr) - 1;
    return !*t->dir && o->kind == OBJECT_USER && !strcmp(path, was);
}

static enum answer tree_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                             struct err *e)
{
    struct source_tree_tree *t = (struct source_tree_tree *)s;
    struct text path = { 0 };
    enum answer a = ANSWER_ABSENT;

    if (!(t->kinds & 1u << w->kind))
        return ANSWER_ABSENT;
    for (unsigned p = 0; a == ANSWER_ABSENT && source_tree_place(t, w, p, &path); p++) {
        bool proven = w->id.n && (w->kind == WANT_ELF || w->kind == WANT_DWO || w->kind == WANT_ALT);
        if (!proven && *t->dir && !file_is_below(path.s, t->dir, e)) {
            if (e->kind != ERR_NONE)
                a = ANSWER_UNUSABLE;
            continue; /* a link leads out of the folder, usually to this machine's own file */
        }
        if (blob_is_there(path.s) && !i--) {
            a = blob_open_file(path.s, &s->names, needs_id(t, w), &t->facts, out, e);
            if (is_mapped_path(t, w->object, path.s))
                out->facts = &t->facts;
            else
                out->facts = NULL;
            id_files_id_of_path(path.s, &out->cached_as);
        }
    }
    text_free(&path);
    return a;
}

/* Whether this host's file at a path has exactly these bytes. */
static bool source_tree_is_same(const char *path, struct span bytes)
{
    struct err unused = { 0 };
    struct file here, those;
    bool absent;
    if (!bytes.n || !blob_path_is_plain(path) || !blob_is_there(path) ||
        !file_open_regular(&here, path, &absent, &unused))
        return false;
    file_of_bytes(&those, bytes);
    const bool same = file_equal(&here, &those, &unused);
    file_close(&those);
    file_close(&here);
    return same;
}

static bool host_has(struct source *s, const struct object *o, const struct blob *b)
{
    const struct want w = want_of(WANT_ELF, o);
    struct text path = { 0 };
    bool has = source_tree_is_same(o->path, b->bytes);
    for (unsigned i = 0; !has && b->bytes.n && source_tree_place((struct source_tree_tree *)s, &w, i, &path);
         i++)
        has = !strcmp(path.s, b->origin);
    text_free(&path);
    return has;
}

static void tree_close(struct source *s)
{
    free(((struct source_tree_tree *)s)->modules);
}

static struct source *source_tree_make(const struct source_ops *ops, const char *dir, const char *release,
                                       unsigned kinds)
{
    struct source_tree_tree *t = source_new(sizeof(*t), ops, dir);
    t->kinds = kinds;
    t->dir = arena_names_intern(&t->source.names, dir);
    if (release)
        t->release = arena_names_intern(&t->source.names, release);
    else
        t->release = NULL;
    return &t->source;
}

struct source *source_tree(const char *dir, const char *release)
{
    static const struct source_ops ops = { .name = "folder", .open = tree_open, .close = tree_close };
    return source_tree_make(&ops, dir, release, ~0u);
}

struct source *source_host(const char *release)
{
    static const struct source_ops ops = {
        .name = "this host", .open = tree_open, .has = host_has, .close = tree_close
    };
    struct source *s = source_tree_make(&ops, "", release, ~0u);
    s->quiet = s->by_id = s->local = true;
    return s;
}

struct source *source_perf_maps(const char *dir)
{
    static const struct source_ops ops = { .name = "beside the capture",
                                           .open = tree_open,
                                           .close = tree_close };
    struct source *s = source_tree_make(&ops, dir, NULL, 1u << WANT_PERF_MAP);
    s->local = true;
    return s;
}
