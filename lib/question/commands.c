#include "lib/question/commands.h"

#include <stddef.h>

const struct command *const commands[] = { &report_command,       &annotate_command, &diff_command,
                                           &script_command,       &sched_command,    &timechart_command,
                                           &stat_command,         &trace_command,    &export_command,
                                           &buildid_list_command, &evlist_command,   &info_command,
                                           &doctor_command,       &explain_command,  &pack_command,
                                           &unpack_command,       &merge_command,    &verify_command,
                                           &cut_command,          &scrub_command,    &unscrub_command,
                                           &repair_command,       &join_command,     &kmem_command,
                                           &lock_command,         &dump_command,     NULL };
