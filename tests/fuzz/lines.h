/*
 * lines: the command lines that damaged captures and folios go through, for the programs that damage them and
 * the fuzz targets. Of captures the first is the main job; the others read what it does not.
 */
#ifndef PERFOLIO_TESTS_FUZZ_LINES_H
#define PERFOLIO_TESTS_FUZZ_LINES_H

#include <stdio.h>
#include <string.h>

#include "tests/outlets.h"

#define LINE_CAPTURE "CAPTURE" /* it stands here as well */

struct line {
    const char *argv[16]; /* without the program and the capture, which stands behind; NULL ends */
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
    { { "script", "--isolated", "-F", "+misc,+addr,+brstacksym", "--show-mmap-events",
        "--show-task-events" } },
    { { "script", "--json", "--isolated", "--show-switch-events", "--show-namespace-events" } },
    { { "script", "--isolated", "-F", "+machine_pid,+vcpu,+flags,+callindent", "--show-text-poke-events",
        "--stop-bt=main", "--deltatime" } },
    { { "stat", "report", "--isolated" } },
    { { "stat", "report", "-A", "-x,", "--isolated" } },
    { { "stat", "report", "--metric-only", "--isolated" } },
    { { "stat", "report", "--json", "--per-core", "--isolated" } },
    { { "stat", "report", "-j", "--per-thread", "--isolated" } },
    { { "trace", "-S", "--errno-summary", "--isolated" } },
    { { "trace", "--json", "-s", "--summary-mode", "cgroup", "--isolated" } },
    { { "trace", "--json", "--isolated" } },
    { { "doctor", "--isolated" } },
    { { "doctor", "--json", "--isolated" } },
    { { "explain", "0x10914", "--isolated" } },
    { { "explain", "main", "--json", "--isolated" } },
    { { "report", "--latency", "-s", "comm,parallelism", "-F", "+latency_children", "--isolated" } },
    { { "kmem", "stat", "--slab", "--page", "--caller", "--alloc", "--isolated" } },
    { { "kmem", "stat", "--slab", "--page", "--caller", "--alloc", "--live", "--json", "--isolated" } },
    { { "lock", "contention", "-v", "--stack-skip", "0", "-S", "a", "--isolated" } },
    { { "lock", "report", "-c", "--json", "--isolated" } },
    { { "lock", "info", "-m", "--isolated" } },
    { { "report", "-s", "trace,comm", "-n", "--isolated" } },
    { { "report", "--json", "-s", "trace_fields", "--raw-trace", "--isolated" } },
    { { "report", "--branch-history", "--children", "-g", "callee", "--isolated" } },
    { { "report", "--merge", "main", "--hide-object", "[unknown]", "--collapse-recursion", "--drop", "x",
        "-s", "srcline,symbol", "--isolated" } },
    { { "report", "--json", "--off-cpu", "-s", "tid,state,waker,symbol", "--isolated" } },
    { { "export", "firefox", "--off-cpu", "--invert", "--isolated" } },
    { { "sched", "latency", "--isolated", "--complete" } },
    { { "sched", "timehist", "--isolated", "-wMVnIS", "--state" } },
    { { "sched", "timehist", "--json", "--isolated", "-wMS" } },
    { { "sched", "map", "--compact" } },
    { { "diff", "--isolated", "-p", "-F", "-s", "comm,dso,symbol,srcline,time", LINE_CAPTURE } },
    { { "diff", "--json", "--isolated", "-s", "tid,symbol,cgroup_id", "--threshold", "1", LINE_CAPTURE } },
    { { "annotate", "--isolated", "--top", "0", "--blocks", "--inlines", "--arrows", "--objdump", "" } },
    { { "annotate", "--isolated", "--json", "--branch", "--objdump", "" } },
    { { "annotate", "--isolated", "--objdump", "", LINE_CAPTURE } },
    { { "export", "callgrind", "--inline", "--isolated" } },
    { { "export", "pprof", "--per-thread", "--isolated" } },
    { { "export", "html", "--isolated" } },
    { { "export", "speedscope", "--isolated" } },
    { { "export", "firefox", "--isolated" } },
    { { "timechart", "--isolated", "-o", "/dev/null", "--highlight", "perf" } },
    { { "scrub", "-o", "/dev/null", "--isolated" } },
    { { "cut", "-o", "/dev/null", "--time", "10%-90%" } },
    { { "pack", "-o", "/dev/null", "--for", "public", "--isolated" } },
    { { "repair", "-o", "/dev/null" } },
};
static const size_t nlines = sizeof(lines) / sizeof(lines[0]);

/* Those for folios, whose first capture is read, with no look at this machine. */
static const struct line folio_lines[] = {
    { { "verify" } },
    { { "report", "--stdio", "-n", "--sort", "comm,dso,symbol", "--isolated", "--capture", "1" } },
    { { "info", "--capture", "1" } },
    { { "script", "--isolated", "--capture", "1" } },
    { { "diff", "--isolated", "--capture", "1", LINE_CAPTURE } },
    { { "buildid-list", "--capture", "1" } },
    { { "explain", "0x10914", "--isolated", "--capture", "1" } },
    { { "annotate", "--isolated", "--capture", "1", "--top", "0", "--blocks", "--inlines", "--arrows",
        "--objdump", "" } },
    { { "annotate", "--isolated", "--capture", "1", "--top", "9", "--objdump", "", LINE_CAPTURE } },
    { { "scrub", "-o", "/dev/null", "--for", "nothing" } },
};
static const size_t nfolio_lines = sizeof(folio_lines) / sizeof(folio_lines[0]);

static inline int line_run(const struct line *l, const char *capture, FILE *out, FILE *err)
{
    const char *argv[20] = { "perfolio" };
    int argc = 1;
    for (int i = 0; l->argv[i]; i++)
        argv[argc++] = strcmp(l->argv[i], LINE_CAPTURE) ? l->argv[i] : capture;
    argv[argc++] = "-i";
    argv[argc++] = capture;
    argv[argc] = NULL;
    return perfolio_to(argc, argv, out, err);
}

#endif
