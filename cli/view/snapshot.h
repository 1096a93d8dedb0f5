/* snapshot: the text that a page's command prints, as a file, as P of perf's browser writes it. */
#ifndef PERFOLIO_CLI_VIEW_SNAPSHOT_H
#define PERFOLIO_CLI_VIEW_SNAPSHOT_H

#include "cli/view/workbench.h"

/* Writes the first of perf.hist.0 to perf.hist.9999 that there is not, in the current folder, and says so. */
void snapshot_write(struct workbench *w, struct page *p);

#endif
