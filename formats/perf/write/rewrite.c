#include "formats/perf/write/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/sort_by.h"
#include "formats/perf/feed.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/pipe.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"
#include "formats/perf/write/put.h"
#include "formats/perf/write/record_write.h"

/* Offsets of names of events in records, and bytes of one, which are far less in perf. */
enum { NAME_IN_UPDATE = 24, NAME_IN_TYPE = 16, EVENT_NAME_MOST = 1 << 15 };
enum {
    FEAT_TRACING_DATA = 1,
    FEAT_AUXTRACE = 18,
    FEAT_DIR_FORMAT = 24,
    FEAT_COMPRESSED = 27,
    FEATURE_HEAD = 16
};

void rewrite_copy(struct span bytes, struct text *out)
{
    put_span(out, bytes);
}

void rewrite_record_copy(enum byte_order order, struct span bytes, struct text *out)
{
    const size_t begin = out->n;
    put_span(out, bytes);
    put_store((uint8_t *)out->s + begin + 6, bytes.n, 2, order);
}

bool rewrite_leaves(uint32_t type)
{
    switch (type) {
    case PERF_RECORD_AUX:
    case PERF_RECORD_ITRACE_START:
    case PERF_RECORD_AUX_OUTPUT_HW_ID:
    case PERF_RECORD_AUXTRACE_INFO:
    case PERF_RECORD_AUXTRACE:
    case PERF_RECORD_AUXTRACE_ERROR:
    case PERF_RECORD_COMPRESSED:
    case PERF_RECORD_COMPRESSED2:
        return true;
    default:
        return false;
    }
}

struct perf_writer_feature rewrite_feature(const struct capture *c, unsigned bit)
{
    const struct feature_bytes *f = &perfdata_of_const(c)->features[bit];
    if (bit == FEAT_AUXTRACE || bit == FEAT_DIR_FORMAT || bit == FEAT_COMPRESSED || bit == FEAT_INIT_MAP)
        return (struct perf_writer_feature){ .present = false };
    return (struct perf_writer_feature){ f->present, f->s };
}

void rewrite_sample_time(enum byte_order order, uint64_t first, uint64_t last, struct text *out)
{
    put_number(out, first, 8, order);
    put_number(out, last, 8, order);
}

/* Texts in features have a length and are padded to 64 bytes (perf, do_write_string()). */
void rewrite_text(enum byte_order order, const char *s, struct text *out)
{
    const size_t n = strlen(s) + 1, padded = (n + 63) / 64 * 64;
    put_number(out, padded, 4, order);
    text_add_n(out, s, n);
    text_char(out, 0, padded - n);
}

void rewrite_event_desc(const struct capture *c, const struct attr *attrs, const char *const *names,
                        struct text *out)
{
    const struct events *es = &c->events;
    put_number(out, es->n, 4, c->order);
    put_number(out, ATTR_KNOWN, 4, c->order);
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *ev = &es->v[i];
        record_write_attr(&attrs[i], ATTR_KNOWN, c->order, out);
        put_number(out, ev->nids, 4, c->order);
        rewrite_text(c->order, names ? names[i] : ev->name, out);
        for (size_t k = 0; k < ev->nids; k++)
            put_number(out, ev->ids[k], 8, c->order);
    }
}

void rewrite_build_ids(const struct capture *c, const char *(*path)(void *arg, const char *s), void *arg,
                       struct text *out)
{
    for (size_t i = 0; i < c->env.nbuild_ids; i++) {
        struct record r = { .type = PERF_RECORD_HEADER_BUILD_ID,
                            .misc = c->env.build_ids[i].misc,
                            .order = c->order,
                            .build_id = c->env.build_ids[i] };
        r.build_id.path = path(arg, r.build_id.path);
        record_write(&r, out);
    }
}

void rewrite_group_desc(const struct capture *c, const char *(*name)(void *arg, const char *s), void *arg,
                        struct text *out)
{
    const struct events *es = &c->events;
    uint32_t groups = 0;
    for (uint32_t i = 0; i < es->n; i++)
        groups += es->v[i].members > 1;
    put_number(out, groups, 4, c->order);
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *ev = &es->v[i];
        if (ev->members < 2)
            continue;
        rewrite_text(c->order, ev->group_name ? name(arg, ev->group_name) : ANONYMOUS_GROUP, out);
        put_number(out, i, 4, c->order);
        put_number(out, ev->members, 4, c->order);
    }
}

