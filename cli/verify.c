/*
 * verify: two questions about a folio: is it as it was written, and does it have all that its samples need?
 * The first is about every byte, the second about the objects that samples lie in.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio_check.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "core/base/mem.h"
#include "core/base/order.h"
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

static void show_missing(struct verdict *v, const struct object *o, uint64_t samples, uint64_t all)
{
    char hex[41];
    struct text path = { 0 };
    if (v->json) {
        json_object_line(v->json, NULL);
        json_text(v->json, "path", o->path);
        answer_build_id(v->json, &o->build_id);
        json_count(v->json, "samples", samples);
        json_end(v->json);
        return;
    }
    text_add_clean(&path, o->path);
    fprintf(v->out, "  %6.2f%%  %s  %s\n", 100.0 * (double)samples / (double)all, path.s ? path.s : "",
            o->build_id.n ? build_id_text(&o->build_id, hex) : "recorded without a build-id");
    text_free(&path);
}

/* The objects of a capture that samples lie in and that have no symbols here, most samples first. */
static void show_capture(struct verdict *v, const char *name, const struct session *s, const uint64_t *shares,
                         uint64_t all)
{
    size_t n, missing = 0;
    uint64_t lost = 0;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    struct numbered *order = mem_new(n, sizeof(*order));
    for (size_t i = 0; i < n; i++) {
        const struct object *o = objects[i];
        bool named = o->kind == OBJECT_DATA || resolver_resolved(s->resolver, o).table;
        if (shares[i] && !named) {
            order[missing++] = (struct numbered){ UINT64_MAX - shares[i], (uint32_t)i };
            lost += shares[i];
        }
    }
    order_by_number(order, missing);
    v->complete = v->complete && !missing;
    if (v->json) {
        json_object(v->json, NULL);
        json_text(v->json, "name", name);
        json_count(v->json, "samples", all);
        json_array(v->json, "missing");
    } else if (missing) {
        fprintf(v->out, "capture %s: %zu objects are missing, with %.2f%% of its samples\n", name, missing,
                100.0 * (double)lost / (double)all);
    } else {
        fprintf(v->out, "capture %s: complete\n", name);
    }
    for (size_t i = 0; i < missing; i++)
        show_missing(v, objects[order[i].at], shares[order[i].at], all);
    if (v->json) {
        json_end(v->json);
        json_end(v->json);
    }
    free(order);
}

/* False: a capture cannot be read at all. */
static bool look_at(struct verdict *v, const struct folio *f, size_t i)
{
    struct common_opts o = *v->common;
    struct session s;
    struct err e = { 0 };
    char number[24];
    uint64_t all;
    snprintf(number, sizeof(number), "%zu", i + 1);
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

static void verify(struct verdict *v, const struct folio *f, const char *why)
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
        fprintf(v->out, "intact: %" PRIu64 " bytes, %zu sections, %zu captures, %zu objects, level %s\n",
                f->file.size, f->nsections, f->ncaptures, f->nobjects, folio_level_name(f->level));
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

int cmd_verify(int argc, const char **argv, FILE *out, FILE *err)
{
    const struct poptOption own[] = { POPT_TABLEEND };
    struct common_opts o;
    struct err e = { 0 };
    int status = options_read(
        argc, argv, &(struct options){ .command = "verify", .usage = "FOLIO [options]", .own = own }, &o, out,
        err);
    if (status < 0) {
        struct verdict v = { .common = &o, .out = out, .err = err };
        struct folio *f = folio_open(o.input, &e);
        status = 1;
        if (f || (e.kind == ERR_FORMAT && folio_is_at(o.input))) {
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
