/* Files and folders below a folder that is entered name by name, so that no symbolic link leads out of it. */
#define _DEFAULT_SOURCE /* symlink(), readlink() */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/parts.h"

_Static_assert(FILE_NAME_SIZE > NAME_MAX, "there is room for every name");

bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e)
{
    char name[FILE_NAME_SIZE];
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
    bool ok = file_map_open(fd, dir, path, bytes, facts, e);
    if (at >= 0)
        close(at);
    return ok;
}

bool file_make_parents(const char *dir, const char *path, struct err *e)
{
    char name[FILE_NAME_SIZE];
    int at = open(dir, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    const char *rest = path;
    if (at < 0)
        return err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
    while (e->kind == ERR_NONE) {
        if (!(rest = file_component(rest, name)) || !strcmp(name, "..")) {
            err_set(e, ERR_USAGE, 0, "cannot create %s: a name in it is empty, '..' or too long", path);
        } else if (!*rest) {
            break;
        } else {
            bool made = !mkdirat(at, name, 0777) || errno == EEXIST;
            int next = made ? openat(at, name, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW) : -1;
            if (next < 0)
                err_set(e, ERR_IO, 0, "cannot create the folders of %s, or use the existing '%s': %s", path,
                        name, strerror(errno));
            close(at);
            at = next;
        }
    }
    if (at >= 0)
        close(at);
    return e->kind == ERR_NONE;
}

bool file_make_link(const char *path, const char *says, struct err *e)
{
    if (!symlink(says, path))
        return true;
    int why = errno;
    struct text there = { 0 };
    bool same = why == EEXIST && file_read_link(path, &there) && !strcmp(there.s, says);
    text_free(&there);
    return same || err_set(e, ERR_IO, 0, "cannot create the link %s: %s", path,
                           why == EEXIST ? "another file has that name" : strerror(why));
}

bool file_read_link(const char *path, struct text *out)
{
    char says[4097];
    ssize_t n = readlink(path, says, sizeof(says));
    if (n < 0 || (size_t)n == sizeof(says))
        return false;
    text_add_n(out, says, (size_t)n);
    return true;
}
