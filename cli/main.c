#include "cli/commands.h"

int main(int argc, char **argv)
{
    int status = perfolio(argc, (const char **)(void *)argv, stdout, stderr);
    if (fflush(stdout) && status == 0) { /* a full disk must not look like an empty report */
        perror("perfolio: cannot write the result");
        status = 1;
    }
    return status;
}
