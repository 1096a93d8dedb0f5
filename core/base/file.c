#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, realpath() */
#include "core/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
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

static uint64_t ns_of(const struct timespec *t)
{
    return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

uint64_t file_written(const struct file *f)
{
    struct stat st;
    return f->view || fstat(f->fd, &st) < 0 ? 0 : ns_of(&st.st_mtim);
}

/* The request is FS_IOC_GETVERSION (linux, fs.h, where "version" means the generation): its number says long,
   but an int is what comes (fs/ext4/ioctl.c, fs/xfs/xfs_ioctl.c). */
static uint32_t generation_of(int fd)
{
    uint32_t generation[2] = { 0 };
    return ioctl(fd, _IOR('v', 1, long), generation) < 0 ? 0 : generation[0];
}

static struct file_facts facts_of(int fd, const struct stat *st)
{
    return (struct file_facts){ .maj = major(st->st_dev),
                                .min = minor(st->st_dev),
                                .ino = st->st_ino,
                                .generation = generation_of(fd),
                                .written = ns_of(&st->st_mtim),
                                .changed = ns_of(&st->st_ctim),
                                .nameless = !st->st_nlink };
}

/* Map an open file, which is closed; `fd` < 0: errno says why it could not be opened. */
static bool map_open(int fd, const char *path, struct span *bytes, struct file_facts *facts, struct err *e)
{
    struct stat st;
    *bytes = (struct span){ NULL, 0 };
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
    if (facts && bytes->n)
        *facts = facts_of(fd, &st);
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

bool file_map(const char *path, struct span *bytes, struct err *e)
{
    return file_map_told(path, bytes, NULL, e);
}

bool file_map_told(const char *path, struct span *bytes, struct file_facts *facts, struct err *e)
{
    return map_open(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path, bytes, facts, e);
}

/* The next component of a path as text of its own, and what follows it; NULL: there is none. */
static const char *component(const char *path, char name[NAME_MAX + 1])
{
    path += strspn(path, "/");
    size_t n = strcspn(path, "/");
    if (!n || n > NAME_MAX)
        return NULL;
    memcpy(name, path, n);
    name[n] = 0;
    return path + n + strspn(path + n, "/");
}

bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e)
{
    char name[NAME_MAX + 1];
    int at = open(dir, O_RDONLY | O_CLOEXEC | O_DIRECTORY), fd = -1;
    struct stat st;
    errno = at < 0 ? errno : ENOENT;
    for (const char *rest = path; at >= 0 && (rest = component(rest, name)) != NULL;) {
        bool last = !*rest;
        bool device = last && !fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) && !S_ISREG(st.st_mode);
        if (device || !strcmp(name, "..")) { /* a device may do something when it is opened */
            errno = EINVAL;
            break;
        }
        int next =
            openat(at, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (last ? 0 : O_DIRECTORY));
        if (last) {
            fd = next;
            break;
        }
        close(at);
        at = next;
    }
    bool ok = map_open(fd, path, bytes, facts, e);
    if (at >= 0)
        close(at);
    return ok;
}

