/*
 * unpack: the captures of a folio byte for byte, and their objects as a build-id cache that perf reads. What
 * is refused, because of its name or because something else is in its place, is reported; everything else is
 * written all the same.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/unpack/extract.h"
#include "cli/session/answer.h"
#include "cli/commands.h"
#include "cli/session/session.h"
#include "core/base/mem.h"

/* Where a folio goes where -d is not given: its name with ".d" in place of ".folio", for without it the name is the
   capture's, which mostly lies there. */
static char *default_directory(const char *folio)
{
    static const char suffix[] = ".folio";
    const size_t n = strlen(folio), cut = sizeof(suffix) - 1;
    const bool has = n > cut && folio[n - cut - 1] != '/' && !strcmp(folio + n - cut, suffix);
    struct text t = { 0 };
    text_add_n(&t, folio, has ? n - cut : n);
    text_add(&t, ".d");
    return t.s;
}

/* A path for people: DIR/PATH, harmless to a terminal. */
static void add_path(struct text *t, const char *dir, const char *path)
{
    text_add_clean(t, dir);
    text_add(t, dir[strlen(dir) - 1] == '/' ? "" : "/");
    text_add_clean(t, path);
}

/* The same as a word of a shell: names are a stranger's, and this is to be pasted. */
static void add_word(struct text *t, const char *dir, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%";
    struct text word = { 0 };
    add_path(&word, dir, path);
    const char *quote = word.s[strspn(word.s, plain)] ? "'" : "";
    text_add(t, quote);
    for (const char *s = word.s; *s; s++)
        text_add_n(t, *s == '\'' ? "'\\''" : s, *s == '\'' ? 4 : 1);
    text_add(t, quote);
    text_free(&word);
}

/* A capture's first file stands for it: it is the one in the folder, or lies in its directory. */
static bool begins_capture(const struct extracted *x, size_t i)
{
    const struct extracted_file *f = &x->files[i];
    return f->kind == EXTRACTED_CAPTURE &&
           (!i || x->files[i - 1].kind != EXTRACTED_CAPTURE || strcmp(f->name, x->files[i - 1].name));
}

/* The files of the capture that begins at i: their bytes, and the first behind them. */
static size_t end_of_capture(const struct extracted *x, size_t i, uint64_t *bytes)
{
    *bytes = 0;
    do
        *bytes += x->files[i++].bytes;
    while (i < x->nfiles && x->files[i].kind == EXTRACTED_CAPTURE && !begins_capture(x, i));
    return i;
}

static size_t count(const struct extracted *x, enum extracted_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < x->nfiles; i++)
        n += x->files[i].kind == kind;
    return n;
}

static void show_files(const struct extracted *x, const char *dir, FILE *out)
{
    struct text t = { 0 };
    uint64_t bytes;
    for (size_t i = 0; i < x->nfiles;) {
        const struct extracted_file *f = &x->files[i];
        t.n = 0;
        if (f->kind == EXTRACTED_CAPTURE) {
            add_path(&t, dir, f->name);
            i = end_of_capture(x, i, &bytes);
            fprintf(out, "capture %s, %" PRIu64 " bytes\n", t.s, bytes);
            continue;
        }
        i++;
        if (f->kind != EXTRACTED_PERF_MAP)
            continue;
        add_path(&t, dir, f->path);
        fprintf(out, "perf map %s, %" PRIu64 " bytes: perf reads it in /tmp\n", t.s, f->bytes);
    }
    size_t objects = count(x, EXTRACTED_OBJECT);
    t.n = 0;
    add_path(&t, dir, EXTRACT_TREE);
    if (objects)
        fprintf(out, "objects %s, %zu %s\n", t.s, objects, objects == 1 ? "file" : "files");
    text_free(&t);
}

