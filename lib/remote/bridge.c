#include "lib/remote/bridge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "include/perfolio.h"
#include "lib/answer.h"
#include "lib/question/folio/note_option.h"
#include "lib/remote/flame.h"
#include "lib/view/rows.h"

enum { WORDS_MAX = 1024 };

struct bridge_view {
    pf_view *view;
    size_t file; /* number of its file */
};

struct bridge {
    pf_file *files[BRIDGE_FILES];           /* file N is files[N - 1] */
    struct bridge_view views[BRIDGE_VIEWS]; /* view N is views[N - 1] */
    struct json json;
    bool (*goes_on)(void *arg); /* NULL: requests are not cancelled */
    void *arg;
};

/* A request whose words are read one after the other. */
struct bridge_call {
    struct bridge *b;
    const char *const *words;
    size_t n, at;
    struct err e;
    bool failed;
};

static bool bridge_refuse(struct bridge_call *c, const char *what)
{
    if (!c->failed)
        err_set(&c->e, ERR_USAGE, 0, "%s: word %zu is no %s", c->words[0], c->at, what);
    c->failed = true;
    return false;
}

/* Answers with an error. The numbers of error kinds are the same in pf_error and struct err. */
static void bridge_fail(struct bridge_call *c, const pf_error *e)
{
    err_set(&c->e, (enum err_kind)e->kind, e->at, "%s", e->message);
    c->failed = true;
}

/* The next word; "" after the last. */
static const char *bridge_word(struct bridge_call *c)
{
    const size_t at = c->at++;
    if (at < c->n)
        return c->words[at];
    bridge_refuse(c, "word: it is missing");
    return "";
}

static uint64_t bridge_number(struct bridge_call *c, const char *what)
{
    const char *word = bridge_word(c);
    char *end;
    errno = 0;
    const uint64_t n = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno)
        bridge_refuse(c, what);
    return n;
}

static uint64_t bridge_row_word(struct bridge_call *c)
{
    if (c->at < c->n && !strcmp(c->words[c->at], "top")) {
        c->at++;
        return PF_TOP;
    }
    return bridge_number(c, "row");
}

static pf_file *bridge_file(struct bridge_call *c, size_t *number)
{
    *number = (size_t)bridge_number(c, "open file");
    if (!c->failed && *number && *number <= BRIDGE_FILES && c->b->files[*number - 1])
        return c->b->files[*number - 1];
    bridge_refuse(c, "open file");
    return NULL;
}

static struct bridge_view *bridge_view_word(struct bridge_call *c)
{
    const uint64_t number = bridge_number(c, "open view");
    if (!c->failed && number && number <= BRIDGE_VIEWS && c->b->views[number - 1].view)
        return &c->b->views[number - 1];
    bridge_refuse(c, "open view");
    return NULL;
}

/* Reads the numbers of a view and of one of its tables. NULL after an error. */
static pf_view *bridge_table(struct bridge_call *c, size_t *table)
{
    const struct bridge_view *v = bridge_view_word(c);
    const uint64_t number = bridge_number(c, "table");
    *table = (size_t)number;
    if (v && !c->failed && number < pf_tables(v->view))
        return v->view;
    bridge_refuse(c, "table");
    return NULL;
}

/* The value in a word "--NAME=VALUE"; NULL: the word is not this option. */
static const char *bridge_option(const char *word, const char *name)
{
    const size_t n = strlen(name);
    if (!strncmp(word, "--", 2) && !strncmp(word + 2, name, n) && word[2 + n] == '=')
        return word + 3 + n;
    return NULL;
}

static bool bridge_take_option(const char *word, pf_options *o, const char **objects, size_t *nobjects)
{
    const struct {
        const char *name;
        const char **to;
    } texts[] = {
        { "capture", &o->capture }, { "symfs", &o->symfs }, { "kallsyms", &o->kallsyms },
        { "vmlinux", &o->vmlinux }, { "home", &o->home },
    };
    const char *value = bridge_option(word, "objects");
    if (value) {
        objects[(*nobjects)++] = value;
        return true;
    }
    for (size_t i = 0; i < COUNT(texts); i++) {
        value = bridge_option(word, texts[i].name);
        if (value) {
            *texts[i].to = value;
            return true;
        }
    }
    o->isolated = o->isolated || !strcmp(word, "--isolated");
    return !strcmp(word, "--isolated");
}

