/* timehist_lines: a line for each switch, wakeup and migration: as perf sched timehist prints them, or as
 * rows. */
#ifndef PERFOLIO_CLI_SCHED_TIMEHIST_LINES_H
#define PERFOLIO_CLI_SCHED_TIMEHIST_LINES_H

#include "cli/sched/timehist_view.h"

/* Between the two come the events, with the view as `arg`. Text is written apart from the rows, and gathered
   in w->out, for there may be millions of lines. With -s there are none but perf's of what was lost. */
void timehist_lines_begin(struct timehist_view *w);
extern const struct timehist_sink timehist_lines_text, timehist_lines_rows;
void timehist_lines_end(struct timehist_view *w);

#endif
