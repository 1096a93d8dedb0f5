/* A library to preload: the N-th allocation fails (FAULT=alloc:N); FAULT_COUNT=FILE receives how many there
 * were. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long calls;
static long fails;
static atomic_int ready;

/* The GNU C library's own, under the names that stay when the others are replaced. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULT");
    if (fault && !strncmp(fault, "alloc:", 6))
        fails = atol(fault + 6);
    ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    char text[64];
    int n = snprintf(text, sizeof(text), "alloc %ld", atomic_load(&calls)), fd;
    ready = 0;
    if (path &&
        ((fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)) < 0 || write(fd, text, (size_t)n) != n))
        abort();
}

static int fails_now(void)
{
    if (!ready || atomic_fetch_add(&calls, 1) + 1 != fails)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails_now() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails_now() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails_now() ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return fails_now() ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
    return fails_now() ? ENOMEM : !(*p = __libc_memalign(align, size)) ? ENOMEM : 0;
}
