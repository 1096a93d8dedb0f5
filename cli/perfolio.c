#include "cli/commands.h"

#include <stdbool.h>
#include <string.h>

#include "cli/absent.h"

static const struct command {
    const char *name;
    int (*run)(int argc, const char **argv, FILE *out, FILE *err);
    const char *help;
} commands[] = {
    { "report", cmd_report, "who spent it: rows by thread, object and symbol, as perf report prints them" },
    { "diff", cmd_diff, "what changed between captures: rows side by side, as perf diff prints them" },
    { "script", cmd_script, "every sample as a line, in order of time, as perf script prints them" },
    { "sched", cmd_sched, "who ran when, who waited how long: as perf sched prints it" },
    { "timechart", cmd_timechart, "the schedule as a picture: CPUs and threads over time, as SVG" },
    { "stat", cmd_stat, "what perf stat record counted, as perf stat report prints it" },
    { "trace", cmd_trace, "system calls as lines, and what they add up to, as perf trace prints them" },
    { "export", cmd_export,
      "a profile for other programs: flame graphs, pprof, Firefox Profiler, speedscope..." },
    { "buildid-list", cmd_buildid_list, "the objects of a capture and their build-ids" },
    { "evlist", cmd_evlist, "the events that were recorded" },
    { "info", cmd_info, "a summary: who, when, where, what, and how complete it is" },
    { "doctor", cmd_doctor, "what has no name, why, and how to get it; what is wrong with the recording" },
    { "explain", cmd_explain, "why an address has its name; where a symbol is mapped" },
    { "pack", cmd_pack, "one file of captures and all that is needed to read them: a folio" },
    { "unpack", cmd_unpack, "the captures of a folio, and their objects as perf finds them" },
    { "merge", cmd_merge, "one folio with the captures of several" },
    { "verify", cmd_verify, "whether a folio is intact and has all that its samples need" },
    { "kmem", cmd_kmem, "who allocated memory in the kernel, as perf kmem stat prints it" },
    { "lock", cmd_lock, "how long locks were waited for, as perf lock prints it" },
    { "dump", cmd_dump, "every record, readable" },
};

static void help(FILE *to)
{
    fprintf(to, "usage: perfolio COMMAND [options] [-i] FILE\n\n"
                "FILE is a perf.data file, a stored pipe stream, a directory of perf record --threads, or - "
                "for a pipe.\n\n");
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        fprintf(to, "  %-14s %s\n", commands[i].name, commands[i].help);
    fprintf(to, "\nperfolio COMMAND --help tells a command's options.\n");
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

static void show_unknown(const char *name, FILE *err)
{
    struct nearest meant = { .word = name };
    if (absent_show(NULL, name, err))
        return;
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        nearest_see(&meant, commands[i].name);
    fprintf(err, "perfolio: there is no command '%s'", name);
    fprintf(err, meant.found ? ", but '%s'\n" : "\n", meant.found);
    fprintf(err, "perfolio --help lists the commands\n");
}

int perfolio(int argc, const char **argv, FILE *out, FILE *err)
{
    const char *name = argc > 1 ? argv[1] : "";
    const bool asks = !strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help");
    if (asks && argc < 3) {
        help(out);
        return 0;
    }
    if (!strcmp(name, "--version")) {
        fprintf(out, "perfolio %s\n", PERFOLIO_VERSION);
        return 0;
    }
    if (!*name) {
        help(err);
        return 1;
    }
    name = asks ? argv[2] : name;
    const struct command *c = find(name);
    if (c)
        return asks ? c->run(2, (const char *[]){ name, "--help" }, out, err)
                    : c->run(argc - 1, argv + 1, out, err);
    show_unknown(name, err);
    return 1;
}
