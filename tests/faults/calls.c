/*
 * A library to preload: the N-th call of a kind that the program makes fails, as on a disk that does, and the
 * program's calls are counted. FAULT=read:7 (or write, place, open) says which one, FAULT_COUNT=FILE where
 * the counts go when it ends: "read 12 write 3 ...". FAULT_OF=TEXT: only calls count whose file has that in
 * its path. FAULT=no-locks: there is no flock(2), as on some file systems of the network.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

enum { READ, WRITE, PLACE, OPEN, KINDS };

static const struct {
    const char *name;
    int error;
} kinds[KINDS] = {
    [READ] = { "read", EIO },
    [WRITE] = { "write", ENOSPC },
    [PLACE] = { "place", EIO }, /* what makes bytes stay, and gives them their name */
    [OPEN] = { "open", EIO },
};

static atomic_long calls[KINDS];
static long fails[KINDS];
static int no_locks;
static const char *of, *count_file;

/* The next definition of a function: the C library's, or a sanitizer's. */
static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULT");
    of = getenv("FAULT_OF");
    count_file = getenv("FAULT_COUNT");
    no_locks = fault && !strcmp(fault, "no-locks");
    for (int k = 0; fault && k < KINDS; k++) {
        size_t n = strlen(kinds[k].name);
        if (!strncmp(fault, kinds[k].name, n) && fault[n] == ':')
            fails[k] = atol(fault + n + 1);
    }
}

__attribute__((destructor)) static void end(void)
{
    char text[200];
    int n = 0;
    if (!count_file)
        return;
    for (int k = 0; k < KINDS; k++)
        n += snprintf(text + n, sizeof(text) - (size_t)n, "%s %ld ", kinds[k].name, atomic_load(&calls[k]));
    int (*real_open)(const char *, int, ...) = next("open");
    ssize_t (*real_write)(int, const void *, size_t) = next("write");
    int fd = real_open(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || real_write(fd, text, (size_t)n) != n)
        abort();
    close(fd);
}

static int is_of(const char *path)
{
    return !of || strstr(path, of) != NULL;
}

/* Whether this call is the one. */
static int fails_now(int kind, int counts)
{
    if (!counts || atomic_fetch_add(&calls[kind], 1) + 1 != fails[kind])
        return 0;
    errno = kinds[kind].error;
    return 1;
}

static int fd_fails(int kind, int fd)
{
    char link[64], path[4096];
    if (!of)
        return fails_now(kind, 1);
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof(path) - 1);
    path[n < 0 ? 0 : n] = 0;
    return fails_now(kind, is_of(path));
}

#define REAL(name)                                                                                           \
    static __typeof__(&name) real;                                                                           \
    if (!real)                                                                                               \
    real = (__typeof__(&name))next(#name)

#define BY_FD(type, kind, name, params, args)                                                                \
    type name params                                                                                         \
    {                                                                                                        \
        REAL(name);                                                                                          \
        return fd_fails(kind, fd) ? -1 : real args;                                                          \
    }

#define BY_PATH(name, params, args)                                                                          \
    int name params                                                                                          \
    {                                                                                                        \
        REAL(name);                                                                                          \
        return fails_now(PLACE, is_of(to)) ? -1 : real args;                                                 \
    }

#define OPENS(name, params, args)                                                                            \
    int name params                                                                                          \
    {                                                                                                        \
        REAL(name);                                                                                          \
        va_list ap;                                                                                          \
        va_start(ap, flags);                                                                                 \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;                                \
        va_end(ap);                                                                                          \
        return fails_now(OPEN, is_of(path)) ? -1 : real args;                                                \
    }

BY_FD(ssize_t, READ, read, (int fd, void *buf, size_t n), (fd, buf, n))
BY_FD(ssize_t, READ, pread, (int fd, void *buf, size_t n, off_t at), (fd, buf, n, at))
BY_FD(ssize_t, READ, pread64, (int fd, void *buf, size_t n, off64_t at), (fd, buf, n, at))
BY_FD(ssize_t, WRITE, write, (int fd, const void *buf, size_t n), (fd, buf, n))
BY_FD(ssize_t, WRITE, pwrite, (int fd, const void *buf, size_t n, off_t at), (fd, buf, n, at))
BY_FD(ssize_t, WRITE, pwrite64, (int fd, const void *buf, size_t n, off64_t at), (fd, buf, n, at))
BY_FD(int, PLACE, fsync, (int fd), (fd))
BY_FD(int, PLACE, ftruncate, (int fd, off_t size), (fd, size))
BY_PATH(rename, (const char *from, const char *to), (from, to))
BY_PATH(link, (const char *from, const char *to), (from, to))
BY_PATH(linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
OPENS(open, (const char *path, int flags, ...), (path, flags, mode))
OPENS(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENS(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

int flock(int fd, int operation)
{
    REAL(flock);
    errno = ENOLCK;
    return no_locks ? -1 : real(fd, operation);
}
