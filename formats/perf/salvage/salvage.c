#include "formats/perf/salvage/salvage.h"

#include <inttypes.h>
#include <stdlib.h>

#include "formats/perf/features/feature.h"
#include "formats/perf/feed.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/pipe.h"
#include "formats/perf/records/record_table.h"
#include "formats/perf/salvage/sound.h"
#include "formats/perf/write/rewrite.h"

enum {
    LEAST_COMPRESSED = 11, /* bytes of a record with an empty block */
    MOST_UNSOUND = 4       /* records in a row whose sizes may be believed */
};

static const char unfilled[] = "its fields do not fill it";
static const char beyond_limit[] = "it is beyond the limit of unpacked bytes (--max-unpacked)";

struct salvage {
    struct perfdata *p;
    const struct salvage_visitor *v;
    struct salvage_account *a;
    struct sound_judge here, ahead; /* the record that is read, and those after it */
    const struct stretch *stretch;
    uint32_t file;
    uint64_t seq;
    struct inflater *inflater; /* of the file; NULL: none yet */
    /* SPLIT records whose end was not read yet, the offset of the first, and their number */
    struct text split;
    uint64_t split_at, nsplit;
    bool cpu_map, thread_map; /* such records were kept: counts refer to them */
    struct budget budget;     /* of decompressed bytes */
    bool broken;              /* bytes of the compressed stream are lost: it continues with its next frame */
    struct block inflated;
    uint64_t inflated_at; /* offset in the decompressed bytes of `inflated` */
};

static void salvage_lose(struct salvage *w, uint64_t at, uint64_t n, bool unpacked, const char *what,
                         const char *why)
{
    const struct salvage_loss loss = {
        .file = w->file, .unpacked = unpacked, .at = at, .n = n, .what = what, .why = why
    };
    account_lose(w->a, &loss);
}

static const char *name_of(uint32_t type)
{
    const struct rec_desc *d = record_desc_of(type);
    if (d)
        return d->name;
    return "record";
}

/* A record whose bytes are lost. */
static void lose_record(struct salvage *w, const struct sound *s, uint64_t at, bool unpacked, const char *why)
{
    w->a->records[record_kind_of(s->type)][SALVAGE_LOST]++;
    salvage_lose(w, at, s->size, unpacked, name_of(s->type), why);
}

/* Whether what a stream says of its header can be read by perf, too. A stream has some features in other records. */
static bool is_sound_feature(const struct perfdata *p, const struct record *r)
{
    const unsigned bit = rewrite_feature_of(r);
    if (rewrite_ends_features(r))
        return true;
    return bit < PERF_FEATURES && feature_name(bit) && !rewrite_feature_is_of_file(bit) &&
           feature_is_sound(p, bit);
}

/* Whether a record may be applied. Its list of events adds those that have no ATTR record. Groups are of events by their
   order, of which only that list tells after a loss. */
static bool may_apply(struct salvage *w, const struct record *r)
{
    struct perfdata *p = w->p;
    struct feature_bytes *events = &p->features[REWRITE_EVENT_DESC];
    const struct feature_bytes before = *events;
    const unsigned bit = rewrite_feature_of(r);
    if (bit == REWRITE_GROUP_DESC)
        return !w->a->bytes[SALVAGE_LOST] || (before.present && !before.bad);
    if (bit != REWRITE_EVENT_DESC)
        return true;
    *events = (struct feature_bytes){ .present = true, .s = rewrite_feature_bytes(r) };
    const bool sound = feature_is_sound(p, REWRITE_EVENT_DESC);
    *events = before;
    return sound;
}

/* The same of its tracing data, of which only the first are read. */
static bool is_sound_tracing(struct salvage *w)
{
    struct span *data = &w->p->tracing;
    if (!w->p->capture.is_pipe || w->v->is_tracing(*data))
        return true;
    *data = (struct span){ NULL, 0 };
    return false;
}

static void forget_found(struct salvage *w)
{
    sound_judge_forget(&w->here);
    sound_judge_forget(&w->ahead);
}

