/*
 * perf_options: the options of perf that do nothing here, by command: those that are taken and shown to be
 * without effect, and those that are refused, each with the reason. That every option of perf is either here
 * or a command's own is held by tests/perf_options.py.
 */
#ifndef PERFOLIO_CLI_OPTIONS_PERF_OPTIONS_H
#define PERFOLIO_CLI_OPTIONS_PERF_OPTIONS_H

#include "cli/options/option.h"

/* Those of a command. */
const struct option_row *perf_options(const char *command);

/* Show of one that it is without effect, or else that there is nothing like it. */
void perf_option_show(const struct option_row *r, const char *command, bool refused, FILE *err);

#endif
