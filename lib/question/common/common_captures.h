/*
 * common_captures: runs a command for each capture of a folio, if the command is about one capture, and the folio has
 * several. Each run is like one with --capture NAME. In text, each answer follows a line "# Capture: NAME". In JSON,
 * the answers are members of one document; each member is the same as the document of a single capture. For commands
 * whose JSON is one object per line, a line that names the capture comes first. In CSV, the answers form one table
 * with a column for the capture.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_CAPTURES_H
#define PERFOLIO_LIB_QUESTION_COMMON_CAPTURES_H

#include "lib/question/common/turn.h"

/* Parses a command line and runs the command, once for each capture if the command has COMMAND_EACH. Returns the exit
   status. */
int captures_run(const struct command *c, int argc, const char **argv, struct outlet *out,
                 struct outlet *err);

/* Gives up the rights of this process that a command does not need (struct desk). False after printing why they cannot
   be given up. */
bool captures_give_up(const struct command *c, const struct common_opts *o, struct outlet *err);

#endif