bool rewrite_names_event(const struct record *r)
{
    enum { KIND_IN_UPDATE = 8 };
    if (r->type == PERF_RECORD_EVENT_UPDATE)
        return r->bytes.n > NAME_IN_UPDATE && load_u64(r->bytes.p + KIND_IN_UPDATE, r->order) == UPDATE_NAME;
    return r->type == PERF_RECORD_HEADER_EVENT_TYPE && r->bytes.n > NAME_IN_TYPE;
}

/* The name has the rest of the record, which is as long as the name needs, or has room for a name of 64 bytes. */
void rewrite_event_name(const struct record *r, const char *(*name)(void *arg, const char *s), void *arg,
                        struct text *out)
{
    const bool is_type = r->type == PERF_RECORD_HEADER_EVENT_TYPE;
    const size_t begin = out->n, at = is_type ? NAME_IN_TYPE : NAME_IN_UPDATE, room = r->bytes.n - at;
    struct text old = { 0 };
    text_add_n(&old, (const char *)r->bytes.p + at, strnlen((const char *)r->bytes.p + at, room));
    const char *made = name(arg, text_str(&old));
    size_t n = strnlen(made, EVENT_NAME_MOST - 1);
    if (is_type && n >= room)
        n = room - 1;
    put_span(out, (struct span){ r->bytes.p, at });
    text_add_n(out, made, n);
    text_char(out, 0, is_type ? room - n : 1);
    put_padding(out, begin);
    put_store((uint8_t *)out->s + begin + 6, out->n - begin, 2, r->order);
    text_free(&old);
}

void rewrite_thread_map(const struct record *r, const char *(*comm)(void *arg, const char *s), void *arg,
                        struct text *out)
{
    enum { ENTRY = 24, PID = 8, COMM = 16 };
    const struct span threads = r->thread_map.threads;
    struct text made = { 0 };
    struct record other = *r;
    for (size_t at = 0; at + ENTRY <= threads.n; at += ENTRY) {
        char name[COMM + 1] = "";
        memcpy(name, threads.p + at + PID, COMM);
        const char *to = comm(arg, name);
        const size_t n = strnlen(to, COMM - 1);
        text_add_n(&made, (const char *)threads.p + at, PID);
        text_add_n(&made, to, n);
        text_char(&made, 0, COMM - n);
    }
    other.thread_map.threads = (struct span){ (const uint8_t *)made.s, made.n };
    record_write(&other, out);
    text_free(&made);
}

void rewrite_attr_record(const struct record *r, const struct attr *a, struct text *out)
{
    const struct cur c = cur_of((struct span){ r->bytes.p + 8, r->bytes.n - 8 }, r->order);
    const size_t size = attr_stated_size(&c), begin = out->n;
    size_t known = ATTR_KNOWN;
    if (size > c.left || size < ATTR_SIZE_VER0)
        return;
    if (size < known)
        known = size;
    put_span(out, (struct span){ r->bytes.p, 8 });
    record_write_attr(a, known, r->order, out);
    put_span(out, (struct span){ c.p + size, c.left - size });
    put_store((uint8_t *)out->s + begin + 6, out->n - begin, 2, r->order);
}

void rewrite_put_attr(enum byte_order order, const struct event *ev, struct text *out)
{
    const size_t begin = out->n, stated = (size_t)lesser_of(ev->attr.size, ATTR_KNOWN);
    put_number(out, PERF_RECORD_HEADER_ATTR, 4, order);
    put_number(out, 0, 4, order);
    record_write_attr(&ev->attr, stated < ATTR_SIZE_VER0 ? ATTR_SIZE_VER0 : stated, order, out);
    for (size_t i = 0; i < ev->nids; i++)
        put_number(out, ev->ids[i], 8, order);
    put_store((uint8_t *)out->s + begin + 6, out->n - begin, 2, order);
}

unsigned rewrite_feature_of(const struct record *r)
{
    if (r->type != PERF_RECORD_HEADER_FEATURE || r->bytes.n < FEATURE_HEAD)
        return PERF_FEATURES;
    const uint64_t bit = load_u64(r->bytes.p + 8, r->order);
    if (bit < PERF_FEATURES && r->bytes.n > FEATURE_HEAD) /* an empty record ends the list */
        return (unsigned)bit;
    return PERF_FEATURES;
}

struct span rewrite_feature_bytes(const struct record *r)
{
    return (struct span){ r->bytes.p + FEATURE_HEAD, r->bytes.n - FEATURE_HEAD };
}

bool rewrite_feature_is_of_file(unsigned bit)
{
    return bit == FEAT_TRACING_DATA || bit == REWRITE_BUILD_ID || bit == FEAT_AUXTRACE ||
           bit == FEAT_DIR_FORMAT;
}

