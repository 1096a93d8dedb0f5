#include "archive/source/id_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "formats/elf/elf.h"

enum { FILES_MOST = 1 << 17, FOLDERS_MOST = 1 << 16, DEEPEST = 32 };
enum { SMALLEST_ELF = 52 }; /* size of the 32-bit header (gabi, "ELF Header") */

struct folders {
    struct folder {
        const char *path;
        unsigned depth;
    } * v;
    size_t n, cap;
};

/* The state of a walk: the folders in the order in which they are visited; links, which are visited after
   the contents of their folder; and the files that were seen. */
struct id_files_walk {
    struct id_files *files;
    struct folders folders, links;
    struct names seen;   /* device and inode as text */
    uint64_t made_up[2]; /* devices of /proc and /sys, which are left out */
};

static uint64_t device_number(const struct file_node *n)
{
    return (uint64_t)n->maj << 32 | n->min;
}

static bool is_new(struct id_files_walk *w, const struct file_status *st)
{
    char who[40];
    uint32_t known = w->seen.n;
    snprintf(who, sizeof(who), "%" PRIx64 " %" PRIx64, device_number(&st->node), st->node.ino);
    return arena_names_id(&w->seen, who) > known;
}

static void id_files_add(struct id_files_walk *w, struct folders *to, const char *path, unsigned depth)
{
    if (to->n == FOLDERS_MOST) {
        w->files->cut = true;
        return;
    }
    *MEM_ADD(to->v, to->n, to->cap) = (struct folder){ arena_names_intern(&w->files->names, path), depth };
}

static void add_folder(struct id_files_walk *w, const char *path, unsigned depth,
                       const struct file_status *st)
{
    const uint64_t device = device_number(&st->node);
    if (device == w->made_up[0] || device == w->made_up[1] || !is_new(w, st))
        return;
    if (depth > DEEPEST)
        w->files->cut = true;
    else
        id_files_add(w, &w->folders, path, depth);
}

