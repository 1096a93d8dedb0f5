/* view: the command that shows files on a terminal. */
#ifndef PERFOLIO_CLI_VIEW_VIEW_H
#define PERFOLIO_CLI_VIEW_VIEW_H

#include "lib/options/command.h"

extern const struct command view_command;

/* Whether the workbench can be shown: standard input and output are a terminal, and it was built. */
bool view_is_possible(void);

#endif
