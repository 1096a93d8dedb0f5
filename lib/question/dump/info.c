/* info: answers the first questions about a capture that somebody sent: who recorded what, when and where,
   and how complete the capture is. For a whole folio it shows the data in the manifest. Of both it shows what they give away. */
#include "core/base/text.h"
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/folio/folio.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/note_rows.h"
#include "lib/question/provenance/holdings.h"
#include "core/base/date.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/env.h"
#include "core/profile/count/count.h"

/* ---- a capture ---- */

static void line(struct rows *r, const char *name, const char *value)
{
    rows_print(r, "%-12s %s\n", name, value);
}

static void add_times(const struct capture *c, struct rows *r)
{
    uint64_t first = c->first_time, last = c->last_time, ns = last - first;
    if (first > last) {
        rows_fact(r, "time", value_unknown());
        return;
    }
    rows_object(r, "time");
    rows_fact(r, "first", value_time(first));
    rows_fact(r, "last", value_time(last));
    rows_close(r);
    rows_print(r,
               "%-12s %" PRIu64 ".%06" PRIu64 " to %" PRIu64 ".%06" PRIu64 " of the recording clock, %" PRIu64
               ".%03" PRIu64 " s\n",
               "time", first / NSEC_PER_SEC, first % NSEC_PER_SEC / 1000, last / NSEC_PER_SEC,
               last % NSEC_PER_SEC / 1000, ns / NSEC_PER_SEC, ns % NSEC_PER_SEC / 1000000);
}

/* Adds a date: "2026-11-22 07:11:05.165871", or in ISO 8601. */
static void add_date(struct text *t, int64_t ns, bool iso)
{
    const int64_t second = (int64_t)NSEC_PER_SEC, seconds = ns / second - (ns % second < 0);
    date_text(t, seconds, iso ? 'T' : ' ');
    text_char(t, '.', 1);
    text_add_last_digits(t, (uint64_t)(ns - seconds * second) / 1000, 6);
    text_char(t, 'Z', iso);
}

static void date_fact(struct rows *r, const char *name, int64_t ns)
{
    struct text t = { 0 };
    add_date(&t, ns, true);
    rows_fact(r, name, value_text(t.s));
    text_free(&t);
}

/* Adds the dates of the first and last sample, if the capture has a wall clock. */
static void add_dates(const struct capture *c, struct rows *r)
{
    static const char *const from[] = { [ENV_WALL_CLOCK_DATA] = "CLOCK_DATA",
                                        [ENV_WALL_CLOCK] = "CLOCK_REALTIME",
                                        [ENV_WALL_RECORDER] = "META_INFO" };
    const struct env_wall w = env_wall_clock(&c->env, &c->events);
    const bool timed = c->first_time <= c->last_time && w.source != ENV_WALL_RECORDER;
    struct text t = { 0 };
    if (w.source == ENV_WALL_UNKNOWN || (w.source == ENV_WALL_CLOCK && !timed)) {
        rows_fact(r, "date", value_unknown());
        line(r, "date", "not recorded: use perf record -k mono, or -k with another clock");
        return;
    }
    int64_t first = (int64_t)w.wall_ns, last = first;
    if (timed) {
        first = env_wall_at(&w, c->first_time);
        last = env_wall_at(&w, c->last_time);
    }
    add_date(&t, first, false);
    rows_object(r, "date");
    if (timed) {
        text_add(&t, " to ");
        add_date(&t, last, false);
        text_printf(&t, " UTC (%s)", from[w.source]);
        date_fact(r, "first", first);
        date_fact(r, "last", last);
    } else {
        const char *moment = w.source == ENV_WALL_RECORDER ? "end" : "begin";
        text_printf(&t, " UTC (its %s, %s)", moment, from[w.source]);
        date_fact(r, moment, first);
    }
    rows_fact(r, "from", value_text(from[w.source]));
    rows_close(r);
    line(r, "date", t.s);
    text_free(&t);
}

/* A yes-or-no column that text shows as words. */
#define SAID                                                                                                 \
    {                                                                                                        \
        .header = "", .before = "", .type = VALUE_TEXT, .says = true                                         \
    }
