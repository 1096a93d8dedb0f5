/* Makes folders. */
#include "core/base/file/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/parts.h"
#include "core/base/file/system/system.h"
#include "core/base/mem.h"

const char *file_component(const char *path, char name[FILE_NAME_SIZE])
{
    path += strspn(path, "/");
    size_t n = strcspn(path, "/");
    if (!n || n >= FILE_NAME_SIZE)
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
        const int why = system_make_folder(at) ? 0 : errno;
        ok = !why || why == EEXIST || file_is_dir(at);
        if (!ok)
            err_set(e, ERR_IO, 0, "cannot create the folder %s: %s", at, strerror(why));
        *end = rest;
    }
    free(at);
    return ok && (file_check_is_dir(path, e) || err_set(e, ERR_IO, 0, "%s is not a folder", path));
}
