/*
 * verify: answers two questions about a folio. Is it intact, that is, is every byte as it was written? Is it
 * complete, that is, does it have all objects that have samples? If a part cannot be read, the answer is
 * unknown, not "no".
 */
#include <inttypes.h>
#include <stdlib.h>

#include "archive/folio/folio.h"
#include "core/base/text.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"
#include "lib/question/provenance/holdings.h"
#include "lib/question/provenance/missing.h"
#include "lib/question/common/common.h"
#include "core/profile/count/reachable.h"

struct verdict {
    const struct common_opts *common;
    struct rows *rows;
    struct outlet *out, *err;
    struct holdings holdings;
    enum found { GOOD, UNKNOWN, BAD } intact, complete; /* the worst result so far */
};

static void verify_find(enum found *known, enum found now)
{
    if (now > *known)
        *known = now;
}

static void damaged(void *arg, const char *what)
{
    struct verdict *v = arg;
    verify_find(&v->intact, BAD);
    rows_say(v->rows, NULL, value_text(what), "damaged: %s\n");
}

static void show_capture(struct verdict *v, const char *name, const struct session *s, const uint64_t *shares,
                         uint64_t samples)
{
    struct missing m = missing_objects(s, shares);
    verify_find(&v->complete, m.n ? BAD : GOOD);
    ROWS_ROW_BEGIN(v->rows, value_text(name), value_count(samples));
    if (!m.n)
        rows_print(v->rows, "capture %s: complete\n", name);
    else
        rows_print(v->rows, "capture %s: %zu object%s missing, with %.2f%% of its samples\n", name, m.n,
                   m.n == 1 ? " is" : "s are", 100.0 * (double)m.all / (double)samples);
    missing_rows(&m, v->rows);
    if (rows_prints_text(v->rows))
        missing_show(&m, samples, SIZE_MAX, v->out);
    rows_row_end(v->rows);
    missing_free(&m);
}

static void report_error(const struct verdict *v, const struct err *e)
{
    outlet_flush(v->out); /* the message comes after the output so far */
    outlet_fail(v->err, e, "perfolio verify: ");
}

/* Whether a part of the folio could not be read; sets `e` to the reason. */
static bool is_unread(const struct folio *f, struct err *e)
{
    return !folio_check_reads(f, e) && e->kind == ERR_IO;
}

/* Opens the session of a capture. If this fails, the folio is not complete; if a part could not be read,
   or if the options are at fault, this is unknown. */
static bool open_session(struct verdict *v, const struct folio *f, const struct common_opts *o,
                         struct session *s)
{
    struct err e = { 0 };
    if (!common_open(s, o, SESSION_WALK, v->err)) {
        verify_find(&v->complete, is_unread(f, &e) ? UNKNOWN : BAD);
        return false;
    }
    if (common_deepen(s, o, SESSION_RESOLVE, v->err))
        return true;
    verify_find(&v->complete, UNKNOWN);
    session_close(s);
    return false;
}

static void verify_look_at(struct verdict *v, struct folio *f, size_t i)
{
    struct common_opts o = *v->common;
    struct input in = { .folio = f };
    struct session s;
    struct err e = { 0 }, why = { 0 };
    char number[24];
    uint64_t all;
    snprintf(number, sizeof(number), "%zu", i + 1);
    o.input = f->path;
    o.opened = &in;
    o.capture = number;
    o.isolated = 1;
    if (!open_session(v, f, &o, &s))
        return;
    holdings_add_capture(&v->holdings, &s, f->captures[i].name);
    uint64_t *shares = reachable_count_by_object(s.capture, s.timeline, s.resolver, &all, &e);
    struct text name = { 0 };
    text_add_clean(&name, f->captures[i].name);
    bool read = !is_unread(f, &why);
    if (read && shares)
        show_capture(v, text_str(&name), &s, shares, all);
    else
        report_error(v, read ? &e : &why);
    if (read)
        verify_find(&v->complete, shares ? GOOD : BAD);
    else
        verify_find(&v->complete, UNKNOWN);
    text_free(&name);
    free(shares);
    session_close(&s);
}

/* Checks whether the folio is intact. */
static void check(struct verdict *v, const struct folio *f, const char *why)
{
    struct err e = { 0 };
    if (!f)
        damaged(v, why);
    else if (!folio_check(f, damaged, v) && is_unread(f, &e)) {
        report_error(v, &e);
        verify_find(&v->intact, UNKNOWN);
    }
}

