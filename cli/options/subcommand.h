/* subcommand: the second word of commands that have several jobs, such as "report" of perfolio stat report.
 */
#ifndef PERFOLIO_CLI_OPTIONS_SUBCOMMAND_H
#define PERFOLIO_CLI_OPTIONS_SUBCOMMAND_H

#include <stddef.h>
#include <stdio.h>

/* Which of the names that `name_at` lists, up to a NULL, a word means; three letters will do, as in perf. -1
 * when it is none, or NULL: that is shown. */
int subcommand(const char *command, const char *word, const char *(*name_at)(size_t i), FILE *err);

#endif
