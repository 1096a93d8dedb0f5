#include "lib/question/common/captures.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/question/common/answer.h"
#include "core/base/mem.h"

static int take(struct captures *c, struct common_opts *o)
{
    struct err e = { 0 }; /* common_open() shows it */
    if (c->n) {
        struct text number = { 0 };
        text_printf(&number, "%zu", c->at + 1);
        o->capture = number.s;
        o->opened = &c->input;
        o->captures = c;
        o->several = c->gathers ? NULL : &c->several;
        c->several.capture = c->input.folio->captures[c->at].name;
        return -1;
    }
    if (o->desk->session || o->capture || o->before.n || o->after.n)
        return -1;
    o->opened = &c->input;
    if (!input_open(&c->input, o->input, o->desk->around.temporary, &e) || !c->input.folio ||
        c->input.folio->ncaptures < 2)
        return -1;
    c->n = c->input.folio->ncaptures;
    c->json = o->json;
    c->csv = o->csv;
    c->looks = true;
    return 0;
}

int captures_read(struct captures *captures, const struct command *c, void *opts, int argc, const char **argv,
                  struct outlet *out, struct outlet *err)
{
    int status = options_read(c, opts, argc, argv, out, err);
    return status < 0 ? take(captures, opts) : status;
}

typedef int runner(struct captures *c, int argc, const char **argv, struct outlet *out, struct outlet *err);

/* The worst of what the turns came to; an error is worse than a "no". */
static int worse(int a, int b)
{
    return a == 1 || b == 1 ? 1 : a > b ? a : b;
}

/* Run it for each. A turn that did not come as far as its capture is the last: what was asked for makes no sense for any. */
static int run_turns(struct captures *c, runner *run, int argc, const char **argv, struct outlet *out,
                     struct outlet *err)
{
    int status = 0;
    c->several.is_document = c->json && !c->lines && !c->gathers;
    c->out = out;
    c->began = true;
    for (c->at = 0; c->began && c->at < c->n; c->at++) {
        c->began = false;
        status = worse(status, run(c, argc, argv, out, err));
        if (c->began)
            rows_turn_end(&c->several, argv[0], out);
        c->began = outlet_flush(out) && c->began; /* its problems stand with it */
    }
    rows_turns_end(&c->several);
    turn_failures_show(c, err);
    return status;
}

int captures_run_with(struct captures *c, runner *run, int argc, const char **argv, struct outlet *out,
                      struct outlet *err)
{
    int status = run(c, argc, argv, out, err);
    c->looks = false;
    if (c->n)
        status = run_turns(c, run, argc, argv, out, err);
    input_close(&c->input);
    return status;
}

static int run_once(struct captures *captures, int argc, const char **argv, struct outlet *out,
                    struct outlet *err)
{
    const struct command *c = captures->command;
    void *opts = mem_new(1, c->size ? c->size : sizeof(struct common_opts));
    int status = c->traits & COMMAND_EACH ? captures_read(captures, c, opts, argc, argv, out, err)
                                          : options_read(c, opts, argc, argv, out, err);
    if (status < 0)
        status = c->run ? c->run(opts, out, err) : common_run(c, opts, out, err);
    options_free(c, opts);
    free(opts);
    return status;
}

int captures_run(const struct command *c, int argc, const char **argv, struct outlet *out, struct outlet *err)
{
    struct captures captures = { .command = c, .lines = c->traits & COMMAND_LINES };
    return c->run_words ? c->run_words(argc, argv, out, err)
                        : captures_run_with(&captures, run_once, argc, argv, out, err);
}
