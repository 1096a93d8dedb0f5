/*
 * commands: the command lines that damaged captures go through, for the sweep and the fuzz target. The first
 * is the main job; the others read what it does not.
 */
#ifndef PERFOLIO_TESTS_FUZZ_COMMANDS_H
#define PERFOLIO_TESTS_FUZZ_COMMANDS_H

#include <stdio.h>

int cmd_report(int argc, const char **argv, FILE *out, FILE *err);
int cmd_dump(int argc, const char **argv, FILE *out, FILE *err);
int cmd_info(int argc, const char **argv, FILE *out, FILE *err);
int cmd_evlist(int argc, const char **argv, FILE *out, FILE *err);
int cmd_buildid_list(int argc, const char **argv, FILE *out, FILE *err);

struct command_line {
    int (*run)(int argc, const char **argv, FILE *out, FILE *err);
    const char *argv[16]; /* without the capture; NULL ends */
};

static const struct command_line commands[] = {
    { cmd_report,
      { "report", "--stdio", "--header", "-I", "-n", "--sort", "comm,dso,symbol", "--isolated" } },
    { cmd_dump, { "dump" } },
    { cmd_info, { "info" } },
    { cmd_report, { "report", "--stats" } },
    { cmd_report, { "report", "--tasks", "--mmaps" } },
    { cmd_evlist, { "evlist", "-v" } },
    { cmd_buildid_list, { "buildid-list", "-H" } },
};
static const size_t ncommands = sizeof(commands) / sizeof(commands[0]);

static inline int command_run(const struct command_line *c, const char *capture, FILE *out, FILE *err)
{
    const char *argv[20];
    int argc = 0;
    while (c->argv[argc]) {
        argv[argc] = c->argv[argc];
        argc++;
    }
    argv[argc++] = "-i";
    argv[argc++] = capture;
    argv[argc] = NULL;
    return c->run(argc, argv, out, err);
}

#endif
