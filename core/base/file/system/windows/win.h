/* win: declarations that the files of this folder share. */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_WINDOWS_WIN_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_WINDOWS_WIN_H

#include <stdbool.h>
#include <stdint.h>
#include <windows.h>

/* Sets errno to the POSIX equivalent of GetLastError(), and returns false. */
bool win_failed(void);

/* Convert UTF-8 to UTF-16 and back; malloc'ed. Bytes that are not UTF-8 become U+FFFD. In paths '/' becomes '\', and
   absolute paths that are longer than MAX_PATH get the prefix "\\?\". */
wchar_t *win_wide(const char *s);
wchar_t *win_wide_path(const char *path);
char *win_narrow(const wchar_t *s);

/* The Windows handle of a descriptor; INVALID_HANDLE_VALUE with errno set if it is not open. */
HANDLE win_handle(int fd);

/* Opens a path as CreateFileW() does; others may read, write, rename and delete it meanwhile. `flags`: attributes and
   flags. */
HANDLE win_create(const char *path, DWORD access, DWORD disposition, DWORD flags);

/* Makes a descriptor from a handle; closes the handle if that fails. -1: `h` is invalid, or there are too many
   descriptors. */
int win_descriptor(HANDLE h, int flags);

#endif
