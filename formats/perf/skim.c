#include "formats/perf/skim.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "formats/perf/pipe.h"
#include "formats/perf/records/record_table.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"

enum {
    SLOTS_EACH = 2,
    GUESS_BYTES = 1 << 16, /* bytes that are searched for the beginning of a record */
    GUESS_RECORDS = 32,    /* records that must follow one another from a guessed position on */
    GUESS_LEAST = 5,       /* fewer are enough if no more fit, but at least these */
    ALIGN = 8              /* alignment of records (linux/perf_event.h) */
};

/* A run of consecutive records other than samples. */
struct skim_kept {
    uint64_t at;         /* file offset */
    uint32_t from, size; /* offset and size in `bytes` of their piece */
};

struct skim_piece {
    size_t stretch;
    uint64_t from, until; /* file offsets of the piece's beginning and of the next piece */
    uint64_t first, end;  /* where its first record begins and its last record ends */
    bool plain;           /* all of it was read, without compressed records, damage and the like */
    bool ready;
    struct sample_times times;
    struct places places;       /* with file offsets as `seq` */
    struct strange_run strange; /* the last strange records */
    struct text bytes;
    struct skim_kept *kept;
    size_t nkept, cap_kept;
    void *hand;       /* the hand that took other records; NULL: none did */
    size_t took, all; /* how many records the hand had taken before this piece, and after it */
    uint64_t counts[RECORD_KINDS];
};

struct sharing {
    const struct skim *s;
    struct skim_plan plan;
    pthread_mutex_t lock; /* protects all members below */
    pthread_cond_t changed;
    struct skim_piece *slots;
    unsigned nslots;
    uint64_t taken, put; /* number of pieces that were begun, and that were put in order */
    size_t stretch;      /* where the next piece begins */
    uint64_t at;
    bool ended, failed; /* ended: no more pieces are begun; failed: no more pieces are put in order either */
    struct feed *feed;
    struct sharer *sharers;
};

struct sharer {
    struct sharing *w;
    struct block block;
    void *hand;  /* the visitor's data for this thread; NULL: none */
    size_t took; /* how many records the visitor has got with it */
};

struct skim_plan skim_plan_of(const struct perfdata *p)
{
    const uint64_t bytes_each = UINT64_C(1) << 25, most = 8;
    uint64_t n = 1 + capture_bytes(&p->capture) / bytes_each, here = file_processors();
    if (n >= here)
        n = here;
    if (n >= most)
        n = most;
    if (p->capture.threads)
        n = p->capture.threads;
    return (struct skim_plan){ (unsigned)n, UINT64_C(1) << 22 };
}

/* Whether the bytes from `at` on, of n, look like consecutive records. */
static bool is_chain(const uint8_t *p, size_t n, size_t at, enum byte_order order)
{
    size_t records = 0;
    while (records < GUESS_RECORDS && n - at >= ALIGN) {
        const uint32_t type = load_u32(p + at, order);
        const size_t size = load_u16(p + at + 6, order);
        if (!type || type >= PERF_RECORD_USER_END || size < ALIGN || size % ALIGN)
            return false;
        records++;
        if (size > n - at)
            break;
        at += size;
    }
    return records >= GUESS_LEAST;
}

static bool guess(const struct perfdata *p, struct skim_piece *k, uint8_t *buf)
{
    const struct stretch *s = &p->stretches[k->stretch];
    struct err e = { 0 };
    const uint64_t skip = (ALIGN - (k->from - s->at) % ALIGN) % ALIGN;
    uint64_t look = s->at + s->size - k->from;
    if (look > GUESS_BYTES)
        look = GUESS_BYTES;
    const int64_t n = file_read(s->file, k->from, buf, (size_t)look, &e);
    for (uint64_t at = skip; n > 0 && at < (uint64_t)n && k->from + at < k->until; at += ALIGN)
        if (is_chain(buf, (size_t)n, (size_t)at, p->capture.order)) {
            k->first = k->from + at;
            return true;
        }
    return false;
}

static void skim_keep(struct skim_piece *k, struct span records, uint64_t at)
{
    if (!records.n)
        return;
    *MEM_ADD(k->kept, k->nkept, k->cap_kept) =
        (struct skim_kept){ at, (uint32_t)k->bytes.n, (uint32_t)records.n };
    text_add_n(&k->bytes, (const char *)records.p, records.n);
}

/* Passes a record to the hand. False: it is damaged, or of a type that is for visit(). */
static bool skim_take_apart(const struct skim *s, struct skim_piece *k, uint32_t type, struct span bytes,
                            uint64_t at)
{
    struct record r;
    if (!k->hand || !s->visitor->hands->takes(s->visitor->arg, type) || !record_read(s->p, bytes, at, at, &r))
        return false;
    k->all = s->visitor->hands->take(k->hand, &r);
    k->counts[record_kind_of(type)]++;
    return true;
}