/* pf_options.progress: not 0 cancels. */
static int bridge_progress(void *arg, uint64_t done, uint64_t all)
{
    const struct bridge *b = arg;
    (void)done;
    (void)all;
    return !b->goes_on(b->arg);
}

static void bridge_open(struct bridge_call *c)
{
    const char *objects[WORDS_MAX + 1] = { NULL };
    pf_options o = { .size = sizeof(o), .objects = objects, .arg = c->b };
    pf_error e = { 0 };
    size_t nobjects = 0, place = 0;
    const char *path = bridge_word(c);
    while (!c->failed && c->at < c->n)
        if (!bridge_take_option(bridge_word(c), &o, objects, &nobjects))
            bridge_refuse(c, "option of open");
    while (place < BRIDGE_FILES && c->b->files[place])
        place++;
    if (!c->failed && place == BRIDGE_FILES) {
        c->failed = true;
        err_set(&c->e, ERR_USAGE, 0, "open: %d files are open, which is the limit", BRIDGE_FILES);
    }
    if (c->failed)
        return;
    if (c->b->goes_on)
        o.progress = bridge_progress;
    pf_file *f = pf_open(path, &o, &e);
    if (!f) {
        bridge_fail(c, &e);
        return;
    }
    c->b->files[place] = f;
    json_value(&c->b->json, "file", value_count(place + 1));
    json_array(&c->b->json, "events");
    for (size_t i = 0; i < pf_events(f); i++)
        json_value(&c->b->json, NULL, value_text(pf_event_name(f, i)));
    json_end(&c->b->json);
    json_value(&c->b->json, "samples", value_count(f->session.capture->nsamples));
}

static void bridge_free_view(struct bridge_view *v)
{
    pf_view_free(v->view);
    *v = (struct bridge_view){ NULL, 0 };
}

static void bridge_close_file(struct bridge *b, size_t number)
{
    for (size_t i = 0; i < BRIDGE_VIEWS; i++)
        if (b->views[i].view && b->views[i].file == number)
            bridge_free_view(&b->views[i]);
    pf_close(b->files[number - 1]);
    b->files[number - 1] = NULL;
}

static void bridge_close(struct bridge_call *c)
{
    size_t number;
    if (bridge_file(c, &number))
        bridge_close_file(c->b, number);
}

/* A value in the form of docs/json.md, but with the name for a symbol, and the command for a task. */
static struct value bridge_plain(const pf_value *v)
{
    switch (v->type) {
    case PF_COUNT:
        return value_count(v->count);
    case PF_NUMBER:
    case PF_TASK:
        return value_signed(v->number);
    case PF_HEX:
        return value_hex(v->count);
    case PF_PERCENT:
    case PF_DECIMAL:
        return (struct value){ .type = VALUE_DECIMAL, .decimals = 6, .share = v->share };
    case PF_TIME:
        return value_time(v->count);
    case PF_YES_NO:
        return value_yes_no(v->count);
    case PF_SYMBOL:
    case PF_SOURCE:
    case PF_TEXT:
        return value_text(v->name);
    default:
        return value_unknown();
    }
}

static void bridge_put_facts(struct json *j, pf_view *v)
{
    pf_value value;
    json_object(j, "facts");
    for (size_t i = 0; i < pf_facts(v); i++) {
        pf_fact_of(v, i, &value, sizeof(value));
        json_array(j, pf_fact_name(v, i));
        json_value(j, NULL, value_text(value.text));
        json_value(j, NULL, bridge_plain(&value));
        json_end(j);
    }
    json_end(j);
}