#define HAS(member)       ROWS_UNSEEN(member, YES_NO), SAID
#define HAS_IT(it, words) value_yes_no(it), value_text((it) ? (words) : "")

static void info_add_events(const struct capture *c, const struct profile *p, struct rows *r)
{
    ROWS_TABLE(events, "events",
               { .name = "name", .header = "", .before = "event        ", .type = VALUE_TEXT },
               { .name = "samples", .header = "", .before = ": ", .after = " samples", .type = VALUE_COUNT },
               { .name = "period", .header = "", .before = ", period ", .type = VALUE_COUNT },
               HAS("call_chains"), HAS("stack_dumps"), HAS("branch_stacks"), HAS("raw_data"));
    rows_table(r, &events);
    for (uint32_t i = 0; i < c->events.n; i++) {
        const struct event *e = &c->events.v[i];
        ROWS_ROW(r, value_text(e->name), value_count(p->totals[i].samples), value_count(p->totals[i].period),
                 HAS_IT(event_sample_bits(e) & PERF_SAMPLE_CALLCHAIN, ", call chains"),
                 HAS_IT(e->attr.sample_type & PERF_SAMPLE_STACK_USER, ", stack dumps"),
                 HAS_IT(e->attr.sample_type & PERF_SAMPLE_BRANCH_STACK, ", branch stacks"),
                 HAS_IT(e->attr.sample_type & PERF_SAMPLE_RAW, ", raw data"));
    }
    rows_table_end(r);
}

static void add_objects(const struct session *s, const bool *hit, struct rows *r)
{
    size_t mapped, with_id = 0, sampled = 0, both = 0;
    const struct object *const *o = timeline_objects(s->timeline, &mapped);
    for (size_t i = 0; i < mapped; i++) {
        with_id += o[i]->build_id.n > 0;
        sampled += hit[i];
        both += hit[i] && o[i]->build_id.n;
    }
    rows_object(r, "objects");
    rows_say(r, "mapped", value_count(mapped), "objects      %s mapped, ");
    rows_say(r, "mapped_with_build_id", value_count(with_id), "%s of them with a build-id; ");
    rows_say(r, "sampled", value_count(sampled), "%s have samples, ");
    rows_say(r, "sampled_with_build_id", value_count(both), "%s of them with a build-id\n");
    rows_close(r);
}

static void info_answer(const struct session *s, const struct profile *p, const bool *hit,
                        const struct noted *notes, struct rows *r)
{
    const struct capture *c = s->capture;
    answer_add_container(r, c, true);
    answer_add_machine(r, &c->env, true);
    add_times(c, r);
    add_dates(c, r);
    info_add_events(c, p, r);
    add_objects(s, hit, r);
    rows_say(r, "threads", value_count(timeline_count_tasks(s->timeline)), "threads      %s\n");
    note_rows(r, notes);
    struct holdings holdings = { 0 };
    holdings_add_capture(&holdings, s, session_capture_name(s));
    holdings_rows(&holdings, r);
    holdings_free(&holdings);
}

/* Reads the notes of a folio. The rest is shown without them, if they cannot be read: false, and a message. */
static bool read_notes(struct noted *notes, const struct folio *f, int64_t capture, struct outlet *err)
{
    struct err e = { 0 };
    if (note_rows_read(notes, f, capture, &e))
        return true;
    note_rows_free(notes);
    return outlet_fail(err, &e, "perfolio: ");
}

static int info_of_capture(const struct common_opts *o, struct outlet *out, struct outlet *err)
{
    struct profile p = { 0 };
    struct err e = { 0 };
    struct rows r;
    struct noted notes = { 0 };
    size_t n;
    struct session *s = common_session(o, SESSION_WALK, err);
    if (!s)
        return 1;
    timeline_objects(s->timeline, &n);
    bool *hit = mem_new(n, sizeof(*hit));
    struct count_opts count = { .hit = hit };
    bool ok = count_samples(s->capture, s->timeline, NULL, &count, &p, &e);
    const bool has_notes = read_notes(&notes, s->folio, s->number, err);
    if (ok) {
        answer_begin_rows(&r, o, NULL, "info", out);
        info_answer(s, &p, hit, &notes, &r);
        answer_rows_end(&r, s, &p.problems, 0, err);
    } else {
        outlet_fail(err, &e, "perfolio: %s: ", o->input);
    }
    free(hit);
    note_rows_free(&notes);
    profile_free(&p);
    common_release_session(s, o);
    return !ok || !has_notes;
}

