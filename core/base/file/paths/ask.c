/* Queries about paths: the files to which they lead, and the content of folders. */
#include "core/base/file/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/system/system.h"
#include "core/base/mem.h"

bool file_same(const char *a, const char *b)
{
    struct file_status x, y;
    return file_look(a, &x) && file_look(b, &y) && file_node_equal(&x.node, &y.node);
}

bool file_would_replace(const char *path, const char *input)
{
    struct file_status here, in;
    if (!file_look(path, &here))
        return false; /* the file does not exist yet */
    if (!strcmp(input, "-"))
        return system_look(STDIN_FILENO, &in) && in.kind == FILE_REGULAR &&
               file_node_equal(&in.node, &here.node);
    if (!file_is_dir(input))
        return file_same(path, input);
    char *whole = system_real_path(path);
    if (!whole)
        return false;
    *strrchr(whole, '/') = 0; /* the path is absolute, so it contains a slash */
    const bool inside = file_same(*whole ? whole : "/", input);
    free(whole);
    return inside;
}

enum file_kind file_kind_of(const char *path)
{
    struct file_status st;
    if (!file_look_nofollow(path, &st))
        return FILE_NONE;
    return st.kind;
}

bool file_errno_is_absent(void)
{
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ENAMETOOLONG;
}

bool file_is_dir(const char *path)
{
    struct file_status st;
    return file_look(path, &st) && st.kind == FILE_FOLDER;
}

bool file_check_is_dir(const char *path, struct err *e)
{
    struct file_status st;
    if (file_look(path, &st))
        return st.kind == FILE_FOLDER;
    return !file_errno_is_absent() && err_set(e, ERR_IO, 0, "cannot access %s: %s", path, strerror(errno));
}

/* The path with all links followed. NULL: with `e` set if it exists and cannot be followed. */
static char *resolved(const char *path, struct err *e)
{
    char *real = system_real_path(path);
    if (!real && !file_errno_is_absent())
        err_set(e, ERR_IO, 0, "cannot follow %s: %s", path, strerror(errno));
    return real;
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

/* The n texts in `all`, each ended by NUL, in byte order; frees `all`. One free() frees them. */
static char **file_ask_split(struct text *all, size_t n)
{
    char **names = mem_resize(NULL, n * sizeof(*names) + all->n, 1), *at = (char *)(names + n);
    memcpy(at, text_str(all), all->n);
    text_free(all);
    for (size_t i = 0; i < n; i++, at += strlen(at) + 1)
        names[i] = at;
    mem_sort(names, n, sizeof(*names), by_bytes);
    return names;
}

struct file_ask_names {
    struct text all; /* names, each ended by a NUL */
    size_t n, max;
};

static bool keep_name(void *arg, const char *name)
{
    struct file_ask_names *names = arg;
    if (names->n == names->max)
        return false;
    text_add_n(&names->all, name, strlen(name) + 1);
    names->n++;
    return true;
}

char **file_list_names(const char *dir, size_t max, size_t *n, struct err *e)
{
    struct file_ask_names all = { .max = max };
    bool opened;
    if (!system_list(dir, keep_name, &all, &opened))
        err_set(e, ERR_IO, 0, "cannot %s %s: %s", opened ? "read" : "open", dir, strerror(errno));
    char **names = file_ask_split(&all.all, all.n);
    *n = all.n;
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
        struct file_status st;
        if (snprintf(path, sizeof(path), "%s/%s", dir, names[i]) >= (int)sizeof(path) ||
            snprintf(below, sizeof(below), "%s%s", inner, names[i]) >= (int)sizeof(below) - 1)
            err_set(e, ERR_UNSUPPORTED, 0, "a path in %s is longer than %zu bytes", dir, sizeof(path));
        else if (!file_look_nofollow(path, &st))
            err_set(e, ERR_IO, 0, "cannot access %s: %s", path, strerror(errno));
        else if (st.kind == FILE_FOLDER && depth < DEEPEST)
            list_below(path, strcat(below, "/"), depth + 1, l, e);
        else if (st.kind == FILE_LINK && !l->links)
            err_set(e, ERR_UNSUPPORTED, 0,
                    "%s is a symbolic link, which is not followed: replace it with its target", path);
        if (e->kind != ERR_NONE || st.kind != FILE_REGULAR)
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
    struct file_status st;
    return system_look(STDIN_FILENO, &st) && st.kind == FILE_PIPE;
}
