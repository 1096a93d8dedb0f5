/* report_options: the options of a report that keys change: its rows, columns and percentages. */
#ifndef PERFOLIO_CLI_VIEW_REPORT_OPTIONS_H
#define PERFOLIO_CLI_VIEW_REPORT_OPTIONS_H

#include "cli/view/workbench.h"

/* What keys of a report page do (struct key_row). */
void report_options_percentage(struct workbench *w, struct page *p, struct screen_event e);
void report_options_limit(struct workbench *w, struct page *p, struct screen_event e);
void report_options_verbose(struct workbench *w, struct page *p, struct screen_event e);
void report_options_sort(struct workbench *w, struct page *p, struct screen_event e);

#endif
