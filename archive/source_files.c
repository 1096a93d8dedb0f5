#include "archive/source_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lines.h"
#include "core/base/mem.h"

enum { LARGEST_FILE = 16 << 20 };

void source_files_free(struct source_files *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->v[i].served)
            blob_close(&s->v[i].blob);
        else
            file_unmap(s->v[i].blob.bytes);
        free(s->v[i].lines);
    }
    free(s->v);
    arena_names_free(&s->names);
    *s = (struct source_files){ .n = 0 };
}

struct source_file *source_files_slot(struct source_files *s, const char *path)
{
    uint32_t id = arena_names_id(&s->names, path);
    while (id > s->n) /* paths of found files are in `names`, too, so some entries of `v` stay unused */
        *MEM_ADD(s->v, s->n, s->cap) = (struct source_file){ .asked = false };
    return &s->v[id - 1];
}

static void source_files_take(struct source_file *f)
{
    const struct span bytes = f->blob.bytes;
    if (!bytes.n || bytes.n > LARGEST_FILE || memchr(bytes.p, 0, bytes.n))
        return;
    f->bytes = bytes;
    f->lines = lines_find_starts(bytes, &f->n);
}

/* Whether the path is a regular file or a link: opening a device may have effects. False with `unread` set: that cannot
   be found out. */
static bool is_file(const char *path, struct err *unread)
{
    struct file_status st;
    if (file_look_nofollow(path, &st))
        return st.kind == FILE_REGULAR || st.kind == FILE_LINK;
    if (!file_errno_is_absent())
        err_set(unread, ERR_IO, 0, "%s", strerror(errno));
    return false;
}

/* Whether a file below a named folder is still inside it after all links are followed, or is the named
   file itself. */
static bool is_within(const struct text *at, size_t folder, struct err *e)
{
    char *dir;
    if (folder)
        dir = mem_copy(at->s, folder);
    else
        dir = mem_copy(".", 1);
    const bool is = at->n == folder || file_is_below(at->s, dir, e);
    free(dir);
    return is;
}

static struct source_file *local_file(struct source_files *s, const char *path)
{
    struct source_file *f = source_files_slot(s, path);
    struct text at = { 0 };
    struct file_facts facts = { 0 };
    size_t folder = 0;
    if (f->asked)
        return f;
    f->asked = true;
    const enum source_where where = source_place(&s->paths, path, &at, &folder);
    f->hint = where == SOURCE_HINT;
    if (where != SOURCE_NOWHERE && is_file(at.s, &f->unread) &&
        (f->hint || is_within(&at, folder, &f->unread)) &&
        file_map_facts(at.s, &f->blob.bytes, &facts, &f->unread)) {
        f->written = facts.written;
        f->at = arena_names_intern(&s->names, at.s);
        source_files_take(f);
    }
    text_free(&at);
    return f;
}

static struct source_file *served_file(struct source_files *s, const struct source_name *name)
{
    struct text key = { 0 };
    char id[BUILD_ID_HEX];
    /* is not a path on this machine, since such a path begins with a slash */
    text_printf(&key, "%s %s", object_build_id_text(&name->object->build_id, id), name->path);
    struct source_file *f = source_files_slot(s, key.s);
    text_free(&key);
    if (!f->asked && name->resolver &&
        resolver_open_source_file(name->resolver, name->object, name->path, &f->blob))
        source_files_take(f);
    f->asked = f->served = true;
    return f;
}

bool source_file_is_other_version(struct source_file *f, const uint8_t *md5)
{
    if (!f->summed)
        md5_of(f->bytes, f->md5);
    f->summed = true;
    return memcmp(f->md5, md5, MD5_BYTES) != 0;
}

/* Whether a file is proven to be the source that the DWARF names. */
static bool is_spoken_for(struct source_file *f, const struct source_name *name)
{
    if (!f->hint)
        return true;
    const bool is_compiled = f->n && name->md5 && !source_file_is_other_version(f, name->md5);
    return is_compiled || resolver_lines_are_host_file(name->resolver, name->object);
}

const struct source_file *source_files_withheld(struct source_files *s, const struct source_name *name)
{
    struct source_file *f = local_file(s, name->path);
    if (f->n && !is_spoken_for(f, name))
        return f;
    return NULL;
}

const struct err *source_files_unread(struct source_files *s, const struct source_name *name)
{
    struct source_file *f = local_file(s, name->path);
    if (f->unread.kind != ERR_NONE && is_spoken_for(f, name))
        return &f->unread;
    return NULL;
}

/* Adding a server's file may move s->v, so the local file is then looked up again. */
struct source_file *source_files_find(struct source_files *s, const struct source_name *name)
{
    struct source_file *f = local_file(s, name->path);
    const bool is_ours = f->n && is_spoken_for(f, name);
    if (is_ours && !(name->md5 && source_file_is_other_version(f, name->md5)))
        return f;
    struct source_file *served = served_file(s, name);
    if (served->n || !is_ours)
        return served;
    return local_file(s, name->path);
}

const char *source_file_line(const struct source_file *f, uint32_t line, size_t *n)
{
    if (!line || line > f->n)
        return NULL;
    const char *text = (const char *)f->bytes.p + f->lines[line - 1];
    *n = f->lines[line] - f->lines[line - 1];
    while (*n && (text[*n - 1] == '\n' || text[*n - 1] == '\r'))
        (*n)--;
    return text;
}
