/* program: the commands of the program: the questions of the library, and those that need a terminal. */
#ifndef PERFOLIO_CLI_PROGRAM_H
#define PERFOLIO_CLI_PROGRAM_H

#include "lib/options/command.h"

/* The commands that the library does not have; a NULL ends the list. */
extern const struct command *const program_commands[];

/* The i-th command, in the order in which help shows them; NULL after the last. */
const struct command *program_command_at(size_t i);

/* The command of a name; NULL: there is none. */
const struct command *program_command_named(const char *name);

#endif
