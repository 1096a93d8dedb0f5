/* What elfutils takes from glibc or POSIX and mingw has not. Perfolio gives libelf memory, or files to read by one thread: what
   writes fails. */
#ifndef MISSING_H
#define MISSING_H
#include <errno.h>
#include <io.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef unsigned uid_t, gid_t;

#define powerof2(x) (((x) & ((x) - 1)) == 0)

enum { F_GETFD = 1, F_GETFL = 3, S_ISUID = 04000, S_ISGID = 02000, _SC_PAGESIZE = 30 };
static inline long sysconf(int what)
{
    (void)what;
    return 4096;
}

static inline int fcntl(int fd, int command, ...)
{
    (void)fd, (void)command;
    return -1;
}

static inline char *stpcpy(char *to, const char *from)
{
    const size_t n = strlen(from);
    return (char *)memcpy(to, from, n + 1) + n;
}

static inline void *memrchr(const void *p, int c, size_t n)
{
    const unsigned char *at = p;
    while (n--)
        if (at[n] == (unsigned char)c)
            return (void *)(uintptr_t)(at + n);
    return NULL;
}

static inline void *reallocarray(void *p, size_t n, size_t size)
{
    if (!size || n <= SIZE_MAX / size)
        return realloc(p, n * size);
    errno = ENOMEM;
    return NULL;
}

static inline char *strndup(const char *s, size_t n)
{
    const size_t have = strnlen(s, n);
    char *copy = malloc(have + 1);
    if (copy) {
        memcpy(copy, s, have);
        copy[have] = 0;
    }
    return copy;
}

static inline char *realpath(const char *path, char *to)
{
    (void)path, (void)to;
    errno = ENOSYS;
    return NULL;
}

static int equal(const void *a, const void *b)
{
    (void)a, (void)b;
    return 0;
}

/* Each time the root is the node that is found. */
static inline void tdestroy(void *root, void (*drop)(void *key))
{
    while (root) {
        void *key = *(void **)root;
        tdelete(key, &root, equal);
        drop(key);
    }
}

static inline ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    if (_lseeki64(fd, at, SEEK_SET) < 0)
        return -1;
    return _read(fd, to, n < INT_MAX ? (unsigned)n : INT_MAX);
}

static inline ssize_t pwrite(int fd, const void *from, size_t n, off_t at)
{
    (void)fd, (void)from, (void)n, (void)at;
    errno = ENOSYS;
    return -1;
}
#endif
