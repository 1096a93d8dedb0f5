/* The system calls that output.c needs to place a new file and set its owner. */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/system/system.h"

/* The path in /proc by which linkat(2) can name an open file. AT_EMPTY_PATH would need a privilege. */
static void descriptor_path(char path[64], int fd)
{
    snprintf(path, 64, "/proc/self/fd/%d", fd);
}

int system_create_unnamed(const char *folder, unsigned mode)
{
#ifdef O_TMPFILE
    char path[64];
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode);
    if (fd < 0)
        return -1;
    descriptor_path(path, fd);
    if (!access(path, F_OK))
        return fd;
    close(fd);
#else
    (void)folder;
    (void)mode;
#endif
    return -1;
}

/* linkat(2) never replaces a file. */
bool system_name(int fd, const char *name)
{
    char path[64];
    descriptor_path(path, fd);
    return !linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

bool system_link(const char *from, const char *to)
{
    return !link(from, to);
}

bool system_rename(const char *from, const char *to)
{
    return !rename(from, to);
}

void system_remove(const char *path)
{
    unlink(path);
}

bool system_sync(int fd)
{
    return !fsync(fd);
}

bool system_sync_folder(const char *path)
{
    int fd = system_open_folder(path);
    const bool ok = fd < 0 || !fsync(fd) || errno != EIO;
    const int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return ok;
}

/* If the group cannot be set, the mode gives the group no rights. A failure to set the mode is ignored, because such
   file systems have no modes. */
void system_copy_permissions(int fd, const struct file_status *old)
{
    mode_t mode = old->mode & 0777; /* the old mode is kept as it is; the umask applies to new files only */
    struct file_status own;
    const bool known = system_look(fd, &own), same = known && own.group == old->group;
    const bool moved = known && own.owner != old->owner && !fchown(fd, old->owner, old->group);
    const bool has_group = moved || same || !fchown(fd, (uid_t)-1, old->group);
    if (!has_group)
        mode &= (mode_t)~070;
    (void)!fchmod(fd, mode);
}