/* Reads the records of a block that begin in the piece. False: one of them changes how later records are
   read. */
static bool skim_read_block(const struct skim *s, struct skim_piece *k, struct feed *f, const struct block *b)
{
    const struct perfdata *p = s->p;
    const enum byte_order order = p->capture.order;
    size_t at = 0, others = 0; /* others: where the current run of records other than samples began */
    struct sample_times times = SAMPLE_TIMES_NONE;
    bool only = true;
    for (size_t size; at < b->bytes.n && b->at + at < k->until; at += size) {
        const uint8_t *rec = b->bytes.p + at;
        const uint32_t type = load_u32(rec, order);
        size = load_u16(rec + 6, order);
        if (pipe_may_apply((struct span){ rec, size }, b->at + at - p->stretches[0].at, order))
            return false;
        only = only && type == PERF_RECORD_SAMPLE;
        if (type == PERF_RECORD_SAMPLE)
            sample_times_count(&times, record_sample_time(p, feed_record_there(b, at, size)));
        else if (!skim_take_apart(s, k, type, (struct span){ rec, size }, b->at + at))
            continue;
        skim_keep(k, (struct span){ b->bytes.p + others, at - others }, b->at + others);
        others = at + size;
    }
    if (at > others)
        skim_keep(k, (struct span){ b->bytes.p + others, at - others }, b->at + others);
    if (at < b->bytes.n)
        f->covered = at;
    k->end = b->at + f->covered;
    sample_times_add(&k->times, &times);
    places_add(&k->places, f, b, only ? &times : NULL);
    return true;
}

/* Reads a piece from its first record on. */
static void read_piece(const struct skim *s, struct skim_piece *k, struct sharer *r)
{
    const struct perfdata *p = s->p;
    struct block *b = &r->block;
    struct feed f;
    struct err e = { 0 };
    k->hand = r->hand;
    k->took = k->all = r->took;
    memset(k->counts, 0, sizeof(k->counts));
    k->times = (struct sample_times)SAMPLE_TIMES_NONE;
    k->places.n = k->bytes.n = k->nkept = 0;
    k->end = k->first;
    feed_start_skimming(&f, p);
    f.stretch = k->stretch;
    f.at = f.seq = k->first;
    f.until = k->until;
    k->plain = true;
    while (k->plain && k->end < k->until) {
        const uint64_t at = k->end;
        k->plain = feed_next(&f, b, NULL, &e) && f.stretch == k->stretch && !f.inflating && b->at == at &&
                   f.at == at + f.covered && skim_read_block(s, k, &f, b);
    }
    r->took = k->all;
    k->strange = f.strange;
    feed_close(&f);
}

/* Begins the next piece. The caller has the lock. NULL: there is none, or no slot is free. */
static struct skim_piece *skim_take(struct sharing *w)
{
    const struct perfdata *p = w->s->p;
    if (w->taken - w->put == w->nslots)
        return NULL;
    while (w->stretch < p->nstretches && w->at == p->stretches[w->stretch].at + p->stretches[w->stretch].size)
        if (++w->stretch < p->nstretches)
            w->at = p->stretches[w->stretch].at;
    w->ended = w->ended || w->stretch == p->nstretches;
    if (w->ended)
        return NULL;
    const struct stretch *s = &p->stretches[w->stretch];
    const uint64_t left = s->at + s->size - w->at;
    struct skim_piece *k = &w->slots[w->taken++ % w->nslots];
    k->stretch = w->stretch;
    k->from = w->at;
    if (left < w->plan.piece)
        w->at += left;
    else
        w->at += w->plan.piece;
    k->until = w->at;
    return k;
}

/* Begins the next piece and reads it. The caller has the lock, which is released while reading. False:
   there is no next piece. */
static bool skim_see(struct sharer *r)
{
    struct sharing *w = r->w;
    const struct perfdata *p = w->s->p;
    struct skim_piece *k = skim_take(w);
    if (!k)
        return false;
    pthread_mutex_unlock(&w->lock);
    k->first = k->from;
    k->plain = false;
    if (k->from == p->stretches[k->stretch].at || guess(p, k, r->block.buf))
        read_piece(w->s, k, r);
    pthread_mutex_lock(&w->lock);
    k->ready = true;
    pthread_cond_broadcast(&w->changed);
    return true;
}

