/* Which runs stand on the sides, and how much work each of them did. */
#include "cli/diff/replicates.h"

#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"

static struct replicate *add_run(struct replicates *r, size_t *cap, bool after, const char *path)
{
    r->v = mem_room(r->v, r->n, cap, sizeof(*r->v));
    struct replicate *run = &r->v[r->n++];
    *run = (struct replicate){ .after = after, .path = arena_names_intern(&r->texts, path), .work = 1 };
    run->name = run->path;
    return run;
}

/* A run of a folio of several; `number` counts from 1. */
static void add_capture(struct replicates *r, size_t *cap, bool after, const char *path, const char *name,
                        size_t number)
{
    struct text t = { 0 };
    struct replicate *run = add_run(r, cap, after, path);
    text_add_clean(&t, name);
    run->name = arena_names_intern(&r->texts, t.s);
    t.n = 0;
    text_printf(&t, "%zu", number);
    run->capture = t.s;
}

/* The runs of a file: one, or each of a folio's; those alone that have a label ("KEY=VALUE"), where one is meant. */
static bool add_file(struct replicates *r, size_t *cap, bool after, const char *path, const char *label,
                     FILE *err)
{
    struct err e = { 0 };
    enum folio_look look = folio_look_at(path, &e);
    struct folio *f = look == FOLIO_IS ? folio_open(path, &e) : NULL;
    if (look == FOLIO_UNREADABLE || (look == FOLIO_IS && !f)) {
        fprintf(err, "perfolio: %s\n", e.msg);
        return false;
    }
    if (!f && !label)
        add_run(r, cap, after, path);
    for (size_t i = 0; f && i < f->ncaptures; i++)
        if (!label || folio_has_label(f, (uint32_t)i, label))
            add_capture(r, cap, after, path, f->captures[i].name, i + 1);
    folio_close(f);
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What a word of --before or --after stands for: a file, files that match a pattern, or captures of the folios
   named besides that have a label. */
static bool add_word(struct replicates *r, size_t *cap, bool after, const char *word,
                     const struct words *besides, FILE *err)
{
    struct stat st;
    uint32_t known = r->n;
    glob_t found = { 0 };
    bool ok = true;
    if (stat(word, &st) == 0)
        return add_file(r, cap, after, word, NULL, err);
    if (glob(word, GLOB_NOSORT, NULL, &found) == 0) {
        qsort(found.gl_pathv, found.gl_pathc, sizeof(*found.gl_pathv), by_bytes); /* no locale's order */
        for (size_t i = 0; ok && i < found.gl_pathc; i++)
            ok = add_file(r, cap, after, found.gl_pathv[i], NULL, err);
    } else if (strchr(word, '=')) {
        for (size_t i = 0; ok && i < besides->n; i++)
            ok = add_file(r, cap, after, besides->v[i], word, err);
    }
    globfree(&found);
    if (ok && r->n == known)
        fprintf(err, "perfolio diff: --%s: there is no file '%s'%s\n", after ? "after" : "before", word,
                !strchr(word, '=') ? ""
                : besides->n       ? ", nor a capture with that label in the folios that are named"
                                   : "; folios whose captures have labels stand in front of --before");
    return ok && r->n > known;
}

bool replicates_find(struct replicates *r, const struct diff_opts *o, FILE *err)
{
    size_t cap = 0;
    for (size_t i = 0; i < o->gate.before.n; i++)
        if (!add_word(r, &cap, false, o->gate.before.v[i], &o->common.inputs, err))
            return false;
    r->before = r->n;
    for (size_t i = 0; i < o->gate.after.n; i++)
        if (!add_word(r, &cap, true, o->gate.after.v[i], &o->common.inputs, err))
            return false;
    for (size_t i = 0; r->n && i < o->common.inputs.n; i++) {
        uint32_t used = 0;
        while (used < r->n && strcmp(r->v[used].path, o->common.inputs.v[i]) != 0)
            used++;
        if (used < r->n)
            break;
        if (i + 1 == o->common.inputs.n) {
            fprintf(err,
                    "perfolio diff: '%s' is on no side: runs stand behind --before and --after, folios whose "
                    "labels are named there in front\n",
                    o->common.inputs.v[i]);
            return false;
        }
    }
    if (r->before && r->n > r->before)
        return true;
    fprintf(err, "perfolio diff: --%s: runs of the other side are missing\n", r->before ? "after" : "before");
    return false;
}

/* Whether costs can be divided by it: none becomes infinite. */
static bool is_work(double n)
{
    return n > 1e-100 && n < 1e100;
}

/* --per: one number for all runs; --per-file: one for each, in their order, separated by blanks. */
bool replicates_read_work(struct replicates *r, const struct diff_opts *o, FILE *err)
{
    if (o->gate.per >= 0 && !is_work(o->gate.per)) {
        fputs("perfolio diff: --per takes a number between 1e-100 and 1e100\n", err);
        return false;
    }
    for (uint32_t i = 0; i < r->n; i++)
        r->v[i].work = o->gate.per >= 0 ? o->gate.per : 1;
    if (!o->gate.per_file)
        return true;
    FILE *f = fopen(o->gate.per_file, "r");
    uint32_t i = 0;
    double n;
    int got = 0;
    while (f && (got = fscanf(f, "%lf", &n)) == 1 && is_work(n)) {
        if (i < r->n)
            r->v[i].work = n;
        i++;
    }
    bool ok = f && got == EOF && i == r->n;
    if (!f)
        fprintf(err, "perfolio diff: --per-file: %s cannot be read\n", o->gate.per_file);
    else if (!ok)
        fprintf(err,
                "perfolio diff: --per-file: %s has to hold a number above 0 for each of the %" PRIu32
                " runs, those before first; number %" PRIu32 " is %s\n",
                o->gate.per_file, r->n, i < r->n ? i + 1 : r->n + 1,
                got != EOF ? "none"
                : i < r->n ? "missing"
                           : "too much");
    if (f)
        fclose(f);
    return ok;
}