/* A verdict as a value; unknown if there is none. */
static struct value verify_value_of(enum found found)
{
    if (found == UNKNOWN)
        return value_unknown();
    return value_yes_no(found == GOOD);
}

/* Verifies a folio. `f` is NULL: the folio is damaged (`why`), or, if `why` is NULL, too, it could not be
   read. */
static void verify(struct verdict *v, struct folio *f, const char *path, const char *why)
{
    ROWS_TABLE(captures, "captures", ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("samples", COUNT));
    struct rows *r = v->rows;
    rows_fact(r, "folio", value_text(path));
    rows_list(r, "damage");
    if (f || why)
        check(v, f, why);
    else
        verify_find(&v->intact, UNKNOWN);
    rows_close(r);
    if (v->intact == GOOD)
        rows_print(r, "intact: %" PRIu64 " bytes, %zu sections, %zu capture%s, %zu object%s, level %s\n",
                   f->file.size, f->nsections, f->ncaptures, text_plural(f->ncaptures), f->nobjects,
                   text_plural(f->nobjects), folio_level_name(f->level));
    rows_fact(r, "intact", verify_value_of(v->intact));
    rows_fact(r, "level", value_text(f ? folio_level_name(f->level) : NULL));
    rows_table(r, &captures);
    if (v->intact == UNKNOWN)
        verify_find(&v->complete, UNKNOWN);
    else
        verify_find(&v->complete, f ? GOOD : BAD);
    for (size_t i = 0; v->complete != UNKNOWN && f && i < f->ncaptures; i++)
        verify_look_at(v, f, i);
    rows_table_end(r);
    rows_fact(r, "complete", verify_value_of(v->complete));
    if (f)
        holdings_add_objects(&v->holdings, f);
    holdings_rows(&v->holdings, r);
    holdings_free(&v->holdings);
}

static const struct option_row rows[] = { OPT_END };

/* Begins the part about one folio in an answer about several; `error`: why it could not be read, or NULL. */
static void begin_part(struct rows *r, const char *path, const char *error)
{
    struct text clean = { 0 };
    text_add_clean(&clean, path);
    rows_object(r, NULL);
    rows_print(r, "# Folio: %s\n", text_str(&clean));
    rows_fact(r, "error", value_text(error));
    text_free(&clean);
}

/* Verifies a folio; `r`: the answer about several folios, or NULL. Returns the exit status. */
static int verify_one(const struct common_opts *o, const char *path, struct rows *r, struct outlet *out,
                      struct outlet *err)
{
    static const int statuses[] = { [GOOD] = 0, [UNKNOWN] = 1, [BAD] = 2 };
    struct err e = { 0 };
    struct input in;
    struct rows alone;
    struct verdict v = { .common = o, .rows = r ? r : &alone, .out = out, .err = err };
    struct folio *f = common_folio(&in, o, path, &e);
    const bool is_damaged = !f && e.kind == ERR_FORMAT, is_unreadable = !f && !is_damaged;
    if (r)
        begin_part(r, path, is_unreadable ? e.msg : NULL);
    if (is_unreadable)
        report_error(&v, &e);
    if (is_unreadable && !r)
        return 1;
    if (!r)
        answer_begin_rows(&alone, o, NULL, "verify", out);
    verify(&v, f, path, is_damaged ? e.msg : NULL);
    if (r)
        rows_close(r);
    else
        rows_end(&alone, NULL);
    input_close(&in);
    if (v.intact > v.complete)
        return statuses[v.intact];
    return statuses[v.complete];
}

static int verify_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct common_opts *o = opts;
    struct rows r;
    int worst = 0;
    if (o->inputs.n < 2)
        return verify_one(o, o->inputs.v[0], NULL, out, err);
    answer_begin_rows(&r, o, NULL, "verify", out);
    rows_list(&r, "folios");
    for (size_t i = 0; i < o->inputs.n; i++) {
        if (i)
            rows_print(&r, "\n");
        const int status = verify_one(o, o->inputs.v[i], &r, out, err);
        if (status > worst)
            worst = status;
    }
    rows_close(&r);
    rows_end(&r, NULL);
    return worst;
}

const struct command verify_command =
    COMMAND("verify", "check that a folio is intact and has every object that its samples need",
            "FOLIO... [options]", rows, .run = verify_run, .traits = COMMAND_SEVERAL | COMMAND_NAMED);