static void see_all(struct sharer *r)
{
    struct sharing *w = r->w;
    pthread_mutex_lock(&w->lock);
    while (!w->ended)
        if (!skim_see(r) && !w->ended)
            pthread_cond_wait(&w->changed, &w->lock);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static void skim_show(const struct skim *s, const struct skim_piece *k, const struct skim_kept *r,
                      uint64_t shift)
{
    const uint8_t *p = (const uint8_t *)k->bytes.s + r->from;
    for (size_t at = 0, size; at < r->size; at += size) {
        size = load_u16(p + at + 6, s->p->capture.order);
        s->show(s->arg, (struct span){ p + at, size }, r->at + at, r->at + at + shift);
    }
}

static void put_taken(const struct skim *s, const struct skim_piece *k, uint64_t shift)
{
    for (size_t i = 0; i < RECORD_KINDS; i++)
        s->counts[i] += k->counts[i];
    if (k->all > k->took)
        s->visitor->hands->put(s->visitor->arg, k->hand, k->took, k->all, shift);
}

/* Adds the records of a piece after the position of `f`, and moves `f` to the end of the piece. Reads the
   piece again if its beginning was guessed wrongly. False: the feed `f` must read on from here. */
static bool skim_put(const struct skim *s, struct skim_piece *k, struct feed *f, struct sharer *r)
{
    if (f->stretch != k->stretch)
        f->at = s->p->stretches[f->stretch = k->stretch].at;
    if (!k->plain || k->first != f->at) {
        k->first = f->at;
        read_piece(s, k, r);
    }
    if (!k->plain)
        return false;
    const uint64_t shift = f->seq - f->at;
    sample_times_add(s->times, &k->times);
    for (size_t i = 0; i < k->places.n; i++)
        places_append(s->places, &k->places.v[i], shift);
    for (size_t i = 0; i < k->nkept; i++)
        skim_show(s, k, &k->kept[i], shift);
    put_taken(s, k, shift);
    if (k->strange.end)
        feed_extend_strange_run(&f->strange, &k->strange);
    f->at = k->end;
    f->seq = k->end + shift;
    return true;
}

/* Puts pieces in order as they become ready, and meanwhile reads some. */
static void put_all(struct sharer *r)
{
    struct sharing *w = r->w;
    const struct capture *c = &w->s->p->capture;
    struct err ignored = { 0 }; /* the error occurs again when the records are read */
    pthread_mutex_lock(&w->lock);
    for (bool more = true; more && !w->failed;) {
        struct skim_piece *k = &w->slots[w->put % w->nslots];
        if (w->put < w->taken && k->ready) {
            pthread_mutex_unlock(&w->lock);
            const bool ok = skim_put(w->s, k, w->feed, r) &&
                            capture_may_continue(c, feed_done(w->feed), capture_bytes(c), &ignored);
            pthread_mutex_lock(&w->lock);
            w->ended = w->ended || !ok;
            k->ready = false;
            w->put++;
            more = ok;
            pthread_cond_broadcast(&w->changed);
        } else if (!skim_see(r)) {
            more = w->put < w->taken;
            if (more)
                pthread_cond_wait(&w->changed, &w->lock);
        }
    }
    pthread_mutex_unlock(&w->lock);
}

static void skim_work(void *arg, unsigned i)
{
    struct sharing *w = arg;
    if (i)
        see_all(&w->sharers[i]);
    else
        put_all(&w->sharers[0]);
}

static void skim_stop(void *arg)
{
    struct sharing *w = arg;
    pthread_mutex_lock(&w->lock);
    w->ended = w->failed = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static bool may_be_shared(const struct skim *s, const struct feed *f)
{
    bool may = !s->p->capture.is_pipe && !f->inflating;
    for (size_t i = 0; may && i < s->p->nstretches; i++)
        may = !s->p->stretches[i].file->view;
    return may;
}

static void free_slots(struct sharing *w)
{
    for (unsigned i = 0; i < w->nslots; i++) {
        places_free(&w->slots[i].places);
        text_free(&w->slots[i].bytes);
        free(w->slots[i].kept);
    }
    free(w->slots);
}

void skim_run_workers(const struct skim *s, struct skim_plan plan, struct feed *f)
{
    struct sharing w = { .s = s, .plan = plan, .stretch = f->stretch, .at = f->at, .feed = f };
    const unsigned n = plan.workers;
    if (n < 2 || !may_be_shared(s, f))
        return;
    w.nslots = n * SLOTS_EACH;
    w.slots = mem_new(w.nslots, sizeof(*w.slots));
    struct sharer *all = w.sharers = mem_new(n, sizeof(*all));
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.changed, NULL);
    for (unsigned i = 0; i < n; i++) {
        all[i] = (struct sharer){ .w = &w, .block = { .buf = mem_new(GUESS_BYTES, 1), .cap = GUESS_BYTES } };
        if (s->visitor->hands)
            all[i].hand = s->visitor->hands->begin(s->visitor->arg);
    }
    threads_run(n, skim_work, skim_stop, &w);
    for (unsigned i = 0; i < n; i++)
        free(all[i].block.buf);
    free(all);
    free_slots(&w);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
}
