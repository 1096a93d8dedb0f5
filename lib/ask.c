/* Questions to an open file, in the words of the command line, and their answers as facts and tables. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "lib/file.h"
#include "lib/question/commands.h"
#include "lib/question/common/captures.h"
#include "lib/view/kept_answer.h"

struct pf_view {
    pf_file *f;
    struct kept_answer kept;
    struct text said, shown;
    int status;
};

static const struct command *question_named(const char *word)
{
    return word ? command_find(commands, word) : NULL;
}

static bool say(struct outlet *o, const char *s, size_t n)
{
    text_add_n(o->arg, s, n);
    return true;
}

struct asking {
    pf_view *v;
    const char **words;
    size_t n;
    const struct command *c;
};

static void ask(void *arg)
{
    struct asking *a = arg;
    pf_file *f = a->v->f;
    const struct session *s = &f->session;
    const struct desk desk = { .around = s->o.around, .home = s->o.home, .session = &f->session };
    struct outlet out = kept_answer_outlet(&a->v->kept, &desk),
                  err = { .write = say, .arg = &a->v->said, .desk = &desk };
    f->progress.enough = &a->v->kept.more;
    a->v->status = captures_run(a->c, (int)a->n, a->words, &out, &err);
    f->progress.enough = NULL;
    if (a->v->status == 1 && atomic_load(&f->progress.stopped)) {
        a->v->status = 0;
        a->v->said.n = 0;
    }
}

/* The first line that was said is why. */
static void refuse(const pf_view *v, struct err *e)
{
    static const char name[] = "perfolio: ";
    const char *s = v->said.n ? v->said.s : "it could not be answered";
    s += strncmp(s, name, strlen(name)) ? 0 : strlen(name);
    err_set(e, ERR_USAGE, 0, "%.*s", (int)strcspn(s, "\n"), s);
}

pf_view *pf_ask(pf_file *f, const char *const *words, size_t n, uint64_t most, pf_error *e)
{
    struct err why = { 0 };
    struct asking a = { .n = n, .c = question_named(n ? words[0] : NULL), .v = calloc(1, sizeof(*a.v)) };
    a.words = calloc(n + 1, sizeof(*a.words));
    for (size_t i = 0; a.words && i < n; i++)
        a.words[i] = words[i];
    if (!a.words || !a.v)
        err_set(&why, ERR_MEMORY, 0, "out of memory");
    else if (!a.c)
        err_set(&why, ERR_USAGE, 0, "there is no question '%.40s'", n ? words[0] : "");
    if (a.v) {
        a.v->f = f;
        a.v->kept.most = most;
    }
    if (why.kind == ERR_NONE && file_do(f, ask, &a, &why) && a.v->status == 1)
        refuse(a.v, &why);
    free(a.words);
    file_error(e, &why);
    if (why.kind == ERR_NONE)
        return a.v;
    pf_view_free(a.v);
    return NULL;
}

void pf_view_free(pf_view *v)
{
    if (!v)
        return;
    kept_answer_free(&v->kept);
    text_free(&v->said);
    text_free(&v->shown);
    free(v);
}

int pf_view_status(const pf_view *v)
{
    return v->status;
}

const char *pf_view_said(pf_view *v)
{
    return text_str(&v->said);
}

const char *pf_view_text(pf_view *v)
{
    return text_str(&v->kept.text);
}

static pf_type type_of(enum value_type t)
{
    static const pf_type types[] = {
        [VALUE_UNKNOWN] = PF_NOTHING, [VALUE_NONE] = PF_NOTHING,    [VALUE_TEXT] = PF_TEXT,
        [VALUE_COUNT] = PF_COUNT,     [VALUE_SIGNED] = PF_NUMBER,   [VALUE_HEX] = PF_HEX,
        [VALUE_PERCENT] = PF_PERCENT, [VALUE_DECIMAL] = PF_DECIMAL, [VALUE_TIME] = PF_TIME,
        [VALUE_YES_NO] = PF_YES_NO,   [VALUE_SYMBOL] = PF_SYMBOL,   [VALUE_TASK] = PF_TASK,
        [VALUE_SOURCE] = PF_SOURCE,
    };
    return types[t];
}

