/*
 * perf_options: the options of perf that do nothing here, by command: those that are taken and told to be
 * without effect, and those that are refused, each with the reason. That every option of perf is either here
 * or a command's own is held by tests/perf_options.py.
 */
#ifndef PERFOLIO_CLI_OPTIONS_PERF_OPTIONS_H
#define PERFOLIO_CLI_OPTIONS_PERF_OPTIONS_H

#include <popt.h>
#include <stdbool.h>
#include <stdio.h>

enum { OPT_OF_PERF = 20000 }; /* and above: what popt returns for one of them */

/* Those of a command as popt reads them, none in its help: malloc'ed, for the caller to free. */
struct poptOption *perf_options(const char *command);

/* What to do with one that popt returned; or the type of the records that it is about: without effect where
 * there are none, refused where there are. */
enum { PERF_REFUSED = 0, PERF_WITHOUT_EFFECT = -1 };
int perf_option_verdict(int option);

/* Say of it that it is without effect, or else that there is nothing like it. */
void perf_option_show(int option, const char *command, bool refused, FILE *err);

#endif
