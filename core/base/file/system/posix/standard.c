/*
 * Opens standard input, output and error if the program was started with one of them closed (`2>&-`). Otherwise the
 * next file that the program opens would get the number of the closed descriptor, and printed text would be written
 * into that file.
 */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The file that replaces each closed descriptor. It cannot be read or written like the descriptor, so that using it
   still fails. It is not a file that a user would name as output. */
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
        int is = open(instead[fd].path, instead[fd].flags); /* the lowest free number is fd */
        if (is < 0)
            is = open("/", O_RDONLY); /* there is no /dev */
        if (is != fd)
            return false;
    }
    return true;
}
