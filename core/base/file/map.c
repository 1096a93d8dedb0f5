/* Maps or copies files into memory, and maps empty memory. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/base/file/parts.h"

/* The generation of an open file; 0: unknown. FS_IOC_GETVERSION (linux, fs.h; "version" is the generation) is declared for
   long, but file systems write an int (fs/ext4/ioctl.c, fs/xfs/xfs_ioctl.c). */
static uint32_t generation_of(int fd)
{
    uint32_t generation[2] = { 0 };
#ifdef __linux__
    if (ioctl(fd, _IOR('v', 1, long), generation) < 0)
        return 0;
#else
    (void)fd;
#endif
    return generation[0];
}

static struct file_facts facts_of(int fd, const struct stat *st)
{
    return (struct file_facts){ .maj = major(st->st_dev),
                                .min = minor(st->st_dev),
                                .ino = st->st_ino,
                                .generation = generation_of(fd),
                                .written = file_time(&st->st_mtim),
                                .changed = file_time(&st->st_ctim),
                                .nameless = !st->st_nlink };
}

/* Whether an open file still begins with the copy. Bytes that a program appends meanwhile are no change. */
static bool begins_with(const struct file *f, struct span copy, struct err *e)
{
    struct file copied;
    file_of_bytes(&copied, copy);
    const bool same = file_equal(f, &copied, e);
    file_close(&copied);
    return same || e->kind != ERR_NONE || err_set(e, ERR_IO, 0, "was written to while it was read");
}

/* Copies a file. Without the handler of guard.c a mapped file that is shortened would kill the process that reads it. */
static void copy_open(int fd, const struct stat *st, struct span *bytes, struct err *e)
{
    const struct file f = { .fd = fd, .size = (uint64_t)st->st_size };
    uint8_t *p = file_map_zeroed(f.size, e);
    const struct span copy = { p, (size_t)f.size };
    const int64_t n = p ? file_read(&f, 0, p, copy.n, e) : -1;
    struct stat now;
    if (!p)
        e->kind = ERR_MEMORY;
    if (n >= 0 && (uint64_t)n < f.size)
        err_set(e, ERR_IO, (uint64_t)n, "was cut from %" PRIu64 " to %" PRIu64 " bytes while it was read",
                f.size, (uint64_t)n);
    else if (n >= 0 && (fstat(fd, &now) || file_time(&now.st_mtim) != file_time(&st->st_mtim)))
        begins_with(&f, copy, e);
    if (e->kind == ERR_NONE)
        *bytes = copy;
    else if (p)
        munmap(p, copy.n);
}

static void map_guarded(int fd, const struct stat *st, const char *dir, const char *path, struct span *bytes,
                        struct err *e)
{
    struct text whole = { 0 };
    void *p = mmap(NULL, (size_t)st->st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) {
        err_set(e, errno == ENOMEM ? ERR_MEMORY : ERR_IO, 0, "cannot be mapped: %s", strerror(errno));
        return;
    }
    text_printf(&whole, "%s%s", dir, path);
    file_guard_add(p, whole.s, st);
    text_free(&whole);
    *bytes = (struct span){ p, (size_t)st->st_size };
}

/* Maps an open file and closes it. If `fd` < 0, the file could not be opened, and errno says why. `dir`: the prefix of
   the path in messages, or "". */
static bool map_open(int fd, const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                     struct err *e)
{
    struct stat st;
    *bytes = (struct span){ NULL, 0 };
    if (fd < 0 || fstat(fd, &st) < 0) {
        err_set(e, ERR_IO, 0, "cannot open %s: %s", path, strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        err_set(e, ERR_IO, 0, "%s is not a regular file", path);
    } else if ((uint64_t)st.st_size > SIZE_MAX) {
        err_set(e, ERR_MEMORY, 0, "%s is too large for this host's address space", path);
    } else if (st.st_size) {
        if (file_guard_is_on())
            map_guarded(fd, &st, dir, path, bytes, e);
        else
            copy_open(fd, &st, bytes, e);
        if (e->kind != ERR_NONE)
            err_prefix(e, "%s", path);
    }
    if (facts && bytes->n)
        *facts = facts_of(fd, &st);
    if (fd >= 0)
        close(fd);
    return e->kind == ERR_NONE;
}

void file_read_facts(const struct file *f, struct file_facts *facts)
{
    struct stat st;
    *facts = (struct file_facts){ 0 };
    if (!f->view && !fstat(f->fd, &st))
        *facts = facts_of(f->fd, &st);
}

uint8_t *file_map_zeroed(uint64_t n, struct err *e)
{
    void *p = MAP_FAILED;
    if (!n)
        return NULL;
    if (n <= SIZE_MAX)
        p = mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED)
        return p;
    err_set(e, ERR_IO, 0, "there is no room for %llu bytes in memory", (unsigned long long)n);
    return NULL;
}

bool file_map(const char *path, struct span *bytes, struct err *e)
{
    return file_map_facts(path, bytes, NULL, e);
}

bool file_map_facts(const char *path, struct span *bytes, struct file_facts *facts, struct err *e)
{
    return map_open(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "", path, bytes, facts, e);
}

bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e)
{
    char name[NAME_MAX + 1];
    int at = open(dir, O_RDONLY | O_CLOEXEC | O_DIRECTORY), fd = -1;
    struct stat st;
    if (at >= 0)
        errno = ENOENT;
    for (const char *rest = path; at >= 0 && (rest = file_component(rest, name)) != NULL;) {
        bool last = !*rest;
        bool device = last && !fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) && !S_ISREG(st.st_mode);
        if (device || !strcmp(name, "..")) { /* opening a device may have effects */
            errno = EINVAL;
            break;
        }
        const int only_folders = last ? 0 : O_DIRECTORY;
        int next = openat(at, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | only_folders);
        if (last) {
            fd = next;
            break;
        }
        close(at);
        at = next;
    }
    bool ok = map_open(fd, dir, path, bytes, facts, e);
    if (at >= 0)
        close(at);
    return ok;
}

void file_unmap(struct span bytes)
{
    if (!bytes.n)
        return;
    file_guard_remove(bytes.p);
    munmap((void *)(uintptr_t)bytes.p, bytes.n);
}
