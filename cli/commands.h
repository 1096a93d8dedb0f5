/*
 * commands: the one list of commands, a row each in main.c. A command prints results to `out` and problems to
 * `err` and returns the exit status: 0 good, 1 usage or input error, 2 the question was answered "no".
 */
#ifndef PERFOLIO_CLI_COMMANDS_H
#define PERFOLIO_CLI_COMMANDS_H

#include <stdio.h>

int cmd_report(int argc, const char **argv, FILE *out, FILE *err);
int cmd_diff(int argc, const char **argv, FILE *out, FILE *err);
int cmd_script(int argc, const char **argv, FILE *out, FILE *err);
int cmd_trace(int argc, const char **argv, FILE *out, FILE *err);
int cmd_buildid_list(int argc, const char **argv, FILE *out, FILE *err);
int cmd_stat(int argc, const char **argv, FILE *out, FILE *err);
int cmd_evlist(int argc, const char **argv, FILE *out, FILE *err);
int cmd_info(int argc, const char **argv, FILE *out, FILE *err);
int cmd_explain(int argc, const char **argv, FILE *out, FILE *err);
int cmd_doctor(int argc, const char **argv, FILE *out, FILE *err);
int cmd_pack(int argc, const char **argv, FILE *out, FILE *err);
int cmd_unpack(int argc, const char **argv, FILE *out, FILE *err);
int cmd_verify(int argc, const char **argv, FILE *out, FILE *err);
int cmd_merge(int argc, const char **argv, FILE *out, FILE *err);
int cmd_sched(int argc, const char **argv, FILE *out, FILE *err);
int cmd_timechart(int argc, const char **argv, FILE *out, FILE *err);
int cmd_kmem(int argc, const char **argv, FILE *out, FILE *err);
int cmd_lock(int argc, const char **argv, FILE *out, FILE *err);
int cmd_export(int argc, const char **argv, FILE *out, FILE *err);
int cmd_dump(int argc, const char **argv, FILE *out, FILE *err);

/* Run the command that argv[1] names; argv[0] is the program. */
int perfolio(int argc, const char **argv, FILE *out, FILE *err);

#endif