struct showing {
    pf_view *v;
    const struct rows_column *column; /* NULL: of a fact */
    struct value value;
};

static void show(void *arg)
{
    const struct showing *w = arg;
    struct text *t = &w->v->shown;
    t->n = 0;
    if (w->value.shown)
        text_add(t, w->value.shown);
    else if (w->column && w->column->show)
        w->column->show(&w->value, t);
    else
        rows_text(&w->value, t);
}

static int give_value(struct showing *w, pf_value *out, size_t size)
{
    const struct value *v = &w->value;
    struct err e = { 0 };
    pf_value found = { .type = type_of(v->type) };
    if (found.type == PF_NOTHING || !file_do(w->v->f, show, w, &e)) {
        file_hand_out(out, size, &found, sizeof(found));
        return v->type != VALUE_NONE && e.kind == ERR_NONE;
    }
    found.text = text_str(&w->v->shown);
    if (v->type == VALUE_PERCENT || v->type == VALUE_DECIMAL)
        found.share = v->share;
    else if (v->type == VALUE_SIGNED)
        found.number = v->number;
    else if (v->type == VALUE_COUNT || v->type == VALUE_HEX || v->type == VALUE_TIME)
        found.count = v->count;
    else if (v->type == VALUE_YES_NO)
        found.count = v->yes;
    else if (v->type == VALUE_SYMBOL) {
        found.name = v->symbol.name;
        found.count = v->symbol.name ? v->symbol.offset : v->symbol.address;
    } else if (v->type == VALUE_TASK) {
        found.name = v->task.comm;
        found.number = v->task.tid;
    } else if (v->type == VALUE_SOURCE) {
        found.name = v->source.file;
        found.count = v->source.line;
    } else {
        found.name = v->text;
    }
    file_hand_out(out, size, &found, sizeof(found));
    return 1;
}

size_t pf_facts(const pf_view *v)
{
    return v->kept.nfacts;
}

const char *pf_fact_name(const pf_view *v, size_t i)
{
    return i < v->kept.nfacts ? v->kept.facts[i].name : NULL;
}

int pf_fact_of(pf_view *v, size_t i, pf_value *out, size_t size)
{
    memset(out, 0, size);
    if (i >= v->kept.nfacts)
        return 0;
    return give_value(&(struct showing){ .v = v, .value = v->kept.facts[i].value }, out, size);
}

size_t pf_tables(const pf_view *v)
{
    return v->kept.ntables;
}

static const struct kept_table *table_of(const pf_view *v, size_t i)
{
    return i < v->kept.ntables ? &v->kept.tables[i] : NULL;
}

int pf_table_of(const pf_view *v, size_t i, pf_table *out, size_t size)
{
    const struct kept_table *t = table_of(v, i);
    pf_table found = { 0 };
    if (t)
        found = (pf_table){ t->name, t->ncolumns, t->nrows, v->kept.most && t->nrows == v->kept.most };
    file_hand_out(out, size, &found, sizeof(found));
    return t != NULL;
}

int pf_column_of(const pf_view *v, size_t table, size_t column, pf_column *out, size_t size)
{
    const struct kept_table *t = table_of(v, table);
    const struct rows_column *c = t && column < t->ncolumns ? &t->columns[column] : NULL;
    pf_column found = { 0 };
    if (c)
        found = (pf_column){ c->name, c->header, c->of, c->at, type_of(c->type), c->right };
    file_hand_out(out, size, &found, sizeof(found));
    return c != NULL;
}

int pf_cell_of(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *out, size_t size)
{
    const struct kept_table *t = table_of(v, table);
    memset(out, 0, size);
    if (!t || row >= t->nrows || column >= t->ncolumns)
        return 0;
    return give_value(&(struct showing){ v, &t->columns[column], kept_answer_cell(t, (size_t)row, column) },
                      out, size);
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
    file_hand_out(out, size, &found, sizeof(found));
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
    file_hand_out(out, size, found, sizeof(*found));
    return found != &none;
}
