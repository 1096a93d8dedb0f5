/* Makes folders and links, never in the place of something else. */
#define _DEFAULT_SOURCE /* symlink() */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/parts.h"
#include "core/base/mem.h"

const char *file_component(const char *path, char name[NAME_MAX + 1])
{
    path += strspn(path, "/");
    size_t n = strcspn(path, "/");
    if (!n || n > NAME_MAX)
        return NULL;
    memcpy(name, path, n);
    name[n] = 0;
    return path + n + strspn(path + n, "/");
}

bool file_make_folder(const char *path, struct err *e)
{
    char *at = mem_copy(path, strlen(path));
    bool ok = true;
    for (char *end = at; ok && *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char rest = *end;
        *end = 0;
        const int why = mkdir(at, 0777) ? errno : 0;
        ok = !why || why == EEXIST || file_is_dir(at);
        if (!ok)
            err_set(e, ERR_IO, 0, "cannot create the folder %s: %s", at, strerror(why));
        *end = rest;
    }
    free(at);
    return ok && (file_is_dir(path) || err_set(e, ERR_IO, 0, "%s is not a folder", path));
}

bool file_check_can_create(const char *dir, struct err *e)
{
    return !faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) ||
           err_set(e, ERR_IO, 0, "the folder %s may not be written to: %s", dir, strerror(errno));
}

bool file_make_parents(const char *dir, const char *path, struct err *e)
{
    char name[NAME_MAX + 1];
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
