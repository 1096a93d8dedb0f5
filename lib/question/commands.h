/*
 * commands: the list of all commands. A command writes its answer to one outlet and messages to another. It returns an
 * exit status: 0 success, 1 usage or input error, 2 the answer is "no".
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMANDS_H
#define PERFOLIO_LIB_QUESTION_COMMANDS_H

#include "lib/options/command.h"

extern const struct command report_command, annotate_command, diff_command, script_command, sched_command,
    timechart_command, stat_command, trace_command, export_command, buildid_list_command, evlist_command,
    info_command, doctor_command, explain_command, pack_command, unpack_command, merge_command,
    verify_command, kmem_command, lock_command, dump_command, cut_command, scrub_command, unscrub_command,
    repair_command, join_command;

/* All commands, in the order in which help shows them; a NULL ends the list. */
extern const struct command *const commands[];

#endif
