/* Opens, reads and writes files, and reads their status. Files are opened by Windows' own calls, which take 64-bit
   offsets and UTF-16 names, and then get descriptors of the C library. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/system/system.h"
#include "core/base/file/system/windows/win.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* The offset of the byte that is locked, beyond the end of any file: Windows denies access to locked bytes. */
static const DWORD LOCKED_BYTE_HIGH = 0x40000000;

HANDLE win_handle(int fd)
{
    HANDLE h = (HANDLE)_get_osfhandle(fd);
    if (h == (HANDLE)-2) /* a standard descriptor without a file (_get_osfhandle()) */
        h = INVALID_HANDLE_VALUE;
    if (h == INVALID_HANDLE_VALUE)
        errno = EBADF;
    return h;
}

HANDLE win_create(const char *path, DWORD access, DWORD disposition, DWORD flags)
{
    wchar_t *wide = win_wide_path(path);
    HANDLE h = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           disposition, flags, NULL);
    if (h == INVALID_HANDLE_VALUE)
        win_failed();
    free(wide);
    return h;
}

int win_descriptor(HANDLE h, int flags)
{
    if (h == INVALID_HANDLE_VALUE)
        return -1;
    const int fd = _open_osfhandle((intptr_t)h, flags | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        CloseHandle(h);
    return fd;
}

int system_open(const char *path, unsigned how)
{
    static const struct {
        DWORD access;
        int flags;
    } kinds[] = { [SYSTEM_READ] = { GENERIC_READ, _O_RDONLY },
                  [SYSTEM_WRITE] = { GENERIC_WRITE, _O_WRONLY },
                  [SYSTEM_READ_WRITE] = { GENERIC_READ | GENERIC_WRITE, _O_RDWR } };
    how &= ~(unsigned)SYSTEM_AT_ONCE;
    return win_descriptor(win_create(path, kinds[how].access, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS),
                          kinds[how].flags);
}

int system_create(const char *path, unsigned mode UNUSED)
{
    return win_descriptor(
        win_create(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL), _O_RDWR);
}

int system_duplicate(int fd)
{
    HANDLE copy, own = GetCurrentProcess(), h = win_handle(fd);
    if (h == INVALID_HANDLE_VALUE)
        return -1;
    if (!DuplicateHandle(own, h, own, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
        win_failed();
        return -1;
    }
    return win_descriptor(copy, _O_RDWR);
}

/* Windows' folder for temporary files, without a '\' at its end. */
static char *temporary_folder(void)
{
    wchar_t wide[MAX_PATH + 1];
    const DWORD n = GetTempPathW(MAX_PATH + 1, wide);
    if (!n || n > MAX_PATH)
        return mem_copy(".", 1);
    if (wide[n - 1] == L'\\')
        wide[n - 1] = 0;
    return win_narrow(wide);
}

/* The file has a name while it is open; Windows deletes it when it is closed. */
int system_temporary(const char *folder, char *path, size_t size)
{
    enum { TRIES = 1000 };
    char *own = folder ? NULL : temporary_folder();
    HANDLE h = INVALID_HANDLE_VALUE;
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    errno = EEXIST;
    for (unsigned i = 0; i < TRIES && h == INVALID_HANDLE_VALUE && errno == EEXIST; i++) {
        const unsigned number = (unsigned)(now.QuadPart + i) * 2654435761u; /* differs from call to call */
        if (snprintf(path, size, "%s/perfolio-%lx-%x", folder ? folder : own, GetCurrentProcessId(),
                     number) >= (int)size)
            errno = ENAMETOOLONG;
        else
            h = win_create(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                           FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
    }
    free(own);
    return win_descriptor(h, _O_RDWR);
}

/* The argument of calls that read or write at an offset. */
static OVERLAPPED at_offset(uint64_t at)
{
    return (OVERLAPPED){ .Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32) };
}

enum { MOST = 1 << 30 }; /* most bytes of one call */

ssize_t system_read_at(int fd, void *to, size_t n, uint64_t at)
{
    OVERLAPPED from = at_offset(at);
    DWORD done = 0;
    HANDLE h = win_handle(fd);
    if (h == INVALID_HANDLE_VALUE)
        return -1;
    if (ReadFile(h, to, (DWORD)lesser_of(n, MOST), &done, &from) || GetLastError() == ERROR_HANDLE_EOF)
        return (ssize_t)done;
    win_failed();
    return -1;
}

ssize_t system_write_at(int fd, const void *from, size_t n, uint64_t at)
{
    OVERLAPPED to = at_offset(at);
    DWORD done = 0;
    HANDLE h = win_handle(fd);
    if (h == INVALID_HANDLE_VALUE)
        return -1;
    if (WriteFile(h, from, (DWORD)lesser_of(n, MOST), &done, &to))
        return (ssize_t)done;
    win_failed();
    return -1;
}

/* Converts a time; Windows counts units of 100 ns since 1601. */
static uint64_t ns_since_1970(FILETIME t)
{
    static const uint64_t until_1970 = UINT64_C(116444736000000000);
    const uint64_t since = (uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime;
    if (since < until_1970)
        return 0;
    return (since - until_1970) * 100;
}

static enum file_kind kind_by(DWORD attributes)
{
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT)
        return FILE_LINK;
    if (attributes & FILE_ATTRIBUTE_DIRECTORY)
        return FILE_FOLDER;
    return FILE_REGULAR;
}

/* Reads the size alone: that is all that wine tells of a standard input that is a file of its host. */
static bool size_alone(HANDLE h, struct file_status *st)
{
    LARGE_INTEGER size;
    if (!GetFileSizeEx(h, &size))
        return false;
    st->kind = FILE_REGULAR;
    st->size = (uint64_t)size.QuadPart;
    st->node.ino = (uint64_t)(uintptr_t)h;
    st->links = 1;
    return true;
}

/* Reads the status of the file that a handle is open on. */
static bool handle_look(HANDLE h, struct file_status *st)
{
    BY_HANDLE_FILE_INFORMATION i;
    *st = (struct file_status){ .kind = FILE_OTHER };
    switch (GetFileType(h)) {
    case FILE_TYPE_PIPE:
        st->kind = FILE_PIPE;
        return true;
    case FILE_TYPE_CHAR:
        /* a console or NUL, which has no number: each handle counts as a file of its own */
        st->node.ino = (uint64_t)(uintptr_t)h;
        return true;
    default:
        break;
    }
    if (!GetFileInformationByHandle(h, &i))
        return size_alone(h, st) || win_failed();
    st->kind = kind_by(i.dwFileAttributes);
    st->size = (uint64_t)i.nFileSizeHigh << 32 | i.nFileSizeLow;
    st->node = (struct file_node){ .maj = i.dwVolumeSerialNumber,
                                   .ino = (uint64_t)i.nFileIndexHigh << 32 | i.nFileIndexLow };
    st->written = st->changed = ns_since_1970(i.ftLastWriteTime);
    st->links = i.nNumberOfLinks;
    return true;
}

bool system_look(int fd, struct file_status *st)
{
    HANDLE h = win_handle(fd);
    return h != INVALID_HANDLE_VALUE && handle_look(h, st);
}

static bool path_look(const char *path, DWORD flags, struct file_status *st)
{
    HANDLE h = win_create(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (h == INVALID_HANDLE_VALUE)
        return false;
    const bool ok = handle_look(h, st);
    CloseHandle(h);
    return ok;
}

bool file_look(const char *path, struct file_status *st)
{
    return path_look(path, 0, st);
}

bool file_look_nofollow(const char *path, struct file_status *st)
{
    return path_look(path, FILE_FLAG_OPEN_REPARSE_POINT, st);
}

void system_set_written(int fd, uint64_t ns)
{
    const uint64_t t = ns / 100 + UINT64_C(116444736000000000);
    const FILETIME written = { (DWORD)t, (DWORD)(t >> 32) };
    SetFileTime(win_handle(fd), NULL, NULL, &written);
}

uint32_t system_generation(int fd UNUSED)
{
    return 0;
}

bool system_lock(int fd, bool wait)
{
    OVERLAPPED at = { .OffsetHigh = LOCKED_BYTE_HIGH };
    const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
    return LockFileEx(win_handle(fd), how, 0, 1, 0, &at) || win_failed();
}

/* Windows cannot lock folders. */
int system_open_folder(const char *path UNUSED)
{
    errno = ENOSYS;
    return -1;
}
