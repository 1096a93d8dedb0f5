/*
 * scrub: writes a capture that can be given away: what tells of persons, machines and processes is dropped or replaced, by
 * the table of policy.h. What was written is searched for what was removed before it gets its name.
 */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/options/filters.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/share/leaks.h"
#include "lib/question/share/scrubber.h"

struct scrub_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct words events;
    char *output, *key, *write_key;
    int level; /* enum scrub_level */
    bool preview;
};

/* A capture that is being scrubbed. */
struct scrubbing {
    const struct scrub_opts *o;
    struct keeping keeping;
    struct pseudonyms names;
    struct scrubber x;
    struct problems problems;
    size_t leaks;      /* texts that were removed, and are there */
    struct text first; /* the first of them */
};

static bool scrub_key(struct scrubbing *w, struct err *e)
{
    if (w->o->key)
        return pseudonyms_read(&w->names, w->o->key, e);
    return pseudonyms_random_key(&w->names, e);
}

/* Writes the capture and searches it. The file gets its name only if nothing was found. */
static bool scrub_file(struct scrubbing *w, struct err *e)
{
    const struct scrub_opts *o = w->o;
    struct output out = { 0 };
    struct file written;
    bool ok = share_open(&out, &o->common, o->preview ? "/dev/null" : o->output, e) &&
              scrubber_write(&w->x, &out, e) && output_read_back(&out, &written, e) &&
              leaks_find(&written, &w->x.removed, &w->x.kept, &w->leaks, &w->first, e);
    w->x.sums.bytes = out.size;
    if (ok && !w->leaks && !o->preview)
        ok = output_prepare_commit(&out, e) &&
             (!o->write_key || pseudonyms_write(&w->names, o->write_key, e)) && output_commit(&out, e);
    output_abandon(&out);
    return ok;
}

static bool scrub_session(struct scrubbing *w, struct session *s, struct err *e)
{
    const struct scrub_opts *o = w->o;
    bool ok = keeping_init(&w->keeping, s, &o->filter, &o->events, e) && scrub_key(w, e);
    scrubber_init(&w->x, s, (enum scrub_level)o->level, &w->keeping, &w->names, &w->problems);
    if (ok && !w->keeping.all && !w->keeping.samples)
        ok = err_set(e, ERR_USAGE, 0, "none of its %" PRIu64 " samples is chosen: nothing was written",
                     s->capture->nsamples);
    return ok && scrub_file(w, e);
}

/* Adds a row for each kind of data that the capture has, and what became of it. */
static void scrub_rows(const struct scrubbing *w, struct rows *r)
{
    ROWS_TABLE(
        kinds, "kinds", { .name = "kind", .type = VALUE_TEXT },
        { .name = "count", .header = "", .before = "  ", .width = 8, .right = true, .type = VALUE_COUNT },
        { .header = "", .before = " ", .width = 30, .type = VALUE_TEXT },
        { .name = "act", .header = "", .before = " ", .type = VALUE_TEXT });
    rows_table(r, &kinds);
    for (enum scrub_kind kind = 0; kind < SCRUB_KINDS; kind++)
        if (w->x.found[kind])
            ROWS_ROW(r, value_text(policy_key(kind)), value_count(w->x.found[kind]),
                     value_text(policy_words(kind)),
                     value_text(policy_act_name(policy_act(kind, w->x.level))));
    rows_table_end(r);
}

static void scrub_answer(const struct scrubbing *w, const struct session *s, struct outlet *out,
                         struct outlet *err)
{
    const struct scrub_opts *o = w->o;
    struct rows r;
    struct outlet *to = out;
    if (o->output && !strcmp(o->output, "-"))
        to = err;
    answer_begin_rows(&r, &o->common, NULL, "scrub", to);
    rows_say(&r, "for", value_text(policy_level_name((size_t)o->level)), "for %s:\n");
    scrub_rows(w, &r);
    rows_fact(&r, "leaks", value_count(w->leaks));
    if (o->preview)
        rows_fact(&r, "output", value_none());
    else if (!w->leaks)
        share_facts(&r, o->output, &w->x.sums);
    answer_rows_end(&r, s, &w->problems, 0, err);
    if (w->x.unwritable)
        outlet_print(err, "perfolio scrub: %" PRIu64 " samples are left out: they have unknown fields\n",
                     w->x.unwritable);
    if (w->x.dumped_short)
        outlet_print(
            err,
            "perfolio scrub: of %" PRIu64 " of %" PRIu64
            " samples with stack dumps no caller is known: --objects names the files that unwinding needs\n",
            w->x.dumped_short, w->x.dumped_before);
}

