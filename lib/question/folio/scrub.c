/*
 * scrub: writes a capture or a folio that can be given away: what tells of persons, machines and processes is dropped or
 * replaced, by the table of policy.h. What was written is searched for what was removed before it gets its name.
 */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/folio/packing.h"
#include "lib/question/share/scrub/giving.h"

struct scrub_opts {
    struct common_opts common;
    struct giving_opts giving;
    char *output;
    bool preview;
};

/* Scrubs the capture of a session. The file gets its name only if nothing was found in it. */
static bool scrub_session(struct given *v, struct giving *g, const struct scrub_opts *o, struct session *s,
                          struct err *e)
{
    if (!giving_scrub(v, g, s, o->output, e) || !giving_search(v, e))
        return false;
    if (g->leaks || o->preview)
        return true;
    return output_prepare_commit(&v->out, e) && giving_write_key(g, e) && output_commit(&v->out, e);
}

static void scrub_answer(const struct giving *g, const struct given *v, const struct session *s,
                         const struct scrub_opts *o, struct outlet *out, struct outlet *err)
{
    struct rows r;
    struct outlet *to = out;
    if (o->output && !strcmp(o->output, "-"))
        to = err;
    answer_begin_rows(&r, &o->common, NULL, "scrub", to);
    rows_say(&r, "for", value_text(policy_level_name((size_t)o->giving.level)), "for %s:\n");
    giving_rows(g, &r);
    rows_fact(&r, "leaks", value_count(g->leaks));
    if (o->preview)
        rows_fact(&r, "output", value_none());
    else if (!g->leaks)
        share_facts(&r, o->output, &g->sums);
    answer_rows_end(&r, s, &v->problems, 0, err);
}

#define OPTS struct scrub_opts
static const struct option_row scrub_rows_of_options[] = {
    OPT("output", 'o', TEXT, output, "FILE", "the capture or folio to write; - is standard output",
        .needs = NEEDS_OUTPUT),
    OPT("for", 0, WORD, giving.level, "WHOM",
        "who gets it: team, vendor, public (default), or nothing: nothing is told but where time went",
        .word_at = policy_level_name),
    OPT("preview", 0, FLAG, preview, NULL, "write nothing; say what is there, and what would become of it"),
    GIVING_ROWS(giving),
    SHARE_FILTER_ROWS(giving.),
    OPT_END
};

static bool scrub_prepare(void *opts, struct outlet *err)
{
    const struct scrub_opts *o = opts;
    if (!giving_prepare("scrub", &o->giving, &o->common, o->output, err))
        return false;
    if (o->preview && o->output)
        return outlet_refuse(err, "perfolio scrub: --preview writes nothing: leave out -o\n");
    return o->preview || share_prepare("scrub", &o->common, o->output, err);
}

static int scrub_capture(const struct scrub_opts *o, struct outlet *out, struct outlet *err)
{
    struct err e = { 0 };
    struct giving g = { 0 };
    struct given v = { 0 };
    struct session *s = common_session(&o->common, SESSION_RESOLVE, err);
    if (!s)
        return 1;
    const bool is_capture =
        !s->folio || err_set(&e, ERR_USAGE, 0, "a folio that comes from a pipe has to be stored first");
    const bool ok = is_capture && giving_begin(&g, &o->giving, &o->common, &e) &&
                    scrub_session(&v, &g, o, s, &e);
    if (ok) {
        scrub_answer(&g, &v, s, o, out, err);
        giving_show(&g, "scrub", session_name(s), err);
    } else {
        outlet_fail(err, &e, "perfolio scrub: %s: ", session_name(s));
    }
    const int status = g.leaks ? 2 : !ok;
    giving_close(&v);
    giving_free(&g);
    common_release_session(s, &o->common);
    return status;
}

/* Packs the captures of a folio anew, scrubbed. */
static int scrub_folio(const struct scrub_opts *o, struct outlet *out, struct outlet *err)
{
    char nowhere[] = "-";
    struct packing p = packing_of_folio("scrub", &o->common, o->preview ? nowhere : o->output);
    p.give = o->giving;
    p.opts.dry_run = o->preview;
    return packing_run(&p, out, err);
}

/* Finds out whether the input is a folio, or a page with one. Standard input can be read only once, and is not examined.
   False with `e` set: the input cannot be read. */
static bool input_is_folio(const struct scrub_opts *o, bool *is, struct err *e)
{
    struct input in = { 0 };
    *is = false;
    if (!strcmp(o->common.input, "-"))
        return true;
    if (!common_input(&in, &o->common, o->common.input, e))
        return false;
    *is = in.folio;
    input_close(&in);
    return true;
}

static int scrub_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct scrub_opts *o = opts;
    struct err e = { 0 };
    bool is_folio;
    if (!o->preview && !share_may_write("scrub", o->output, out, err))
        return 1;
    if (!input_is_folio(o, &is_folio, &e)) {
        outlet_fail(err, &e, "perfolio: ");
        return 1;
    }
    return is_folio ? scrub_folio(o, out, err) : scrub_capture(o, out, err);
}

static const struct scrub_opts usual = { .giving.level = SCRUB_PUBLIC };

const struct command scrub_command =
    COMMAND("scrub", "a capture or folio to give away: without secrets, persons and machines in it",
            "[options] -o FILE [-i] FILE", scrub_rows_of_options, .size = sizeof(usual), .usual = &usual,
            .prepare = scrub_prepare, .run = scrub_run);
