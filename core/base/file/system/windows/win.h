/* win: shared by the files of this folder. */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_WINDOWS_WIN_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_WINDOWS_WIN_H

#include <stdbool.h>
#include <stdint.h>
#include <windows.h>

/* Sets errno to what POSIX has for GetLastError(), and returns false. */
bool win_failed(void);

/* UTF-8 to UTF-16 and back, malloc'ed; bytes that are no UTF-8 become U+FFFD. In paths '/' becomes '\', and absolute ones that are
   too long for Windows' old limit get the prefix "\\?\" that lifts it. */
wchar_t *win_wide(const char *s);
wchar_t *win_wide_path(const char *path);
char *win_narrow(const wchar_t *s);

/* The Windows handle of a descriptor; INVALID_HANDLE_VALUE with errno set if it is not open. */
HANDLE win_handle(int fd);

/* Opens a path as CreateFileW() does; others may read, write, rename and delete it meanwhile. `flags`: attributes and flags. */
HANDLE win_create(const char *path, DWORD access, DWORD disposition, DWORD flags);

/* Makes a descriptor of a handle, and closes the handle if that fails. -1: `h` is none, or there is no room. */
int win_descriptor(HANDLE h, int flags);

#endif
