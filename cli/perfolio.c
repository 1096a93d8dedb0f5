#include "cli/commands.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/absent.h"
#include "cli/options/desk.h"
#include "cli/options/values.h"
#include "cli/output/pager.h"
#include "cli/session/captures.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "formats/perf/open.h"

const struct command *const commands[] = { &report_command, &annotate_command,
                                           &diff_command,   &script_command,
                                           &sched_command,  &timechart_command,
                                           &stat_command,   &trace_command,
                                           &export_command, &buildid_list_command,
                                           &evlist_command, &info_command,
                                           &doctor_command, &explain_command,
                                           &pack_command,   &unpack_command,
                                           &merge_command,  &verify_command,
                                           &kmem_command,   &lock_command,
                                           &dump_command,   NULL };

static void help(FILE *to)
{
    fprintf(to, "usage: perfolio COMMAND [options] [-i] FILE\n\n"
                "FILE is a perf.data file, a stored pipe stream, a directory of perf record --threads, or - "
                "for a pipe.\n\n");
    for (size_t i = 0; commands[i]; i++)
        fprintf(to, "  %-14s %s\n", commands[i]->name, commands[i]->help);
    fprintf(to, "\nperfolio COMMAND --help tells a command's options.\n");
}

/* "a folio" or "a capture", or NULL with `e` set for what is neither. */
static const char *what_is(const char *path, struct err *e)
{
    struct input in;
    if (!input_open(&in, path, desk_temporary(), e))
        return NULL;
    const char *what = in.folio ? "folio" : "capture";
    struct capture *directory = in.folio || in.has_file ? NULL : perfdata_open(path, NULL, e);
    input_close(&in);
    if (directory)
        directory->ops->close(directory);
    return e->kind == ERR_NONE ? what : NULL;
}

/* A word that is no command, but that there is a file of. */
static void show_file(const char *path, FILE *err)
{
    struct err e = { 0 };
    struct text name = { 0 };
    const char *what = what_is(path, &e);
    text_add_clean(&name, path);
    if (what)
        fprintf(err,
                "perfolio: %s is a %s: perfolio report -i %s tells who spent the time, perfolio info -i %s "
                "what was recorded\n",
                name.s, what, name.s, name.s);
    else
        fprintf(err, "perfolio: there is no command '%s', and the file of that name is no capture: %s\n",
                name.s, e.msg);
    text_free(&name);
}

/* What stands in front of a command and is no option there, though it may be one of the command's. */
static void show_unknown_option(const char *word, FILE *err)
{
    fputs("perfolio: ", err);
    absent_word_show(word, strlen(word), err);
    fputs(": unknown option in front of a command; those of a command stand behind it\n", err);
}

static void show_unknown(const char *name, FILE *err)
{
    struct text_nearest meant = text_nearest_to(name, strlen(name));
    if (absent_show(NULL, name, err))
        return;
    for (size_t i = 0; commands[i]; i++)
        text_nearest_see(&meant, commands[i]->name);
    if (name[0] == '-' && name[1]) {
        show_unknown_option(name, err);
    } else if (file_kind_of(name) != FILE_NONE && !meant.found) {
        show_file(name, err);
    } else {
        fputs("perfolio: there is no command '", err);
        absent_word_show(name, strlen(name), err);
        fprintf(err, meant.found ? "', but '%s'\n" : "'\n", meant.found);
    }
    fprintf(err, "perfolio --help lists the commands\n");
}

/* What perf takes in front of a command (perf.c, handle_options) that does something here. */
struct globals {
    struct words dirs; /* as --objects */
    int paginate;
};

#define OPTS struct globals
static const struct option_row globals[] = { OPT("buildid-dir", 0, EACH, dirs, "DIR", NULL),
                                             OPT("paginate", 'p', SET, paginate, NULL, NULL, .value = 1),
                                             OPT("no-pager", 0, SET, paginate, NULL, NULL, .value = 0),
                                             OPT_END };

/* Read the options in front of the command. The place of the first word that is none; 0 when one is refused,
 * which is shown. */
static int read_globals(int argc, const char **argv, struct globals *g, FILE *err)
{
    const struct option_row *const tables[] = { globals, absent_options(""), NULL };
    struct options_walk w = { .tables = tables, .argc = argc, .argv = argv, .at = 1 };
    struct err none;
    while (options_next(&w) && w.row) {
        if (w.row->kind >= OPTION_REFUSED)
            absent_option_show(w.row, "", w.row->kind == OPTION_REFUSED, err);
        if (w.row->kind == OPTION_REFUSED)
            return 0;
        option_set(w.row, g, w.value, w.off, &none);
    }
    if (w.problem > WALK_UNKNOWN) {
        options_problem(&w, "", err);
        return 0;
    }
    return w.value || w.problem ? w.at - 1 : argc;
}

/* Have the command read what stood in front of it behind it. */
static int run_behind(int used, const struct globals *g, int argc, const char **argv, FILE *out, FILE *err)
{
    const struct words *dirs = &g->dirs;
    struct pager pager = { .works = false };
    const char **rest = mem_new((size_t)argc + 2 * dirs->n + 1, sizeof(*rest));
    int n = 0;
    rest[n++] = argv[0];
    if (used < argc)
        rest[n++] = argv[used++];
    for (size_t i = 0; n > 1 && command_find(commands, rest[1]) && i < dirs->n; i++) {
        rest[n++] = "--objects";
        rest[n++] = dirs->v[i];
    }
    while (used < argc)
        rest[n++] = argv[used++];
    int status = 1;
    if (!g->paginate || pager_open(&pager, out))
        status = perfolio(n, rest, out, err);
    status = pager_close(&pager, status);
    if (status < 0) {
        fprintf(err, "perfolio: -p: the pager could not be run, so nothing is shown\n");
        status = 1;
    }
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
    if (!strcmp(name, "complete"))
        return perfolio_complete(argc - 2, argv + 2, out);
    if (!*name) {
        help(err);
        return 1;
    }
    struct globals g = { .paginate = 0 };
    int used = asks ? 1 : read_globals(argc, argv, &g, err);
    if (used != 1) {
        int status = used ? run_behind(used, &g, argc, argv, out, err) : 1;
        value_words_free(&g.dirs);
        return status;
    }
    name = asks ? argv[2] : name;
    const struct command *c = command_find(commands, name);
    if (c)
        return asks ? captures_run(c, 3, (const char *[]){ name, argc > 3 ? argv[3] : "--help", "--help" },
                                   out, err)
                    : captures_run(c, argc - 1, argv + 1, out, err);
    show_unknown(name, err);
    return 1;
}
