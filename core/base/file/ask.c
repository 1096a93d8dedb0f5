/* Queries about paths: the files to which they lead, and the content of folders. */
#define _GNU_SOURCE /* realpath(), readlink(), sched_getaffinity() */
#include "core/base/file/file.h"

#include <dirent.h>
#include <errno.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/base/file/parts.h"
#include "core/base/mem.h"

bool file_read_link(const char *path, struct text *out)
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

bool file_would_replace(const char *path, const char *input)
{
    struct stat here, in;
    if (stat(path, &here))
        return false; /* a new one */
    if (!strcmp(input, "-"))
        return !fstat(STDIN_FILENO, &in) && S_ISREG(in.st_mode) && in.st_dev == here.st_dev &&
               in.st_ino == here.st_ino;
    if (!file_is_dir(input))
        return file_same(path, input);
    char *whole = realpath(path, NULL);
    if (!whole)
        return false;
    *strrchr(whole, '/') = 0; /* realpath() is absolute */
    const bool inside = file_same(*whole ? whole : "/", input);
    free(whole);
    return inside;
}

enum file_kind file_kind_of(const char *path)
{
    struct stat st;
    if (lstat(path, &st))
        return FILE_NONE;
    if (S_ISREG(st.st_mode))
        return FILE_REGULAR;
    if (S_ISDIR(st.st_mode))
        return FILE_FOLDER;
    if (S_ISLNK(st.st_mode))
        return FILE_LINK;
    return FILE_OTHER;
}

bool file_errno_is_absent(void)
{
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ENAMETOOLONG;
}