/* A regular file, whatever its size; the kernel's in /proc are. -1: it is none, and errno may say why. */
static int open_sizeless(const char *path)
{
    struct stat st;
    errno = 0;
    return stat(path, &st) || !S_ISREG(st.st_mode) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

bool file_read_all(const char *path, size_t max, struct text *out, struct err *e)
{
    enum { PIECE = 1 << 16 };
    char *piece = mem_new(1, PIECE);
    size_t had = out->n;
    int fd = open_sizeless(path);
    ssize_t n = fd < 0 ? -1 : 0;
    text_add(out, "");
    while (fd >= 0 && out->n - had <= max && ((n = read(fd, piece, PIECE)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0)
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

size_t file_peek(const char *path, uint64_t at, void *buf, size_t n)
{
    struct err e = { 0 };
    struct file f = { .fd = open_sizeless(path), .size = INT64_MAX };
    int64_t have = f.fd < 0 ? 0 : file_read(&f, at, buf, n, &e);
    file_close(&f);
    return have < 0 ? 0 : (size_t)have;
}

bool file_link(const char *path, struct text *out)
{
    char says[4097];
    ssize_t n = readlink(path, says, sizeof(says));
    if (n < 0 || (size_t)n == sizeof(says))
        return false;
    text_add_n(out, says, (size_t)n);
    return true;
}

bool file_same(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool file_is_of(const char *path, const char *input)
{
    struct stat here, in;
    if (stat(path, &here))
        return false; /* a new one */
    if (!strcmp(input, "-"))
        return !fstat(STDIN_FILENO, &in) && S_ISREG(in.st_mode) && in.st_dev == here.st_dev &&
               in.st_ino == here.st_ino;
    if (!file_is_dir(input))
        return file_same(path, input);
    char *whole = realpath(path, NULL), *end = whole ? strrchr(whole, '/') : NULL;
    if (end)
        *end = 0;
    bool inside = end && file_same(*whole ? whole : "/", input);
    free(whole);
    return inside;
}

enum file_kind file_kind_of(const char *path)
{
    struct stat st;
    if (lstat(path, &st))
        return FILE_NONE;
    return S_ISREG(st.st_mode)   ? FILE_REGULAR
           : S_ISDIR(st.st_mode) ? FILE_FOLDER
           : S_ISLNK(st.st_mode) ? FILE_LINK
                                 : FILE_OTHER;
}

bool file_make_folder(const char *path, struct err *e)
{
    char *at = mem_copy(path, strlen(path));
    bool ok = true;
    for (char *end = at; ok && *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char rest = *end;
        *end = 0;
        ok = !mkdir(at, 0777) || errno == EEXIST || file_is_dir(at);
        if (!ok)
            err_set(e, ERR_IO, 0, "cannot make the folder %s: %s", at, strerror(errno));
        *end = rest;
    }
    free(at);
    return ok && (file_is_dir(path) || err_set(e, ERR_IO, 0, "%s is not a folder", path));
}

bool file_make_way(const char *dir, const char *path, struct err *e)
{
    char name[NAME_MAX + 1];
    int at = open(dir, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    const char *rest = path;
    if (at < 0)
        return err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
    while (e->kind == ERR_NONE) {
        if (!(rest = component(rest, name)) || !strcmp(name, "..")) {
            err_set(e, ERR_USAGE, 0, "cannot make %s: it has a name that is none, or too long", path);
        } else if (!*rest) {
            break;
        } else {
            bool made = !mkdirat(at, name, 0777) || errno == EEXIST;
            int next = made ? openat(at, name, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW) : -1;
            if (next < 0)
                err_set(e, ERR_IO, 0, "cannot make the folders of %s, or use what is there as '%s': %s", path,
                        name, strerror(errno));
            close(at);
            at = next;
        }
    }
    if (at >= 0)
        close(at);
    return e->kind == ERR_NONE;
}

bool file_make_link(const char *path, const char *says, struct err *e)
{
    if (!symlink(says, path))
        return true;
    int why = errno;
    struct text there = { 0 };
    bool same = why == EEXIST && file_link(path, &there) && !strcmp(there.s, says);
    text_free(&there);
    return same || err_set(e, ERR_IO, 0, "cannot make the link %s: %s", path,
                           why == EEXIST ? "there is something else" : strerror(why));
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

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t *file_numbers(const char *dir, size_t max, size_t *n)
{
    uint32_t *v = NULL;
    size_t cap = 0;
    DIR *d = opendir(dir);
    *n = 0;
    for (struct dirent *e; d && *n < max && (e = readdir(d));) {
        size_t digits = strspn(e->d_name, "0123456789");
        unsigned long long i = digits && digits <= 10 && !e->d_name[digits] ? strtoull(e->d_name, NULL, 10)
                                                                            : UINT64_MAX;
        if (i > UINT32_MAX)
            continue;
        v = mem_room(v, *n, &cap, sizeof(*v));
        v[(*n)++] = (uint32_t)i;
    }
    if (d)
        closedir(d);
    if (*n)
        qsort(v, *n, sizeof(*v), by_number);
    return v;
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