/* The start of the last name before `end`. */
static const char *name_before(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

static const char *before_slashes(const char *path, const char *at)
{
    while (at > path && at[-1] == '/')
        at--;
    return at;
}

bool id_files_id_of_path(const char *path, struct build_id *id)
{
    const char *end = before_slashes(path, text_base_name(path)), *folder = name_before(path, end);
    const char *above_end = before_slashes(path, folder), *above = name_before(path, above_end);
    bool split = above_end - above == 2 && text_hex_digit(above[0]) >= 0 && text_hex_digit(above[1]) >= 0;
    const char *digits = folder;
    if (split)
        digits = above;
    return object_build_id_read(digits, (size_t)(end - digits), id);
}

/* Sets `name` to "snd_hda_intel" for ".../snd-hda-intel.ko.xz" and "[snd_hda_intel]". Returns the suffix
   after the name. */
static const char *module_name(const char *path, struct text *name)
{
    const char *c = text_base_name(path);
    c += *c == '[';
    for (; *c && *c != ']' && strncmp(c, ".ko", 3) != 0; c++) {
        if (*c == '-')
            text_char(name, '_', 1);
        else
            text_char(name, *c, 1);
    }
    return c;
}

static bool packed_module(const char *path, struct text *name)
{
    const char *ending = module_name(path, name);
    return name->n && (!strcmp(ending, ".ko.gz") || !strcmp(ending, ".ko.xz") || !strcmp(ending, ".ko.zst"));
}

/* Reads the build-id in an ELF file's notes. Of relocatable object files only modules have one. */
static bool elf_id(const char *path, struct build_id *id, uint64_t *unread)
{
    enum { TYPE = 16 }; /* offset of e_type (gabi, "ELF Header"); ET_REL is 1, in either byte order */
    struct file f;
    struct err unreadable = { 0 };
    bool absent;
    uint8_t head[TYPE + 2];
    size_t n = file_read_path_at(path, 0, head, sizeof(head));
    bool elf = n == sizeof(head) && !memcmp(head, "\177ELF", 4);
    *unread += !n;
    bool relocatable = elf && head[TYPE] + head[TYPE + 1] == 1;
    if (!elf || (relocatable && !strstr(path, ".ko")))
        return false;
    if (!file_open_regular(&f, path, &absent, &unreadable)) {
        ++*unread;
        return false;
    }
    bool has = elf_build_id_of_file(&f, id);
    file_close(&f);
    return has;
}

static void id_files_add_file(struct id_files_walk *w, const char *path)
{
    struct id_files *f = w->files;
    struct id_file file = { 0 };
    struct text module = { 0 };
    f->looked_at++;
    if (packed_module(path, &module))
        file.module = arena_names_intern(&f->names, module.s);
    else if (!elf_id(path, &file.id, &f->unread))
        file.listing = !strcmp(text_base_name(path), "kallsyms") && id_files_id_of_path(path, &file.id);
    text_free(&module);
    if (!file.module && !file.id.n)
        return;
    file.path = arena_names_intern(&f->names, path);
    file.met = (uint32_t)f->n;
    f->identified += file.id.n > 0;
    *MEM_ADD(f->v, f->n, f->cap) = file;
}

static void look_at_file(struct id_files_walk *w, const char *path, const struct file_status *st)
{
    if (st->kind != FILE_REGULAR || st->size < SMALLEST_ELF)
        return;
    if (w->files->looked_at == FILES_MOST)
        w->files->cut = true;
    else if (is_new(w, st))
        id_files_add_file(w, path);
}

/* Visits the contents of a folder. If a link leads to the folder, its subfolders are left out. */
static void id_files_look_at(struct id_files_walk *w, const char *path, unsigned depth, bool linked)
{
    struct file_status st;
    if (!file_look_nofollow(path, &st)) {
        w->files->unread += !file_errno_is_absent();
        return;
    }
    if (st.kind == FILE_LINK && !linked)
        id_files_add(w, &w->links, path, depth);
    else if (st.kind == FILE_FOLDER && !linked)
        add_folder(w, path, depth + 1, &st);
    else
        look_at_file(w, path, &st);
}

static void look_at_link(struct id_files_walk *w, const char *path)
{
    struct file_status st;
    if (!file_look(path, &st)) {
        w->files->unread += !file_errno_is_absent();
        return;
    }
    if (st.kind == FILE_FOLDER)
        add_folder(w, path, 0, &st);
    else
        look_at_file(w, path, &st);
}

static void look_into(struct id_files_walk *w, struct folder folder, bool linked)
{
    struct text path = { 0 };
    struct err refused = { 0 };
    size_t n;
    char **names = file_list_names(folder.path, FILES_MOST, &n, &refused);
    w->files->unread += !names;
    w->files->cut = w->files->cut || n == FILES_MOST;
    text_add(&path, folder.path);
    if (path.s[path.n - 1] != '/')
        text_add(&path, "/");
    const size_t below = path.n;
    for (size_t i = 0; i < n; i++) {
        path.n = below;
        text_add(&path, names[i]);
        id_files_look_at(w, path.s, folder.depth, linked);
    }
    free(names);
    text_free(&path);
}

static int by_id(const void *a, const void *b)
{
    const struct id_file *x = a, *y = b;
    int order = memcmp(x->id.bytes, y->id.bytes, sizeof(x->id.bytes));
    if (order)
        return order;
    if (x->met < y->met)
        return -1;
    return x->met > y->met;
}

/* The device of a file system that the kernel makes up. UINT64_MAX: none is mounted at `path`; a plain
   folder there would be on the same device as other files. */
static uint64_t device_of(const char *path)
{
    struct file_status st, root;
    bool mounted = file_look(path, &st) && file_look("/", &root) &&
                   device_number(&st.node) != device_number(&root.node);
    if (mounted)
        return device_number(&st.node);
    return UINT64_MAX;
}

void id_files_scan(struct id_files *f, const char *dir)
{
    struct id_files_walk w = { .files = f, .made_up = { device_of("/proc"), device_of("/sys") } };
    struct file_status st;
    if (*dir && !file_look(dir, &st))
        f->unread += !file_errno_is_absent();
    else if (*dir && st.kind == FILE_FOLDER)
        add_folder(&w, dir, 0, &st);
    size_t i = 0;
    for (; i < w.folders.n; i++)
        look_into(&w, w.folders.v[i], false);
    for (size_t k = 0; k < w.links.n; k++)
        look_at_link(&w, w.links.v[k].path);
    for (; i < w.folders.n; i++)
        look_into(&w, w.folders.v[i], true);
    mem_sort(f->v, f->n, sizeof(*f->v), by_id);
    for (size_t k = f->n; k--;)
        *idmap_find_or_add(&f->first, hash_bytes(f->v[k].id.bytes, sizeof(f->v[k].id.bytes))) = (uint32_t)k +
                                                                                                1;
    free(w.folders.v);
    free(w.links.v);
    arena_names_free(&w.seen);
}

/* The i-th compressed module with a name. These modules have no build-id, so they come first in the order. */
static const struct id_file *packed_of(const struct id_files *f, const char *path, unsigned i)
{
    struct text name = { 0 };
    module_name(path, &name);
    const struct id_file *found = NULL;
    for (size_t k = 0; k < f->n && !found && f->v[k].id.n == 0; k++)
        if (!strcmp(f->v[k].module, text_str(&name)) && !i--)
            found = &f->v[k];
    text_free(&name);
    return found;
}

const struct id_file *id_files_find(const struct id_files *f, const struct want *w, unsigned i)
{
    const uint32_t first = idmap_get(&f->first, hash_bytes(w->id.bytes, sizeof(w->id.bytes)));
    size_t k = f->n;
    if (first)
        k = first - 1;
    for (; k < f->n && object_build_id_equal(&f->v[k].id, &w->id); k++)
        if (f->v[k].id.n && f->v[k].listing == (w->kind == WANT_KALLSYMS) && !i--)
            return &f->v[k];
    bool packed = w->kind == WANT_ELF && w->object->kind == OBJECT_MODULE;
    if (packed)
        return packed_of(f, w->object->path, i);
    return NULL;
}

void id_files_free(struct id_files *f)
{
    free(f->v);
    idmap_free(&f->first);
    arena_names_free(&f->names);
    *f = (struct id_files){ 0 };
}
