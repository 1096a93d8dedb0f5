/* run_command: runs a command line from the page's console, by this program in a process of its own. */
#ifndef PERFOLIO_CLI_WEB_RUN_COMMAND_H
#define PERFOLIO_CLI_WEB_RUN_COMMAND_H

#include "core/base/err.h"
#include "core/base/text.h"

enum { RUN_COMMAND_MAX = 64 << 20 }; /* most bytes of output */

/* Runs a command; ends it if the client closes the socket `client`. `words`: `bytes` bytes of words, each followed by
   a NUL, without the program's name. The answer is a line of JSON, { "status", "said" }, followed by everything that
   the command wrote to standard output. False with `e` set: the command could not be run, was ended, or wrote more
   than RUN_COMMAND_MAX. */
bool run_command(const char *words, size_t bytes, int client, struct text *answer, struct err *e);

/* Whether who waits for an answer has closed the connection, which is the socket `client`. */
bool run_command_is_alone(int client);

#endif
