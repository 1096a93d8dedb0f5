/* Converts Windows' texts to UTF-8, and Windows' errors to errno. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/system/windows/win.h"
#include "core/base/mem.h"

static const struct {
    DWORD error;
    int is;
} errors[] = {
    { ERROR_FILE_NOT_FOUND, ENOENT },
    { ERROR_PATH_NOT_FOUND, ENOENT },
    { ERROR_INVALID_NAME, ENOENT },
    { ERROR_BAD_PATHNAME, ENOENT },
    { ERROR_BAD_NETPATH, ENOENT },
    { ERROR_INVALID_DRIVE, ENOENT },
    { ERROR_DIRECTORY, ENOTDIR },
    { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
    { ERROR_ACCESS_DENIED, EACCES },
    { ERROR_SHARING_VIOLATION, EACCES },
    { ERROR_USER_MAPPED_FILE, EACCES },
    { ERROR_WRITE_PROTECT, EROFS },
    { ERROR_LOCK_VIOLATION, EWOULDBLOCK },
    { ERROR_IO_PENDING, EWOULDBLOCK },
    { ERROR_FILE_EXISTS, EEXIST },
    { ERROR_ALREADY_EXISTS, EEXIST },
    { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
    { ERROR_OUTOFMEMORY, ENOMEM },
    { ERROR_COMMITMENT_LIMIT, ENOMEM },
    { ERROR_TOO_MANY_OPEN_FILES, EMFILE },
    { ERROR_INVALID_HANDLE, EBADF },
    { ERROR_DISK_FULL, ENOSPC },
    { ERROR_HANDLE_DISK_FULL, ENOSPC },
    { ERROR_BROKEN_PIPE, EPIPE },
    { ERROR_NO_DATA, EPIPE },
    { ERROR_NOT_SUPPORTED, ENOSYS },
    { ERROR_INVALID_FUNCTION, ENOSYS },
    { ERROR_NOT_SAME_DEVICE, EXDEV },
};

bool win_failed(void)
{
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
        if (errors[i].error == error)
            errno = errors[i].is;
    return false;
}

wchar_t *win_wide(const char *s)
{
    const int n = MultiByteToWideChar(CP_UTF8, 0, s, -1, NULL, 0);
    wchar_t *wide = mem_new((size_t)n + 1, sizeof(*wide));
    MultiByteToWideChar(CP_UTF8, 0, s, -1, wide, n);
    return wide;
}

wchar_t *win_wide_path(const char *path)
{
    static const wchar_t prefix[] = L"\\\\?\\";
    enum { PREFIX = sizeof(prefix) / sizeof(*prefix) - 1 };
    wchar_t *wide = win_wide(path);
    for (wchar_t *c = wide; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    const size_t n = wcslen(wide);
    const bool has_drive = n > 2 && wide[1] == L':' && wide[2] == L'\\';
    if (n < MAX_PATH - 12 || !has_drive) /* a folder must leave room for a short name */
        return wide;
    wide = mem_resize(wide, n + PREFIX + 1, sizeof(*wide));
    memmove(wide + PREFIX, wide, (n + 1) * sizeof(*wide));
    memcpy(wide, prefix, PREFIX * sizeof(*wide));
    return wide;
}

char *win_narrow(const wchar_t *s)
{
    const int n = WideCharToMultiByte(CP_UTF8, 0, s, -1, NULL, 0, NULL, NULL);
    char *narrow = mem_new((size_t)n + 1, 1);
    WideCharToMultiByte(CP_UTF8, 0, s, -1, narrow, n, NULL, NULL);
    return narrow;
}
