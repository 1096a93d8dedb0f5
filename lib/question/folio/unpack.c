/*
 * unpack: writes the captures of a folio byte for byte, and their objects as a build-id cache that perf
 * reads. It refuses a file if its name is unsafe or if something else has its path. Refused files are
 * reported; all other files are written.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/unpack/extract.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"
#include "lib/question/common/common.h"
#include "lib/question/common/merged_message.h"

/* The output folder without -d: the name of the folio with ".d" instead of ".folio". Without any suffix it would be
   the name of the capture, which often exists in the same folder. */
static char *default_directory(const char *folio)
{
    static const char suffix[] = ".folio";
    const size_t cut = sizeof(suffix) - 1;
    size_t n = strlen(folio);
    const bool has_suffix = n > cut && !strcmp(folio + n - cut, suffix);
    struct text t = { 0 };
    if (has_suffix && folio[n - cut - 1] != '/')
        n -= cut;
    text_add_n(&t, folio, n);
    text_add(&t, ".d");
    return t.s;
}

/* Adds DIR/PATH, printable on a terminal. */
static void unpack_add_path(struct text *t, const char *dir, const char *path)
{
    text_add_clean(t, dir);
    if (dir[strlen(dir) - 1] != '/')
        text_add(t, "/");
    text_add_clean(t, path);
}

/* Adds DIR/PATH, quoted for a shell: the names are untrusted, and people paste the command. */
static void unpack_add_word(struct text *t, const char *dir, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%";
    struct text word = { 0 };
    unpack_add_path(&word, dir, path);
    const char *quote = word.s[strspn(word.s, plain)] ? "'" : "";
    text_add(t, quote);
    for (const char *s = word.s; *s; s++)
        if (*s == '\'')
            text_add(t, "'\\''");
        else
            text_char(t, *s, 1);
    text_add(t, quote);
    text_free(&word);
}

/* Whether the i-th file is the first file of a capture. The first file of a capture that is a directory is
   `data`. */
static bool begins_capture(const struct extracted *x, size_t i)
{
    const struct extracted_file *f = &x->files[i];
    return f->kind == EXTRACTED_CAPTURE &&
           (!i || x->files[i - 1].kind != EXTRACTED_CAPTURE || strcmp(f->name, x->files[i - 1].name));
}

/* Sums up the files of the capture that begins at i. Returns the index after them. */
static size_t end_of_capture(const struct extracted *x, size_t i, uint64_t *bytes)
{
    *bytes = 0;
    do
        *bytes += x->files[i++].bytes;
    while (i < x->nfiles && x->files[i].kind == EXTRACTED_CAPTURE && !begins_capture(x, i));
    return i;
}

static size_t unpack_count(const struct extracted *x, enum extracted_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < x->nfiles; i++)
        n += x->files[i].kind == kind;
    return n;
}

static void unpack_add_files(const struct extracted *x, const char *dir, struct rows *r)
{
    static const struct rows_column columns[] = { ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("path", TEXT),
                                                  ROWS_UNSEEN("bytes", COUNT),
                                                  ROWS_UNSEEN("build_id", TEXT) };
    static const struct rows_table tables[] = {
        [EXTRACTED_CAPTURE] = { .name = "captures", .columns = columns, .n = 3 },
        [EXTRACTED_OBJECT] = { .name = "objects", .columns = columns, .n = 4 },
        [EXTRACTED_PERF_MAP] = { .name = "perf_maps", .columns = columns, .n = 3 },
    };
    for (size_t kind = 0; kind < COUNT(tables); kind++) {
        rows_table(r, &tables[kind]);
        for (size_t i = 0; i < x->nfiles; i++) {
            const struct extracted_file *f = &x->files[i];
            struct text path = { 0 };
            char hex[BUILD_ID_HEX];
            text_printf(&path, "%s/%s", dir, f->path);
            if (f->kind == kind)
                ROWS_ROW(r, value_text(f->name), value_text(path.s), value_count(f->bytes),
                         value_build_id(&f->id, hex));
            text_free(&path);
        }
        rows_table_end(r);
    }
}

static void show_files(const struct extracted *x, const char *dir, struct rows *r)
{
    struct text t = { 0 };
    uint64_t bytes;
    for (size_t i = 0; i < x->nfiles; t.n = 0) {
        const struct extracted_file *f = &x->files[i];
        unpack_add_path(&t, dir, f->kind == EXTRACTED_CAPTURE ? f->name : f->path);
        if (f->kind == EXTRACTED_CAPTURE) {
            i = end_of_capture(x, i, &bytes);
            rows_print(r, "capture %s, %" PRIu64 " bytes\n", t.s, bytes);
            continue;
        }
        if (f->kind == EXTRACTED_PERF_MAP)
            rows_print(r, "perf map %s, %" PRIu64 " bytes: perf reads it in /tmp\n", t.s, f->bytes);
        i++;
    }
    size_t objects = unpack_count(x, EXTRACTED_OBJECT);
    unpack_add_path(&t, dir, EXTRACT_TREE);
    if (objects)
        rows_print(r, "objects %s, %zu %s\n", t.s, objects, objects == 1 ? "file" : "files");
    text_free(&t);
}