/* How perf reads them. */
static void show_hints(const struct extracted *x, const char *dir, FILE *out)
{
    struct text tree = { 0 }, t = { 0 };
    if (count(x, EXTRACTED_OBJECT)) {
        text_add(&tree, " --buildid-dir ");
        add_word(&tree, dir, EXTRACT_TREE);
    }
    for (size_t i = 0; i < x->nfiles; i++) {
        if (!begins_capture(x, i))
            continue;
        t.n = 0;
        add_word(&t, dir, x->files[i].name);
        fprintf(out, "perf%s report -i %s\n", text_str(&tree), t.s);
    }
    text_free(&tree);
    text_free(&t);
}

static void show(const struct extracted *x, const char *dir, FILE *out, FILE *err)
{
    show_files(x, dir, out);
    show_hints(x, dir, out);
    for (size_t i = 0; i < x->nrefusals; i++)
        fprintf(err, "perfolio unpack: %s: %s\n", x->refusals[i].name, x->refusals[i].why);
    if (x->without_id)
        fprintf(err,
                "perfolio: %" PRIu64 " objects will not be found by perf: the capture has no build-id of "
                "them (first: %s)\n",
                x->without_id, x->first_without_id);
}

static void answer_file(struct json *j, const char *dir, const struct extracted_file *f)
{
    struct text path = { 0 };
    json_object_line(j, NULL);
    json_text(j, "name", f->name);
    text_printf(&path, "%s/%s", dir, f->path);
    json_text(j, "path", path.s);
    json_count(j, "bytes", f->bytes);
    if (f->kind == EXTRACTED_OBJECT)
        answer_build_id(j, &f->id);
    json_end(j);
    text_free(&path);
}

static void answer(const struct extracted *x, const char *dir, FILE *out)
{
    static const char *const keys[] = { "captures", "objects", "perf_maps" };
    const struct problems none = { 0 };
    struct json j = answer_begin(out, "unpack");
    json_text(&j, "directory", dir);
    for (int kind = EXTRACTED_CAPTURE; kind <= EXTRACTED_PERF_MAP; kind++) {
        json_array(&j, keys[kind]);
        for (size_t i = 0; i < x->nfiles; i++)
            if ((int)x->files[i].kind == kind)
                answer_file(&j, dir, &x->files[i]);
        json_end(&j);
    }
    json_count(&j, "without_build_id", x->without_id);
    json_array(&j, "refused");
    for (size_t i = 0; i < x->nrefusals; i++) {
        json_object_line(&j, NULL);
        json_text(&j, "name", x->refusals[i].name);
        json_text(&j, "why", x->refusals[i].why);
        json_end(&j);
    }
    json_end(&j);
    json_problems(&j, &none);
    json_end(&j);
}

static int unpack(const struct common_opts *o, const char *dir, FILE *out, FILE *err)
{
    struct extracted x = { 0 };
    struct err e = { 0 };
    struct folio *f = folio_open(o->input, &e);
    int64_t capture = f && o->capture ? folio_find_capture(f, o->capture, &e) : -1;
    bool ok = f && e.kind == ERR_NONE && extract(f, dir, capture, &x, &e);
    if (!ok)
        fprintf(err, "perfolio unpack: %s\n", e.msg);
    else if (o->json)
        answer(&x, dir, out);
    else
        show(&x, dir, out, err);
    ok = ok && !x.nrefusals;
    extracted_free(&x);
    folio_close(f);
    return ok ? 0 : 1;
}

struct unpack_opts {
    struct common_opts common;
    char *dir;
};

#define OPTS struct unpack_opts
static const struct option_row rows[] = {
    OPT("directory", 'd', TEXT, dir, "DIR", "where to; else the folio's name with .d for .folio"), OPT_END
};

static int run(void *opts, FILE *out, FILE *err)
{
    struct unpack_opts *o = opts;
    if (!o->dir && !strcmp(o->common.input, "-")) {
        fputs("perfolio unpack: where to? -d DIR says it\n", err);
        return 1;
    }
    o->dir = o->dir ? o->dir : default_directory(o->common.input);
    return unpack(&o->common, o->dir, out, err);
}

const struct command unpack_command =
    COMMAND("unpack", "the captures of a folio, and their objects as perf finds them", "[options] [-i] FOLIO",
            rows, .size = sizeof(struct unpack_opts), .run = run, .traits = COMMAND_NAMED);