/* Applies a record that describes the capture. False: what it says cannot be read. */
static bool salvage_apply(struct salvage *w, struct record *r)
{
    const struct problems *all = &w->p->capture.problems;
    const uint64_t before = all->of[PROBLEM_BAD_RECORD].n + all->of[PROBLEM_BAD_FEATURE].n;
    const uint32_t events = w->p->capture.events.n;
    if (!may_apply(w, r))
        return false;
    pipe_apply(w->p, r);
    simpleperf_apply(w->p, r);
    if (w->p->capture.events.n > events)
        forget_found(w);
    if (all->of[PROBLEM_BAD_RECORD].n + all->of[PROBLEM_BAD_FEATURE].n > before)
        return false;
    w->cpu_map = w->cpu_map || r->type == PERF_RECORD_CPU_MAP;
    w->thread_map = w->thread_map || r->type == PERF_RECORD_THREAD_MAP;
    if (r->type == PERF_RECORD_STAT)
        return w->cpu_map && w->thread_map;
    if (r->type == PERF_RECORD_HEADER_FEATURE)
        return is_sound_feature(w->p, r);
    return r->type != PERF_RECORD_HEADER_TRACING_DATA || is_sound_tracing(w);
}

/* Hands a sound record over; `record` NULL: it is the sample that was read. */
static bool hand_over(struct salvage *w, const struct sound *s, const struct record *record, uint64_t at,
                      bool unpacked, struct err *e)
{
    enum salvage_fate fate = SALVAGE_KEPT;
    struct salvage_record r = { .type = s->type,
                                .bytes = { s->bytes.p, s->own },
                                .record = record,
                                .file = w->stretch->file,
                                .behind_at = at + s->size,
                                .behind = s->behind };
    uint32_t type = s->type;
    if (record) {
        type = record->type;
        account_see_time(w->a, record->when.time);
    } else {
        r.sample = &w->here.sample;
        account_see_time(w->a, r.sample->when.time);
    }
    if (!w->v->take(w->v->arg, &r, &fate, e))
        return false;
    w->a->records[record_kind_of(type)][fate]++;
    w->a->mended += s->own != s->stated;
    if (unpacked)
        w->a->unpacked[fate] += s->own;
    else
        w->a->bytes[fate] += s->own + s->behind;
    return true;
}

/* ---- records of simpleperf that were split ---- */

/* The parts so far are lost, since the others are. */
static void lose_split(struct salvage *w)
{
    if (!w->split.n)
        return;
    salvage_lose(w, w->split_at, w->split.n, false, name_of(SIMPLE_PERF_RECORD_SPLIT),
                 "other parts of it are lost");
    w->a->records[record_kind_of(SIMPLE_PERF_RECORD_SPLIT)][SALVAGE_LOST] += w->nsplit;
    w->split.n = w->nsplit = w->p->simpleperf.split.n = 0;
}

static void keep_split(struct salvage *w, const struct sound *s, uint64_t at)
{
    if (!w->nsplit++)
        w->split_at = at;
    text_add_n(&w->split, (const char *)s->bytes.p, s->size);
}

/* Hands over the parts of a record that is complete. */
static bool give_split(struct salvage *w, struct err *e)
{
    bool ok = true;
    for (size_t at = 0, size; ok && at < w->split.n; at += size) {
        const uint8_t *bytes = (const uint8_t *)w->split.s + at;
        size = load_u16(bytes + 6, w->p->capture.order);
        const struct sound s = { .type = SIMPLE_PERF_RECORD_SPLIT,
                                 .size = size,
                                 .own = size,
                                 .stated = size,
                                 .bytes = { bytes, size } };
        const struct record r = { .type = s.type, .bytes = s.bytes, .order = w->p->capture.order };
        ok = hand_over(w, &s, &r, w->split_at + at, false, e);
    }
    w->split.n = w->nsplit = 0;
    return ok;
}

/* ---- */

