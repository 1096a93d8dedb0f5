#include "formats/perf/salvage/sound.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"
#include "formats/perf/pipe.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"
#include "formats/perf/write/put.h"

enum {
    HEAD = 8,
    RECORDS_LOOK = 16,   /* most records to look at, of which some are too short to prove anything */
    SAMPLE_MOST = 65528, /* bytes: the largest multiple of 8 that a size field can say */
    NOT_FIRST = 1,       /* a position of records behind others */
    LEAST_PROOF = 24,    /* bytes of a record that proves something */
    SEARCH_FREE = 1 << 24,
    SEARCH_PER_BYTE = 64 /* bytes of records that a search may look at */
};

void sound_judge_free(struct sound_judge *j)
{
    window_free(&j->window);
    free(j->mended);
}

void sound_judge_forget(struct sound_judge *j)
{
    memset(j->sample.found, 0, sizeof(j->sample.found));
}

static struct sound sound_refuse(struct sound s, const char *why)
{
    s.why = why;
    return s;
}

/* Whether bytes beyond the fields of a sample are the number of its call chain, which hiperf keeps in the header. */
static bool has_chain_number(const struct sample *s, size_t beyond)
{
    return s->has & PERF_SAMPLE_CALLCHAIN && !s->nchain && beyond == 8;
}

static const char *no_sample(bool is_of_no_event)
{
    if (is_of_no_event)
        return "it is of no event";
    return "its fields do not fit into it";
}

/* Whether a stack dump says that more of it was filled than it has. */
static bool is_overfilled(const struct sample *s)
{
    const struct span dump = s->user_stack;
    return s->event->attr.sample_type & PERF_SAMPLE_STACK_USER && dump.n &&
           load_u64(dump.p + dump.n, s->order) > dump.n;
}

/* Whether the id of a sample is of an event: with one event it is read whatever its id. */
static bool is_of_known_event(const struct events *es, const struct sample *s)
{
    const bool has_id = s->has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER);
    return !has_id || !s->id || sound_is_of_event(es, s->id);
}

/* Whether the counts in a sample are of events. */
static bool has_known_counts(const struct events *es, const struct sample *s)
{
    const uint64_t format = s->event->attr.read_format,
                   times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const size_t each = 8 + 8 * (size_t)__builtin_popcountll(format & (PERF_FORMAT_ID | PERF_FORMAT_LOST));
    size_t at = 8 * (size_t)__builtin_popcountll(format & (times | PERF_FORMAT_GROUP));
    if (!(s->event->attr.sample_type & PERF_SAMPLE_READ) || !(format & PERF_FORMAT_ID))
        return true;
    for (; at + each <= s->read.n; at += each)
        if (!idmap_get(&es->by_id, load_u64(s->read.p + at + 8, s->order)))
            return false;
    return true;
}

/* A sample is read by its event. Bytes beyond its fields are counted as a problem. */
static struct sound judge_sample(struct sound_judge *j, const struct perfdata *p, struct sound s, uint64_t at,
                                 uint64_t seq)
{
    struct block b = { 0 };
    const uint64_t *beyond = &j->problems.of[PROBLEM_TRUNCATED].n, before = *beyond,
                   *unknown = &j->problems.of[PROBLEM_UNKNOWN_EVENT].n, unknown_before = *unknown;
    capture_block_begin(&b, s.bytes, at, seq);
    if (!record_read_sample(&p->capture, &b, 0, &j->sample, &j->problems))
        return sound_refuse(s, no_sample(*unknown > unknown_before));
    if (!is_of_known_event(&p->capture.events, &j->sample))
        return sound_refuse(s, no_sample(true));
    if (!has_known_counts(&p->capture.events, &j->sample))
        return sound_refuse(s, "it has counts of no event");
    if (is_overfilled(&j->sample))
        return sound_refuse(s, "its stack dump is shorter than it says");
    s.own = s.size - (size_t)(*beyond - before);
    s.exact = s.own == s.size || has_chain_number(&j->sample, s.size - s.own);
    return s;
}