/* ---- a folio ---- */

/* The size of a capture's original files. */
static uint64_t info_bytes_of(const struct folio *f, size_t capture)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < f->nfiles; i++) {
        if (f->files[i].capture == capture)
            bytes += f->files[i].size;
    }
    return bytes;
}

/* The contents sorted by samples, most first; `samples` receives the samples of each content, by its
   number. */
static struct numbered *by_samples(const struct folio *f, uint64_t **samples)
{
    struct numbered *order = mem_new(f->nobjects, sizeof(*order));
    *samples = mem_new(f->nobjects, sizeof(**samples));
    for (size_t i = 0; i < f->nanswers; i++)
        (*samples)[f->answers[i].object] += f->answers[i].samples;
    for (size_t i = 0; i < f->nobjects; i++)
        order[i] = (struct numbered){ UINT64_MAX - (*samples)[i], (uint32_t)i };
    sort_by_number(order, f->nobjects);
    return order;
}

/* Adds a capture's labels, a line each. */
static void info_add_labels(const char *labels, struct rows *r)
{
    struct text label = { 0 };
    rows_list(r, "labels");
    for (size_t n; labels && *labels; labels += n, labels += *labels != 0) {
        n = strcspn(labels, "\n");
        label.n = 0;
        text_add_clean_n(&label, labels, n);
        rows_say(r, NULL, value_text(label.s), "label        %s\n");
    }
    rows_close(r);
    text_free(&label);
}

static void add_captures(const struct folio *f, struct rows *r)
{
    ROWS_TABLE(captures, "captures",
               { .name = "name", .header = "", .before = "capture      ", .after = ": ", .type = VALUE_TEXT },
               { .name = "bytes", .header = "", .before = "", .after = " bytes, ", .type = VALUE_COUNT },
               { .name = "samples", .header = "", .before = "", .after = " samples", .type = VALUE_COUNT },
               ROWS_UNSEEN("first_time", TIME), ROWS_UNSEEN("last_time", TIME), SAID);
    rows_table(r, &captures);
    for (size_t i = 0; i < f->ncaptures; i++) {
        const struct folio_capture *c = &f->captures[i];
        const uint64_t ns = c->last_time - c->first_time;
        const bool timed = c->last_time != 0;
        struct text t = { 0 };
        text_printf(&t, " in %" PRIu64 ".%03" PRIu64 " s", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC / 1000000);
        ROWS_ROW_BEGIN(r, value_text(c->name), value_count(info_bytes_of(f, i)), value_count(c->samples),
                       value_if(timed, value_time(c->first_time)), value_if(timed, value_time(c->last_time)),
                       value_text_if(timed, t.s));
        info_add_labels(c->labels, r);
        rows_row_end(r);
        text_free(&t);
    }
    rows_table_end(r);
}

ROWS_TABLE(objects, "objects",
           { .header = "", .before = "object       ", .width = 7, .right = true, .type = VALUE_PERCENT },
           { .name = "path", .header = "", .before = "  ", .type = VALUE_TEXT },
           ROWS_UNSEEN("build_id", TEXT), { .header = "", .before = "  ", .type = VALUE_TEXT, .says = true },
           ROWS_UNSEEN("samples", COUNT),
           { .name = "symbols", .header = "", .before = ", ", .after = " symbols", .type = VALUE_COUNT },
           HAS("partial"), HAS("lines"), HAS("image"), ROWS_UNSEEN("whole", YES_NO), SAID, SAID);

