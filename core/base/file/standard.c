/*
 * Opens standard input, output and error if the program was started with one of them closed (`2>&-`). Else the next file
 * that it opens would get that number, and what it prints would be written into that file.
 */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* What takes the place of each if it is closed: it cannot be used as that one is used, so use stays the error that it would
   have been; and it is no file that a user names as an output. */
static const struct {
    const char *path;
    int flags;
} instead[] = { [STDIN_FILENO] = { "/dev/null", O_WRONLY },
                [STDOUT_FILENO] = { "/", O_RDONLY },
                [STDERR_FILENO] = { "/", O_RDONLY } };

bool file_standard_open(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
            continue;
        int is =
            open(instead[fd].path, instead[fd].flags); /* the lowest free number: those before it are open */
        if (is < 0)
            is = open("/", O_RDONLY); /* there is no /dev */
        if (is != fd)
            return false;
    }
    return true;
}