/* Whether the fields of a record were checked, or cannot be. */
static bool is_exact(const struct perfdata *p, const struct record *r)
{
    const struct rec_desc *d = record_desc_of(r->type);
    if (d->flags & REC_KEPT)
        return record_is_filled(p, r);
    return !record_is_strange(r->type, r->bytes.n) && (d->fields || r->bytes.n == HEAD);
}

static struct sound judge_record(struct sound_judge *j, const struct perfdata *p, struct sound s, uint64_t at,
                                 uint64_t seq)
{
    const char *fault;
    const bool good = record_read(p, s.bytes, at, seq, &j->record);
    if (pipe_is_legacy(p, s.bytes, seq)) {
        s.exact = true;
        return s;
    }
    if (!p->capture.is_pipe && (s.type == PERF_RECORD_HEADER_ATTR || s.type == PERF_RECORD_HEADER_FEATURE))
        return sound_refuse(s, "it belongs to a stream, and this is a file");
    if (!good)
        return sound_refuse(s, "its fields do not fit into it");
    if ((fault = sound_record_fault(p, &j->record)))
        return sound_refuse(s, fault);
    s.own = record_own_size(p, s.bytes);
    s.exact = is_exact(p, &j->record);
    return s;
}

static struct sound judge_body(struct sound_judge *j, const struct perfdata *p, struct sound s, uint64_t at,
                               uint64_t seq)
{
    s.own = s.size;
    if (!p->capture.events.n && s.type < PERF_RECORD_HEADER_ATTR)
        return sound_refuse(s, "no event before it says how it is read");
    if (feed_is_compressed(s.type)) {
        s.exact = j->inflating ||
                  inflater_begins_frame(feed_payload_of(s.bytes.p, s.size, p->capture.order).piece);
        return s.exact ? s : sound_refuse(s, "it continues no compressed stream");
    }
    if (s.type == PERF_RECORD_SAMPLE)
        return judge_sample(j, p, s, at, seq);
    return judge_record(j, p, s, at, seq);
}

struct sound sound_inside(struct sound_judge *j, const struct perfdata *p, struct span bytes, uint64_t at,
                          uint64_t seq)
{
    struct sound s = { .type = load_u32(bytes.p, p->capture.order),
                       .size = bytes.n,
                       .own = bytes.n,
                       .stated = bytes.n,
                       .bytes = bytes };
    if (!record_desc_of(s.type) || feed_is_compressed(s.type))
        return sound_refuse(s, "its type is unknown");
    return judge_body(j, p, s, at, seq);
}

/* Reads the size of a record, which a COMPRESSED2 record may hide. */
static size_t stated_size(struct sound_judge *j, const struct perfdata *p, uint64_t at, uint32_t type)
{
    const enum byte_order order = p->capture.order;
    const bool hidden = type == PERF_RECORD_COMPRESSED2;
    const struct span s = window_see(&j->window, at, hidden ? FEED_COMPRESSED2_MAX + FEED_LOOK_AHEAD : HEAD);
    if (hidden)
        return feed_compressed2_size(s.p, s.n, order);
    return load_u16(s.p + 6, order);
}