/* Takes what a sound record says of the capture, and hands it over. */
static bool give_record(struct salvage *w, const struct sound *s, uint64_t at, bool unpacked, struct err *e)
{
    static const char why[] = "what it says cannot be read";
    const struct record *r = &w->here.record;
    if (s->type != SIMPLE_PERF_RECORD_SPLIT && s->type != SIMPLE_PERF_RECORD_SPLIT_END)
        lose_split(w);
    if (s->type == PERF_RECORD_SAMPLE)
        return hand_over(w, s, NULL, at, unpacked, e);
    if (!salvage_apply(w, &w->here.record)) {
        lose_split(w);
        lose_record(w, s, at, unpacked, why);
        salvage_lose(w, at + s->size, s->behind, unpacked, name_of(s->type), why);
        return true;
    }
    if (s->type == SIMPLE_PERF_RECORD_SPLIT) {
        keep_split(w, s, at);
        return true;
    }
    return give_split(w, e) && hand_over(w, s, r, at, unpacked, e);
}

/* ---- compressed records ---- */

/* Whether the decompressed bytes are within the limit; else they are lost, and nothing more is decompressed. */
static bool spend_inflated(struct salvage *w)
{
    const struct block *b = &w->inflated;
    struct capture *c = &w->p->capture;
    if (budget_spend(&w->budget, feed_record_cost(b->bytes, w->p->capture.order)))
        return true;
    problem_add_at(&c->problems, PROBLEM_UNPACKED_LIMIT, 1, b->seq,
                   "at offset %" PRIu64 ": the limit is %" PRIu64 " bytes", b->at, w->budget.most);
    salvage_lose(w, w->inflated_at, b->bytes.n, true, "record", beyond_limit);
    w->inflated_at += b->bytes.n;
    w->seq += b->bytes.n;
    return false;
}

static bool give_inflated(struct salvage *w, struct err *e)
{
    const struct block *b = &w->inflated;
    bool ok = true;
    if (!spend_inflated(w))
        return true;
    for (size_t at = 0, size; ok && at < b->bytes.n; at += size) {
        size = load_u16(b->bytes.p + at + 6, w->p->capture.order);
        const uint64_t where = w->inflated_at + at;
        struct sound s =
            sound_inside(&w->here, w->p, (struct span){ b->bytes.p + at, size }, where, w->seq + at);
        if (!s.why && s.type == PERF_RECORD_SAMPLE && !s.exact)
            s.why = unfilled;
        if (s.why)
            lose_record(w, &s, where, true, s.why);
        else
            ok = give_record(w, &s, where, true, e);
        if (!s.why && s.own < s.size)
            salvage_lose(w, where + s.own, s.size - s.own, true, name_of(s.type), "bytes behind its fields");
    }
    w->inflated_at += b->bytes.n;
    w->seq += b->bytes.n;
    return ok;
}

static void restart_stream(struct salvage *w)
{
    salvage_lose(w, w->inflated_at, inflater_rest(w->inflater), true, "record",
                 w->budget.over ? beyond_limit : "the compressed stream ends inside of it");
    w->inflated_at += inflater_rest(w->inflater);
    inflater_free(w->inflater);
    w->inflater = NULL;
}

/* Gives the records inside of a compressed one. */
static bool give_compressed(struct salvage *w, const struct sound *s, uint64_t at, struct err *e)
{
    const enum byte_order order = w->p->capture.order;
    struct feed_payload payload = feed_payload_of(s->bytes.p, s->size, order);
    const uint64_t *errors = &w->here.problems.of[PROBLEM_BAD_COMPRESSION].n, before = *errors;
    bool ok = true, more = true;
    if (w->budget.over) {
        lose_record(w, s, at, false, beyond_limit);
        return true;
    }
    if (w->broken && inflater_begins_frame(payload.piece)) {
        restart_stream(w);
        w->broken = false;
    }
    if (w->broken) {
        lose_record(w, s, at, false, "the compressed stream is broken before it");
        return true;
    }
    if (!w->inflater)
        w->inflater = inflater_new();
    w->here.inflating = w->ahead.inflating = true;
    while (ok && more) {
        capture_block_begin(&w->inflated, (struct span){ w->inflated.buf, 0 }, at, w->seq);
        const bool used_up = inflater_add(w->inflater, &payload.piece, at, order, &w->inflated,
                                          FEED_BLOCK_BYTES, &w->here.problems);
        w->broken = *errors > before;
        ok = give_inflated(w, e);
        more = !w->broken && !w->budget.over && (!used_up || feed_payload_next(&payload));
    }
    if (w->budget.over) {
        restart_stream(w);
        lose_record(w, s, at, false, beyond_limit);
        return ok;
    }
    if (w->broken) {
        lose_record(w, s, at, false, "its data cannot be decompressed");
        return ok;
    }
    w->a->records[record_kind_of(s->type)][SALVAGE_LEFT_OUT]++;
    w->a->bytes[SALVAGE_KEPT] += s->size;
    return ok;
}

