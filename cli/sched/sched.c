#include "cli/sched/sched.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "cli/commands.h"
#include "cli/options/subcommand.h"
#include "core/base/mem.h"

static const struct view_row {
    const char *name;
    int (*run)(int argc, const char **argv, FILE *out, FILE *err);
    const char *help;
} views[] = {
    { "latency", sched_latency, "how long threads waited for a CPU: a row for each" },
    { "timehist", sched_timehist, "every switch: how long the thread had waited and run" },
    { "map", sched_map, "every switch as a row with a column for each CPU" },
    { "script", cmd_script, "the tracepoints themselves: perfolio script" },
};
enum { VIEWS = COUNT(views) };

static void help(FILE *to)
{
    fprintf(to, "usage: perfolio sched VIEW [options] [-i] FILE\n\n");
    for (size_t i = 0; i < VIEWS; i++)
        fprintf(to, "  %-14s %s\n", views[i].name, views[i].help);
    fprintf(to, "\nperfolio sched VIEW --help tells a view's options.\n");
}

/* Where the view's name stands: the first word that is no option, nor the capture behind -i; argc: nowhere.
 */
static int place_of_view(int argc, const char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!strcmp(argv[i], "-i") || !strcmp(argv[i], "--input"))
            i++;
    return i < argc ? i : argc;
}

int cmd_sched(int argc, const char **argv, FILE *out, FILE *err)
{
    int at = place_of_view(argc, argv);
    if (at == argc) {
        bool asked = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
        help(asked ? out : err);
        return !asked;
    }
    const char *names[VIEWS + 1] = { NULL };
    for (size_t i = 0; i < VIEWS; i++)
        names[i] = views[i].name;
    int view = subcommand("sched", argv[at], names, err);
    if (view < 0)
        return 1;
    const char **rest = mem_new((size_t)argc + 1, sizeof(*rest));
    int n = 0;
    for (int i = 0; i < argc; i++)
        if (i != at)
            rest[n++] = argv[i];
    int status = views[view].run(n, rest, out, err);
    free(rest);
    return status;
}
