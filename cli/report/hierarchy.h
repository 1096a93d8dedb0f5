/*
 * hierarchy: --hierarchy: each line under the sum of those that have its first key in common, and so on for
 * the other keys (perf, hists__hierarchy_insert_entry() and hist_entry__hierarchy_fprintf()). Every level
 * stands three blanks further in, its numbers as well, and its texts again. Text alone has it.
 */
#ifndef PERFOLIO_CLI_REPORT_HIERARCHY_H
#define PERFOLIO_CLI_REPORT_HIERARCHY_H

#include "cli/report/sheet.h"

/* Show lines, which are in the order of their keys, under the sums of those that have the same keys. */
void hierarchy_show(struct sheet *t, const uint32_t *lines, size_t nlines);

#endif
