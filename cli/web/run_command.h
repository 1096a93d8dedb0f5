/* run_command: a command line that the page's console asks for, run by this program in a process of its own. */
#ifndef PERFOLIO_CLI_WEB_RUN_COMMAND_H
#define PERFOLIO_CLI_WEB_RUN_COMMAND_H

#include "core/base/err.h"
#include "core/base/text.h"

/* Runs a command. `words`: `bytes` bytes of words that each end with a NUL, without the program's name. The answer is a line of
   JSON, { "status", "said" }, and behind it all that the command wrote to standard output. False with `e` set: it cannot be
   run. */
bool run_command(const char *words, size_t bytes, struct text *answer, struct err *e);

#endif
