/* pager: a program through which a person reads an answer, where that goes to a terminal (perfolio -p COMMAND). */
#ifndef PERFOLIO_CLI_OUTPUT_PAGER_H
#define PERFOLIO_CLI_OUTPUT_PAGER_H

#include <stdbool.h>
#include <stdio.h>

struct pager {
    FILE *out;
    int terminal; /* a copy of what `out` led to; -1: there is no pager */
    long pid;
};

/* Have what is written to `out` paged if it is a terminal's: by what PERF_PAGER or PAGER name, else by less. */
void pager_open(struct pager *p, FILE *out);

/* Whether a person reads what is written to `out`: on a terminal, or through the pager before it. */
bool pager_person_reads(FILE *out);

/* Wait until the reader is done. False: there was none, for the program could not be run. */
bool pager_close(struct pager *p);

#endif
