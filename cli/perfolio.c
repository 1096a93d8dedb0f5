#include "cli/perfolio.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/options/absent.h"
#include "lib/options/values.h"
#include "cli/cage/cage.h"
#include "cli/program.h"
#include "cli/view/view.h"
#include "lib/question/common/common_captures.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "lib/session/input.h"

static void help(struct outlet *to)
{
    outlet_print(to,
                 "usage: perfolio COMMAND [options] [-i] FILE\n\n"
                 "FILE is a perf.data file, a stored pipe stream, a directory of perf record --threads, or - "
                 "for a pipe.\n\n");
    for (size_t i = 0; program_command_at(i); i++)
        outlet_print(to, "  %-14s %s\n", program_command_at(i)->name, program_command_at(i)->help);
    outlet_print(to, "\nperfolio COMMAND --help lists a command's options.\n");
}

/* Reports that the first word is a file, not a command. */
static void show_file(const char *path, struct outlet *err)
{
    static const struct command names_kind = { .name = "" };
    const struct common_opts o = { .input = path, .desk = err->desk };
    struct err e = { 0 };
    struct text name = { 0 };
    if (!captures_give_up(&names_kind, &o, err))
        return;
    const char *what = input_kind_name(path, err->desk->around.temporary, &e);
    text_add_clean(&name, path);
    if (what)
        outlet_print(
            err,
            "perfolio: %s is a %s: perfolio report -i %s shows where the time went, perfolio info -i "
            "%s shows what was recorded\n",
            name.s, what, name.s, name.s);
    else
        outlet_print(err,
                     "perfolio: there is no command '%s', and the file of that name is not a capture: %s\n",
                     name.s, e.msg);
    text_free(&name);
}

/* Reports an unknown option before the command. It may be an option that has to follow the command. */
static void show_unknown_option(const char *word, struct outlet *err)
{
    outlet_add(err, "perfolio: ");
    absent_word_show(word, strlen(word), err);
    outlet_add(err, ": unknown option before the command; a command's own options follow it\n");
}

static void show_unknown(const char *name, struct outlet *err)
{
    struct text_nearest meant = text_nearest_to(name, strlen(name));
    if (absent_show(NULL, name, err))
        return;
    for (size_t i = 0; program_command_at(i); i++)
        text_nearest_try(&meant, program_command_at(i)->name);
    if (name[0] == '-' && name[1]) {
        show_unknown_option(name, err);
    } else if (file_kind_of(name) != FILE_NONE && !meant.found) {
        show_file(name, err);
    } else {
        outlet_add(err, "perfolio: there is no command '");
        absent_word_show(name, strlen(name), err);
        if (meant.found)
            outlet_print(err, "', but '%s'\n", meant.found);
        else
            outlet_add(err, "'\n");
    }
    outlet_print(err, "perfolio --help lists the commands\n");
}

/* The options before a command (perf.c, handle_options()) that have an effect here. */
struct globals {
    struct words dirs; /* folders, as for --objects */
    int pages;         /* enum style_pages */
};

#define OPTS struct globals
static const struct option_row globals[] = { OPT("buildid-dir", 0, EACH, dirs, "DIR", NULL),
                                             OPT("paginate", 'p', SET, pages, NULL, NULL, .value = PAGES_ALL),
                                             OPT("no-pager", 0, SET, pages, NULL, NULL, .value = PAGES_NONE),
                                             OPT_END };

/* Reads the options before the command. Returns the index of the first other word; 0 after printing why an option is
   refused. */
static int read_globals(int argc, const char **argv, struct globals *g, struct outlet *err)
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
        options_print_problem(&w, "", err);
        return 0;
    }
    if (w.value || w.problem)
        return w.at - 1;
    return argc;
}

/* Prints the version and, if `all`, what this system has of the sandbox. */
static void show_version(struct outlet *out, bool all)
{
    struct text text = { 0 };
    text_printf(&text, "perfolio %s\n", PERFOLIO_VERSION);
    if (all)
        cage_describe(&text);
    outlet_write(out, text.s, text.n);
    text_free(&text);
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

/* Whether the first word is a file or -i, so that the command is missing. */
static bool names_input(const char *word)
{
    static const char option[] = "--input=";
    return is_one_of(word, (const char *const[]){ "-i", "--input", NULL }) ||
           !strncmp(word, option, strlen(option)) || file_kind_of(word) != FILE_NONE;
}

static int add_dirs(const struct words *dirs, const char **to, int n)
{
    for (size_t i = 0; i < dirs->n; i++) {
        to[n++] = "--objects";
        to[n++] = dirs->v[i];
    }
    return n;
}

/* Runs the command, after moving the options before it to their place: after the command or, if files stand instead of
   a command, after the first word. */
static int run_behind(int used, const struct globals *g, int argc, const char **argv, struct outlet *out,
                      struct outlet *err)
{
    const struct words *dirs = &g->dirs;
    const char **rest = mem_new((size_t)argc + 2 * dirs->n + 1, sizeof(*rest));
    int n = 0;
    rest[n++] = argv[0];
    if (used < argc)
        rest[n++] = argv[used++];
    if (n > 1 && program_command_named(rest[1]))
        n = add_dirs(dirs, rest, n);
    while (used < argc)
        rest[n++] = argv[used++];
    if (n > 1 && !program_command_named(rest[1]) && names_input(rest[1]))
        n = add_dirs(dirs, rest, n);
    out->style.pages = (enum style_pages)g->pages;
    const int status = perfolio(n, rest, out, err);
    free(rest);
    return status;
}

/* Runs `view` for files that are given without a command. */
static int run_view(int argc, const char **argv, struct outlet *out, struct outlet *err)
{
    const char **words = mem_new((size_t)argc, sizeof(*words));
    words[0] = "view";
    for (int i = 1; i < argc; i++)
        words[i] = argv[i];
    const int status = captures_run(&view_command, argc, words, out, err);
    free(words);
    return status;
}

int perfolio(int argc, const char **argv, struct outlet *out, struct outlet *err)
{
    const char *name = argc > 1 ? argv[1] : "";
    const bool asks = is_one_of(name, (const char *const[]){ "--help", "-h", "help", NULL });
    if (asks && argc < 3) {
        help(out);
        return 0;
    }
    if (is_one_of(name, (const char *const[]){ "--version", "-v", "version", NULL })) {
        show_version(out, !strcmp(name, "version"));
        return 0;
    }
    if (!strcmp(name, "complete"))
        return perfolio_complete(argc - 2, argv + 2, out);
    if (!*name) {
        help(err);
        return 1;
    }
    struct globals g = { .pages = (int)out->style.pages };
    int used = 1;
    if (!asks)
        used = read_globals(argc, argv, &g, err);
    if (used != 1) {
        int status = 1;
        if (used)
            status = run_behind(used, &g, argc, argv, out, err);
        value_words_free(&g.dirs);
        return status;
    }
    if (asks)
        name = argv[2];
    const struct command *c = program_command_named(name);
    if (!c && names_input(name) && view_is_possible())
        return run_view(argc, argv, out, err);
    const char *view = argc > 3 ? argv[3] : "--help";
    if (c && asks)
        return captures_run(c, 3, (const char *[]){ name, view, "--help" }, out, err);
    if (c)
        return captures_run(c, argc - 1, argv + 1, out, err);
    show_unknown(name, err);
    return 1;
}
