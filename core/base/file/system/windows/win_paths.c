/* Resolves paths, lists folders, and reads symbolic links; it does not create links. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/parts.h"
#include "core/base/file/system/system.h"
#include "core/base/file/system/windows/win.h"
#include "core/base/mem.h"

char *system_real_path(const char *path)
{
    HANDLE h = win_create(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (h == INVALID_HANDLE_VALUE)
        return NULL;
    const DWORD n = GetFinalPathNameByHandleW(h, NULL, 0, 0);
    wchar_t *wide = mem_new((size_t)n + 1, sizeof(*wide));
    const bool known = n && GetFinalPathNameByHandleW(h, wide, n, 0) < n;
    if (!known)
        win_failed();
    CloseHandle(h);
    char *real = known ? win_narrow(wide) : NULL, *start = real;
    free(wide);
    if (!real)
        return NULL;
    if (!strncmp(real, "\\\\?\\UNC\\", 8))
        *(start = real + 6) = '\\'; /* \\?\UNC\server is \\server */
    else if (!strncmp(real, "\\\\?\\", 4))
        start = real + 4;
    memmove(real, start, strlen(start) + 1);
    for (char *c = real; *c; c++)
        if (*c == '\\')
            *c = '/';
    return real;
}

const char *system_base_name(const char *path)
{
    const char *base = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\' || (*c == ':' && c == path + 1))
            base = c + 1;
    return base;
}

bool system_list(const char *dir, bool (*take)(void *arg, const char *name), void *arg, bool *opened)
{
    struct text pattern = { 0 };
    WIN32_FIND_DATAW found;
    text_printf(&pattern, "%s/*", dir);
    wchar_t *wide = win_wide_path(pattern.s);
    HANDLE h = FindFirstFileW(wide, &found);
    free(wide);
    text_free(&pattern);
    *opened = h != INVALID_HANDLE_VALUE;
    if (!*opened)
        return win_failed();
    bool goes_on = true;
    do {
        char *name = win_narrow(found.cFileName);
        const bool is_name = strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
        if (is_name)
            goes_on = take(arg, name);
        free(name);
    } while (goes_on && FindNextFileW(h, &found));
    const bool ok = !goes_on || GetLastError() == ERROR_NO_MORE_FILES || win_failed();
    FindClose(h);
    return ok;
}

bool system_make_folder(const char *path)
{
    wchar_t *wide = win_wide_path(path);
    const bool ok = CreateDirectoryW(wide, NULL) || win_failed();
    free(wide);
    return ok;
}

/* Not checked: the permissions of a Windows folder for new files show only when a file is created. */
bool file_check_can_create(const char *dir, struct err *e)
{
    return file_is_dir(dir) || err_set(e, ERR_IO, 0, "the folder %s may not be written to: it is none", dir);
}

/* False, since the permissions of other users are not known. */
bool file_is_world_readable(const char *path UNUSED, const struct file_node *read UNUSED)
{
    return false;
}

/* Whether a name is the name of a file in a folder: not "..", and without drive, stream, device, or anything that
   Windows would change. */
static bool is_plain_name(const char *name)
{
    static const char *const devices[] = { "con", "prn", "aux", "nul", "com", "lpt" };
    const size_t n = strlen(name), stem = strcspn(name, ".");
    if (strpbrk(name, "\\:*?\"<>|") || name[n - 1] == '.' || name[n - 1] == ' ')
        return false;
    for (size_t i = 0; i < sizeof(devices) / sizeof(*devices); i++) {
        const bool is_port = i >= 4 && stem == 4 && name[3] >= '0' && name[3] <= '9';
        if (!_strnicmp(name, devices[i], 3) && (is_port || (i < 4 && stem == 3)))
            return false;
    }
    return true;
}

/* A folder, and no link to one, which nobody can rename, remove or replace as long as it is open. */
static HANDLE hold_folder(const char *path)
{
    BY_HANDLE_FILE_INFORMATION i;
    wchar_t *wide = win_wide_path(path);
    HANDLE h = CreateFileW(wide, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    free(wide);
    if (h == INVALID_HANDLE_VALUE) {
        win_failed();
        return h;
    }
    const bool is_known = GetFileInformationByHandle(h, &i);
    if (is_known && i.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY &&
        !(i.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return h;
    errno = ENOTDIR;
    CloseHandle(h);
    return INVALID_HANDLE_VALUE;
}

bool file_map_beneath(const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                      struct err *e)
{
    enum { DEEPEST_FILE = 64 };
    char name[FILE_NAME_SIZE];
    HANDLE held[DEEPEST_FILE];
    struct text at = { 0 };
    size_t nheld = 0;
    int fd = -1;
    text_add(&at, dir);
    errno = ENOENT;
    for (const char *rest = path; nheld < DEEPEST_FILE && (rest = file_component(rest, name)) != NULL;) {
        text_printf(&at, "/%s", name);
        if (!is_plain_name(name)) {
            errno = EINVAL;
            break;
        }
        if (!*rest) {
            fd = win_descriptor(win_create(at.s, GENERIC_READ, OPEN_EXISTING,
                                           FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT),
                                _O_RDONLY);
            break;
        }
        held[nheld] = hold_folder(at.s);
        if (held[nheld] == INVALID_HANDLE_VALUE)
            break;
        nheld++;
    }
    const bool ok = file_map_open(fd, dir, path, bytes, facts, e);
    while (nheld--)
        CloseHandle(held[nheld]);
    text_free(&at);
    return ok;
}

bool file_make_parents(const char *dir, const char *path, struct err *e)
{
    char name[FILE_NAME_SIZE];
    struct text at = { 0 };
    text_add(&at, dir);
    for (const char *rest = path; e->kind == ERR_NONE;) {
        if (!(rest = file_component(rest, name)) || !is_plain_name(name))
            err_set(e, ERR_USAGE, 0,
                    "cannot create %s: a name in it is empty, '..', too long, or none of a file on Windows",
                    path);
        else if (!*rest)
            break;
        text_printf(&at, "/%s", name);
        const bool made = e->kind != ERR_NONE || system_make_folder(at.s) ||
                          (errno == EEXIST && file_kind_of(at.s) == FILE_FOLDER);
        if (!made)
            err_set(e, ERR_IO, 0, "cannot create the folders of %s, or use the existing '%s': %s", path, name,
                    strerror(errno));
    }
    text_free(&at);
    return e->kind == ERR_NONE;
}

/* Fails: only administrators may create links, and a target on the recorded Linux machine would not exist here. */
bool file_make_link(const char *path, const char *says UNUSED, struct err *e)
{
    return err_set(e, ERR_UNSUPPORTED, 0, "cannot create the link %s: links are not made on Windows", path);
}

bool file_read_link(const char *path UNUSED, struct text *out UNUSED)
{
    return false;
}
