/*
 * pager: a program through which a person reads an answer, where that goes to a terminal (perfolio -p COMMAND).
 * Another process does the work meanwhile, so that this one can wait for the reader whatever becomes of that:
 * Ctrl-C ends the work alone, and so does a reader who has seen enough.
 */
#ifndef PERFOLIO_CLI_PAGER_H
#define PERFOLIO_CLI_PAGER_H

#include <stdbool.h>
#include <stdio.h>

struct pager {
    long pid, worker; /* 0: there is no such process, or it is this one */
    bool works;       /* this is the process that does the work before a pager */
};

/* Have what is written to `out` paged if it is a terminal's: by what PERF_PAGER or PAGER name, else by less. Whether this
 * process has to do the work, paged or not; pager_close() is to be called in either. */
bool pager_open(struct pager *p, FILE *out);

/* Whether a person reads what is written to `out`: on a terminal, or through the pager before it. */
bool pager_person_reads(FILE *out);

/* End the work, whose exit status this is if this process did it; before a pager that ends the process. Else wait until the
 * reader is done and the work has ended: its exit status; 128 and the signal that ended it, as shells have it, 0 if
 * that told it of a reader who has left; -1: the pager could not be run. */
int pager_close(struct pager *p, int status);

#endif
