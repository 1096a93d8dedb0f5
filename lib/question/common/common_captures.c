#include "lib/question/common/common_captures.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"

/* Finds out whether the input has several captures, and none was chosen. */
static void common_captures_look(struct captures *c, struct common_opts *o)
{
    struct err e = { 0 }; /* not reported here, since common_open() meets the same error */
    o->captures = c;
    c->o = o;
    if (o->desk->session || o->capture || o->before.n || o->after.n)
        return;
    o->opened = &c->input;
    if (input_open(&c->input, o->input, o->desk->around.temporary, &e) && c->input.folio &&
        c->input.folio->ncaptures > 1)
        c->n = c->input.folio->ncaptures;
}

static int common_captures_run(const struct command *c, const void *opts, struct outlet *out,
                               struct outlet *err)
{
    if (c->run)
        return c->run(opts, out, err);
    return common_run(c, opts, out, err);
}

/* Ends the iteration, but does not free the options, since rows of the answer may be computed later. */
static void end_turns(struct common_opts *o)
{
    o->captures = NULL;
    o->opened = NULL;
}

bool captures_give_up(const struct command *c, const struct common_opts *o, struct outlet *err)
{
    struct err e = { 0 };
    if (!o->desk->give_up || o->no_sandbox || o->desk->give_up(o->desk->arg, c, o, &e))
        return true;
    return outlet_fail(err, &e, "perfolio%s%s: there is no sandbox, and --no-sandbox was not given: ",
                       *c->name ? " " : "", c->name);
}

static int run_turns(const struct command *c, void *opts, struct outlet *out, struct outlet *err)
{
    struct captures all = { .command = c };
    common_captures_look(&all, opts);
    if (c->traits & COMMAND_ALL)
        all.status = common_captures_run(c, opts, out, err);
    else
        while (turn_next(&all, out))
            turn_add_status(&all, common_captures_run(c, opts, out, err));
    rows_turns_end(&all.several);
    turn_failures_show(&all, err);
    input_close(&all.input);
    end_turns(opts);
    return all.status;
}

/* The word that selects a view: the first word that is neither an option nor the value of -i; NULL: none. */
static const char *word_of_view(int argc, const char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!strcmp(argv[i], "-i") || !strcmp(argv[i], "--input"))
            i++;
    if (i < argc)
        return argv[i];
    return NULL;
}

static void show_views(const struct command *c, struct outlet *to)
{
    struct text text = { 0 };
    command_views_help(c, &text);
    outlet_write(to, text.s, text.n);
    text_free(&text);
}

/* The options of a question, which its answer may use as long as it exists. */
struct common_captures_asked {
    const struct command *command;
    void *opts;
};

static void free_asked(void *arg)
{
    struct common_captures_asked *a = arg;
    options_free(a->command, a->opts);
    free(a->opts);
    free(a);
}

int captures_run(const struct command *c, int argc, const char **argv, struct outlet *out, struct outlet *err)
{
    const char *view = c->views ? word_of_view(argc, argv) : NULL;
    if (c->views && !view) {
        const bool asks = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
        show_views(c, asks ? out : err);
        return !asks;
    }
    if (view && !(c = command_view(c, view, err)))
        return 1;
    struct common_captures_asked *asked = mem_new(1, sizeof(*asked));
    void *opts = mem_new(1, c->size ? c->size : sizeof(struct common_opts));
    *asked = (struct common_captures_asked){ c, opts };
    int status = options_read(c, opts, view, argc, argv, out, err);
    if (status < 0 && c->prepare && !c->prepare(opts, err))
        status = 1;
    if (status < 0 && !captures_give_up(c, opts, err))
        status = 1;
    if (status < 0) {
        if (c->traits & (COMMAND_EACH | COMMAND_ALL))
            status = run_turns(c, opts, out, err);
        else
            status = common_captures_run(c, opts, out, err);
    }
    outlet_own_part(out->desk, asked, free_asked);
    return status;
}