bool rewrite_ends_features(const struct record *r)
{
    return r->type == PERF_RECORD_HEADER_FEATURE && r->bytes.n <= FEATURE_HEAD;
}

void rewrite_put_feature(enum byte_order order, unsigned bit, struct span bytes, struct text *out)
{
    const size_t n = FEATURE_HEAD + bytes.n;
    if (n > UINT16_MAX)
        return;
    put_number(out, PERF_RECORD_HEADER_FEATURE, 4, order);
    put_number(out, 0, 2, order);
    put_number(out, n, 2, order);
    put_number(out, bit, 8, order);
    put_span(out, bytes);
}

struct rewriting {
    const struct rewrite *how;
    struct capture *c;
    struct perf_writer writer;
    struct text bytes; /* the records of a block, to be written */
    bool attrs_seen;
    struct problems *problems;
};

void rewrite_put_tracing(enum byte_order order, struct span data, struct text *out)
{
    if (!data.n)
        return;
    put_number(out, PERF_RECORD_HEADER_TRACING_DATA, 4, order);
    put_number(out, 0, 2, order);
    put_number(out, 12, 2, order);
    put_number(out, data.n, 4, order);
    const size_t begin = out->n;
    put_span(out, data);
    put_padding(out, begin);
}

/* Records other than samples. Those of a directory are in several files, each with rounds of its own. */
static void rewrite_record(struct rewriting *w, const struct record *r, bool good)
{
    if (rewrite_leaves(r->type) || (r->type == PERF_RECORD_FINISHED_ROUND && w->c->is_directory))
        return;
    if (r->type == PERF_RECORD_HEADER_TRACING_DATA && w->c->is_pipe)
        rewrite_put_tracing(w->c->order, w->how->tracing(w->how->arg), &w->bytes);
    else
        w->how->record(w->how->arg, r, good, &w->bytes);
}

static void rewrite_block(struct rewriting *w, const struct block *b, struct sample *s)
{
    const struct perfdata *p = perfdata_of_const(w->c);
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        const uint8_t *rec = b->bytes.p + at;
        size = load_u16(rec + 6, w->c->order);
        const struct span bytes = { rec, size };
        struct record r;
        if (load_u32(rec, w->c->order) == PERF_RECORD_SAMPLE) {
            if (record_read_sample(w->c, b, at, s, w->problems))
                w->how->sample(w->how->arg, s, bytes, &w->bytes);
            continue;
        }
        const bool good = record_read(p, bytes, b->at + at, b->seq + at, &r);
        w->attrs_seen = w->attrs_seen || r.type == PERF_RECORD_HEADER_ATTR;
        const bool legacy = pipe_rename_legacy(p, w->attrs_seen, &r);
        rewrite_record(w, &r, good || legacy);
    }
}

static bool rewrite_records(struct rewriting *w, struct err *e)
{
    struct feed f;
    struct block b = { 0 };
    struct sample *s = mem_new(1, sizeof(*s));
    bool ok = true;
    feed_start(&f, perfdata_of_const(w->c));
    while (ok && capture_may_continue(w->c, feed_done(&f), capture_bytes(w->c), e) &&
           feed_next(&f, &b, NULL, e)) {
        w->bytes.n = 0;
        rewrite_block(w, &b, s);
        ok = perf_writer_add(&w->writer, (struct span){ (const uint8_t *)w->bytes.s, w->bytes.n }, e);
    }
    feed_close(&f);
    free(b.buf);
    free(s);
    return ok && e->kind == ERR_NONE;
}

bool rewrite_is_whole(const struct capture *c, struct err *e)
{
    if (!c->problems.of[PROBLEM_UNPACKED_LIMIT].n)
        return true;
    return err_set(e, ERR_UNSUPPORTED, 0,
                   "it unpacks to more than is allowed, and is not written in part (--max-unpacked): %s",
                   c->problems.of[PROBLEM_UNPACKED_LIMIT].first);
}

bool rewrite_capture(struct capture *c, const struct rewrite *how, struct output *out,
                     struct problems *problems, struct err *e)
{
    struct rewriting w = { .how = how, .c = c, .problems = problems };
    struct perf_writer_feature features[PERF_FEATURES] = { { .present = false } };
    bool ok = rewrite_is_whole(c, e) &&
              perf_writer_begin(&w.writer, out, perfdata_of_const(c), how->attrs, e) &&
              rewrite_records(&w, e);
    for (unsigned bit = 0; ok && !c->is_pipe && bit < PERF_FEATURES; bit++)
        features[bit] = how->feature(how->arg, bit);
    ok = ok && perf_writer_end(&w.writer, features, e);
    text_free(&w.bytes);
    return ok;
}
