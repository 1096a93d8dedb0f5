#include "cli/session/captures.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "cli/options/desk.h"
#include "cli/session/answer.h"
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
    if (o->capture || o->before.n || o->after.n)
        return -1;
    o->opened = &c->input;
    if (!input_open(&c->input, o->input, desk_temporary(), &e) || !c->input.folio ||
        c->input.folio->ncaptures < 2)
        return -1;
    c->n = c->input.folio->ncaptures;
    c->json = o->json;
    c->csv = o->csv;
    c->looks = true;
    return 0;
}

int captures_read(struct captures *captures, const struct command *c, void *opts, int argc, const char **argv,
                  FILE *out, FILE *err)
{
    int status = options_read(c, opts, argc, argv, out, err);
    return status < 0 ? take(captures, opts) : status;
}

/* An answer, indented as a member of a line. */
static void add_answer(struct rows *r, const char *name, const char *answer)
{
    struct text t = { 0 };
    for (const char *c = answer; *c && strcmp(c, "\n") != 0; c++) {
        text_char(&t, *c, 1);
        text_char(&t, ' ', *c == '\n' ? 6 : 0);
    }
    rows_object(r, NULL);
    rows_fact(r, "name", value_text(name));
    json_literal(&r->json, "answer", t.n ? t.s : "null"); /* it could not be read */
    rows_close(r);
    text_free(&t);
}

typedef int runner(struct captures *c, int argc, const char **argv, FILE *out, FILE *err);

/* The worst of what the turns came to; an error is worse than a "no". */
static int worse(int a, int b)
{
    return a == 1 || b == 1 ? 1 : a > b ? a : b;
}

/* Run it for each; as a document, their answers are members of one. A turn that did not come as far as its
 * capture is the last: what was asked for makes no sense for any. */
static int run_turns(struct captures *c, runner *run, int argc, const char **argv, FILE *out, FILE *err)
{
    const bool document = c->json && !c->lines && !c->gathers;
    struct rows r;
    int status = 0;
    c->began = true;
    for (c->at = 0; c->began && c->at < c->n; c->at++) {
        char *answer = NULL;
        size_t size = 0;
        c->out = document ? mem_must(open_memstream(&answer, &size), 1, 1) : out;
        c->began = false;
        status = worse(status, run(c, argc, argv, c->out, err));
        if (!document) {
            c->began = c->began && !fflush(out); /* its problems stand with it */
            continue;
        }
        fclose(c->out);
        if (c->began && !c->at) {
            rows_begin(&r, ROWS_JSON, NULL, NULL, argv[0], out);
            rows_list(&r, "captures");
        }
        if (c->began)
            add_answer(&r, c->input.folio->captures[c->at].name, mem_must(answer, 1, 1));
        free(answer);
    }
    if (document && c->began) {
        rows_close(&r);
        rows_end(&r, NULL);
    }
    turn_failures_show(c, err);
    return status;
}

int captures_run_with(struct captures *c, runner *run, int argc, const char **argv, FILE *out, FILE *err)
{
    int status = run(c, argc, argv, out, err);
    c->looks = false;
    if (c->n)
        status = run_turns(c, run, argc, argv, out, err);
    input_close(&c->input);
    text_free(&c->several.headed);
    return status;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
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

int captures_run(const struct command *c, int argc, const char **argv, FILE *out, FILE *err)
{
    struct captures captures = { .command = c, .lines = c->traits & COMMAND_LINES };
    return c->run_words ? c->run_words(argc, argv, out, err)
                        : captures_run_with(&captures, run_once, argc, argv, out, err);
}
