/* snapshot: writes the output of a page's command to a file, as the key P does in perf's browser. */
#ifndef PERFOLIO_CLI_VIEW_SNAPSHOT_H
#define PERFOLIO_CLI_VIEW_SNAPSHOT_H

#include "cli/view/workbench.h"

/* Writes the first of perf.hist.0 to perf.hist.9999 that does not exist, in the current folder, and shows its name. */
void snapshot_write(struct workbench *w, struct page *p);

#endif
