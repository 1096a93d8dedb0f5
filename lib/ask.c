/* Questions to an open file, in the words of the command line. */
#include <stdlib.h>
#include <string.h>

#include "lib/answer.h"
#include "lib/question/commands.h"
#include "lib/question/common/common_captures.h"

static const struct command *question_named(const char *word)
{
    if (word)
        return command_find(commands, word);
    return NULL;
}

static bool lib_ask_say(struct outlet *o, const char *s, size_t n)
{
    text_add_n(o->arg, s, n);
    return true;
}

struct asking {
    pf_view *v;
    const char *const *words; /* the caller's */
    size_t n;
    const struct command *c;
    struct err why; /* an error whose kind is known */
};

static void lib_ask_ask(void *arg)
{
    struct asking *a = arg;
    pf_view *v = a->v;
    pf_file *f = v->f;
    const struct session *s = &f->session;
    v->desk = (struct desk){
        .around = s->o.around, .home = s->o.home, .session = &f->session, .parts = &v->parts, .why = &a->why
    };
    struct outlet out = kept_answer_outlet(&v->kept, &v->desk),
                  err = { .write = lib_ask_say, .arg = &v->said, .desk = &v->desk };
    const char **words = arena_new(&v->words, (a->n + 1) * sizeof(*words));
    for (size_t i = 0; i < a->n; i++)
        words[i] = arena_text(&v->words, a->words[i], strlen(a->words[i]));
    f->progress.enough = &v->kept.more;
    v->status = captures_run(a->c, (int)a->n, words, &out, &err);
    f->progress.enough = NULL;
    if (v->status == 1 && atomic_load(&f->progress.stopped)) {
        v->status = 0;
        text_free(&v->said);
    }
    v->desk.why = NULL;
    v->nmessages = v->said.n;
    if (v->status != 1)
        common_problems_list(&v->kept.problems, NULL, 0, &err);
}

/* Finds the sentence in `said` that tells why a question failed: the sentence of the error, if there is
   one; else the last sentence, since messages about options without effect come first; or the first words
   of the usage. */
static const char *reason(const char *said, const struct err *why)
{
    static const char name[] = "perfolio";
    const char *found = said, *of_error = strstr(said, why->msg);
    for (const char *line = said; *line && strncmp(said, "usage: ", strlen("usage: ")) != 0;
         line += strcspn(line, "\n"), line += *line == '\n') {
        if (why->kind != ERR_NONE && of_error && line > of_error)
            break;
        if (!strncmp(line, name, strlen(name)))
            found = line;
    }
    return found;
}

static void refuse(const pf_view *v, const struct err *why, struct err *e)
{
    static const char name[] = "perfolio: ";
    const char *s = "it could not be answered";
    if (v->said.n)
        s = reason(v->said.s, why);
    if (!strncmp(s, name, strlen(name)))
        s += strlen(name);
    err_set(e, why->kind == ERR_NONE ? ERR_USAGE : why->kind, why->at, "%.*s", (int)strcspn(s, "\n"), s);
}

static bool refuse_question(const char *word, struct err *e)
{
    char but[TEXT_NEAREST_ROOM];
    pf_question known;
    struct text_nearest meant = text_nearest_to(word, strlen(word));
    for (size_t i = 0; pf_question_of(i, &known, sizeof(known)); i++)
        text_nearest_try(&meant, known.name);
    return err_set(e, ERR_USAGE, 0, "there is no question '%.40s'%s", word, text_nearest_hint(&meant, but));
}

/* Whether the words are a valid question. */
static bool lib_ask_take_words(struct asking *a, struct err *e)
{
    if (!a->v)
        return err_set(e, ERR_MEMORY, 0, "out of memory");
    for (size_t i = 0; i < a->n; i++)
        if (!a->words[i])
            return err_set(e, ERR_USAGE, 0, "word %zu of the question is NULL", i + 1);
    a->c = question_named(a->n ? a->words[0] : NULL);
    return a->c || refuse_question(a->n ? a->words[0] : "", e);
}

pf_view *pf_ask(pf_file *f, const char *const *words, size_t n, uint64_t most, pf_error *e)
{
    struct err why = { 0 };
    struct asking a = { .words = words, .n = n, .v = calloc(1, sizeof(*a.v)) };
    if (a.v) {
        a.v->f = f;
        a.v->kept.most = most;
        a.v->kept.look.watch = &f->progress.watch;
    }
    if (lib_ask_take_words(&a, &why) && file_call_guarded(f, lib_ask_ask, &a, &why)) {
        if (atomic_load(&f->progress.cancelled))
            err_set(&why, ERR_CANCELLED, 0, "it was cancelled");
        else if (a.v->status == 1)
            refuse(a.v, &a.why, &why);
    }
    file_error(e, &why);
    if (why.kind == ERR_NONE)
        return a.v;
    pf_view_free(a.v);
    return NULL;
}

int pf_question_of(size_t i, pf_question *out, size_t size)
{
    size_t n = 0;
    while (n < i && commands[n])
        n++;
    const struct command *c = commands[n];
    pf_question found = { 0 };
    if (c)
        found = (pf_question){ c->name, c->help };
    file_copy_out(out, size, &found, sizeof(found));
    return c != NULL;
}

int pf_option_of(const char *question, size_t i, pf_option *out, size_t size)
{
    static const pf_option none;
    const struct command *c = question_named(question);
    const struct option_row *const tables[] = { c ? c->rows : NULL, common_rows };
    const pf_option *found = &none;
    pf_option o;
    for (size_t t = 0; c && t < COUNT(tables) && found == &none; t++)
        for (const struct option_row *r = tables[t]; r && r->name && found == &none; r++)
            if (r->help && !i--) {
                o = (pf_option){ r->name, r->letter, r->argument, r->help };
                found = &o;
            }
    file_copy_out(out, size, found, sizeof(*found));
    return found != &none;
}
