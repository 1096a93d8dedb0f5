/* In place of pager.c, where no process can be forked: output goes to the terminal as it is. */
#include <unistd.h>

#include "cli/pager.h"

bool pager_open(struct pager *p, FILE *out)
{
    (void)out;
    *p = (struct pager){ .works = false };
    return true;
}

bool pager_is_interactive(FILE *out)
{
    return isatty(fileno(out));
}

int pager_close(struct pager *p, int status)
{
    (void)p;
    return status;
}
