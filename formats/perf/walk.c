/* The two passes over the records of a capture, and how pass 2 reads single records. */
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/lock.h"
#include "core/base/mem.h"
#include "formats/perf/feed.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/pipe.h"
#include "formats/perf/places.h"
#include "formats/perf/record_index.h"
#include "formats/perf/records/heads.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"
#include "formats/perf/skim.h"

/* Pass 2: each worker takes the next place. If pass 1 stored no places, the workers take turns to read
   blocks from one feed. */
struct pass2 {
    struct places places;
    pthread_mutex_t lock;
    size_t next; /* index of the next place */
    struct feed feed;
    bool by_index; /* pass 1 used the index, whose number of samples is checked in pass 2 */
    bool ended;    /* no block is left */
    /* number of blocks that were taken, and number of blocks whose samples were counted */
    size_t taken, counted;
    uint64_t samples;    /* in the blocks that were counted */
    uint64_t given, all; /* bytes of records: in the blocks that were taken, and in all blocks */
    struct along *along; /* pass 1, while it runs together with pass 2; else NULL */
};

static struct pass2 *pass2_of(struct perfdata *p)
{
    if (!p->pass2) {
        p->pass2 = mem_new(1, sizeof(*p->pass2));
        pthread_mutex_init(&p->pass2->lock, NULL);
    }
    return p->pass2;
}

static void perf_walk_count(struct capture *c, const struct record *r, struct losses *losses)
{
    size_t kind = record_kind_of(r->type);
    c->counts[kind]++;
    if (kind == REC_UNKNOWN)
        problem_add(&c->problems, PROBLEM_UNKNOWN_RECORD, 1, "type %u at offset %" PRIu64, r->type, r->at);
    else if (r->type == PERF_RECORD_LOST || r->type == PERF_RECORD_LOST_SAMPLES)
        losses_see(losses, c, r);
    else if (r->type == PERF_RECORD_THROTTLE)
        problem_add(&c->problems, PROBLEM_THROTTLED, 1, "at offset %" PRIu64, r->at);
    else if (r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2)
        c->is_compressed = true;
}

/* The state of pass 1, and the visitor of its records. */
struct pass1 {
    struct perfdata *p;
    struct sample_times times;
    struct losses losses;
    struct visitor visitor;
};

static void perf_walk_see_record(void *arg, struct span bytes, uint64_t at, uint64_t seq)
{
    struct pass1 *w = arg;
    struct perfdata *p = w->p;
    struct record r;
    bool ok = record_read(p, bytes, at, seq, &r);
    pipe_apply(p, &r);
    simpleperf_apply(p, &r);
    if (ok || r.type >= PERF_RECORD_LEGACY_FEATURE) {
        perf_walk_count(&p->capture, &r, &w->losses);
        w->visitor.visit(w->visitor.arg, &r);
    } else {
        const struct rec_desc *desc = record_desc_of(r.type);
        p->capture.counts[record_kind_of(r.type)]++;
        problem_add(&p->capture.problems, PROBLEM_BAD_RECORD, 1,
                    "%s at offset %" PRIu64 ": %zu bytes are too few for its fields",
                    desc ? desc->name : "record", at, bytes.n);
    }
}

/* Whether a block has only samples; notes their times. */
static bool see_block(struct pass1 *w, const struct block *b, struct sample_times *times)
{
    const enum byte_order order = w->p->capture.order;
    bool only = true;
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        const uint8_t *rec = b->bytes.p + at;
        size = load_u16(rec + 6, order);
        const bool is_sample = load_u32(rec, order) == PERF_RECORD_SAMPLE;
        only = only && is_sample;
        if (is_sample)
            sample_times_count(times, record_sample_time(w->p, feed_record_there(b, at, size)));
        else
            perf_walk_see_record(w, (struct span){ rec, size }, b->at + at, b->seq + at);
    }
    sample_times_add(&w->times, times);
    return only;
}

static void drop_index(struct perfdata *p)
{
    file_unmap(p->index);
    p->index = (struct span){ NULL, 0 };
}