bool file_is_dir(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool file_check_is_dir(const char *path, struct err *e)
{
    struct stat st;
    if (!stat(path, &st))
        return S_ISDIR(st.st_mode);
    return !file_errno_is_absent() && err_set(e, ERR_IO, 0, "cannot look at %s: %s", path, strerror(errno));
}

/* The path with all links followed. NULL: with `e` set if it exists and cannot be followed. */
static char *resolved(const char *path, struct err *e)
{
    char *real = realpath(path, NULL);
    if (!real && !file_errno_is_absent())
        err_set(e, ERR_IO, 0, "cannot follow %s: %s", path, strerror(errno));
    return real;
}

/* Whether everyone may enter all folders of an absolute path without symbolic links. Shortens `path`. */
static bool is_way_open(char *path)
{
    struct stat st;
    bool is_open = !stat("/", &st) && st.st_mode & S_IXOTH;
    for (char *slash; is_open && (slash = strrchr(path, '/')) != NULL && slash != path;) {
        *slash = 0;
        is_open = !stat(path, &st) && st.st_mode & S_IXOTH;
    }
    return is_open;
}

static bool is_node(const struct file_node *n, const struct stat *st)
{
    return n->maj == major(st->st_dev) && n->min == minor(st->st_dev) && n->ino == st->st_ino;
}

bool file_is_world_readable(const char *path, const struct file_node *read)
{
    struct stat st;
    char *real = realpath(path, NULL);
    /* a link in /proc may show a path of another process' tree */
    const bool is_open = real && file_same(path, real) && !stat(real, &st) && S_ISREG(st.st_mode) &&
                         st.st_size && st.st_mode & S_IROTH && is_way_open(real) &&
                         (!read->ino || is_node(read, &st));
    free(real);
    return is_open;
}

bool file_is_below(const char *path, const char *dir, struct err *e)
{
    char *file = resolved(path, e), *folder = resolved(dir, e);
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
    const bool is_number = end != name + n && !*end;
    if (is_number && i < UINT32_MAX - 1 && i + 1 > last)
        return (uint32_t)i + 1;
    return last;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list_names(const char *dir, size_t max, size_t *n, struct err *e)
{
    DIR *d = opendir(dir);
    struct text all = { 0 };
    *n = 0;
    if (!d) {
        err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
        return NULL;
    }
    errno = 0;
    for (struct dirent *entry; *n < max && (entry = readdir(d)) != NULL; errno = 0)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            text_add_n(&all, entry->d_name, strlen(entry->d_name) + 1);
            ++*n;
        }
    if (errno)
        err_set(e, ERR_IO, 0, "cannot read %s: %s", dir, strerror(errno));
    closedir(d);
    char **names = mem_resize(NULL, *n * sizeof(*names) + all.n, 1), *at = (char *)(names + *n);
    memcpy(at, text_str(&all), all.n);
    text_free(&all);
    for (size_t i = 0; i < *n; i++, at += strlen(at) + 1)
        names[i] = at;
    qsort(names, *n, sizeof(*names), by_bytes);
    if (e->kind == ERR_NONE)
        return names;
    *n = 0;
    free(names);
    return NULL;
}

bool file_next_number(const char *dir, const char *prefix, uint32_t *last, struct err *e)
{
    size_t n;
    char **names = file_list_names(dir, SIZE_MAX, &n, e);
    *last = 0;
    for (size_t i = 0; i < n; i++)
        *last = file_numbered(names[i], prefix, *last);
    free(names);
    return e->kind == ERR_NONE;
}

struct file_ask_listing {
    char **v;
    size_t n, cap;
    bool links; /* symbolic links are allowed */
};

static bool list_below(const char *dir, const char *inner, unsigned depth, struct file_ask_listing *l,
                       struct err *e)
{
    enum { DEEPEST = 16 };
    size_t n;
    char **names = file_list_names(dir, SIZE_MAX, &n, e);
    for (size_t i = 0; i < n && e->kind == ERR_NONE; i++) {
        char path[4096], below[4096];
        struct stat st;
        if (snprintf(path, sizeof(path), "%s/%s", dir, names[i]) >= (int)sizeof(path) ||
            snprintf(below, sizeof(below), "%s%s", inner, names[i]) >= (int)sizeof(below) - 1)
            err_set(e, ERR_UNSUPPORTED, 0, "a path in %s is longer than %zu bytes", dir, sizeof(path));
        else if (lstat(path, &st))
            err_set(e, ERR_IO, 0, "cannot look at %s: %s", path, strerror(errno));
        else if (S_ISDIR(st.st_mode) && depth < DEEPEST)
            list_below(path, strcat(below, "/"), depth + 1, l, e);
        else if (S_ISLNK(st.st_mode) && !l->links)
            err_set(e, ERR_UNSUPPORTED, 0,
                    "%s is a symbolic link, which is not followed: replace it with its target", path);
        if (e->kind != ERR_NONE || !S_ISREG(st.st_mode))
            continue;
        *MEM_ADD(l->v, l->n, l->cap) = mem_copy(below, strlen(below));
    }
    free(names);
    return e->kind == ERR_NONE;
}

char **file_list_tree(const char *dir, bool links, size_t *n, struct err *e)
{
    struct file_ask_listing l = { .v = mem_new(1, sizeof(*l.v)), .cap = 1, .links = links };
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

static int file_ask_by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (x < y)
        return -1;
    return x > y;
}

uint32_t *file_list_numeric_names(const char *dir, size_t max, size_t *n)
{
    struct err refused = { 0 };
    uint32_t *v = NULL;
    size_t nnames, cap = 0;
    char **names = file_list_names(dir, SIZE_MAX, &nnames, &refused);
    *n = 0;
    for (size_t k = 0; k < nnames && *n < max; k++) {
        size_t digits = strspn(names[k], "0123456789");
        const bool is_number = digits && digits <= 10 && !names[k][digits];
        if (!is_number)
            continue;
        const unsigned long long number = strtoull(names[k], NULL, 10);
        if (number <= UINT32_MAX)
            *MEM_ADD(v, *n, cap) = (uint32_t)number;
    }
    free(names);
    mem_sort(v, *n, sizeof(*v), file_ask_by_number);
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
#ifdef __linux__
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof(set), &set)) /* cpu_set_t holds 1024 */
        n = CPU_COUNT(&set);
#endif
    if (n < 1)
        return 1;
    return (unsigned)n;
}

size_t file_page(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}