static void info_add_object(const struct folio_object *o, uint64_t samples, uint64_t all, struct rows *r)
{
    char hex[BUILD_ID_HEX];
    const char *id = o->id.n ? object_build_id_text(&o->id, hex) : NULL;
    const char *parts = o->whole ? ", the file" : ", parts of the file";
    double share = 0;
    if (all)
        share = 100.0 * (double)samples / (double)all;
    ROWS_ROW(r, value_percent(share), value_text(o->name), value_text(id),
             value_text(text_or(id, "no build-id")), value_count(samples), value_count(o->nsymbols),
             HAS_IT(o->partial, ", only those that samples touch"), HAS_IT(o->lines, ", lines"),
             HAS_IT(o->image, parts), value_yes_no(o->whole), value_text_if(o->debug, ", debug file"),
             value_text_if(o->listing, ", listing"));
}

/* Adds what the captures of a folio, and the folio, give away. A capture that cannot be read is left out here: verify says why. */
static void add_given_away(const struct folio *f, const struct common_opts *o, struct rows *r)
{
    struct holdings holdings = { 0 };
    for (size_t i = 0; i < f->ncaptures; i++) {
        struct session s;
        char number[24];
        snprintf(number, sizeof(number), "%zu", i + 1);
        struct session_opts so = { .path = f->path,
                                   .opened = o->opened,
                                   .capture = number,
                                   .isolated = true,
                                   .max_unpacked = o->max_unpacked };
        struct err unread = { 0 };
        if (session_open(&s, &so, &unread)) {
            if (session_deepen(&s, SESSION_WALK, &unread))
                holdings_add_capture(&holdings, &s, f->captures[i].name);
            session_close(&s);
        }
    }
    holdings_add_objects(&holdings, f);
    holdings_rows(&holdings, r);
    holdings_free(&holdings);
}

static void info_of_folio(const struct folio *f, const struct common_opts *o, const struct noted *notes,
                          struct outlet *out)
{
    struct rows r;
    uint64_t *samples, named = 0, all = 0;
    struct numbered *order = by_samples(f, &samples);
    for (size_t i = 0; i < f->ncaptures; i++)
        all += f->captures[i].samples;
    for (size_t i = 0; i < f->nobjects; i++)
        named += samples[i];
    answer_begin_rows(&r, o, NULL, "info", out);
    rows_fact(&r, "folio", value_text(f->path));
    rows_say(&r, "level", value_text(folio_level_name(f->level)), "folio        level %s, ");
    rows_say(&r, "bytes", value_count(f->file.size), "%s bytes");
    rows_print(&r, " in %zu sections\n", f->nsections);
    add_captures(f, &r);
    if (all)
        rows_print(&r,
                   "%-12s %6.2f%% of the samples lie in these objects; perfolio verify lists the others\n",
                   "objects", 100.0 * (double)named / (double)all);
    rows_table(&r, &objects);
    for (size_t i = 0; i < f->nobjects; i++)
        info_add_object(&f->objects[order[i].at], samples[order[i].at], all, &r);
    rows_table_end(&r);
    note_rows(&r, notes);
    add_given_away(f, o, &r);
    rows_end(&r, &(struct problems){ 0 });
    free(order);
    free(samples);
}

/* Shows a whole folio, or, with --capture, one of its captures. */
static int info(const void *opts, struct outlet *out, struct outlet *err)
{
    struct common_opts own = *(const struct common_opts *)opts, *const o = &own;
    struct err e = { 0 };
    struct input in;
    struct noted notes = { 0 };
    int status = 0;
    if (!common_input(&in, o, o->input, &e)) {
        outlet_fail(err, &e, "perfolio: ");
        return 1;
    }
    o->opened = &in;
    if (!in.folio || o->capture) {
        status = info_of_capture(o, out, err);
    } else {
        status = !read_notes(&notes, in.folio, NOTE_ROWS_ALL, err);
        info_of_folio(in.folio, o, &notes, out);
    }
    note_rows_free(&notes);
    input_close(&in);
    return status;
}

static const struct option_row rows[] = { OPT_END };

const struct command info_command = COMMAND(
    "info", "a summary of the recording: who, when, where, what, how complete", NULL, rows, .run = info);
