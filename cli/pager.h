/*
 * pager: shows the answer in a pager if it goes to a terminal (perfolio -p COMMAND). A child process does the
 * work, so that this one can wait for the pager: Ctrl-C ends only the work, and so does leaving the pager.
 */
#ifndef PERFOLIO_CLI_PAGER_H
#define PERFOLIO_CLI_PAGER_H

#include <stdbool.h>
#include <stdio.h>

struct pager {
    long pid, worker; /* 0: there is no such process, or it is this one */
    bool works;       /* this is the process that does the work before a pager */
};

/* Starts a pager for `out` if it is a terminal: $PERF_PAGER, $PAGER or less. Returns whether this process does the work (it
 * may be a child). Both processes have to call pager_close(). */
bool pager_open(struct pager *p, FILE *out);

/* Whether `out` is a terminal, or a pager on one. */
bool pager_is_interactive(FILE *out);

/* In the process that did the work: returns `status`, or exits with it if there is a pager. In the other process: waits for the
 * pager and the work, and returns the work's exit status; 128 + signal if a signal ended it (0 if that was SIGPIPE, from a
 * pager that was left); -1: the pager could not be run. */
int pager_close(struct pager *p, int status);

#endif
