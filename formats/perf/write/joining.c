#include "formats/perf/write/joining.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/model/ordered.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/write/put.h"
#include "formats/perf/write/rewrite.h"

enum { ROUND_EVERY = 1 << 16, JOIN_FLUSH = 1 << 18, BPF_PROG_INFO = 25, BPF_BTF = 26 };

/* The place in a part. */
struct join_place {
    struct join_part *part;
    struct ordered *ordered;
    const struct record_head *head, *end; /* head NULL: the part has ended */
    const struct block *in;
    uint64_t last; /* time of the last record, or `begins` */
};

/* Samples of one time. If there are more, only the last are known: one that two parts have is enough. */
struct join_moment {
    uint64_t time, n;
    struct {
        uint64_t hash;
        const struct join_part *part;
    } seen[1 << 8];
};

struct join_work {
    struct capture *first;
    struct join_place *places;
    size_t n;
    struct perf_writer writer;
    struct text bytes;
    struct idmap told; /* hashes of records of the recorder that were written */
    uint64_t since_round;
    struct join_moment moment;
    struct sample *sample;
    struct problems *problems;
};

static bool next_head(struct join_place *place, struct err *e)
{
    if (place->head && ++place->head < place->end)
        return true;
    place->head = ordered_next(place->ordered, &place->in, &place->end, e);
    return e->kind == ERR_NONE;
}

/* Finds when a part begins. */
static bool find_beginning(struct join_part *part, struct err *e)
{
    struct join_place place = { .part = part, .ordered = ordered_new(part->c, e) };
    if (!place.ordered)
        return false;
    while (next_head(&place, e) && place.head && !place.head->time)
        continue;
    if (place.head)
        part->begins = place.head->time;
    ordered_free(place.ordered);
    return e->kind == ERR_NONE;
}

static int by_beginning(const void *a, const void *b, const void *arg UNUSED)
{
    const struct join_part *x = a, *y = b;
    const struct capture *c = x->c, *d = y->c;
    if (x->begins != y->begins)
        return x->begins < y->begins ? -1 : 1;
    if (c->first_time != d->first_time)
        return c->first_time < d->first_time ? -1 : 1;
    return (c->last_time > d->last_time) - (c->last_time < d->last_time);
}

/* ---- the header ---- */

/* Gives the first capture the ids of the events of another one. */
static void take_ids(struct capture *first, const struct capture *other)
{
    for (uint32_t i = 0; i < other->events.n; i++)
        for (size_t k = 0; k < other->events.v[i].nids; k++)
            if (!idmap_get(&first->events.by_id, other->events.v[i].ids[k]))
                event_add_id(&first->events, i, other->events.v[i].ids[k]);
}

/* Rows of the tables of build-ids, each once. */
static void join_build_ids(struct join_work *w, struct text *out)
{
    struct idmap seen = { .slots = NULL };
    for (size_t i = 0; i < w->n; i++) {
        const struct feature_bytes *f = &perfdata_of(w->places[i].part->c)->features[REWRITE_BUILD_ID];
        for (size_t at = 0, size; f->present && f->s.n - at >= 8; at += size) {
            const uint8_t *row = f->s.p + at;
            size = load_u16(row + 6, w->first->order);
            if (size < 8 || size > f->s.n - at)
                break;
            uint32_t *known = idmap_find_or_add(&seen, hash_bytes(row, size));
            if (!(*known)++)
                put_span(out, (struct span){ row, size });
        }
    }
    idmap_free(&seen);
}

/* A feature of the first capture that has it. Later ones know more programs of BPF. */
static struct perf_writer_feature join_feature(const struct join_work *w, unsigned bit)
{
    struct perf_writer_feature found = { .present = false };
    for (size_t i = 0; i < w->n; i++) {
        const struct perf_writer_feature f = rewrite_feature(w->places[i].part->c, bit);
        const bool grows = bit == BPF_PROG_INFO || bit == BPF_BTF;
        if (f.present && (!found.present || (grows && f.bytes.n > found.bytes.n)))
            found = f;
    }
    return found;
}

static void replace_feature(struct perf_writer_feature *f, const struct text *bytes)
{
    if (f->present && bytes->n)
        f->bytes = (struct span){ (const uint8_t *)bytes->s, bytes->n };
}

