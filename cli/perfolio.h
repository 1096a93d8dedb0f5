/* perfolio: runs a command line, and completes one for shells. */
#ifndef PERFOLIO_CLI_PERFOLIO_H
#define PERFOLIO_CLI_PERFOLIO_H

#include "lib/view/outlet.h"

/* Runs the command that argv[1] names; argv[0] is the program. Returns the exit status. */
int perfolio(int argc, const char **argv, struct outlet *out, struct outlet *err);

/* complete.c: prints the completions of the last word; argv are the words after the program's name. Each line is a word, a tab
   and its help. After "--options" it lists the options of a command, or, without one, the common options. */
int perfolio_complete(int argc, const char **argv, struct outlet *out);

#endif
