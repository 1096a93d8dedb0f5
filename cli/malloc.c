/*
 * malloc: the program's own malloc(), calloc() and realloc(). Some libraries do not check every allocation: they would
 * crash, or give another answer, when memory runs out. In the program an allocation of less than MALLOC_LARGE bytes
 * does not fail in a library: the program says so and exits with 1.
 *
 * Two kinds of allocations return NULL as before: those of core/base/mem.h, which handles it, and large ones. The size
 * of a large one often comes from a file, and the library that asks for it does check it. So a wrong size in a file
 * remains a problem of that file.
 *
 * The functions behind these are those of the C library, or of a library that is preloaded. A static program gets them
 * by the linker's --wrap, others by dlsym(). libperfolio has none of this: a library replaces nothing in its process.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"

enum { MALLOC_LARGE = 1 << 20 };

/* Not exit(): the caller may hold locks of the C library. Where the file system has files without a name (O_TMPFILE), no
   part of an output is left behind; elsewhere the file under its temporary name is. */
static _Noreturn void malloc_failed(void)
{
    static const char text[] = "perfolio: out of memory (in a library)\n";
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(1); /* nobody can be told */
    _exit(1);
}

/* Returns `p`, the result of an allocation of n bytes. */
static void *malloc_checked(void *p, size_t n)
{
    if (!p && n && n < MALLOC_LARGE && !mem_handles_failure())
        malloc_failed();
    return p;
}

static size_t malloc_bytes(size_t n, size_t size)
{
    return size && n > SIZE_MAX / size ? SIZE_MAX : n * size;
}

#ifdef PERFOLIO_WRAP_MALLOC

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size)
{
    return malloc_checked(__real_malloc(size), size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return malloc_checked(__real_calloc(n, size), malloc_bytes(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
    return malloc_checked(__real_realloc(p, size), size);
}

#else
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

/* For the libraries of the process: the program is compiled with hidden symbols. */
__attribute__((visibility("default"))) void *malloc(size_t size);
__attribute__((visibility("default"))) void *calloc(size_t n, size_t size);
__attribute__((visibility("default"))) void *realloc(void *p, size_t size);

/* A function of the next library that has one of that name. It is looked up at the first call, which may come before
   any constructor has run; several threads may do so, and find the same. */
static void *malloc_next(_Atomic(void *) *function, const char *name)
{
    void *f = atomic_load_explicit(function, memory_order_acquire);
    if (f)
        return f;
    f = dlsym(RTLD_NEXT, name);
    if (!f)
        malloc_failed();
    atomic_store_explicit(function, f, memory_order_release);
    return f;
}

void *malloc(size_t size)
{
    static _Atomic(void *) next;
    void *(*f)(size_t) = (void *(*)(size_t))malloc_next(&next, "malloc");
    return malloc_checked(f(size), size);
}

void *calloc(size_t n, size_t size)
{
    static _Atomic(void *) next;
    void *(*f)(size_t, size_t) = (void *(*)(size_t, size_t))malloc_next(&next, "calloc");
    return malloc_checked(f(n, size), malloc_bytes(n, size));
}

void *realloc(void *p, size_t size)
{
    static _Atomic(void *) next;
    void *(*f)(void *, size_t) = (void *(*)(void *, size_t))malloc_next(&next, "realloc");
    return malloc_checked(f(p, size), size);
}

#endif
