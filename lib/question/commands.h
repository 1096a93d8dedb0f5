/*
 * commands: the one list of what can be asked. The answer goes to one outlet, what there is to say besides to another; the status is
 * that of a program: 0 good, 1 usage or input error, 2 the question was answered "no".
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMANDS_H
#define PERFOLIO_LIB_QUESTION_COMMANDS_H

#include "lib/options/command.h"

extern const struct command report_command, annotate_command, diff_command, script_command, sched_command,
    timechart_command, stat_command, trace_command, export_command, buildid_list_command, evlist_command,
    info_command, doctor_command, explain_command, pack_command, unpack_command, merge_command,
    verify_command, kmem_command, lock_command, dump_command;

/* In the order in which help shows them, up to a NULL. */
extern const struct command *const commands[];

#endif
