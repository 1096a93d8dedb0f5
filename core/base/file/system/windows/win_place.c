/* The system calls that output.c needs to place a new file. */
#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/system/system.h"
#include "core/base/file/system/windows/win.h"
#include "core/base/mem.h"

/* Fails: Windows has no files without a name that can get a name later. */
int system_create_unnamed(const char *folder UNUSED, unsigned mode UNUSED)
{
    return -1;
}

bool system_name(int fd UNUSED, const char *path UNUSED)
{
    errno = ENOSYS;
    return false;
}

bool system_link(const char *from, const char *to)
{
    wchar_t *old = win_wide_path(from), *new = win_wide_path(to);
    const bool ok = CreateHardLinkW(new, old, NULL) || win_failed();
    free(old);
    free(new);
    return ok;
}

/* Renames like rename(2), even if the file at `to` is open: programs that have it open keep the old file. Only newer
   file systems support this. */
static bool rename_as_posix(const char *from, const wchar_t *to)
{
    enum {
        REPLACE = 1,
        AS_POSIX = 2,
        RENAME_INFO_EX = 22
    }; /* flags FILE_RENAME_FLAG_..., and the class FileRenameInfoEx (winbase.h) */
    HANDLE h = win_create(from, DELETE, OPEN_EXISTING, 0);
    if (h == INVALID_HANDLE_VALUE)
        return false;
    const size_t n = wcslen(to) * sizeof(*to), size = sizeof(FILE_RENAME_INFO) + n;
    FILE_RENAME_INFO *r = mem_new(1, size);
    *(DWORD *)r = REPLACE | AS_POSIX; /* the first member is in a union with Flags */
    r->FileNameLength = (DWORD)n;
    memcpy(r->FileName, to, n);
    const bool ok =
        SetFileInformationByHandle(h, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX, r, (DWORD)size) ||
        win_failed();
    free(r);
    CloseHandle(h);
    return ok;
}

/* For file systems that cannot replace an open file: renames the old file first, and deletes it when the new one is in
   its place. */
static bool rename_in_steps(const wchar_t *from, const wchar_t *to)
{
    static const wchar_t ending[] = L".perfolio-old";
    const size_t n = wcslen(to);
    wchar_t *aside = mem_new(n + sizeof(ending) / sizeof(*ending), sizeof(*aside));
    memcpy(aside, to, n * sizeof(*to));
    memcpy(aside + n, ending, sizeof(ending));
    const bool moved = MoveFileExW(to, aside, MOVEFILE_REPLACE_EXISTING);
    const bool ok = moved && MoveFileExW(from, to, 0);
    if (!ok)
        win_failed();
    if (ok)
        DeleteFileW(aside); /* Windows deletes it when the last program closes it */
    else if (moved)
        MoveFileExW(aside, to, 0);
    free(aside);
    return ok;
}

bool system_rename(const char *from, const char *to)
{
    wchar_t *old = win_wide_path(from), *new = win_wide_path(to);
    const bool ok = rename_as_posix(from, new) || MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING) ||
                    rename_in_steps(old, new);
    free(old);
    free(new);
    return ok;
}

void system_remove(const char *path)
{
    wchar_t *wide = win_wide_path(path);
    DeleteFileW(wide);
    free(wide);
}

bool system_sync(int fd)
{
    return FlushFileBuffers(win_handle(fd)) || win_failed();
}

bool system_sync_folder(const char *path UNUSED)
{
    return true;
}

void system_copy_permissions(int fd UNUSED, const struct file_status *old UNUSED)
{
}
