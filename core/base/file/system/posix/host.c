/* The process and the machine that it runs on. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sched.h>
#endif
#if __has_include(<xlocale.h>) /* macOS and BSD have newlocale() there */
#include <xlocale.h>
#endif
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/system/locales.h"

unsigned file_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof(set), &set)) /* cpu_set_t has room for 1024 processors */
        n = CPU_COUNT(&set);
#endif
    if (n < 1)
        return 1;
    return (unsigned)n;
}

uint64_t file_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages < 1 || size < 1)
        return 0;
    uint64_t half = (uint64_t)pages * (uint64_t)size / 2;
    struct rlimit space;
    if (!getrlimit(RLIMIT_AS, &space) && space.rlim_cur != RLIM_INFINITY && space.rlim_cur / 2 < half)
        half = space.rlim_cur / 2;
#ifdef __EMSCRIPTEN__ /* a browser hands out all that is addressed, and tells no size */
    return SIZE_MAX - SIZE_MAX / 16;
#endif
    /* of 32-bit addresses the kernel keeps a part, and the rest is in pieces */
    const uint64_t most = SIZE_MAX > UINT32_MAX ? UINT64_MAX : 1 << 30;
    return half < most ? half : most;
}

bool file_random(void *to, size_t n)
{
    const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const bool good = fd >= 0 && read(fd, to, n) == (ssize_t)n;
    if (fd >= 0)
        close(fd);
    return good;
}

void file_signals_by_default(void)
{
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, the exit status of child processes is lost */
    signal(SIGPIPE, SIG_DFL);
}

const char **file_arguments(int *argc UNUSED, char **argv)
{
    return (const char **)(void *)argv;
}

void file_set_environment(const char *name, const char *value, bool replace)
{
    setenv(name, value, replace);
}

void *locales_plain(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void locales_free(void *locale)
{
    if (locale)
        freelocale(locale);
}

void *locales_current(void)
{
    return uselocale((locale_t)0);
}

void *locales_use(void *locale)
{
    return uselocale(locale);
}
