/* Resolves paths, and finds out who may read the files to which they lead. */
#define _GNU_SOURCE /* realpath() */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/system/system.h"

char *system_real_path(const char *path)
{
    return realpath(path, NULL);
}

const char *system_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash)
        return slash + 1;
    return path;
}

bool system_list(const char *dir, bool (*take)(void *arg, const char *name), void *arg, bool *opened)
{
    DIR *d = opendir(dir);
    *opened = d;
    if (!d)
        return false;
    errno = 0;
    for (struct dirent *entry; (entry = readdir(d)) != NULL; errno = 0) {
        const bool is_name = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
        if (is_name && !take(arg, entry->d_name)) {
            errno = 0;
            break;
        }
    }
    const int why = errno;
    closedir(d);
    errno = why;
    return !why;
}

bool system_make_folder(const char *path)
{
    return !mkdir(path, 0777);
}

bool file_check_can_create(const char *dir, struct err *e)
{
    return !faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) ||
           err_set(e, ERR_IO, 0, "the folder %s may not be written to: %s", dir, strerror(errno));
}

/* Whether everyone may enter all folders of an absolute path without symbolic links. Shortens `path`. */
static bool is_way_open(char *path)
{
    struct file_status st;
    bool is_open = file_look("/", &st) && st.mode & S_IXOTH;
    for (char *slash; is_open && (slash = strrchr(path, '/')) != NULL && slash != path;) {
        *slash = 0;
        is_open = file_look(path, &st) && st.mode & S_IXOTH;
    }
    return is_open;
}

bool file_is_world_readable(const char *path, const struct file_node *read)
{
    struct file_status st, led_to;
    char *real = realpath(path, NULL);
    /* a link in /proc may show a path of another process' tree */
    const bool is_same = real && file_look(path, &led_to) && file_look(real, &st) &&
                         file_node_equal(&led_to.node, &st.node);
    const bool is_open = is_same && st.kind == FILE_REGULAR && st.size && st.mode & S_IROTH &&
                         is_way_open(real) && (!read->ino || file_node_equal(read, &st.node));
    free(real);
    return is_open;
}
