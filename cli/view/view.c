#include "cli/view/view.h"

#include <unistd.h>

#include "cli/view/run.h"
#include "cli/web/serve.h"

struct view_opts {
    struct common_opts common;
    bool web;
    char *page;
    unsigned port;
    char *sort;
};

#define OPTS struct view_opts
static const struct option_row rows[] = {
    OPT("sort", 's', TEXT, sort, "KEY,...", "the first page has rows by these keys, as of report"),
    OPT("web", 0, FLAG, web, NULL,
        "show the page in a browser of this machine, and answer it; prints the address",
        .needs = NEEDS_SERVICE),
    OPT("page", 0, TEXT, page, "PAGE", "with --web: perfolio.html, the page to show", .needs = NEEDS_INPUT),
    OPT("port", 0, NUMBER, port, "N",
        "with --web: the port of the loopback interface (default: any that is free)", .most = UINT16_MAX,
        .noun = "port"),
    OPT_END
};

bool view_is_possible(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && run_is_built();
}

/* Refuses common options that make no sense here. False after printing which one was given. */
static bool check(const struct common_opts *o, struct outlet *err)
{
    if (o->json)
        return outlet_refuse(err,
                             "perfolio view: --json: view is for people at a terminal; report --json prints "
                             "JSON\n");
    if (o->debuginfod)
        return outlet_refuse(err, "perfolio view: --debuginfod: it downloads nothing while it is on the "
                                  "screen; pack --debuginfod makes a folio that has the objects\n");
    for (size_t i = 0; i < o->inputs.n; i++)
        if (!strcmp(o->inputs.v[i], "-"))
            return outlet_refuse(err, "perfolio view: keys are read from standard input, so it cannot be the "
                                      "capture; store it in a file first\n");
    return true;
}

static int run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct view_opts *v = opts;
    const struct common_opts *o = &v->common;
    const char *const question[] = { "report", "-g", "caller", v->sort ? "--sort" : NULL, v->sort, NULL };
    if (!check(o, err))
        return 1;
    out->style.pages = PAGES_NONE; /* view shows no answer that a pager could show */
    if (v->web && v->sort)
        return outlet_refuse(err, "perfolio view: --sort: the page in a browser has a menu of keys\n");
    if (v->web)
        return serve_page(&(struct serve_opts){ .files = o, .page = v->page, .port = (uint16_t)v->port }, out,
                          err);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        outlet_print(err, "perfolio view: standard input and output have to be a terminal; perfolio report "
                          "prints the same rows\n");
        return 1;
    }
    return run_workbench(o, question, out, err);
}

const struct command view_command = COMMAND(
    "view", "browse a capture on the terminal: reports, code, threads, time", "[options] [-i] FILE...", rows,
    .size = sizeof(struct view_opts), .run = run, .traits = COMMAND_SEVERAL | COMMAND_RUNS | COMMAND_SAVES);