/* ---- records of a file ---- */

/* Whether a record that reads well is a damaged one all the same: no record follows it. */
static const char *doubt(struct salvage *w, const struct sound *s, uint64_t at)
{
    const uint64_t next = at + s->size + s->behind;
    const bool shows_itself = s->type == PERF_RECORD_SAMPLE ||
                              feed_is_compressed(s->type); /* when it is read */
    if (shows_itself || next >= w->ahead.window.end)
        return NULL;
    const struct sound after = sound_at(&w->ahead, w->p, next, w->seq + s->size);
    if (!after.why || after.cut)
        return NULL;
    if (sound_find(&w->ahead, w->p, at + 8, next) < next)
        return "other records begin inside of it";
    if (!s->exact)
        return "its fields do not fill it, and no record follows it";
    return NULL;
}

/* Whether a sound record, or the end, is where the sizes of some unsound ones lead to. */
static bool is_led_to(struct salvage *w, uint64_t at)
{
    for (unsigned i = 0; i < MOST_UNSOUND && at < w->ahead.window.end; i++) {
        if (sound_begins_at(&w->ahead, w->p, at, SOUND_ONE))
            return true;
        const struct sound s = sound_at(&w->ahead, w->p, at, w->seq + 1);
        if (!s.size)
            return false;
        at += s.size + s.behind;
    }
    return at == w->ahead.window.end;
}

/* The sample with the size of its fields, if its own size leads nowhere; else as it was. */
static struct sound mended_sample(struct salvage *w, const struct sound *s, uint64_t at)
{
    if (s->size && is_led_to(w, at + s->size))
        return *s;
    const struct sound mended = sound_of_any_size(&w->here, &w->ahead, w->p, at, w->seq);
    if (mended.why || sound_find(&w->ahead, w->p, at + 8, at + mended.size) < at + mended.size)
        return *s;
    return mended;
}

/* Where reading goes on after an unsound record. *framed: the record ends there. */
static uint64_t resume(struct salvage *w, const struct sound *s, uint64_t at, bool *framed)
{
    const uint64_t end = w->ahead.window.end, next = at + s->size + s->behind;
    *framed = false;
    if (s->size && is_led_to(w, next)) {
        const uint64_t inside = sound_find(&w->ahead, w->p, at + 8, next);
        *framed = inside == next;
        return inside;
    }
    return sound_find(&w->ahead, w->p, at + 1, end);
}

/* Judges a sample that has bytes beyond its fields. They may be other records, since its size is damaged: it gets another
   one. If its size is right, a number in it is damaged, such as that of its callers, and other fields were read in place
   of those after it: nothing of it can be believed. Nor if neither its size nor its fields lead to another record. True: it
   ends where its size says. */
static bool judge_unfilled(struct salvage *w, struct sound *s, uint64_t at)
{
    if (sound_begins_at(&w->ahead, w->p, at + s->own, SOUND_SEVERAL)) {
        s->size = s->own;
        return true;
    }
    const bool is_framed = is_led_to(w, at + s->size);
    if (!is_framed || !s->exact)
        s->why = unfilled;
    return is_framed;
}

/* Whether lost bytes, of which the first would be of this type, may have been an ATTR record: streams begin with them. */
static bool may_be_attr(const struct perfdata *p, uint32_t type)
{
    const bool begins = p->capture.is_pipe && !p->legacy && !p->capture.events.n;
    return type == PERF_RECORD_HEADER_ATTR || (begins && type != PERF_RECORD_HEADER_FEATURE);
}

/* Loses an unsound record, and all bytes up to the next place where records begin, which is returned. */
static uint64_t skip_unsound(struct salvage *w, struct sound s, uint64_t at)
{
    bool framed;
    lose_split(w);
    w->p->attrs_seen = w->p->attrs_seen || may_be_attr(w->p, s.type); /* EVENT_DESC may say the same */
    const uint64_t next = resume(w, &s, at, &framed);
    w->broken = w->broken || (w->inflater && next - at >= LEAST_COMPRESSED);
    s.size = (size_t)(next - at);
    if (framed)
        lose_record(w, &s, at, false, s.why);
    else
        salvage_lose(w, at, next - at, false, "bytes", s.why);
    return next;
}

