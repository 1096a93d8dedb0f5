/*
 * commands: the one list of commands. A command prints results to `out` and problems to `err` and returns the
 * exit status: 0 good, 1 usage or input error, 2 the question was answered "no".
 */
#ifndef PERFOLIO_CLI_COMMANDS_H
#define PERFOLIO_CLI_COMMANDS_H

#include "cli/options/command.h"

extern const struct command report_command, annotate_command, diff_command, script_command, sched_command,
    timechart_command, stat_command, trace_command, export_command, buildid_list_command, evlist_command,
    info_command, doctor_command, explain_command, pack_command, unpack_command, merge_command,
    verify_command, kmem_command, lock_command, dump_command;

/* In the order in which help shows them, up to a NULL. */
extern const struct command *const commands[];

/* Run the command that argv[1] names; argv[0] is the program. */
int perfolio(int argc, const char **argv, FILE *out, FILE *err);

/* complete.c: print what a word may become, the last of those behind the program's name: lines of a word, a
   tab and what it is. With --options in front of a command, or of none, its options as help has them. */
int perfolio_complete(int argc, const char **argv, FILE *out);

#endif
