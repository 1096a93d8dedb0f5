/* The process and the machine that it runs on. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include <shellapi.h>

#include "core/base/file/child.h"
#include "core/base/file/system/locales.h"
#include "core/base/file/system/windows/win.h"
#include "core/base/mem.h"

unsigned file_processors(void)
{
    SYSTEM_INFO i;
    GetSystemInfo(&i);
    if (i.dwNumberOfProcessors < 1)
        return 1;
    return (unsigned)i.dwNumberOfProcessors;
}

uint64_t file_memory(void)
{
    MEMORYSTATUSEX m = { .dwLength = sizeof(m) };
    if (!GlobalMemoryStatusEx(&m))
        return 0;
    return m.ullTotalPhys / 2;
}

/* RtlGenRandom(), which advapi32.dll has under this name only. */
bool file_random(void *to, size_t n)
{
    const HMODULE library = LoadLibraryA("advapi32.dll");
    BOOLEAN(WINAPI * fill)(void *, ULONG) = NULL;
    if (library)
        fill = (BOOLEAN(WINAPI *)(void *, ULONG))(void (*)(void))GetProcAddress(library, "SystemFunction036");
    const bool good = fill && fill(to, (ULONG)n);
    if (library)
        FreeLibrary(library);
    return good;
}

/* Bytes are written and read as they are, not as lines of Windows. A closed descriptor becomes NUL, opened the wrong way round, so that
   using it is an error as before. */
bool file_standard_open(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (win_handle(fd) == INVALID_HANDLE_VALUE) {
            const int is = _open("NUL", (fd == STDIN_FILENO ? _O_WRONLY : _O_RDONLY) | _O_BINARY);
            if (is < 0 || (is != fd && _dup2(is, fd)))
                return false;
            if (is != fd)
                close(is);
        }
        _setmode(fd, _O_BINARY);
    }
    return true;
}

/* Nothing to do: on Windows, writing to a pipe without a reader is an error, not a signal. */
void file_signals_by_default(void)
{
}

/* An argument in UTF-8. If it is an existing path, each \ becomes /, since the rest of the program separates folders
   by / only. */
static const char *argument(const wchar_t *wide)
{
    char *s = win_narrow(wide);
    const bool is_path = strchr(s, '\\') && file_kind_of(s) != FILE_NONE;
    for (char *c = s; is_path && *c; c++)
        if (*c == '\\')
            *c = '/';
    return s;
}

const char **file_arguments(int *argc, char **argv)
{
    int n;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &n);
    if (!wide)
        return (const char **)(void *)argv;
    const char **narrow = mem_new((size_t)n + 1, sizeof(*narrow));
    for (int i = 0; i < n; i++)
        narrow[i] = argument(wide[i]);
    LocalFree(wide);
    *argc = n;
    return narrow;
}

void file_set_environment(const char *name, const char *value, bool replace)
{
    if (replace || !getenv(name))
        _putenv_s(name, value);
}

/* The program never leaves the locale "C". */
static const char plain_locale[] = "C";

void *locales_plain(void)
{
    return (void *)(uintptr_t)plain_locale;
}

void locales_free(void *locale UNUSED)
{
}

void *locales_current(void)
{
    return locales_plain();
}

void *locales_use(void *locale)
{
    return locale;
}

/* Not found: a program that is run opens its input as /dev/fd/3, which Windows does not have. */
char *child_find(const char *path UNUSED, const char *name UNUSED)
{
    return NULL;
}

bool child_run(const char *const *argv, const char *const *environment UNUSED,
               const struct file *input UNUSED, unsigned seconds UNUSED, size_t most UNUSED,
               struct text *out UNUSED, struct err *e)
{
    return err_set(e, ERR_UNSUPPORTED, 0, "cannot run %s: no programs are run on Windows", argv[0]);
}
