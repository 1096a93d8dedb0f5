/* run: opens the files, and shows the workbench until the user ends it. */
#ifndef PERFOLIO_CLI_VIEW_RUN_H
#define PERFOLIO_CLI_VIEW_RUN_H

#include "lib/question/common/common.h"

/* Shows the captures that the options name. `question`: the words of the first page's question, up to a NULL. Returns
   the exit status; failures are printed to `err`. */
int run_workbench(const struct common_opts *options, const char *const *question, struct outlet *out,
                  struct outlet *err);

/* Whether this build has a workbench; without ncursesw, run_workbench() says how to get one. */
bool run_is_built(void);

#endif
