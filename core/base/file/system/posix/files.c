/* Opens, reads and writes files, and reads their status. */
#define _GNU_SOURCE /* mkstemp(), memfd_create(), futimens() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#if __has_include(<sys/sysmacros.h>)
#include <sys/sysmacros.h> /* glibc and musl; elsewhere sys/types.h has major() and minor() */
#endif
#include <unistd.h>

#include "core/base/date.h"
#include "core/base/file/system/system.h"

#ifdef __APPLE__ /* names from before POSIX.1-2008 */
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

int system_open(const char *path, unsigned how)
{
    static const int flags[] = {
        [SYSTEM_READ] = O_RDONLY, [SYSTEM_WRITE] = O_WRONLY, [SYSTEM_READ_WRITE] = O_RDWR
    };
    const int at_once = how & SYSTEM_AT_ONCE ? O_NONBLOCK | O_NOCTTY : 0;
    return open(path, flags[how & ~(unsigned)SYSTEM_AT_ONCE] | at_once | O_CLOEXEC);
}

int system_create(const char *path, unsigned mode)
{
    return open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, (mode_t)mode);
}

int system_open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int system_duplicate(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* Creates a file in memory, for systems without a writable folder for temporary files. -1: the system has no such
   files. */
static int memory_file(void)
{
#if defined(__linux__) && defined(MFD_CLOEXEC) /* emscripten declares memfd_create(), but does not have it */
    return memfd_create("perfolio", MFD_CLOEXEC);
#else
    return -1;
#endif
}

/* Creates a file that never has a name. -1: the system or the file system has no such files. */
static int nameless_file(const char *folder)
{
#ifdef O_TMPFILE
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#else
    (void)folder;
    errno = EOPNOTSUPP;
    return -1;
#endif
}

/* Whether an errno says that a folder for temporary files cannot be used. */
static bool is_no_place(int why)
{
    return why == ENOENT || why == ENOTDIR || why == EACCES || why == EROFS;
}

int system_temporary(const char *folder, char *path, size_t size)
{
    const char *in = folder ? folder : "/tmp";
    if (snprintf(path, size, "%s/perfolio-XXXXXX", in) >= (int)size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = nameless_file(in);
    if (fd >= 0)
        return fd;
    int why = errno;
    if (!is_no_place(why)) {
        fd = mkstemp(path);
        why = fd < 0 ? errno : 0;
    }
    /* EPERM: the program's sandbox allows files without a name, but the file system has none */
    if ((why == EPERM || (is_no_place(why) && !folder)) && (fd = memory_file()) >= 0)
        return fd;
    if (fd >= 0) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        unlink(path);
    }
    errno = why;
    return fd;
}

ssize_t system_read_at(int fd, void *to, size_t n, uint64_t at)
{
    return pread(fd, to, n, (off_t)at);
}

ssize_t system_write_at(int fd, const void *from, size_t n, uint64_t at)
{
    return pwrite(fd, from, n, (off_t)at);
}

/* Converts a time to ns since 1970; earlier times give 0. */
static uint64_t ns_of(const struct timespec *t)
{
    if (t->tv_sec < 0)
        return 0;
    return (uint64_t)t->tv_sec * NSEC_PER_SEC + (uint64_t)t->tv_nsec;
}

static enum file_kind kind_of(mode_t mode)
{
    if (S_ISREG(mode))
        return FILE_REGULAR;
    if (S_ISDIR(mode))
        return FILE_FOLDER;
    if (S_ISLNK(mode))
        return FILE_LINK;
    if (S_ISFIFO(mode))
        return FILE_PIPE;
    return FILE_OTHER;
}

/* Converts the result of stat(2) or a similar call. `failed`: the return value of the call. */
static bool status_of(int failed, const struct stat *st, struct file_status *out)
{
    if (failed)
        return false;
    *out = (struct file_status){ .kind = kind_of(st->st_mode),
                                 .size = (uint64_t)st->st_size,
                                 .node = { major(st->st_dev), minor(st->st_dev), st->st_ino },
                                 .written = ns_of(&st->st_mtim),
                                 .changed = ns_of(&st->st_ctim),
                                 .links = (uint32_t)st->st_nlink,
                                 .mode = st->st_mode & 07777,
                                 .owner = st->st_uid,
                                 .group = st->st_gid };
    return true;
}

bool system_look(int fd, struct file_status *out)
{
    struct stat st;
    return status_of(fstat(fd, &st), &st, out);
}

bool file_look(const char *path, struct file_status *out)
{
    struct stat st;
    return status_of(stat(path, &st), &st, out);
}

bool file_look_nofollow(const char *path, struct file_status *out)
{
    struct stat st;
    return status_of(lstat(path, &st), &st, out);
}

void system_set_written(int fd, uint64_t ns)
{
    const struct timespec t = { .tv_sec = (time_t)(ns / NSEC_PER_SEC), .tv_nsec = (long)(ns % NSEC_PER_SEC) };
    futimens(fd, (const struct timespec[]){ t, t });
}

/* FS_IOC_GETVERSION (linux, fs.h; "version" is the generation) is declared for long, but file systems write an int
   (fs/ext4/ioctl.c, fs/xfs/xfs_ioctl.c). */
uint32_t system_generation(int fd)
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

bool system_lock(int fd, bool wait)
{
    return !flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
}
