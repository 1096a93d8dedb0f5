/* What libarchive's own file for Windows has for the rest of it, without what opens files and walks over folders: Perfolio
   hands it bytes. */
#include <errno.h>
#include <io.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/types.h>

void __la_dosmaperr(unsigned long error);
ssize_t __la_read(int fd, void *to, size_t n);
ssize_t __la_write(int fd, const void *from, size_t n);
int __la_waitpid(void *child, int *status, int options);
wchar_t *__la_win_permissive_name_w(const wchar_t *name);

void __la_dosmaperr(unsigned long error)
{
    (void)error;
    errno = EIO;
}

ssize_t __la_read(int fd, void *to, size_t n)
{
    return _read(fd, to, (unsigned)n);
}

ssize_t __la_write(int fd, const void *from, size_t n)
{
    return _write(fd, from, (unsigned)n);
}

int __la_waitpid(void *child, int *status, int options)
{
    (void)child, (void)status, (void)options;
    return -1;
}

wchar_t *__la_win_permissive_name_w(const wchar_t *name)
{
    (void)name;
    return NULL;
}
