#include "core/base/file/file.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/fault.h"
#include "core/base/file/system/system.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { SPOOL_BUFFER = 1 << 20 };

typedef bool judge(struct span head, struct err *e);

/* Reads the next bytes of a pipe: at least `least`, fewer only at its end. -1 with `e` set. */
static ssize_t read_pipe(int from, uint8_t *buf, size_t least, uint64_t before, struct err *e)
{
    size_t have = 0;
    ssize_t n = 1;
    while (have < least && (n = read(from, buf + have, SPOOL_BUFFER - have)) != 0) {
        if (n < 0 && errno != EINTR)
            break;
        if (n >= 0)
            have += (size_t)n;
    }
    if (n >= 0 || have >= least)
        return (ssize_t)have;
    err_set(e, ERR_IO, before + have, "cannot read from the pipe after %llu bytes: %s",
            (unsigned long long)(before + have), strerror(errno));
    return -1;
}

static bool spool(struct file *f, int from, const char *temporary, judge *may_be, struct err *e)
{
    uint8_t *buf = mem_new(1, SPOOL_BUFFER);
    ssize_t n = read_pipe(from, buf, FILE_HEAD, 0, e);
    const struct span head = { buf, n < 0 ? 0 : (size_t)lesser_of((uint64_t)n, FILE_HEAD) };
    bool ok = n >= 0 && (!may_be || may_be(head, e)) && file_temp(f, temporary, e);
    while (ok && n > 0) {
        ok = file_append(f, buf, (size_t)n, e);
        n = ok ? read_pipe(from, buf, 1, f->size, e) : 0;
    }
    free(buf);
    if (e->kind != ERR_NONE && ok)
        file_close(f);
    return e->kind == ERR_NONE;
}

bool file_open(struct file *f, const char *path, struct err *e)
{
    return file_open_if(f, path, NULL, NULL, e);
}

bool file_open_if(struct file *f, const char *path, const char *temporary, judge *may_be, struct err *e)
{
    bool standard_input = !strcmp(path, "-");
    int fd = standard_input ? STDIN_FILENO : system_open(path, SYSTEM_READ);
    struct file_status st;
    *f = (struct file){ .fd = fd };
    if (fd < 0 || !system_look(fd, &st)) {
        err_set(e, ERR_IO, 0, "cannot open: %s", strerror(errno));
        goto fail;
    }
    if (st.kind == FILE_FOLDER) {
        err_set(e, ERR_UNSUPPORTED, 0, "is a directory");
        goto fail;
    }
    if (st.kind != FILE_REGULAR || standard_input) {
        bool ok = spool(f, fd, temporary, may_be, e);
        if (!standard_input)
            close(fd);
        return ok;
    }
    f->size = st.size;
    return true;
fail:
    if (fd >= 0 && !standard_input)
        close(fd);
    f->fd = -1;
    return false;
}

bool file_reopen(struct file *f, const struct file *open, struct err *e)
{
    *f = *open;
    f->view = NULL;
    if (open->view)
        f->fd = -1;
    else
        f->fd = system_duplicate(open->fd);
    if (open->view)
        return err_set(e, ERR_UNSUPPORTED, 0, "it can be read only once");
    return f->fd >= 0 || err_set(e, ERR_IO, 0, "cannot open it again: %s", strerror(errno));
}

bool file_open_regular(struct file *f, const char *path, bool *absent, struct err *e)
{
    struct file_status st;
    *f = (struct file){ .fd = system_open(path, SYSTEM_READ | SYSTEM_AT_ONCE) };
    *absent = f->fd < 0 && errno == ENOENT;
    if (f->fd < 0 || !system_look(f->fd, &st))
        err_set(e, ERR_IO, 0, "cannot open: %s", strerror(errno));
    else if (st.kind != FILE_REGULAR)
        err_set(e, ERR_UNSUPPORTED, 0, "is not a regular file");
    else
        f->size = st.size;
    if (e->kind != ERR_NONE)
        file_close(f);
    return e->kind == ERR_NONE;
}

void file_close(struct file *f)
{
    if (f->view)
        f->view->close(f->view);
    else if (f->fd >= 0)
        close(f->fd);
    *f = (struct file){ .fd = -1 };
}

struct memory {
    struct file_view view;
    struct span bytes;
};

static int64_t read_memory(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e UNUSED)
{
    memcpy(buf, ((struct memory *)v)->bytes.p + at, n);
    return (int64_t)n;
}

static void close_memory(struct file_view *v)
{
    free(v);
}

void file_of_bytes(struct file *f, struct span bytes)
{
    struct memory *m = mem_new(1, sizeof(*m));
    *m = (struct memory){ .view = { .read = read_memory, .close = close_memory }, .bytes = bytes };
    *f = (struct file){ .fd = -1, .size = bytes.n, .view = &m->view };
}

