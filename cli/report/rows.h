/* rows: the rows of every event of a report, or of every group, with their call trees. */
#ifndef PERFOLIO_CLI_REPORT_ROWS_H
#define PERFOLIO_CLI_REPORT_ROWS_H

#include "cli/output/rows.h"
#include "cli/report/options.h"

void report_rows(const struct session *s, const struct report_opts *o, const struct table *table,
                 const struct key_context *kc, struct rows *r);

#endif
