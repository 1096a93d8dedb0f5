#include "cli/commands.h"

#include <stdlib.h> /* defines __GLIBC__ where it is */

#ifdef __GLIBC__
#include <malloc.h>
#endif

int main(int argc, char **argv)
{
#ifdef __GLIBC__ /* keep large tables out of the heap: they then grow without a copy, and what is freed is   \
                    given back */
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
    int status = perfolio(argc, (const char **)(void *)argv, stdout, stderr);
    if (fflush(stdout) && status == 0) { /* a full disk must not look like an empty report */
        perror("perfolio: cannot write the result");
        status = 1;
    }
    return status;
}