static bool join_end(struct join_work *w, const struct attr *attrs, struct err *e)
{
    struct perf_writer_feature features[PERF_FEATURES] = { { .present = false } };
    struct text build_ids = { 0 }, events = { 0 }, times = { 0 };
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < w->n; i++) {
        const struct capture *c = w->places[i].part->c;
        first = lesser_of(first, c->first_time);
        if (c->last_time > last)
            last = c->last_time;
    }
    for (unsigned bit = 0; !w->first->is_pipe && bit < PERF_FEATURES; bit++)
        features[bit] = join_feature(w, bit);
    join_build_ids(w, &build_ids);
    rewrite_event_desc(w->first, attrs, NULL, &events);
    if (first <= last)
        rewrite_sample_time(w->first->order, first, last, &times);
    replace_feature(&features[REWRITE_BUILD_ID], &build_ids);
    replace_feature(&features[REWRITE_EVENT_DESC], &events);
    replace_feature(&features[REWRITE_SAMPLE_TIME], &times);
    const bool ok = perf_writer_end(&w->writer, features, e);
    text_free(&build_ids);
    text_free(&events);
    text_free(&times);
    return ok;
}

/* ---- records ---- */

/* Records of the recorder that each part tells anew, of its events, threads and CPUs. */
static bool tells_of_recording(uint32_t type)
{
    switch (type) {
    case PERF_RECORD_HEADER_EVENT_TYPE:
    case PERF_RECORD_HEADER_BUILD_ID:
    case PERF_RECORD_ID_INDEX:
    case PERF_RECORD_THREAD_MAP:
    case PERF_RECORD_CPU_MAP:
    case PERF_RECORD_EVENT_UPDATE:
    case PERF_RECORD_TIME_CONV:
        return true;
    default:
        return false;
    }
}

/* Whether a record was told by another part, or says nothing in the joined capture. */
static bool is_told(struct join_work *w, const struct join_place *place, uint32_t type, struct span bytes)
{
    const uint32_t number = (uint32_t)(place - w->places) + 1;
    const bool of_stream = type == PERF_RECORD_HEADER_ATTR || type == PERF_RECORD_HEADER_FEATURE ||
                           type == PERF_RECORD_HEADER_TRACING_DATA;
    if (type == PERF_RECORD_FINISHED_ROUND || rewrite_leaves(type))
        return true;
    if (type == PERF_RECORD_FINISHED_INIT || of_stream)
        return number > 1;
    if (!tells_of_recording(type))
        return false;
    uint32_t *by = idmap_find_or_add(&w->told, hash_bytes(bytes.p, bytes.n));
    if (!*by)
        *by = number;
    return *by != number;
}

/* Sets the time of a record without one to the time at which its part begins. */
static void set_time(struct join_work *w, const struct record *r, uint64_t time, size_t begin)
{
    const size_t fields = (size_t)__builtin_popcountll(r->id.has), tid = r->id.has & PERF_SAMPLE_TID ? 8 : 0;
    const size_t at = w->bytes.n - 8 * fields + tid;
    if (r->id.has & PERF_SAMPLE_TIME && !r->id.time && at > begin)
        put_store((uint8_t *)w->bytes.s + at, time, 8, w->first->order);
}

static void join_tracing(struct join_work *w)
{
    rewrite_put_tracing(w->first->order, perfdata_of(w->first)->tracing, &w->bytes);
}

static void join_other(struct join_work *w, struct join_place *place, struct span bytes)
{
    const struct capture *c = place->part->c;
    const uint32_t type = place->head->type;
    struct record r;
    if (is_told(w, place, type, bytes))
        return;
    if (!c->ops->read_record(c, place->in, place->head->at, &r)) {
        problem_add(w->problems, PROBLEM_BAD_RECORD, 1, "of %s", c->path);
        return;
    }
    place->part->records++;
    if (type == PERF_RECORD_HEADER_TRACING_DATA && c->is_pipe) {
        join_tracing(w);
        return;
    }
    const size_t begin = w->bytes.n;
    rewrite_copy(bytes, &w->bytes);
    if (place != w->places)
        set_time(w, &r, place->part->begins, begin);
}