static void bridge_put_columns(struct json *j, pf_view *v, size_t table, size_t n)
{
    static const char *const types[] = {
        [PF_NOTHING] = "nothing", [PF_TEXT] = "text",       [PF_COUNT] = "count",     [PF_NUMBER] = "number",
        [PF_HEX] = "hex",         [PF_PERCENT] = "percent", [PF_DECIMAL] = "decimal", [PF_TIME] = "time",
        [PF_YES_NO] = "yes_no",   [PF_SYMBOL] = "symbol",   [PF_TASK] = "task",       [PF_SOURCE] = "source"
    };
    pf_column column;
    json_array(j, "columns");
    for (size_t i = 0; i < n && pf_column_of(v, table, i, &column, sizeof(column)); i++) {
        json_object(j, NULL);
        json_value(j, "name", value_text(column.name));
        json_value(j, "label", value_text(column.label));
        json_value(j, "of", value_text(column.of));
        json_value(j, "at", value_count(column.at));
        json_value(j, "type", value_text(types[column.type]));
        json_value(j, "right", value_yes_no(column.right));
        json_end(j);
    }
    json_end(j);
}

static void bridge_put_tables(struct json *j, pf_view *v)
{
    pf_table t;
    json_array(j, "tables");
    for (size_t i = 0; pf_table_of(v, i, &t, sizeof(t)); i++) {
        json_object(j, NULL);
        json_value(j, "name", value_text(t.name));
        json_value(j, "rows", value_count(t.rows));
        json_value(j, "more", value_yes_no(t.more));
        bridge_put_columns(j, v, i, t.columns);
        json_end(j);
    }
    json_end(j);
}

static void bridge_put_view(struct json *j, pf_view *v)
{
    const char *text = pf_view_text(v);
    const size_t all = strlen(text), shown = all < BRIDGE_TEXT_MAX ? all : BRIDGE_TEXT_MAX;
    json_value(j, "status", value_signed(pf_view_status(v)));
    json_value(j, "said", value_text(pf_view_said(v)));
    char *start = mem_copy(text, shown);
    json_value(j, "text", value_text(start));
    free(start);
    json_value(j, "cut", value_yes_no(shown < all));
    bridge_put_facts(j, v);
    bridge_put_tables(j, v);
}

static void bridge_ask(struct bridge_call *c)
{
    size_t number, place = 0;
    pf_error e = { 0 };
    pf_file *f = bridge_file(c, &number);
    const uint64_t most = bridge_number(c, "number of rows");
    while (place < BRIDGE_VIEWS && c->b->views[place].view)
        place++;
    if (!c->failed && place == BRIDGE_VIEWS) {
        c->failed = true;
        err_set(&c->e, ERR_USAGE, 0, "ask: %d views are open, which is the limit", BRIDGE_VIEWS);
    }
    if (c->failed)
        return;
    pf_view *v = pf_ask(f, c->words + c->at, c->n - c->at, most, &e);
    if (!v) {
        bridge_fail(c, &e);
        return;
    }
    c->b->views[place] = (struct bridge_view){ v, number };
    json_value(&c->b->json, "view", value_count(place + 1));
    bridge_put_view(&c->b->json, v);
}