bool file_temp(struct file *f, const char *temporary, struct err *e)
{
    char path[512] = "";
    *f = (struct file){ .fd = system_temporary(temporary && *temporary ? temporary : NULL, path,
                                               sizeof(path)) };
    if (f->fd < 0 && errno == ENAMETOOLONG)
        return err_set(e, ERR_IO, 0, "the folder of temporary files is longer than %zu bytes", sizeof(path));
    return f->fd >= 0 ||
           err_set(e, ERR_IO, 0, "cannot create a temporary file %s: %s", path, strerror(errno));
}

bool file_append(struct file *f, const void *p, size_t n, struct err *e)
{
    assert(!f->view);
    for (const uint8_t *at = p; n;) {
        ssize_t done = system_write_at(f->fd, at, n, f->size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return err_set(e, ERR_IO, f->size, "cannot write to a temporary file: %s", strerror(errno));
        at += done;
        n -= (size_t)done;
        f->size += (uint64_t)done;
    }
    return true;
}

static int64_t read_view(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    if (at >= f->size || !n)
        return 0;
    return f->view->read(f->view, at, buf, (size_t)lesser_of(n, f->size - at), e);
}

static int64_t read_file(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    size_t have = 0;
    while (have < n && at + have < f->size) {
        ssize_t done = system_read_at(f->fd, (uint8_t *)buf + have, n - have, at + have);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            err_set(e, ERR_IO, at + have, "cannot read %zu bytes at offset %llu: %s", n - have,
                    (unsigned long long)(at + have), strerror(errno));
            return -1;
        }
        if (!done)
            break;
        have += (size_t)done;
    }
    return (int64_t)have;
}

int64_t file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    int64_t have;
    if (f->view)
        have = read_view(f, at, buf, n, e);
    else
        have = read_file(f, at, buf, n, e);
    if (have < 0)
        fault_note(f->fault, e);
    return have;
}

uint64_t file_mtime(const struct file *f)
{
    struct file_status st;
    if (f->view || !system_look(f->fd, &st))
        return 0;
    return st.written;
}

void file_copy_mtime(struct file *temp, const struct file *f)
{
    struct file_status st;
    if (!f->view && system_look(f->fd, &st))
        system_set_written(temp->fd, st.written);
}

/* Opens a regular file for which the system may give no size, such as those in /proc. -1: it is not a regular file, or
   cannot be opened; errno may say why. */
static int open_sizeless(const char *path)
{
    struct file_status st;
    errno = 0;
    if (!file_look(path, &st) || st.kind != FILE_REGULAR)
        return -1;
    return system_open(path, SYSTEM_READ | SYSTEM_AT_ONCE);
}

/* Reads the next bytes of a file without a size and returns how many; -1 with errno set. */
static ssize_t read_piece(int fd, char *piece, size_t most)
{
    ssize_t n;
    do {
        n = read(fd, piece, most);
    } while (n < 0 && errno == EINTR);
    return n;
}

bool file_read_all(const char *path, size_t max, struct text *out, struct err *e)
{
    enum { PIECE = 1 << 16 };
    char *piece = mem_new(1, PIECE);
    size_t had = out->n;
    int fd = open_sizeless(path);
    ssize_t n = fd < 0 ? -1 : 1;
    text_add(out, "");
    while (n > 0 && out->n - had <= max)
        if ((n = read_piece(fd, piece, PIECE)) > 0)
            text_add_n(out, piece, (size_t)n);
    if (n < 0)
        err_set(e, ERR_IO, out->n - had, "cannot read %s: %s", path,
                errno ? strerror(errno) : "not a regular file");
    else if (out->n - had > max)
        err_set(e, ERR_UNSUPPORTED, 0, "%s has more than %zu bytes", path, max);
    if (fd >= 0)
        close(fd);
    free(piece);
    return e->kind == ERR_NONE;
}

size_t file_read_path_at(const char *path, uint64_t at, void *buf, size_t n)
{
    struct err e = { 0 };
    struct file f = { .fd = open_sizeless(path), .size = INT64_MAX };
    int64_t have = f.fd < 0 ? 0 : file_read(&f, at, buf, n, &e);
    file_close(&f);
    if (have < 0)
        return 0;
    return (size_t)have;
}

bool file_equal(const struct file *a, const struct file *b, struct err *e)
{
    enum { PIECE = 1 << 16 };
    bool same = a->size == b->size;
    uint8_t *x = mem_new(2, PIECE), *y = x + PIECE;
    for (uint64_t at = 0; same && at < a->size; at += PIECE) {
        int64_t n = file_read(a, at, x, PIECE, e), m = file_read(b, at, y, PIECE, e);
        same = n > 0 && n == m && !memcmp(x, y, (size_t)n);
    }
    free(x);
    return same;
}