#define OPTS struct scrub_opts
static const struct option_row scrub_rows_of_options[] = {
    OPT("output", 'o', TEXT, output, "FILE", "the capture to write; - is standard output"),
    OPT("for", 0, WORD, level, "WHOM",
        "who gets it: team, vendor, public (default), or nothing: nothing is told but where time went",
        .word_at = policy_level_name),
    OPT("preview", 0, FLAG, preview, NULL, "write nothing; say what is there, and what would become of it"),
    OPT("key", 0, TEXT, key, "FILE", "compute pseudonyms by this key, which --write-key wrote"),
    OPT("write-key", 0, TEXT, write_key, "FILE", "write the key and the names, for unscrub"),
    SHARE_FILTER_ROWS,
    OPT_END
};

/* Whether the new key file replaces nothing but the key that is used, whose names it takes over. */
static bool key_may_be_written(const struct scrub_opts *o, struct outlet *err)
{
    const char *to = o->write_key;
    if (!share_key_is_apart("scrub", &o->common, o->output, "--write-key", to, err))
        return false;
    if (file_kind_of(to) == FILE_NONE || (o->key && file_same(to, o->key)))
        return true;
    return outlet_refuse(
        err,
        "perfolio scrub: --write-key %s: the file exists and is not replaced; --key %s adds to it "
        "if it is a key\n",
        to, to);
}

static bool scrub_prepare(void *opts, struct outlet *err)
{
    const struct scrub_opts *o = opts;
    if (o->write_key && !key_may_be_written(o, err))
        return false;
    if (o->key && o->output && !share_key_is_apart("scrub", &o->common, o->output, "--key", o->key, err))
        return false;
    if (o->preview && o->output)
        return outlet_refuse(err, "perfolio scrub: --preview writes nothing: leave out -o\n");
    return o->preview || share_prepare("scrub", &o->common, o->output, err);
}

static int scrub_run(const void *opts, struct outlet *out, struct outlet *err)
{
    struct scrub_opts own = *(const struct scrub_opts *)opts, *const o = &own;
    struct err e = { 0 };
    struct scrubbing w = { .o = o };
    if (!o->preview && !share_may_write("scrub", o->output, out, err))
        return 1;
    struct session *s = common_session(&o->common, SESSION_RESOLVE, err);
    if (!s)
        return 1;
    const bool fits = filters_resolve(&o->filters, &o->filter, s->capture, &e) &&
                      keeping_find_events(&o->events, &s->capture->events, &e);
    const bool ok = fits && scrub_session(&w, s, &e);
    int status = 1;
    if (ok) {
        scrub_answer(&w, s, out, err);
        status = w.leaks ? 2 : 0;
    } else {
        outlet_fail(err, &e, "perfolio scrub: %s: ", session_name(s));
    }
    if (w.leaks) {
        struct text clean = { 0 };
        text_add_clean(&clean, w.first.s);
        outlet_print(
            err,
            "perfolio scrub: %s: %zu texts that must not be there are in the result (first: %s); it was "
            "not written\n",
            session_name(s), w.leaks, clean.s);
        text_free(&clean);
    }
    if (fits) {
        scrubber_free(&w.x);
        keeping_free(&w.keeping);
    }
    pseudonyms_free(&w.names);
    text_free(&w.first);
    common_release_session(s, &o->common);
    return status;
}

static const struct scrub_opts usual = { .level = SCRUB_PUBLIC };

const struct command scrub_command =
    COMMAND("scrub", "a capture to give away: without secrets, persons and machines in it",
            "[options] -o FILE [-i] FILE", scrub_rows_of_options, .size = sizeof(usual), .usual = &usual,
            .prepare = scrub_prepare, .run = scrub_run);