/* Whether no other part has the sample at the head of a part, which would count twice. False with `e` set. */
static bool counts_once(struct join_work *w, const struct join_place *place, struct span bytes, struct err *e)
{
    struct join_moment *m = &w->moment;
    const uint64_t hash = hash_bytes(bytes.p, bytes.n), time = place->head->time;
    if (!time)
        return true;
    if (time != m->time)
        m->n = 0;
    m->time = time;
    for (size_t i = 0; i < m->n && i < COUNT(m->seen); i++)
        if (m->seen[i].hash == hash && m->seen[i].part != place->part)
            return err_set(
                e, ERR_USAGE, 0, "%s has samples that %s has, too: the first at %" PRIu64 ".%09" PRIu64,
                place->part->c->path, m->seen[i].part->c->path, time / NSEC_PER_SEC, time % NSEC_PER_SEC);
    const size_t at = m->n++ % COUNT(m->seen);
    m->seen[at].hash = hash;
    m->seen[at].part = place->part;
    return true;
}

/* Writes the record at the head of a part. False with `e` set. */
static bool join_record(struct join_work *w, struct join_place *place, struct err *e)
{
    const struct capture *c = place->part->c;
    const uint8_t *p = place->in->bytes.p + place->head->at;
    const struct span bytes = { p, load_u16(p + 6, c->order) };
    if (place->head->type != PERF_RECORD_SAMPLE) {
        join_other(w, place, bytes);
    } else if (c->ops->read_sample(c, place->in, place->head->at, w->sample, w->problems)) {
        rewrite_copy(bytes, &w->bytes);
        place->part->samples++;
        return counts_once(w, place, bytes, e);
    }
    return true;
}

/* The part whose next record is the earliest; NULL: all have ended. */
static struct join_place *earliest(struct join_work *w)
{
    struct join_place *found = NULL;
    for (size_t i = 0; i < w->n; i++) {
        struct join_place *p = &w->places[i];
        if (!p->head)
            continue;
        if (p->head->time)
            p->last = p->head->time;
        if (!found || p->last < found->last)
            found = p;
    }
    return found;
}

/* Everything is in order of time, so a round may end anywhere. */
static void put_round(struct join_work *w)
{
    put_number(&w->bytes, PERF_RECORD_FINISHED_ROUND, 4, w->first->order);
    put_number(&w->bytes, 0, 2, w->first->order);
    put_number(&w->bytes, 8, 2, w->first->order);
    w->since_round = 0;
}

static bool join_flush(struct join_work *w, struct err *e)
{
    const bool ok = perf_writer_add(&w->writer, (struct span){ (const uint8_t *)w->bytes.s, w->bytes.n }, e);
    w->bytes.n = 0;
    return ok;
}

static bool join_records(struct join_work *w, struct err *e)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->n; i++) {
        struct join_place *p = &w->places[i];
        p->last = p->part->begins;
        p->ordered = ordered_new(p->part->c, e);
        ok = p->ordered && next_head(p, e);
    }
    for (struct join_place *p; ok && (p = earliest(w)); ok = ok && next_head(p, e)) {
        ok = join_record(w, p, e);
        if (++w->since_round == ROUND_EVERY)
            put_round(w);
        ok = ok && (w->bytes.n < JOIN_FLUSH || join_flush(w, e));
    }
    if (w->first->timed)
        put_round(w);
    return ok && join_flush(w, e);
}

bool joining_write(struct join_part *parts, size_t n, struct output *out, struct problems *problems,
                   struct err *e)
{
    struct join_work w = { .n = n, .problems = problems };
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = (rewrite_is_whole(parts[i].c, e) || err_prefix(e, "%s", parts[i].c->path)) &&
             find_beginning(&parts[i], e);
    if (!ok)
        return false;
    sort_by(parts, n, sizeof(*parts), by_beginning, NULL);
    w.first = parts[0].c;
    w.places = mem_new(n, sizeof(*w.places));
    w.sample = mem_new(1, sizeof(*w.sample));
    struct attr *attrs = mem_new(w.first->events.n, sizeof(*attrs));
    for (size_t i = 0; i < n; i++) {
        w.places[i].part = &parts[i];
        take_ids(w.first, parts[i].c);
    }
    for (uint32_t i = 0; i < w.first->events.n; i++)
        attrs[i] = w.first->events.v[i].attr;
    ok = perf_writer_begin(&w.writer, out, perfdata_of(w.first), attrs, e) && join_records(&w, e) &&
         join_end(&w, attrs, e);
    for (size_t i = 0; i < n; i++)
        ordered_free(w.places[i].ordered);
    idmap_free(&w.told);
    text_free(&w.bytes);
    free(w.places);
    free(w.sample);
    free(attrs);
    return ok;
}
