/* run_command: a command line that the page's console asks for, run by this program in a process of its own. */
#ifndef PERFOLIO_CLI_WEB_RUN_COMMAND_H
#define PERFOLIO_CLI_WEB_RUN_COMMAND_H

#include "core/base/err.h"
#include "core/base/text.h"

enum { RUN_COMMAND_MAX = 64 << 20 }; /* most bytes of output */

/* Runs a command, and ends it if the socket `client` is closed by who waits for the answer. `words`: `bytes` bytes of words that each end with a NUL, without the program's name. The answer is a line of
   JSON, { "status", "said" }, and behind it all that the command wrote to standard output. False with `e` set: it cannot be
   run, was ended, or wrote more than RUN_COMMAND_MAX. */
bool run_command(const char *words, size_t bytes, int client, struct text *answer, struct err *e);

#endif
