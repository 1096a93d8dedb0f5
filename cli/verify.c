/*
 * verify: two questions about a folio: is it as it was written, and does it have all that its samples need?
 * The first is about every byte, the second about the objects that samples lie in.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "archive/folio_check.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/missing.h"
#include "cli/session.h"
#include "core/profile/shares.h"

struct verdict {
    const struct common_opts *common;
    FILE *out, *err;
    struct json *json; /* NULL: text */
    bool intact, complete;
};

static void damaged(void *arg, const char *what)
{
    struct verdict *v = arg;
    struct text clean = { 0 };
    v->intact = false;
    text_add_clean(&clean, what);
    if (v->json)
        json_text(v->json, NULL, clean.s);
    else
        fprintf(v->out, "damaged: %s\n", clean.s);
    text_free(&clean);
}

static void show_capture(struct verdict *v, const char *name, const struct session *s, const uint64_t *shares,
                         uint64_t samples)
{
    struct missing m = missing_objects(s, shares);
    v->complete = v->complete && !m.n;
    if (v->json) {
        json_object(v->json, NULL);
        json_text(v->json, "name", name);
        json_count(v->json, "samples", samples);
        missing_answer(&m, v->json);
        json_end(v->json);
    } else if (m.n) {
        fprintf(v->out, "capture %s: %zu object%s missing, with %.2f%% of its samples\n", name, m.n,
                m.n == 1 ? " is" : "s are", 100.0 * (double)m.all / (double)samples);
        missing_show(&m, samples, SIZE_MAX, v->out);
    } else {
        fprintf(v->out, "capture %s: complete\n", name);
    }
    missing_free(&m);
}

/* False: a capture cannot be read at all. */
static bool look_at(struct verdict *v, struct folio *f, size_t i)
{
    struct common_opts o = *v->common;
    struct input in = { .folio = f };
    struct session s;
    struct err e = { 0 };
    char number[24];
    uint64_t all;
    snprintf(number, sizeof(number), "%zu", i + 1);
    o.opened = &in;
    o.capture = number;
    o.isolated = 1;
    if (!session_open(&s, &o, SESSION_RESOLVE, v->err))
        return v->complete = false;
    uint64_t *shares = object_shares(s.capture, s.timeline, s.resolver, &all, &e);
    struct text name = { 0 };
    text_add_clean(&name, f->captures[i].name);
    if (shares)
        show_capture(v, name.s ? name.s : "", &s, shares, all);
    else
        v->complete = false;
    if (!shares)
        fprintf(v->err, "perfolio verify: %s\n", e.msg);
    text_free(&name);
    free(shares);
    session_close(&s);
    return true;
}

static void verify(struct verdict *v, struct folio *f, const char *why)
{
    if (v->json) {
        json_text(v->json, "folio", v->common->input);
        json_array(v->json, "damage");
    }
    if (f)
        v->intact = folio_check(f, damaged, v);
    else
        damaged(v, why);
    if (v->json)
        json_end(v->json);
    else if (v->intact)
        fprintf(v->out, "intact: %" PRIu64 " bytes, %zu sections, %zu capture%s, %zu object%s, level %s\n",
                f->file.size, f->nsections, f->ncaptures, f->ncaptures == 1 ? "" : "s", f->nobjects,
                f->nobjects == 1 ? "" : "s", folio_level_name(f->level));
    if (v->json) {
        json_bool(v->json, "intact", v->intact);
        json_text(v->json, "level", f ? folio_level_name(f->level) : NULL);
        json_array(v->json, "captures");
    }
    v->complete = f;
    for (size_t i = 0; f && i < f->ncaptures; i++)
        look_at(v, f, i);
    if (v->json) {
        json_end(v->json);
        json_bool(v->json, "complete", v->complete);
        json_end(v->json);
    }
}

/* NULL with `e` set; `begins`: as a folio, and so it is a damaged one. */
static struct folio *open_folio(const char *path, bool *begins, struct err *e)
{
    struct file file;
    *begins = false;
    if (!file_open(&file, path, e)) {
        err_in(e, "%s", path);
        return NULL;
    }
    *begins = folio_is(&file);
    struct folio *f = folio_open_file(path, &file, e);
    *begins = *begins && (f || e->kind == ERR_FORMAT);
    return f;
}

int cmd_verify(int argc, const char **argv, FILE *out, FILE *err)
{
    const struct poptOption own[] = { POPT_TABLEEND };
    struct common_opts o;
    struct err e = { 0 };
    int status = options_read(
        argc, argv,
        &(struct options){ .command = "verify", .usage = "FOLIO [options]", .own = own, .named = true }, &o,
        out, err);
    if (status < 0) {
        struct verdict v = { .common = &o, .out = out, .err = err };
        bool begins;
        struct folio *f = open_folio(o.input, &begins, &e);
        status = 1;
        if (begins) {
            struct json json = { 0 };
            if (o.json) {
                json = answer_begin(out, "verify");
                v.json = &json;
            }
            verify(&v, f, e.msg);
            status = v.intact && v.complete ? 0 : 2;
        } else {
            fprintf(err, "perfolio verify: %s\n", e.msg);
        }
        folio_close(f);
    }
    options_free(&o);
    return status;
}
