#include "cli/commands.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/absent.h"
#include "cli/session/input.h"
#include "core/base/mem.h"
#include "formats/perf/open.h"

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
    for (size_t i = 0; i < COUNT(commands); i++)
        fprintf(to, "  %-14s %s\n", commands[i].name, commands[i].help);
    fprintf(to, "\nperfolio COMMAND --help tells a command's options.\n");
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

/* "a folio" or "a capture", or NULL with `e` set for what is neither. */
static const char *what_is(const char *path, struct err *e)
{
    struct input in;
    if (!input_open(&in, path, e))
        return NULL;
    const bool is_folio = in.folio;
    input_close(&in);
    struct capture *c = is_folio ? NULL : perfdata_open(path, NULL, e);
    if (c)
        c->ops->close(c);
    return is_folio ? "folio" : c ? "capture" : NULL;
}

/* A word that is no command, but that there is a file of. */
static void show_file(const char *path, FILE *err)
{
    struct err e = { 0 };
    const char *what = what_is(path, &e);
    if (what)
        fprintf(
            err,
            "perfolio: %s is a %s: perfolio report -i %s tells who spent the time, perfolio info -i %s what "
            "was recorded\n",
            path, what, path, path);
    else
        fprintf(err, "perfolio: there is no command '%s', and the file of that name is no capture: %s\n",
                path, e.msg);
}

static void show_unknown(const char *name, FILE *err)
{
    struct nearest meant = { .word = name };
    if (absent_show(NULL, name, err))
        return;
    for (size_t i = 0; i < COUNT(commands); i++)
        absent_nearest_see(&meant, commands[i].name);
    if (file_kind_of(name) != FILE_NONE && !meant.found) {
        show_file(name, err);
    } else {
        fprintf(err, "perfolio: there is no command '%s'", name);
        fprintf(err, meant.found ? ", but '%s'\n" : "\n", meant.found);
    }
    fprintf(err, "perfolio --help lists the commands\n");
}

/* What perf takes in front of a command (perf.c, handle_options). */
static const struct global {
    const char *name, *letter;
    bool has_value;
    const char *as;  /* the option of ours that it is */
    const char *why; /* without effect; both NULL: refused */
} globals[] = {
    { "--buildid-dir", NULL, true, "--objects", NULL },
    { "--no-pager", NULL, false, NULL, "nothing is paged" },
    { "--paginate", "-p", false, NULL, "nothing is paged" },
    { "--debugfs-dir", NULL, true, NULL, "nothing is asked of this machine's tracefs" },
    { "--debug", NULL, true, NULL, "COMMAND -v says more" },
    { "--exec-path", NULL, false, NULL, NULL },
    { "--html-path", NULL, false, NULL, NULL },
    { "--list-cmds", NULL, false, NULL, NULL },
    { "--list-opts", NULL, false, NULL, NULL },
};

static const struct global *global_of(const char *word)
{
    for (size_t i = 0; i < COUNT(globals); i++) {
        const struct global *g = &globals[i];
        size_t n = strlen(g->name);
        if ((!strncmp(word, g->name, n) && (!word[n] || word[n] == '=')) ||
            (g->letter && !strcmp(word, g->letter)))
            return g;
    }
    return NULL;
}

/* Read the options in front of the command. How many words they are; 0 when one is refused, which is told.
 * What they are for the command is added to `own`. */
static int read_globals(int argc, const char **argv, struct text *own, FILE *err)
{
    int used = 1;
    const struct global *g;
    for (; used < argc && (g = global_of(argv[used])) != NULL; used++) {
        const char *equals = strchr(argv[used], '='), *value = equals ? equals + 1 : NULL;
        if (g->has_value && !value)
            value = used + 1 < argc ? argv[++used] : NULL;
        if ((!g->as && !g->why) || (g->has_value && !value)) {
            fprintf(err,
                    g->as || g->why ? "perfolio: %s: its value is missing\n"
                                    : "perfolio: %s: perf has it, Perfolio has not\n",
                    g->name);
            return 0;
        }
        if (g->why)
            fprintf(err, "perfolio: %s is without effect: %s\n", g->name, g->why);
        if (g->as)
            text_printf(own, "%s=%s%c", g->as, value, 0);
    }
    return used;
}

/* Have the command read what stood in front of it behind it. */
static int run_behind(int used, const struct text *own, int argc, const char **argv, FILE *out, FILE *err)
{
    const char **rest = mem_new((size_t)argc + 1, sizeof(*rest));
    int n = 0;
    rest[n++] = argv[0];
    if (used < argc)
        rest[n++] = argv[used++];
    for (size_t at = 0; n > 1 && find(rest[1]) && at < own->n; at += strlen(own->s + at) + 1)
        rest[n++] = own->s + at;
    while (used < argc)
        rest[n++] = argv[used++];
    int status = perfolio(n, rest, out, err);
    free(rest);
    return status;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

int perfolio(int argc, const char **argv, FILE *out, FILE *err)
{
    const char *name = argc > 1 ? argv[1] : "";
    const bool asks = is_one_of(name, (const char *const[]){ "--help", "-h", "help", NULL });
    if (asks && argc < 3) {
        help(out);
        return 0;
    }
    if (is_one_of(name, (const char *const[]){ "--version", "-v", "version", NULL })) {
        fprintf(out, "perfolio %s\n", PERFOLIO_VERSION);
        return 0;
    }
    if (!*name) {
        help(err);
        return 1;
    }
    if (!asks && global_of(name)) {
        struct text own = { 0 };
        int used = read_globals(argc, argv, &own, err),
            status = used ? run_behind(used, &own, argc, argv, out, err) : 1;
        text_free(&own);
        return status;
    }
    name = asks ? argv[2] : name;
    const struct command *c = find(name);
    if (c)
        return asks ? c->run(2, (const char *[]){ name, "--help" }, out, err)
                    : c->run(argc - 1, argv + 1, out, err);
    show_unknown(name, err);
    return 1;
}
