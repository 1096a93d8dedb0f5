/* A library to preload: the N-th allocation fails (FAULT=alloc:N), or the N-th memory or file that is mapped (FAULT=map:N), or it
 * and all that follow (FAULT=alloc:N+). FAULT_COUNT=FILE receives how many there were: "alloc 812 map 40". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct kind {
    const char *name; /* as FAULT has it */
    atomic_long calls;
    long first, last; /* that fail */
};

static struct kind allocations = { .name = "alloc:" }, maps = { .name = "map:" };
static atomic_int ready;

/* The GNU C library's own, under the names that stay when the others are replaced. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

static void choose(struct kind *k, const char *fault)
{
    size_t n = strlen(k->name);
    if (!fault || strncmp(fault, k->name, n) != 0)
        return;
    k->first = k->last = atol(fault + n);
    if (strchr(fault, '+'))
        k->last = LONG_MAX;
}

__attribute__((constructor)) static void begin(void)
{
    choose(&allocations, getenv("FAULT"));
    choose(&maps, getenv("FAULT"));
    ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    char text[64];
    int n = snprintf(text, sizeof(text), "alloc %ld map %ld", atomic_load(&allocations.calls),
                     atomic_load(&maps.calls)),
        fd;
    ready = 0;
    if (path &&
        ((fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)) < 0 || write(fd, text, (size_t)n) != n))
        abort();
}

static int fails_now(struct kind *k)
{
    long call = ready ? atomic_fetch_add(&k->calls, 1) + 1 : 0;
    if (!k->first || call < k->first || call > k->last)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails_now(&allocations) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails_now(&allocations) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails_now(&allocations) ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return fails_now(&allocations) ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
    return fails_now(&allocations) ? ENOMEM : !(*p = __libc_memalign(align, size)) ? ENOMEM : 0;
}

/* What the program maps itself: the C library's own maps do not come by here. */
void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
    static __typeof__(&mmap64) real;
    if (!real)
        real = (__typeof__(&mmap64))dlsym(RTLD_NEXT, "mmap64");
    return fails_now(&maps) ? MAP_FAILED : real(at, size, protection, flags, fd, offset);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return mmap64(at, size, protection, flags, fd, offset);
}