struct sound sound_at(struct sound_judge *j, const struct perfdata *p, uint64_t at, uint64_t seq)
{
    const uint64_t left = j->window.end - at;
    const struct span head = window_see(&j->window, at, HEAD);
    struct sound s = { .cut = head.n < HEAD };
    if (s.cut)
        return sound_refuse(s, "less than a record's header is left");
    s.type = load_u32(head.p, p->capture.order);
    s.size = stated_size(j, p, at, s.type);
    s.stated = s.size;
    s.cut = s.size > left;
    if (s.size < HEAD || s.cut) {
        s.size = 0;
        s.cut = s.cut && record_desc_of(s.type);
        return sound_refuse(s, s.cut ? "the records end inside of it" : "its size cannot be right");
    }
    if (!record_desc_of(s.type) || s.type >= PERF_RECORD_LEGACY_FEATURE)
        return sound_refuse(s, "its type is unknown");
    s.bytes = window_see(&j->window, at, s.size);
    if (s.bytes.n < s.size)
        return sound_refuse(s, "the file ends inside of it");
    s = judge_body(j, p, s, at, seq);
    if (s.type > PERF_RECORD_KERNEL_END && !pipe_is_legacy(p, s.bytes, seq))
        s.behind = feed_trailing_bytes(p, s.bytes);
    if (!s.why && s.behind > left - s.size) {
        s.behind = 0;
        return sound_refuse(s, "the data that should follow it are cut off");
    }
    return s;
}

bool sound_begins_at(struct sound_judge *ahead, const struct perfdata *p, uint64_t at, unsigned n)
{
    unsigned proofs = 0;
    for (unsigned i = 0; i < RECORDS_LOOK && proofs < n && at < ahead->window.end; i++) {
        const struct sound s = sound_at(ahead, p, at, NOT_FIRST);
        if (s.why)
            return s.cut && proofs;
        if (!s.exact)
            return false;
        proofs += s.size >= LEAST_PROOF;
        at += s.size + s.behind;
    }
    return proofs;
}

/* A copy of the bytes at an offset, as a record of the largest size. */
static struct span as_largest(struct sound_judge *j, enum byte_order order, uint64_t at)
{
    const struct span there = window_see(&j->window, at, SAMPLE_MOST);
    const size_t n = there.n / 8 * 8;
    if (!j->mended)
        j->mended = mem_new(SAMPLE_MOST, 1);
    if (n < HEAD)
        return (struct span){ j->mended, 0 };
    memcpy(j->mended, there.p, n);
    put_store(j->mended + 6, n, 2, order);
    return (struct span){ j->mended, n };
}

struct sound sound_of_any_size(struct sound_judge *j, struct sound_judge *ahead, const struct perfdata *p,
                               uint64_t at, uint64_t seq)
{
    const struct span bytes = as_largest(j, p->capture.order, at);
    struct sound s = { .type = PERF_RECORD_SAMPLE, .size = bytes.n, .bytes = bytes };
    if (bytes.n < HEAD || load_u32(bytes.p, p->capture.order) != s.type)
        return sound_refuse(s, "it is no sample");
    s = judge_sample(j, p, s, at, seq);
    s.size = s.own;
    if (!s.why && (s.own % 8 || !sound_begins_at(ahead, p, at + s.own, SOUND_SEVERAL)))
        return sound_refuse(s, "no record follows it");
    return s;
}

/* Whether a record may begin with these bytes. */
static bool sound_may_begin(struct span head, enum byte_order order)
{
    if (head.n < HEAD)
        return false;
    const uint32_t type = load_u32(head.p, order);
    return (type == PERF_RECORD_COMPRESSED2 || load_u16(head.p + 6, order) >= HEAD) && record_desc_of(type);
}

uint64_t sound_find(struct sound_judge *ahead, const struct perfdata *p, uint64_t from, uint64_t to)
{
    uint64_t spent = 0;
    for (uint64_t at = from, step; at < to; at += step) {
        const struct span head = window_see(&ahead->window, at, HEAD);
        step = 1;
        if (!sound_may_begin(head, p->capture.order))
            continue;
        if (sound_begins_at(ahead, p, at, SOUND_SEVERAL))
            return at;
        spent += load_u16(head.p + 6, p->capture.order);
        if (spent > SEARCH_FREE + (at - from) * SEARCH_PER_BYTE)
            step += (spent - SEARCH_FREE) / SEARCH_PER_BYTE - (at - from);
    }
    return to;
}
