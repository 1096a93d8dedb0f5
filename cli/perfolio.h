/* perfolio: a command line, and what its words may become. */
#ifndef PERFOLIO_CLI_PERFOLIO_H
#define PERFOLIO_CLI_PERFOLIO_H

#include "lib/view/outlet.h"

/* Run the command that argv[1] names; argv[0] is the program. The exit status. */
int perfolio(int argc, const char **argv, struct outlet *out, struct outlet *err);

/* complete.c: print what a word may become, the last of those behind the program's name: lines of a word, a
   tab and what it is. With --options in front of a command, or of none, its options as help has them. */
int perfolio_complete(int argc, const char **argv, struct outlet *out);

#endif
