/* libelf maps files; Perfolio gives it memory, so that no file needs to be mapped. */
#ifndef SYS_MMAN_H
#define SYS_MMAN_H
#include <stddef.h>
#include <sys/types.h>
enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MS_SYNC = 4 };
#define MAP_FAILED ((void *)-1)
static inline void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
    (void)at, (void)n, (void)protection, (void)flags, (void)fd, (void)from;
    return MAP_FAILED;
}
static inline int munmap(void *p, size_t n)
{
    (void)p, (void)n;
    return -1;
}
static inline int msync(void *p, size_t n, int flags)
{
    (void)p, (void)n, (void)flags;
    return -1;
}
#endif