static void bridge_put_row(struct json *j, pf_view *v, size_t table, uint64_t row)
{
    pf_row r;
    pf_value value;
    size_t column;
    if (!pf_row_of(v, table, row, &r, sizeof(r)))
        return;
    json_object(j, NULL);
    json_value(j, "row", value_count(row));
    json_value(j, "parent", r.parent == PF_TOP ? value_unknown() : value_count(r.parent));
    json_value(j, "children", value_count(r.children));
    json_value(j, "depth", value_count(r.depth));
    json_array(j, "cells");
    for (size_t i = 0; pf_nth_cell(v, table, row, i, &column, &value, sizeof(value)); i++) {
        json_array(j, NULL);
        json_value(j, NULL, value_count(column));
        json_value(j, NULL, value_text(value.text));
        json_value(j, NULL, bridge_plain(&value));
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void bridge_rows(struct bridge_call *c)
{
    uint64_t rows[BRIDGE_ROWS];
    size_t table;
    pf_view *v = bridge_table(c, &table);
    const uint64_t parent = bridge_row_word(c), from = bridge_number(c, "number of rows");
    const uint64_t n = bridge_number(c, "number of rows");
    if (c->failed)
        return;
    const size_t found = pf_rows(v, table, parent, from, n < BRIDGE_ROWS ? (size_t)n : BRIDGE_ROWS, rows);
    json_array(&c->b->json, "rows");
    for (size_t i = 0; i < found; i++)
        bridge_put_row(&c->b->json, v, table, rows[i]);
    json_end(&c->b->json);
}

static void bridge_row(struct bridge_call *c)
{
    size_t table;
    pf_view *v = bridge_table(c, &table);
    const uint64_t row = bridge_number(c, "row");
    if (c->failed)
        return;
    json_array(&c->b->json, "rows");
    bridge_put_row(&c->b->json, v, table, row);
    json_end(&c->b->json);
}

/* Whether the call that failed was cancelled; begins with bridge_may_cancel(). */
static void bridge_may_cancel(pf_view *v)
{
    atomic_store(&v->f->progress.cancelled, false);
}

static bool bridge_was_cancelled(struct bridge_call *c, pf_view *v)
{
    if (!atomic_load(&v->f->progress.cancelled))
        return false;
    c->failed = true;
    err_set(&c->e, ERR_CANCELLED, 0, "it was cancelled");
    return true;
}

static void bridge_sort(struct bridge_call *c)
{
    size_t table, column = PF_UNSORTED;
    pf_view *v = bridge_table(c, &table);
    if (c->at < c->n && !strcmp(c->words[c->at], "none"))
        c->at++;
    else
        column = (size_t)bridge_number(c, "column");
    const char *way = bridge_word(c);
    const bool down = !strcmp(way, "down");
    if (!c->failed && !down && strcmp(way, "up") != 0)
        bridge_refuse(c, "direction");
    if (c->failed)
        return;
    bridge_may_cancel(v);
    if (!pf_sort(v, table, column, down) && !bridge_was_cancelled(c, v))
        bridge_refuse(c, "column");
}

static void bridge_find(struct bridge_call *c)
{
    size_t table;
    uint64_t place;
    pf_view *v = bridge_table(c, &table);
    const uint64_t from = bridge_number(c, "row");
    const char *text = bridge_word(c);
    if (c->failed)
        return;
    bridge_may_cancel(v);
    if (pf_find(v, table, text, from, &place))
        json_value(&c->b->json, "place", value_count(place));
    else if (!bridge_was_cancelled(c, v))
        json_value(&c->b->json, "place", value_unknown());
}

static void bridge_flame(struct bridge_call *c)
{
    struct flame_asked a = { .view = bridge_table(c, &a.table) };
    a.parent = bridge_row_word(c);
    a.least = bridge_number(c, "period");
    const uint64_t depth = bridge_number(c, "number of levels");
    a.depth = depth < FLAME_DEPTH ? (unsigned)depth : FLAME_DEPTH;
    if (!c->failed && !flame_json(&c->b->json, &a, &c->e))
        c->failed = true;
}

static void bridge_free_word(struct bridge_call *c)
{
    struct bridge_view *v = bridge_view_word(c);
    if (v)
        bridge_free_view(v);
}

static void bridge_problems(struct bridge_call *c)
{
    size_t number;
    uint64_t n;
    pf_file *f = bridge_file(c, &number);
    if (!f)
        return;
    json_array(&c->b->json, "problems");
    const char *sentence;
    for (size_t i = 0; (sentence = pf_problem(f, i, &n)) != NULL; i++) {
        json_object(&c->b->json, NULL);
        json_value(&c->b->json, "sentence", value_text(sentence));
        json_value(&c->b->json, "count", value_count(n));
        json_end(&c->b->json);
    }
    json_end(&c->b->json);
}

static void bridge_options(struct bridge_call *c)
{
    pf_option o;
    const char *question = bridge_word(c);
    if (c->failed)
        return;
    json_array(&c->b->json, "options");
    for (size_t i = 0; pf_option_of(question, i, &o, sizeof(o)); i++) {
        json_object(&c->b->json, NULL);
        json_value(&c->b->json, "name", value_text(o.name));
        json_value(&c->b->json, "letter", value_text_unless_empty((const char[]){ o.letter, 0 }));
        json_value(&c->b->json, "argument", value_text(o.argument));
        json_value(&c->b->json, "help", value_text(o.help));
        json_end(&c->b->json);
    }
    json_end(&c->b->json);
}

static void bridge_put_note(struct json *j, const struct folio_note *note)
{
    struct text place = { 0 };
    const bool timed = note->to != 0;
    folio_note_place(note, &place);
    json_value(j, "place", value_text(text_str(&place)));
    json_value(j, "function", value_text_unless_empty(note->function));
    json_value(j, "offset", value_if(note->has_offset, value_hex(note->offset)));
    json_value(j, "file", value_text_unless_empty(note->file));
    json_value(j, "line", value_if(note->line, value_count(note->line)));
    json_value(j, "from", value_if(timed, value_time(note->from)));
    json_value(j, "to", value_if(timed, value_time(note->to)));
    json_value(j, "text", value_text(note->text));
    text_free(&place);
}

static void bridge_note(struct bridge_call *c)
{
    struct names names = { 0 };
    struct folio_note note;
    const char *value = bridge_word(c);
    if (!c->failed && note_option_read(value, &names, &note, &c->e))
        bridge_put_note(&c->b->json, &note);
    else
        c->failed = true;
    arena_names_free(&names);
}

static void bridge_dispatch(struct bridge_call *c)
{
    static const struct {
        const char *name;
        void (*run)(struct bridge_call *c);
    } requests[] = {
        { "open", bridge_open },         { "close", bridge_close },     { "ask", bridge_ask },
        { "rows", bridge_rows },         { "row", bridge_row },         { "sort", bridge_sort },
        { "find", bridge_find },         { "flame", bridge_flame },     { "free", bridge_free_word },
        { "problems", bridge_problems }, { "options", bridge_options }, { "note", bridge_note },
    };
    c->at = 1;
    for (size_t i = 0; c->n && i < COUNT(requests); i++)
        if (!strcmp(c->words[0], requests[i].name)) {
            requests[i].run(c);
            return;
        }
    c->failed = true;
    err_set(&c->e, ERR_USAGE, 0, "there is no request '%.40s'", c->n ? c->words[0] : "");
}

/* Empties the answer and begins a new one. */
static struct json *bridge_begin(struct bridge *b)
{
    json_free(&b->json);
    b->json = (struct json){ .out = NULL };
    json_object_line(&b->json, NULL);
    return &b->json;
}

static void bridge_work(void *arg)
{
    struct bridge_call *c = arg;
    bridge_begin(c->b);
    if (c->n > WORDS_MAX) {
        c->failed = true;
        err_set(&c->e, ERR_USAGE, 0, "a request has at most %d words", WORDS_MAX);
    } else {
        bridge_dispatch(c);
    }
    if (c->failed) {
        struct json *j = bridge_begin(c->b);
        json_value(j, "error", value_text(c->e.msg));
        json_value(j, "kind", value_count(c->e.kind));
        json_value(j, "at", value_count(c->e.at));
    }
    json_end(&c->b->json);
}

struct bridge *bridge_new(void)
{
    return calloc(1, sizeof(struct bridge));
}

void bridge_watch(struct bridge *b, bool (*goes_on)(void *arg), void *arg)
{
    b->goes_on = goes_on;
    b->arg = arg;
}

void bridge_free(struct bridge *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < BRIDGE_FILES; i++)
        if (b->files[i])
            bridge_close_file(b, i + 1);
    json_free(&b->json);
    free(b);
}

const char *bridge_answer(struct bridge *b, const char *const *words, size_t n, size_t *length)
{
    static const char nothing[] = "{\"error\": \"out of memory\", \"kind\": 5, \"at\": 0}\n";
    struct bridge_call c = { .b = b, .words = words, .n = n };
    const bool done = mem_run_protected(bridge_work, &c, &c.e);
    if (length)
        *length = done ? b->json.text.n : sizeof(nothing) - 1;
    if (done)
        return b->json.text.s;
    return nothing;
}

const char *bridge_request(struct bridge *b, const char *words, size_t bytes)
{
    const char *list[WORDS_MAX + 1];
    size_t n = 0;
    for (size_t at = 0; at < bytes && n <= WORDS_MAX; at += strnlen(words + at, bytes - at) + 1)
        list[n++] = words + at;
    if (bytes && words[bytes - 1])
        n = 0; /* the last word does not end with a NUL */
    return bridge_answer(b, list, n, NULL);
}
