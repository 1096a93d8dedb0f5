/* compare: captures beside each other. */
#ifndef PERFOLIO_CLI_VIEW_COMPARE_H
#define PERFOLIO_CLI_VIEW_COMPARE_H

#include "cli/view/workbench.h"

/* Lets the user choose what to compare, and opens a page with what diff prints: this file and an older one of the list,
   the captures of this folio, or runs of two sides, whose files are typed. */
void compare_choose(struct workbench *w);

#endif