/* Shows the commands with which perf reads the files. */
static void show_hints(const struct extracted *x, const char *dir, struct rows *r)
{
    struct text tree = { 0 }, t = { 0 };
    if (unpack_count(x, EXTRACTED_OBJECT)) {
        text_add(&tree, " --buildid-dir ");
        unpack_add_word(&tree, dir, EXTRACT_TREE);
    }
    for (size_t i = 0; i < x->nfiles; i++) {
        if (!begins_capture(x, i))
            continue;
        t.n = 0;
        unpack_add_word(&t, dir, x->files[i].name);
        rows_print(r, "perf%s report -i %s\n", text_str(&tree), t.s);
    }
    text_free(&tree);
    text_free(&t);
}

/* Prints the refused files. Adjacent ones with the same reason share a line; reasons are interned, so their pointers
   are compared. */
static void show_refusals(const struct extracted *x, struct outlet *err)
{
    for (size_t i = 0; i < x->nrefusals;) {
        const char *why = x->refusals[i].why;
        struct merged_message of = { 0 };
        struct text names = { 0 };
        for (; i < x->nrefusals && x->refusals[i].why == why; i++)
            merged_message_add(&of, x->refusals[i].name, 1);
        merged_message_names(&of, &names);
        outlet_print(err, "perfolio unpack: %s: %s\n", names.s, why);
        text_free(&names);
        merged_message_free(&of);
    }
}

/* If the answer is text, missing objects are listed on standard error. */
static void unpack_answer(const struct extracted *x, const char *dir, const struct common_opts *o,
                          struct outlet *out, struct outlet *err)
{
    ROWS_TABLE(refused, "refused", ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("why", TEXT));
    struct rows r;
    answer_begin_rows(&r, o, NULL, "unpack", out);
    rows_fact(&r, "directory", value_text(dir));
    unpack_add_files(x, dir, &r);
    show_files(x, dir, &r);
    show_hints(x, dir, &r);
    rows_fact(&r, "without_build_id", value_count(x->without_id));
    rows_table(&r, &refused);
    for (size_t i = 0; i < x->nrefusals; i++) {
        const struct refusal *f = &x->refusals[i];
        ROWS_ROW(&r, value_text(f->name), value_text(f->why));
    }
    rows_table_end(&r);
    if (!o->json)
        show_refusals(x, err);
    rows_end(&r, &(const struct problems){ 0 });
    if (x->without_id && !o->json)
        outlet_print(err,
                     "perfolio: perf will not find %" PRIu64
                     " object%s, because the capture has no build-id%s (first: %s)\n",
                     x->without_id, text_plural(x->without_id),
                     text_one_or_many(x->without_id, " for it", "s for them"), x->first_without_id);
}

struct unpack_opts {
    struct common_opts common;
    char *dir;
};

#define OPTS struct unpack_opts
static const struct option_row rows[] = {
    OPT("directory", 'd', TEXT, dir, "DIR",
        "the output folder; default: the folio's name with .d instead of .folio", .needs = NEEDS_TREE),
    OPT_END
};

static bool unpack_prepare(void *opts, struct outlet *err)
{
    struct unpack_opts *o = opts;
    if (!o->dir && !strcmp(o->common.input, "-")) {
        outlet_add(err, "perfolio unpack: no output folder is named: use -d DIR\n");
        return false;
    }
    if (!o->dir)
        o->dir = default_directory(o->common.input);
    return true;
}

static int unpack_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct unpack_opts *o = opts;
    struct extracted x = { 0 };
    struct err e = { 0 };
    const char *capture = o->common.capture;
    struct input in;
    struct folio *f = common_folio(&in, &o->common, o->common.input, &e);
    int64_t number = f && capture ? folio_find_capture(f, capture, &e) : -1;
    bool ok = f && e.kind == ERR_NONE && extract(f, o->dir, number, o->common.max_unpacked, &x, &e);
    if (ok)
        unpack_answer(&x, o->dir, &o->common, out, err);
    else
        outlet_fail(err, &e, "perfolio unpack: ");
    ok = ok && !x.nrefusals;
    extracted_free(&x);
    input_close(&in);
    return !ok;
}

const struct command unpack_command =
    COMMAND("unpack", "write the captures of a folio, and their objects as a build-id cache for perf",
            "[options] [-i] FOLIO", rows, .size = sizeof(struct unpack_opts), .prepare = unpack_prepare,
            .run = unpack_run, .traits = COMMAND_NAMED);
