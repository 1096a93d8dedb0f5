#include "cli/view/opened.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "lib/answer.h"
#include "lib/file.h"
#include "lib/question/commands.h"
#include "lib/question/common/common_captures.h"
#include "lib/session/problem_advice.h"

struct opened opened_named(const char *path, const char *capture, const struct common_opts *options)
{
    struct opened o = { .path = mem_copy(path, strlen(path)), .options = options };
    if (capture)
        o.capture = mem_copy(capture, strlen(capture));
    return o;
}

bool opened_open(struct opened *o, const struct opened_watch *watch, pf_error *e)
{
    const struct common_opts *c = o->options;
    if (o->file)
        return true;
    const char **objects = mem_new(c->objects.n + 1, sizeof(*objects));
    for (size_t i = 0; i < c->objects.n; i++)
        objects[i] = c->objects.v[i];
    o->file = pf_open(o->path,
                      &(pf_options){ .size = sizeof(pf_options),
                                     .capture = o->capture,
                                     .objects = objects,
                                     .symfs = c->symfs,
                                     .kallsyms = c->kallsyms,
                                     .vmlinux = c->vmlinux,
                                     .home = c->desk->home,
                                     .temporary = c->desk->around.temporary,
                                     .isolated = c->isolated,
                                     .mangled = !c->demangle,
                                     .progress = watch->progress,
                                     .arg = watch->arg },
                      e);
    free(objects);
    return o->file;
}

void opened_close(struct opened *o)
{
    pf_close(o->file);
    notes_free(&o->notes);
    free(o->path);
    free(o->capture);
}

static void list_word(struct words *to, const char *word)
{
    value_words_add(to, word, strlen(word));
}

static void list_option(struct words *to, const char *option, const char *value)
{
    if (!value)
        return;
    list_word(to, option);
    list_word(to, value);
}

/* Adds the options that name the sources of symbols. */
static void list_options(const struct opened *o, struct words *to)
{
    const struct common_opts *c = o->options;
    for (size_t i = 0; i < c->objects.n; i++)
        list_option(to, "--objects", c->objects.v[i]);
    list_option(to, "--symfs", c->symfs);
    list_option(to, "--kallsyms", c->kallsyms);
    list_option(to, "--vmlinux", c->vmlinux);
    if (c->isolated)
        list_word(to, "--isolated");
    if (!c->demangle)
        list_word(to, "--no-demangle");
}

/* Whether a question is about all captures of this capture's folio: a diff that names no other file. */
static bool compares_folio(const struct opened *o, const struct question *q)
{
    return o->capture && q->base.n == 1 && !strcmp(q->base.v[0], "diff");
}

/* Whether a question names all of its files: the runs of two sides. */
static bool names_runs(const struct question *q)
{
    return !strcmp(q->base.v[0], "diff") && question_has(q, "--before");
}

static void add_word(struct text *to, const char *word)
{
    text_add(to, " ");
    question_add_quoted(to, word);
}

/* The words of a question about this capture. The caller frees the array, as for question_words(). */
static const char **opened_words(const struct opened *o, const struct question *q, size_t *n)
{
    const char **words = question_words(q, n);
    if (!o->capture)
        return words;
    words = mem_resize(words, *n + 3, sizeof(*words));
    words[(*n)++] = "--capture";
    words[(*n)++] = o->capture;
    words[*n] = NULL;
    return words;
}

pf_view *opened_ask(const struct opened *o, const struct question *q, uint64_t most, pf_error *e)
{
    size_t n;
    const char **words = opened_words(o, q, &n);
    pf_view *v = pf_ask(o->file, words, n, most, e);
    free(words);
    return v;
}

/* A question whose answer is text. */
struct opened_printing {
    const struct opened *of;
    const char **words;
    size_t n;
    bool is_of_folio; /* of all captures, or of runs, which are opened for it */
    struct text *out, *said;
    int status;
};

static bool opened_write(struct outlet *o, const char *s, size_t n)
{
    text_add_n(o->arg, s, n);
    return true;
}

static void opened_run(void *arg)
{
    struct opened_printing *p = arg;
    struct desk desk = *p->of->options->desk;
    struct outlet out = { .write = opened_write, .arg = p->out, .desk = &desk },
                  err = { .write = opened_write, .arg = p->said, .desk = &desk };
    desk.session = p->is_of_folio ? NULL : &p->of->file->session;
    desk.works_on = NULL;
    desk.watch = NULL;
    p->status = captures_run(command_find(commands, p->words[0]), (int)p->n, p->words, &out, &err);
}

