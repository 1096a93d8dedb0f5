/*
 * lines: the command lines that damaged captures go through, for the sweep and the fuzz target. The first is
 * the main job; the others read what it does not.
 */
#ifndef PERFOLIO_TESTS_FUZZ_LINES_H
#define PERFOLIO_TESTS_FUZZ_LINES_H

#include <stdio.h>

#include "cli/commands.h"

struct line {
    const char *argv[16]; /* without the program and the capture; NULL ends */
};

static const struct line lines[] = {
    { { "report", "--stdio", "--header", "-I", "-n", "--sort", "comm,dso,symbol", "--isolated" } },
    { { "dump", "--stage", "header", "--stage", "records", "--stage", "timeline" } },
    { { "info" } },
    { { "report", "--stats" } },
    { { "report", "--json", "--sort", "pid,comm,dso,symbol,time", "--isolated" } },
    { { "dump", "--json" } },
    { { "info", "--json" } },
    { { "report", "--tasks", "--mmaps" } },
    { { "evlist", "-v" } },
    { { "buildid-list", "-H" } },
    { { "doctor", "--isolated" } },
    { { "doctor", "--json", "--isolated" } },
    { { "explain", "0x10914", "--isolated" } },
    { { "explain", "main", "--json", "--isolated" } },
};
static const size_t nlines = sizeof(lines) / sizeof(lines[0]);

static inline int line_run(const struct line *l, const char *capture, FILE *out, FILE *err)
{
    const char *argv[20] = { "perfolio" };
    int argc = 1;
    for (int i = 0; l->argv[i]; i++)
        argv[argc++] = l->argv[i];
    argv[argc++] = "-i";
    argv[argc++] = capture;
    argv[argc] = NULL;
    return perfolio(argc, argv, out, err);
}

#endif
