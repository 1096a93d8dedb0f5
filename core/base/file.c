#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, realpath() */
#include "core/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"

enum { SPOOL_BUFFER = 1 << 20 };

static bool spool(struct file *f, int from, struct err *e)
{
    if (!file_temp(f, e))
        return false;
    uint8_t *buf = mem_new(1, SPOOL_BUFFER);
    ssize_t n;
    while ((n = read(from, buf, SPOOL_BUFFER)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0 && !file_append(f, buf, (size_t)n, e))
            break;
    if (n < 0)
        err_set(e, ERR_IO, f->size, "cannot read from the pipe after %llu bytes: %s",
                (unsigned long long)f->size, strerror(errno));
    free(buf);
    if (e->kind != ERR_NONE)
        file_close(f);
    return e->kind == ERR_NONE;
}

bool file_open(struct file *f, const char *path, struct err *e)
{
    bool standard_input = !strcmp(path, "-");
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    *f = (struct file){ .fd = fd };
    if (fd < 0 || fstat(fd, &st) < 0) {
        err_set(e, ERR_IO, 0, "cannot open: %s", strerror(errno));
        goto fail;
    }
    if (S_ISDIR(st.st_mode)) {
        err_set(e, ERR_UNSUPPORTED, 0, "is a directory");
        goto fail;
    }
    if (!S_ISREG(st.st_mode) || standard_input) {
        bool ok = spool(f, fd, e);
        if (!standard_input)
            close(fd);
        return ok;
    }
    f->size = (uint64_t)st.st_size;
    return true;
fail:
    if (fd >= 0 && !standard_input)
        close(fd);
    f->fd = -1;
    return false;
}

bool file_open_regular(struct file *f, const char *path, bool *absent, struct err *e)
{
    struct stat st;
    *f = (struct file){ .fd = open(path,
                                   O_RDONLY | O_CLOEXEC | O_NONBLOCK) }; /* a FIFO would wait for a writer */
    *absent = f->fd < 0 && errno == ENOENT;
    if (f->fd < 0 || fstat(f->fd, &st) < 0)
        err_set(e, ERR_IO, 0, "cannot open: %s", strerror(errno));
    else if (!S_ISREG(st.st_mode))
        err_set(e, ERR_UNSUPPORTED, 0, "is not a regular file");
    else
        f->size = (uint64_t)st.st_size;
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

static int64_t read_memory(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e)
{
    (void)e;
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

bool file_temp(struct file *f, struct err *e)
{
    const char *dir = getenv("TMPDIR");
    char path[512];
    if (snprintf(path, sizeof(path), "%s/perfolio-XXXXXX", dir && *dir ? dir : "/tmp") >= (int)sizeof(path))
        return err_set(e, ERR_IO, 0, "TMPDIR is longer than %zu bytes", sizeof(path));
    *f = (struct file){ .fd = mkstemp(path) };
    if (f->fd < 0)
        return err_set(e, ERR_IO, 0, "cannot create a temporary file %s: %s", path, strerror(errno));
    unlink(path);
    return true;
}

bool file_append(struct file *f, const void *p, size_t n, struct err *e)
{
    for (const uint8_t *at = p; n;) {
        ssize_t done = pwrite(f->fd, at, n, (off_t)f->size);
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

int64_t file_read(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    size_t have = 0;
    if (f->view) {
        uint64_t left = at < f->size ? f->size - at : 0;
        return left && n ? f->view->read(f->view, at, buf, n < left ? n : (size_t)left, e) : 0;
    }
    while (have < n && at + have < f->size) {
        ssize_t done = pread(f->fd, (uint8_t *)buf + have, n - have, (off_t)(at + have));
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

bool file_map(const char *path, struct span *bytes, struct err *e)
{
    *bytes = (struct span){ NULL, 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0) {
        err_set(e, ERR_IO, 0, "cannot open %s: %s", path, strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        err_set(e, ERR_IO, 0, "%s is not a regular file", path);
    } else if ((uint64_t)st.st_size > SIZE_MAX) {
        err_set(e, ERR_UNSUPPORTED, 0, "%s is too large for this host's address space", path);
    } else if (st.st_size) {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            err_set(e, ERR_IO, 0, "cannot map %s: %s", path, strerror(errno));
        else
            *bytes = (struct span){ p, (size_t)st.st_size };
    }
    if (fd >= 0)
        close(fd);
    return e->kind == ERR_NONE;
}

/* How far after the beginning of a page something is: what is mapped begins with one. */
static size_t into_page(uint64_t at)
{
    return (size_t)(at % (uint64_t)sysconf(_SC_PAGESIZE));
}

bool file_map_at(const struct file *f, uint64_t at, uint64_t n, struct span *bytes, struct err *e)
{
    *bytes = (struct span){ NULL, 0 };
    size_t before = into_page(at);
    if (at > f->size || n > f->size - at)
        return err_set(e, ERR_FORMAT, at, "%llu bytes at offset %llu are more than the file's %llu",
                       (unsigned long long)n, (unsigned long long)at, (unsigned long long)f->size);
    if (n > SIZE_MAX - before)
        return err_set(e, ERR_UNSUPPORTED, at, "%llu bytes are too many for this host's address space",
                       (unsigned long long)n);
    if (!n)
        return true;
    uint8_t *p = mmap(NULL, before + (size_t)n, PROT_READ, MAP_PRIVATE, f->fd, (off_t)(at - before));
    if (p == MAP_FAILED)
        return err_set(e, ERR_IO, at, "cannot map %llu bytes at offset %llu: %s", (unsigned long long)n,
                       (unsigned long long)at, strerror(errno));
    *bytes = (struct span){ p + before, (size_t)n };
    return true;
}

uint8_t *file_blank(uint64_t n, struct err *e)
{
    void *p = MAP_FAILED;
    if (!n)
        return NULL;
    if (n <= SIZE_MAX)
        p = mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED)
        return p;
    err_set(e, ERR_UNSUPPORTED, 0, "there is no room for %llu bytes in memory", (unsigned long long)n);
    return NULL;
}

void file_unmap(struct span bytes)
{
    size_t before = into_page((uintptr_t)bytes.p);
    if (bytes.n)
        munmap((void *)((uintptr_t)bytes.p - before), before + bytes.n);
}

bool file_is_dir(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool file_is_below(const char *path, const char *dir)
{
    char *file = realpath(path, NULL), *folder = realpath(dir, NULL);
    size_t n = folder ? strlen(folder) : 0;
    bool below = file && folder && !strncmp(file, folder, n) && (n == 1 || file[n] == '/');
    free(file);
    free(folder);
    return below;
}

uint32_t file_numbered(const char *name, const char *prefix, uint32_t last)
{
    char *end;
    size_t n = strlen(prefix);
    if (strncmp(name, prefix, n))
        return last;
    unsigned long i = strtoul(name + n, &end, 10);
    return end != name + n && !*end && i < UINT32_MAX - 1 && i + 1 > last ? (uint32_t)i + 1 : last;
}

uint32_t file_last_numbered(const char *dir, const char *prefix)
{
    uint32_t last = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        last = file_numbered(e->d_name, prefix, last);
    if (d)
        closedir(d);
    return last;
}

struct listing {
    char **v;
    size_t n, cap;
};

static bool list_below(const char *dir, const char *inner, unsigned depth, struct listing *l, struct err *e)
{
    enum { DEEPEST = 16 };
    DIR *d = opendir(dir);
    if (!d)
        return err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
    for (struct dirent *entry; e->kind == ERR_NONE && (entry = readdir(d));) {
        char path[4096], below[4096];
        struct stat st;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name) >= (int)sizeof(path) ||
            snprintf(below, sizeof(below), "%s%s", inner, entry->d_name) >= (int)sizeof(below) - 1)
            err_set(e, ERR_UNSUPPORTED, 0, "a path in %s is longer than %zu bytes", dir, sizeof(path));
        else if (lstat(path, &st))
            err_set(e, ERR_IO, 0, "cannot look at %s: %s", path, strerror(errno));
        else if (S_ISDIR(st.st_mode) && depth < DEEPEST)
            list_below(path, strcat(below, "/"), depth + 1, l, e);
        if (e->kind != ERR_NONE || !S_ISREG(st.st_mode))
            continue;
        l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
        l->v[l->n++] = mem_copy(below, strlen(below));
    }
    closedir(d);
    return e->kind == ERR_NONE;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list(const char *dir, size_t *n, struct err *e)
{
    struct listing l = { .v = mem_new(1, sizeof(*l.v)), .cap = 1 };
    if (!list_below(dir, "", 0, &l, e)) {
        for (size_t i = 0; i < l.n; i++)
            free(l.v[i]);
        free(l.v);
        return NULL;
    }
    qsort(l.v, l.n, sizeof(*l.v), by_bytes);
    *n = l.n;
    return l.v;
}

bool file_stdin_is_pipe(void)
{
    struct stat st;
    return !fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode);
}

unsigned file_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (unsigned)n;
}