/* Pass 1 by the index of the capture. False: there is no index, or it does not belong to the capture;
   nothing was shown. */
static bool walk_index(struct pass1 *w, struct places *places)
{
    struct record_index x;
    struct span record;
    uint64_t at, seq;
    if (!w->p->index.n)
        return false;
    if (!record_index_take(w->p, w->p->index, &x, places)) {
        problem_add(&w->p->capture.problems, PROBLEM_BAD_INDEX, 1, "the capture is read without it");
        return false;
    }
    while (record_index_next(&x, &record, &at, &seq))
        perf_walk_see_record(w, record, at, seq);
    w->times = x.times;
    pass2_of(w->p)->by_index = true;
    return true;
}

/* Pass 1 through all records. Where workers end, this thread continues alone for the length of a piece,
   and twice as far each time, so that the workers' useless reading is bounded. Pass 2 finds out whether
   samples can be decoded. */
static void walk_records(struct pass1 *w, struct places *places, struct err *e)
{
    const struct skim s = { w->p,        &w->times,           places, perf_walk_see_record, w,
                            &w->visitor, w->p->capture.counts };
    const struct skim_plan plan = skim_plan_of(w->p);
    struct capture *c = &w->p->capture;
    struct feed f;
    struct block b = { 0 };
    feed_start_skimming(&f, w->p);
    for (uint64_t again = 0, alone = plan.piece;;) {
        if (f.seq >= again) {
            skim_run_workers(&s, plan, &f);
            again = f.seq + alone;
            alone *= 2;
        }
        if (!capture_may_continue(c, feed_done(&f), capture_bytes(c), e) ||
            !feed_next(&f, &b, &c->problems, e))
            break;
        struct sample_times times = SAMPLE_TIMES_NONE;
        const bool only = see_block(w, &b, &times);
        places_add(places, &f, &b, only ? &times : NULL);
    }
    pass2_of(w->p)->all = f.seq;
    feed_close(&f);
    free(b.buf);
}

static void perf_walk_finish(struct pass1 *w)
{
    struct perfdata *p = w->p;
    struct capture *c = &p->capture;
    c->nsamples = w->times.n;
    c->first_time = w->times.first;
    c->last_time = w->times.last;
    c->counts[record_kind_of(PERF_RECORD_SAMPLE)] = c->nsamples;
    pipe_finish(p);
    simpleperf_finish(p);
    losses_finish(&w->losses, c);
}

static bool perf_walk_walk(struct capture *c, const struct visitor *v, struct err *e)
{
    struct perfdata *p = perfdata_of(c);
    struct pass1 w = { .p = p, .times = SAMPLE_TIMES_NONE, .visitor = *v };
    struct places *places = &pass2_of(p)->places;
    pass2_of(p)->all = capture_bytes(c);
    places_free(places);
    simpleperf_show_jit_mappings(p, v->visit, v->arg);
    if (!walk_index(&w, places))
        walk_records(&w, places, e);
    drop_index(p);
    perf_walk_finish(&w);
    return e->kind == ERR_NONE;
}

/* ---- both passes in one ---- */

/* Pass 1 while it runs together with pass 2, and the earlier state of the capture, which end_along() may
   restore. */
struct along {
    struct pass1 pass1;
    bool ended;    /* all records were seen */
    bool given_up; /* pass 1 cannot be done this way */
    struct problems problems;
    bool is_compressed;
};

/* Runs pass 1 along with pass 2. Not with an index, which is less to read than the capture, and not for
   pipes, whose events must be known before their samples. */
static bool walk_along(struct capture *c, const struct visitor *v)
{
    struct perfdata *p = perfdata_of(c);
    struct pass2 *pass = pass2_of(p);
    if (c->is_pipe || p->index.n || p->simpleperf.n || pass->along)
        return false;
    pass->along = mem_new(1, sizeof(*pass->along));
    *pass->along = (struct along){
        .pass1 = { .p = p, .times = SAMPLE_TIMES_NONE, .visitor = *v },
        .problems = c->problems,
        .is_compressed = c->is_compressed,
    };
    places_free(&pass->places);
    pass->all = capture_bytes(c);
    return true;
}

