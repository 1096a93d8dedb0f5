#include "archive/folio/unpack/extract.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static bool is_safe(const char *name, size_t n)
{
    bool dots = name[0] == '.' && (n == 1 || (n == 2 && name[1] == '.'));
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    return !dots;
}

bool safe_extract_append_name(struct text *path, const char *name, struct err *e)
{
    size_t had = path->n;
    const char *at = name + strspn(name, "/");
    if (!*at)
        return err_set(e, ERR_FORMAT, 0, "it has no name");
    for (size_t n; *at; at += n + strspn(at + n, "/")) {
        n = strcspn(at, "/");
        if (!is_safe(at, n)) {
            path->n = had;
            return err_set(e, ERR_FORMAT, 0,
                           "nothing is written under a name with '.', '..' or control "
                           "characters");
        }
        if (path->n)
            text_add(path, "/");
        text_add_n(path, at, n);
    }
    return true;
}

static bool copy(const char *path, const struct file *from, enum output_mode mode, struct err *e)
{
    enum { PIECE = 1 << 20 };
    struct output o;
    if (!output_open(&o, path, mode, NULL, e))
        return false;
    o.unsynced = true; /* after a crash, the file can be extracted again */
    uint8_t *piece = mem_new(1, PIECE);
    int64_t n = 0;
    bool ok = true;
    for (uint64_t at = 0; ok && at < from->size; at += (uint64_t)n) {
        n = file_read(from, at, piece, PIECE, e);
        ok = n > 0 && output_add(&o, piece, (size_t)n, e);
    }
    free(piece);
    if (ok)
        return output_commit(&o, e);
    output_abandon(&o);
    return err_set(e, ERR_IO, 0, "it ends too early");
}

bool safe_extract_write_file(const char *dir, const char *path, const struct file *from,
                             enum output_mode mode, struct err *e)
{
    struct text full = { 0 };
    struct file there;
    bool absent, same = false;
    text_printf(&full, "%s/%s", dir, path);
    if (file_make_parents(dir, path, e)) {
        switch (file_kind_of(full.s)) {
        case FILE_NONE:
            copy(full.s, from, mode, e);
            break;
        case FILE_REGULAR:
            if (file_open_regular(&there, full.s, &absent, e)) {
                same = file_equal(&there, from, e);
                file_close(&there);
            }
            if (!same)
                err_set(e, ERR_USAGE, 0, "%s already exists with other contents; it was not changed", full.s);
            break;
        default:
            err_set(e, ERR_USAGE, 0, "%s already exists and is not a file; it was not changed", full.s);
        }
    }
    text_free(&full);
    return e->kind == ERR_NONE;
}

bool safe_extract_make_link(const char *dir, const char *path, const char *says, struct err *e)
{
    struct text full = { 0 };
    text_printf(&full, "%s/%s", dir, path);
    bool ok = file_make_parents(dir, path, e) && file_make_link(full.s, says, e);
    text_free(&full);
    return ok;
}
