#include "cli/commands.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

int main(int argc, char **argv)
{
    if (!file_standard_open())
        return 1;
    mem_begin();
    signal(SIGCHLD, SIG_DFL); /* or how a program that was run ended could not be asked */
    signal(SIGPIPE, SIG_DFL); /* a reader that goes away ends this quietly, whatever was inherited */
    int status = perfolio(argc, (const char **)(void *)argv, stdout, stderr);
    errno = EIO; /* an earlier failure's reason is not known any more */
    bool lost = fflush(stdout) || ferror(stdout);
    if (lost && status != 1) { /* a full disk must look neither like an empty report nor like a "no" */
        perror("perfolio: cannot write the result");
        status = 1;
    }
    return status;
}
