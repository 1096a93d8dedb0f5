/*
 * captures: what a folio of several captures is to a command that is about one: it is run for each of them,
 * as if each had been named with --capture, and what it prints stands under "# Capture: NAME". As JSON the
 * answers are members of one document, each what it would be alone; of commands that answer with lines, a
 * line that names the capture comes first. As CSV they are one table with a column for the capture.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_CAPTURES_H
#define PERFOLIO_LIB_QUESTION_COMMON_CAPTURES_H

#include "lib/question/common/turn.h"

/* Read the words and run a command, for each capture where it is one for that. The exit status. */
int captures_run(const struct command *c, int argc, const char **argv, struct outlet *out,
                 struct outlet *err);

#endif
