/* subcommand: the second word of commands that have several jobs, such as "report" of perfolio stat report.
 */
#ifndef PERFOLIO_CLI_OPTIONS_SUBCOMMAND_H
#define PERFOLIO_CLI_OPTIONS_SUBCOMMAND_H

#include <stdio.h>

/* Which of `names` (NULL ends them) a word means; three letters will do, as in perf. -1 when it is none, or
 * NULL: that is told. */
int subcommand(const char *command, const char *word, const char *const *names, FILE *err);

#endif
