/* join: writes captures of one machine with the same events as one capture, as of perf record --switch-output. */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/mem.h"
#include "formats/perf/write/joining.h"
#include "formats/perf/salvage/series.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/share/share.h"
#include "lib/question/share/together.h"

struct join_opts {
    struct common_opts common;
    char *output;
};

/* The captures that are joined. */
struct joined {
    struct session *sessions; /* in the order in which they are named */
    struct join_part *parts;
    size_t n; /* of those that are open */
};

static void joined_close(struct joined *w)
{
    for (size_t i = 0; i < w->n; i++)
        session_close(&w->sessions[i]);
    free(w->sessions);
    free(w->parts);
}

/* Opens a capture. A part that continues the compressed records of those before it is decompressed. */
static bool joined_open_one(struct joined *w, struct common_opts *o, struct series *series,
                            struct outlet *err)
{
    struct session *s = &w->sessions[w->n];
    struct err e = { 0 };
    if (!common_open(s, o, SESSION_OPEN, err))
        return false;
    w->n++;
    if (!series_add(series, s->capture, o->desk->around.temporary, &e))
        return outlet_fail(err, &e, "perfolio join: %s: ", s->capture->path);
    return common_deepen(s, o, SESSION_WALK, err);
}

/* Opens the captures; false after printing why one cannot be opened, or does not fit. */
static bool joined_open(struct joined *w, const struct join_opts *o, struct outlet *err)
{
    const struct words *inputs = &o->common.inputs;
    struct series series = { .last = NULL };
    bool ok = true;
    w->sessions = mem_new(inputs->n, sizeof(*w->sessions));
    w->parts = mem_new(inputs->n, sizeof(*w->parts));
    for (size_t i = 0; ok && i < inputs->n; i++) {
        struct common_opts one = o->common;
        struct err e = { 0 };
        one.input = inputs->v[i];
        one.opened = NULL;
        ok = joined_open_one(w, &one, &series, err);
        if (ok)
            w->parts[i].c = w->sessions[i].capture;
        for (size_t k = 0; ok && k < i; k++)
            if (!together_fit(&w->sessions[k], &w->sessions[i], &e))
                ok = outlet_fail(err, &e, "perfolio join: %s does not belong to %s: ", inputs->v[i],
                                 inputs->v[k]);
    }
    series_free(&series);
    return ok;
}

static bool join_write(struct joined *w, const struct join_opts *o, struct share_sums *sums,
                       struct problems *problems, struct err *e)
{
    struct output out = { 0 };
    bool ok = share_open(&out, &o->common, o->output, e) && joining_write(w->parts, w->n, &out, problems, e);
    sums->bytes = out.size;
    ok = ok && output_commit(&out, e);
    output_abandon(&out);
    return ok;
}

static void join_answer_parts(const struct joined *w, struct rows *r)
{
    ROWS_TABLE(
        parts, "parts", { .name = "input", .header = "", .before = "  ", .type = VALUE_TEXT },
        { .name = "samples", .header = "", .before = ": ", .after = " samples", .type = VALUE_COUNT },
        { .name = "records", .header = "", .before = ", ", .after = " other records", .type = VALUE_COUNT },
        { .name = "first", .header = "", .before = ", from ", .type = VALUE_TIME },
        { .name = "last", .header = "", .before = " to ", .type = VALUE_TIME });
    rows_table(r, &parts);
    for (size_t i = 0; i < w->n; i++) {
        const struct join_part *p = &w->parts[i];
        const struct capture *c = p->c;
        const bool timed = c->first_time <= c->last_time;
        ROWS_ROW(r, value_text(c->path), value_count(p->samples), value_count(p->records),
                 timed ? value_time(c->first_time) : value_none(),
                 timed ? value_time(c->last_time) : value_none());
    }
    rows_table_end(r);
}

static void join_answer(const struct joined *w, const struct join_opts *o, struct share_sums *sums,
                        const struct problems *problems, struct outlet *out, struct outlet *err)
{
    struct rows r;
    struct outlet *to = out;
    struct problems all = *problems;
    if (!strcmp(o->output, "-"))
        to = err;
    for (size_t i = 0; i < w->n; i++) {
        sums->samples += w->parts[i].samples;
        sums->records += w->parts[i].records;
        if (i)
            problems_merge(&all, &w->sessions[i].capture->problems);
    }
    answer_begin_rows(&r, &o->common, NULL, "join", to);
    rows_say(&r, "output", value_text(o->output), "%s: ");
    rows_say(&r, "bytes", value_count(sums->bytes), "%s bytes, ");
    rows_say(&r, "samples", value_count(sums->samples), "%s samples, ");
    rows_say(&r, "records", value_count(sums->records), "%s other records\n");
    join_answer_parts(w, &r);
    answer_rows_end(&r, &w->sessions[0], &all, 0, err);
}

#define OPTS struct join_opts
static const struct option_row join_rows[] = { OPT("output", 'o', TEXT, output, "FILE",
                                                   "the capture to write; - is standard output",
                                                   .needs = NEEDS_OUTPUT),
                                               OPT_END };

static bool join_prepare(void *opts, struct outlet *err)
{
    const struct join_opts *o = opts;
    if (!share_prepare("join", &o->common, o->output, err))
        return false;
    if (o->common.inputs.n < 2)
        return outlet_refuse(err, "perfolio join: name the captures to join, at least two\n");
    return true;
}

static int join_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct join_opts *o = opts;
    struct joined w = { .n = 0 };
    struct problems problems = { 0 };
    struct share_sums sums = { 0 };
    struct err e = { 0 };
    bool ok = share_may_write("join", o->output, out, err) && joined_open(&w, o, err);
    if (ok) {
        ok = join_write(&w, o, &sums, &problems, &e);
        if (ok)
            join_answer(&w, o, &sums, &problems, out, err);
        else
            outlet_fail(err, &e, "perfolio join: ");
    }
    joined_close(&w);
    return !ok;
}

const struct command join_command = COMMAND(
    "join", "captures of one machine with the same events as one capture, as of perf record --switch-output",
    "[options] -o FILE FILE FILE...", join_rows, .size = sizeof(struct join_opts), .prepare = join_prepare,
    .run = join_run, .traits = COMMAND_SEVERAL);
