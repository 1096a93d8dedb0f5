/* sched: chooses the view of a schedule by the first word. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/commands.h"
#include "lib/question/sched/replay.h"
#include "lib/question/common/captures.h"
#include "core/base/mem.h"

static const struct command *const views[] = { &latency_command, &timehist_command, &map_command,
                                               &script_command, NULL };

static const char *view_at(size_t i)
{
    return views[i] ? command_word(views[i]) : NULL;
}

static void help(struct outlet *to)
{
    outlet_print(to, "usage: perfolio sched VIEW [options] [-i] FILE\n\n");
    for (const struct command *const *v = views; *v; v++)
        outlet_print(to, "  %-14s %s\n", command_word(*v),
                     *v == &script_command ? "the tracepoints themselves: perfolio script" : (*v)->help);
    outlet_print(to, "\nperfolio sched VIEW --help tells a view's options.\n");
}

/* Where the view's name stands: the first word that is no option, nor behind -i; argc: nowhere. */
static int place_of_view(int argc, const char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!strcmp(argv[i], "-i") || !strcmp(argv[i], "--input"))
            i++;
    return i < argc ? i : argc;
}

static int sched(int argc, const char **argv, struct outlet *out, struct outlet *err)
{
    int at = place_of_view(argc, argv);
    if (at == argc) {
        bool asked = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
        help(asked ? out : err);
        return !asked;
    }
    int view = command_choose("sched", argv[at], view_at, err);
    if (view < 0)
        return 1;
    const char **rest = mem_new((size_t)argc + 1, sizeof(*rest));
    int n = 0;
    for (int i = 0; i < argc; i++)
        if (i != at)
            rest[n++] = argv[i];
    int status = captures_run(views[view], n, rest, out, err);
    free(rest);
    return status;
}

const struct command sched_command = COMMAND("sched",
                                             "who ran when, who waited how long: as perf sched prints it",
                                             NULL, NULL, .run_words = sched, .views = views);
