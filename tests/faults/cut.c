/*
 * A file gets shorter while it is read: preloaded, it cuts the files whose path has CUT in it to CUT_TO
 * percent of their size, once one of them was mapped or CUT_AT times read.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static long reads;

static void cut(int fd)
{
    const char *part = getenv("CUT");
    char link[64], path[4096];
    struct stat st;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = part ? readlink(link, path, sizeof(path) - 1) : -1;
    if (n <= 0)
        return;
    path[n] = 0;
    if (strstr(path, part) && !stat(path, &st) && S_ISREG(st.st_mode) &&
        truncate(path, st.st_size * atol(getenv("CUT_TO")) / 100))
        abort();
}

/* Before the CUT_AT-th read of a file of that name. */
static void count(int fd)
{
    const char *at = getenv("CUT_AT");
    char link[64], path[4096];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = at ? readlink(link, path, sizeof(path) - 1) : -1;
    if (n <= 0)
        return;
    path[n] = 0;
    if (strstr(path, getenv("CUT")) && __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED) == atol(at))
        cut(fd);
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    void *(*next)(void *, size_t, int, int, int, off_t) =
        (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    void *p = next(at, n, protection, flags, fd, offset);
    if (fd >= 0 && !(protection & PROT_EXEC) && !getenv("CUT_AT"))
        cut(fd);
    return p;
}

void *mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    return mmap(at, n, protection, flags, fd, offset);
}

ssize_t read(int fd, void *to, size_t n)
{
    ssize_t (*next)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    count(fd);
    return next(fd, to, n);
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    ssize_t (*next)(int, void *, size_t, off_t) =
        (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread");
    count(fd);
    return next(fd, to, n, at);
}

ssize_t pread64(int fd, void *to, size_t n, off_t at)
{
    return pread(fd, to, n, at);
}
