/* Maps memory, and handles the signal for pages that cannot be read. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise() */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/file/parts.h"
#include "core/base/file/system/system.h"

static void *mapped(void *p)
{
    if (p == MAP_FAILED)
        return NULL;
    return p;
}

/* The length that is mapped for n bytes: up to 15 more of a page that is mapped anyway. The C library of emscripten (3.1.6,
   emscripten_mmap.c) keeps its notes on a mapping behind its bytes and reads them after they were freed; those of fewer than
   8 bytes are overwritten by then, and munmap() would free what was never allocated. */
static size_t mapped_length(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

void *system_map(int fd, size_t n)
{
    return mapped(mmap(NULL, mapped_length(n), PROT_READ, MAP_PRIVATE, fd, 0));
}

void *system_map_zeroed(size_t n)
{
    return mapped(mmap(NULL, mapped_length(n), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

void system_unmap(void *p, size_t n)
{
    munmap(p, mapped_length(n));
}

void system_drop_pages(void *p, size_t n)
{
    madvise(p, n, MADV_DONTNEED);
}

/* The data of the handler, which a signal handler cannot receive as an argument. */
static struct {
    bool (*covers)(uintptr_t at);
    size_t page;
    struct sigaction before;
} faults;

/* Maps a page of zeros at an address if `covers` accepts the address. It replaces only that page, so other threads may
   map and unmap other memory meanwhile. */
static bool fill_page(uintptr_t at)
{
    void *page = (void *)(at - at % faults.page);
    return faults.covers(at) &&
           mmap(page, faults.page, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static void on_fault(int sig, siginfo_t *info, void *context UNUSED)
{
    int was = errno;
    bool sent = info->si_code <=
                0; /* sent by kill(2) and the like: it has no address and is not repeated (sigaction(2)) */
    if (sent || !fill_page((uintptr_t)info->si_addr))
        sigaction(sig, &faults.before, NULL); /* the fault is repeated, so the previous handler gets it */
    if (sent)
        raise(sig); /* delivered when this handler returns */
    errno = was;
}

void system_catch_faults(bool (*covers)(uintptr_t at))
{
    struct sigaction now, ours = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGBUS, NULL, &now))
        return;
    const bool is_installed = now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_fault;
    if (is_installed)
        return;
    faults.covers = covers;
    faults.page = (size_t)sysconf(_SC_PAGESIZE);
    faults.before = now;
    sigaction(SIGBUS, &ours, NULL);
}