static bool end_along(struct capture *c)
{
    struct perfdata *p = perfdata_of(c);
    struct pass2 *pass = pass2_of(p);
    struct along *l = pass->along;
    const bool ended = l->ended;
    pass->along = NULL;
    if (ended) {
        perf_walk_finish(&l->pass1);
    } else {
        simpleperf_free(&p->simpleperf);
        c->problems = l->problems;
        c->is_compressed = l->is_compressed;
        c->lost_samples = 0;
        memset(c->counts, 0, sizeof(c->counts));
        for (uint32_t i = 0; i < c->events.n; i++)
            c->events.v[i].lost = 0;
    }
    free(l);
    return ended;
}

/* False: a record describes the capture, and should have been known before earlier records were read. */
static bool see_along(struct pass1 *w, const struct block *b)
{
    const enum byte_order order = w->p->capture.order;
    const struct record_heads *heads = b->heads;
    for (size_t i = 0; i < heads->nothers; i++) {
        const struct record_head *h = &heads->v[heads->others[i]];
        const uint8_t *rec = b->bytes.p + h->at;
        const struct span bytes = { rec, load_u16(rec + 6, order) };
        if (pipe_may_apply(bytes, b->seq + h->at, order))
            return false;
        perf_walk_see_record(w, bytes, b->at + h->at, b->seq + h->at);
    }
    heads_count_times(heads, &w->times);
    return true;
}

static bool next_along(struct capture *c, struct pass2 *pass, struct block *b, struct err *e)
{
    struct along *l = pass->along;
    if (l->given_up || !feed_next(&pass->feed, b, &c->problems, e)) {
        l->ended = !l->given_up && e->kind == ERR_NONE;
        return false;
    }
    l->given_up = !b->heads || !see_along(&l->pass1, b);
    return !l->given_up;
}

static bool rewind_pass2(struct capture *c, struct err *e)
{
    struct perfdata *p = perfdata_of(c);
    struct pass2 *pass = pass2_of(p);
    feed_close(&pass->feed);
    feed_start(&pass->feed, p);
    pass->next = pass->taken = pass->counted = 0;
    pass->samples = pass->given = 0;
    pass->ended = false;
    return capture_may_continue(c, 0, pass->all, e);
}

static uint64_t samples_in(const struct block *b, enum byte_order order)
{
    uint64_t n = 0;
    for (size_t at = 0; at < b->bytes.n; at += load_u16(b->bytes.p + at + 6, order))
        n += load_u32(b->bytes.p + at, order) == PERF_RECORD_SAMPLE;
    return n;
}

/* Once all blocks are counted, compares their samples with the index, and reports a difference. The caller
   has the lock. */
static void compare_samples(struct capture *c, struct pass2 *pass)
{
    if (!pass->by_index || !pass->ended || pass->counted != pass->taken)
        return;
    pass->by_index = false; /* only once */
    if (pass->samples != c->nsamples)
        problem_add(&c->problems, PROBLEM_BAD_INDEX, 1, "it has %" PRIu64 " samples, the capture %" PRIu64,
                    c->nsamples, pass->samples);
}

/* Reads the block of a place, or of the next place that is not damaged. Lost bytes are counted once,
   however often they are wanted. */
static bool read_place(struct capture *c, struct pass2 *pass, struct block_place *place, struct block *b,
                       struct err *e)
{
    struct err damage;
    while (!places_read(perfdata_of(c), place, b, e) && feed_is_damaged(e, &damage)) {
        struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &pass->lock);
        if (!place->lost)
            feed_count_damage(&c->problems, place->size, place->at, place->seq, &damage);
        place->lost = true;
        pass->by_index = false;
        if (pass->next < pass->places.n)
            place = &pass->places.v[pass->next++];
        else
            place = NULL;
        lock_release(held);
        if (!place)
            return false;
    }
    return b->bytes.n;
}

