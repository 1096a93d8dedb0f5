/*
 * Standard input, output and error, which whoever starts the program may have closed (`2>&-`). The next file that it
 * opens would have their number then, and what it prints would be written into that file.
 */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* What each is where it is closed: it can be neither read from nor written to as this one would be, so that its use is the
   error that it would have been, and it is no file that anybody names as an output. */
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
            open(instead[fd].path, instead[fd].flags); /* the lowest that is free: those before are open */
        if (is < 0)
            is = open("/", O_RDONLY); /* no /dev here */
        if (is != fd)
            return false;
    }
    return true;
}
