/*
 * pager: shows the answer in a pager if it goes to a terminal (perfolio -p COMMAND). A child process, the worker,
 * runs the command; the original process waits for the pager. Ctrl-C ends only the worker, and so does quitting the
 * pager.
 */
#ifndef PERFOLIO_CLI_PAGER_H
#define PERFOLIO_CLI_PAGER_H

#include <stdbool.h>
#include <stdio.h>

struct pager {
    /* pids of the pager and the worker; 0: there is no such process, or it is this process */
    long pid, worker;
    bool works; /* this process is the worker, and its output goes to a pager */
};

/* Starts a pager for `out` if `out` is a terminal: $PERF_PAGER, $PAGER or less. Returns whether the calling process
 * has to run the command. Returns twice if a pager was started: true in the worker, false in the original process.
 * Both have to call pager_close(). */
bool pager_open(struct pager *p, FILE *out);

/* Whether `out` is a terminal, or a pager on one. */
bool pager_is_interactive(FILE *out);

/* In the process that ran the command: returns `status`; in a worker, exits with it. In the original process: waits
 * for the pager and the worker, and returns the exit status of the worker, or 128 + the number of the signal that
 * ended it. SIGPIPE counts as 0, since it means that the pager was quit. Returns -1 if the pager could not be run. */
int pager_close(struct pager *p, int status);

#endif