/* The next place that may contain wanted records; NULL: there is none. Skips places without any. */
static struct block_place *next_place(const struct capture *c, struct pass2 *pass, struct block *b)
{
    const struct time_range *wanted = c->wanted;
    b->left_out = b->latest = 0;
    while (pass->next < pass->places.n) {
        struct block_place *place = &pass->places.v[pass->next++];
        if (!wanted || (place->of.to >= wanted->from && place->of.from <= wanted->to))
            return place;
        b->left_out += place->size;
        b->latest = place->of.to > b->latest ? place->of.to : b->latest;
    }
    return NULL;
}

static bool perf_walk_next_block(struct capture *c, struct block *b, struct err *e)
{
    assert(perfdata_of(c)->pass2);
    struct perfdata *p = perfdata_of(c);
    struct pass2 *pass = p->pass2;
    const struct places *l = &pass->places;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &pass->lock);
    struct block_place *place = next_place(c, pass, b);
    bool ok = place;
    if (!place && pass->along)
        ok = next_along(c, pass, b, e);
    else if (!place && !l->n)
        ok = feed_next(&pass->feed, b, NULL, e);
    const bool counts = pass->by_index;
    const uint64_t given = pass->given + b->left_out;
    pass->given = given;
    if (place)
        pass->given += place->size;
    else if (ok)
        pass->given += b->bytes.n;
    pass->taken += ok;
    pass->ended = pass->ended || (!ok && e->kind == ERR_NONE);
    compare_samples(c, pass);
    lock_release(held);
    if (ok && !capture_may_continue(c, given, pass->all, e))
        return false;
    if (place)
        ok = read_place(c, pass, place, b, e);
    if (!counts || e->kind != ERR_NONE || (!ok && !place))
        return ok;
    const uint64_t samples = samples_in(b, c->order);
    held = lock_hold(&(struct mem_undo){ 0 }, &pass->lock);
    pass->counted++;
    pass->samples += samples;
    pass->ended = pass->ended || !ok; /* no records at this position: the reading ends */
    compare_samples(c, pass);
    lock_release(held);
    return ok;
}

static bool next_sample(const struct capture *c, struct block *b, struct sample *s, struct problems *problems)
{
    while (b->next < b->bytes.n) {
        const size_t at = b->next;
        const uint8_t *rec = b->bytes.p + at;
        b->next += load_u16(rec + 6, c->order);
        if (load_u32(rec, c->order) == PERF_RECORD_SAMPLE && record_read_sample(c, b, at, s, problems))
            return true;
    }
    return false;
}

static struct span record_at(const struct capture *c, const struct block *b, size_t at)
{
    assert(at < b->bytes.n);
    return (struct span){ b->bytes.p + at, load_u16(b->bytes.p + at + 6, c->order) };
}

static bool read_record(const struct capture *c, const struct block *b, size_t at, struct record *out)
{
    return record_read(perfdata_of_const(c), record_at(c, b, at), b->at + at, b->seq + at, out);
}

static void close_capture(struct capture *c)
{
    struct perfdata *p = perfdata_of(c);
    if (p->pass2) {
        feed_close(&p->pass2->feed);
        places_free(&p->pass2->places);
        pthread_mutex_destroy(&p->pass2->lock);
        free(p->pass2->along);
        free(p->pass2);
    }
    for (size_t i = 0; i < p->nfiles; i++)
        file_close(&p->files[i]);
    free(p->files);
    free(p->stretches);
    free(p->event_types);
    events_free(&c->events);
    free(c->env.build_ids);
    free(c->env.facts);
    simpleperf_free(&p->simpleperf);
    hiperf_stacks_free(&p->stacks);
    drop_index(p);
    arena_free(&p->arena);
    free(p);
}

const struct capture_ops perfdata_ops = {
    .walk = perf_walk_walk,
    .walk_along = walk_along,
    .end_along = end_along,
    .rewind = rewind_pass2,
    .next_block = perf_walk_next_block,
    .next_sample = next_sample,
    .read_sample = record_read_sample,
    .read_record = read_record,
    .close = close_capture,
};
