/*
 * captures: what a folio of several captures is to a command that is about one: it is run for each of them,
 * as if each had been named with --capture, and what it prints stands under "# Capture: NAME". As JSON the
 * answers are members of one document, each what it would be alone; of commands that answer with lines, a
 * line that names the capture comes first. As CSV they are one table with a column for the capture.
 */
#ifndef PERFOLIO_CLI_SESSION_CAPTURES_H
#define PERFOLIO_CLI_SESSION_CAPTURES_H

#include "cli/output/rows.h"
#include "cli/session/input.h"
#include "cli/session/session.h"

struct captures {
    struct input input; /* opened once */
    size_t n, at; /* how many there are, from 2 on (0: one, or not looked yet); the one whose turn it is */
    bool looks;   /* this run was only to find that out */
    bool json, csv, lines;
    struct rows_several several;   /* what their answers share */
    void *arg;                     /* the command's own */
    const struct command *command; /* of captures_run() */
    bool gathers;                  /* set by a run that only looks: the command makes one answer of all */
    bool shown;                    /* one was named already */
    bool began;                    /* the turn came as far as to open its capture */
    FILE *out;
};

/* Run what reads its options with captures_read(), for each of them. `c`: with `arg` and `lines` set. */
int captures_run_with(struct captures *c,
                      int (*run)(struct captures *c, int argc, const char **argv, FILE *out, FILE *err),
                      int argc, const char **argv, FILE *out, FILE *err);

/* Read the words and run a command, for each capture where it is one for that. The exit status. */
int captures_run(const struct command *c, int argc, const char **argv, FILE *out, FILE *err);

/* options_read(), and look whether the input has several captures and none was chosen; on a turn, choose. -1
   to go on; 0 also when this run was only to find that out. */
int captures_read(struct captures *captures, const struct command *c, void *opts, int argc, const char **argv,
                  FILE *out, FILE *err);

/* For session_open(): the name of the capture whose turn it is, as it may be shown, malloc'ed; and say that
   what follows is of it. */
char *captures_name(const struct captures *c);
void captures_show(struct captures *c, const char *name);

#endif
