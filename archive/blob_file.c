#include "archive/blob_file.h"

#include <string.h>
#include <sys/stat.h>

#include "core/base/file.h"

static void unmap(struct blob *b)
{
    file_unmap(b->bytes);
}

enum answer blob_open_file(const char *path, struct names *origins, struct blob *out, struct err *e)
{
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
        return ANSWER_ABSENT;
    out->origin = names_intern(origins, path);
    if (!file_map(path, &out->bytes, e))
        return ANSWER_UNUSABLE;
    out->close = unmap;
    return ANSWER_FOUND;
}

bool path_is_plain(const char *path)
{
    if (path[0] != '/')
        return false;
    for (const char *p = path; (p = strstr(p, "/..")) != NULL; p += 3)
        if (p[3] == '/' || !p[3])
            return false;
    return true;
}
