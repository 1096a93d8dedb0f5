/* perfolio: runs a command line, and completes one for shells. */
#ifndef PERFOLIO_CLI_PERFOLIO_H
#define PERFOLIO_CLI_PERFOLIO_H

#include "lib/view/outlet.h"

/* Runs the command that argv[1] names; argv[0] is the program. Returns the exit status. */
int perfolio(int argc, const char **argv, struct outlet *out, struct outlet *err);

/* complete.c: prints the completions of the last word, one per line: the word, a tab, and its help. argv has the
   words after the program's name. If the first word is "--options", prints the options of the command that follows
   or, if none follows, the common options. */
int perfolio_complete(int argc, const char **argv, struct outlet *out);

#endif
