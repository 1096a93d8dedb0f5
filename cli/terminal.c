/* terminal: the list of commands that need a terminal. */
#include "cli/program.h"
#include "cli/view/view.h"

const struct command *const program_commands[] = { &view_command, NULL };
