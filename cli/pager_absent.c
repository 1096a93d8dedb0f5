/* pager_absent: replaces pager.c on systems where no pager can be started. Output goes directly to the terminal. */
#include <stdio.h>

#include "cli/pager.h"

void pager_init(struct pager *p)
{
    *p = (struct pager){ .messages = -1 };
}

void pager_prepare(struct pager *p)
{
    (void)p;
}

bool pager_write(struct pager *p, enum style_pages pages, const char *s, size_t n)
{
    (void)p;
    (void)pages;
    return fwrite(s, 1, n, stdout) == n;
}

bool pager_takes_message(struct pager *p, const char *s, size_t n)
{
    (void)p;
    (void)s;
    (void)n;
    return false;
}

bool pager_is_busy(struct pager *p)
{
    (void)p;
    return false;
}

int pager_close(struct pager *p, int status)
{
    (void)p;
    return status;
}