int opened_print(const struct opened *o, const struct question *q, struct text *out, struct text *said)
{
    struct opened_printing p = {
        .of = o, .is_of_folio = compares_folio(o, q) || names_runs(q), .out = out, .said = said, .status = 1
    };
    struct words folio = { .n = 0 };
    struct err e = { 0 };
    if (p.is_of_folio) {
        if (compares_folio(o, q)) {
            list_word(&folio, q->base.v[0]);
            list_word(&folio, o->path);
        }
        for (size_t i = 0; names_runs(q) && i < q->base.n; i++)
            list_word(&folio, q->base.v[i]);
        list_options(o, &folio);
        p.words = mem_new(folio.n + 1, sizeof(*p.words));
        for (; p.n < folio.n; p.n++)
            p.words[p.n] = folio.v[p.n];
    } else {
        p.words = opened_words(o, q, &p.n);
    }
    if (!file_call_guarded(o->file, opened_run, &p, &e))
        text_add(said, e.msg);
    free(p.words);
    value_words_free(&folio);
    return p.status;
}

void opened_add_problems(const struct opened *o, const pf_view *v, struct text *to)
{
    struct problems of_file;
    const struct problems *all = &of_file;
    session_problems_all(&o->file->session, &o->file->problems, &of_file);
    if (v)
        all = &v->kept.problems;
    for (int kind = 0; kind < PROBLEM_COUNT; kind++) {
        if (!session_problem_line(all, kind, 0, to))
            continue;
        const char *advice = problem_advice((enum problem_kind)kind);
        text_add(to, "\n");
        if (advice)
            text_printf(to, "    what to do: %s\n", advice);
    }
    if (v)
        text_add_n(to, text_str(&v->said), v->nmessages);
}

void opened_add_command(const struct opened *o, const struct question *q, struct text *to)
{
    struct words where = { .n = 0 };
    size_t n;
    const char **words = question_words(q, &n);
    text_add(to, "perfolio");
    for (size_t i = 0; i < n; i++)
        add_word(to, words[i]);
    free(words);
    if (strcmp(q->base.v[0], "diff") != 0) /* of diff, the capture is the second file, not its input */
        add_word(to, "-i");
    if (!names_runs(q))
        add_word(to, o->path);
    if (o->capture && !compares_folio(o, q) && !names_runs(q)) {
        add_word(to, "--capture");
        add_word(to, o->capture);
    }
    list_options(o, &where);
    for (size_t i = 0; i < where.n; i++)
        add_word(to, where.v[i]);
    value_words_free(&where);
}

const struct notes *opened_notes(struct opened *o)
{
    if (o->has_notes || !o->file->session.folio)
        return &o->notes;
    struct question info = question_of((const char *const[]){ "info", NULL });
    pf_error e = { PF_OK, 0, "" };
    pf_view *v = opened_ask(o, &info, 0, &e);
    if (v)
        notes_take(&o->notes, v);
    o->has_notes = v != NULL; /* an interrupted question is asked again */
    pf_view_free(v);
    question_free(&info);
    return &o->notes;
}

void opened_names(const struct opened *o, struct words *names)
{
    static const char *const info = "info"; /* about the whole folio: without --capture */
    pf_error e;
    pf_view *v = pf_ask(o->file, &info, 1, 0, &e);
    pf_table table;
    pf_value name;
    /* the first table of a capture has its events */
    const bool has = v && pf_table_of(v, 0, &table, sizeof(table)) && !strcmp(table.name, "captures");
    for (uint64_t row = 0; has && pf_cell_of(v, 0, row, 0, &name, sizeof(name)) && name.text; row++)
        value_words_add(names, name.text, strlen(name.text));
    pf_view_free(v);
}

bool opened_time(const struct opened *o, uint64_t *first, uint64_t *last)
{
    struct question info = question_of((const char *const[]){ "info", NULL });
    struct words names = { 0 };
    if (!o->capture)
        opened_names(o, &names);
    if (names.n == 1) { /* of a folio info tells about all captures, unless one is named */
        question_add(&info, "--capture");
        question_add(&info, names.v[0]);
    }
    value_words_free(&names);
    pf_error e = { PF_OK, 0, "" };
    pf_view *v = opened_ask(o, &info, 0, &e);
    const char *name;
    pf_value value;
    *first = *last = 0;
    for (size_t i = 0; v && (name = pf_fact_name(v, i)) != NULL; i++) {
        const bool is_first = !strcmp(name, "time.first"), is_last = !strcmp(name, "time.last");
        if ((is_first || is_last) && pf_fact_of(v, i, &value, sizeof(value)))
            *(is_first ? first : last) = value.count;
    }
    pf_view_free(v);
    question_free(&info);
    return *last > *first;
}