/* Reads the list of events where a record of an event comes in a stream that has none: an ATTR record was damaged so that it
   reads as another record. False: it adds none. */
static bool restore_events(struct salvage *w, uint32_t type)
{
    struct perfdata *p = w->p;
    const struct feature_bytes *list = &p->features[REWRITE_EVENT_DESC];
    const bool is_of_event = (type < PERF_RECORD_HEADER_ATTR && record_desc_of(type)) ||
                             type == PERF_RECORD_ID_INDEX || type == PERF_RECORD_EVENT_UPDATE;
    if (!p->capture.is_pipe || p->capture.events.n || !is_of_event || !list->present || list->bad)
        return false;
    p->attrs_seen = true;
    feature_read(p, REWRITE_EVENT_DESC);
    forget_found(w);
    return p->capture.events.n;
}

/* Reads the record at an offset, and returns where the next one may begin. */
static uint64_t salvage_step(struct salvage *w, uint64_t at, bool *ok, struct err *e)
{
    struct sound s = sound_at(&w->here, w->p, at, w->seq);
    bool framed = false;
    if (s.why && restore_events(w, s.type))
        s = sound_at(&w->here, w->p, at, w->seq);
    if (!s.why)
        s.why = doubt(w, &s, at);
    if (s.why && s.type == PERF_RECORD_SAMPLE)
        s = mended_sample(w, &s, at);
    if (!s.why && feed_is_compressed(s.type)) {
        *ok = give_compressed(w, &s, at, e);
        return at + s.size;
    }
    if (!s.why && s.type == PERF_RECORD_SAMPLE && s.own < s.size)
        framed = judge_unfilled(w, &s, at);
    if (s.why && !framed)
        return skip_unsound(w, s, at);
    if (s.why) {
        lose_split(w);
        lose_record(w, &s, at, false, s.why);
        w->seq += s.size;
        return at + s.size;
    }
    *ok = give_record(w, &s, at, false, e);
    salvage_lose(w, at + s.own, s.size - s.own, false, name_of(s.type), "bytes behind its fields");
    w->seq += s.size;
    return at + s.size + s.behind;
}

static bool salvage_stretch(struct salvage *w, struct err *e)
{
    const struct stretch *s = w->stretch;
    const struct capture *c = &w->p->capture;
    const uint64_t end = s->at + s->size;
    bool ok = true;
    window_begin(&w->here.window, s->file, end);
    window_begin(&w->ahead.window, s->file, end);
    for (uint64_t at = s->at; ok && at < end;) {
        at = salvage_step(w, at, &ok, e);
        if (w->here.window.e.kind != ERR_NONE || w->ahead.window.e.kind != ERR_NONE) {
            *e = w->here.window.e.kind != ERR_NONE ? w->here.window.e : w->ahead.window.e;
            return false;
        }
        ok = ok && capture_may_continue(c, at - s->at, s->size, e);
    }
    lose_split(w);
    restart_stream(w);
    w->broken = w->here.inflating = w->ahead.inflating = false;
    return ok;
}

bool salvage_read(struct perfdata *p, const struct salvage_visitor *v, struct salvage_account *a,
                  struct err *e)
{
    struct salvage *w = mem_new(1, sizeof(*w));
    bool ok = true;
    *w = (struct salvage){ .p = p, .v = v, .a = a };
    w->budget = budget_for_records(feed_stored_bytes(p), p->capture.max_unpacked);
    for (size_t i = 0; ok && i < p->nstretches; i++) {
        w->stretch = &p->stretches[i];
        w->file = (uint32_t)(w->stretch->file - p->files);
        if (salvage_has_stretch(p, w->stretch))
            ok = salvage_stretch(w, e);
    }
    pipe_finish(p);
    sound_judge_free(&w->here);
    sound_judge_free(&w->ahead);
    text_free(&w->split);
    free(w->inflated.buf);
    free(w);
    return ok;
}
