/* One reads the records in order of time and hands them out in batches; workers find the paths of the samples. A track
   is put together by the numbers of its batches, so how many workers there were makes no difference to it. */
#include "core/replay/tracks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/ordered.h"
#include "core/replay/tracks_worker.h"

/* Samples on their way to a worker. */
struct batch {
    struct block b; /* their records, one behind the other */
    struct taken {
        size_t at;                /* in them */
        uint64_t file, seq, time; /* where it was, and when */
    } * v;
    size_t n, cap;
    uint32_t number;
};

enum { BATCH_BYTES = 1 << 20, BATCHES_EACH = 2 };

/* Batches that wait for workers, and those that wait for the reader. */
struct feed {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct batch *all, **full, **idle;
    unsigned nfull, nidle;
    bool ended;
};

/* The reader of all. */
struct reading_on {
    struct capture *c;
    struct problems *problems;
    uint64_t now;                /* the latest time of any sample so far */
    struct tracks_worker *alone; /* sees all at once; NULL: there are several */
    struct feed feed;
    struct batch *filling;
    uint32_t number;
};

/* The one that came first, so that a worker's follow each other in order of time; NULL once no more will come. */
static struct batch *take(struct feed *f, struct batch **from, unsigned *n)
{
    pthread_mutex_lock(&f->lock);
    while (!*n && !f->ended)
        pthread_cond_wait(&f->changed, &f->lock);
    struct batch *b = *n ? from[0] : NULL;
    *n -= !!b;
    memmove(from, from + 1, *n * sizeof(b));
    pthread_mutex_unlock(&f->lock);
    return b;
}

static void put(struct feed *f, struct batch *b, struct batch **to, unsigned *n)
{
    pthread_mutex_lock(&f->lock);
    if (b)
        to[(*n)++] = b;
    else
        f->ended = true;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

struct at_work {
    struct tracks_worker k;
    struct feed *feed;
    pthread_t thread;
};

static void *work(void *arg)
{
    struct at_work *w = arg;
    struct feed *f = w->feed;
    for (struct batch *b; (b = take(f, f->full, &f->nfull)) != NULL; put(f, b, f->idle, &f->nidle))
        for (size_t i = 0; i < b->n; i++) {
            const struct taken *t = &b->v[i];
            size_t end = i + 1 < b->n ? t[1].at : b->b.bytes.n;
            struct block one = {
                .bytes = { b->b.bytes.p, end }, .at = t->file - t->at, .seq = t->seq - t->at, .next = t->at
            };
            tracks_worker_see(&w->k, &one, t->time, b->number);
        }
    return NULL;
}

/* Time never goes back, as in replay.c: what comes too late counts as of the latest that was shown. 0 is no time. */
static uint64_t in_order(struct reading_on *r, uint64_t time, uint64_t at)
{
    if (time && time < r->now)
        problem_add(r->problems, PROBLEM_LATE, 1, "at offset %" PRIu64 ", %" PRIu64 " ns", at, r->now - time);
    r->now = time > r->now ? time : r->now;
    return r->now;
}

static void pass_on(struct reading_on *r)
{
    struct feed *f = &r->feed;
    r->filling->number = r->number++;
    put(f, r->filling, f->full, &f->nfull);
    r->filling = take(f, f->idle, &f->nidle);
    r->filling->n = r->filling->b.bytes.n = 0;
}

static void hand_out(struct reading_on *r, struct block *one, uint64_t time)
{
    struct batch *b = r->filling;
    if (r->alone) {
        tracks_worker_see(r->alone, one, time, 0);
        return;
    }
    *MEM_ADD(b->v, b->n, b->cap) =
        (struct taken){ b->b.bytes.n, one->at + one->next, one->seq + one->next, time };
    capture_block_add(&b->b, one->bytes.p + one->next, one->bytes.n - one->next);
    if (b->b.bytes.n >= BATCH_BYTES)
        pass_on(r);
}

static bool read_all(struct reading_on *r, struct err *e)
{
    struct ordered *o = ordered_new(r->c, e);
    struct block one;
    struct record_head head;
    while (o && ordered_next(o, &one, &head, e))
        if (head.type == PERF_RECORD_SAMPLE)
            hand_out(r, &one, in_order(r, head.time, one.at + one.next));
    ordered_free(o);
    return e->kind == ERR_NONE;
}

/* Tracks of all workers on their way into one list. */
struct gathering {
    struct tracks *out;
    struct idmap threads, numbers; /* as a worker's */
    size_t cap;
};

static struct track *same_track(struct gathering *g, const struct track *t)
{
    struct tracks *out = g->out;
    uint32_t thread = idmap_number(&g->threads, (uint64_t)(uint32_t)t->pid << 32 | (uint32_t)t->tid);
    uint32_t number = idmap_number(&g->numbers, (uint64_t)t->event << 32 | thread);
    if (number > out->n) {
        *MEM_ADD(out->v, out->n, g->cap) = (struct track){ .event = t->event, .pid = t->pid, .tid = t->tid };
    }
    return &out->v[number - 1];
}

/* The samples of `from` into those of `to`, batch by batch; `from` has none then. */
static void join(struct track *to, struct track *from)
{
    size_t n = to->n + from->n, a = 0, b = 0;
    struct track_sample *v = to->n ? mem_resize(NULL, n, sizeof(*v)) : from->v;
    for (size_t i = 0; to->n && i < n; i++) {
        bool first = b == from->n || (a < to->n && to->v[a].batch < from->v[b].batch);
        v[i] = first ? to->v[a++] : from->v[b++];
    }
    free(to->v);
    if (v != from->v)
        free(from->v);
    to->v = v;
    to->n = to->cap = n;
    from->v = NULL;
    from->n = 0;
    if (from->comm && (!to->comm || from->named > to->named)) {
        to->comm = from->comm;
        to->named = from->named;
    }
}

/* The tracks of all workers, in the order of their first samples: those that begin in one batch are one worker's. */
static void gather(struct tracks *out, struct at_work *w, unsigned n)
{
    struct gathering g = { .out = out };
    struct numbered *order = NULL;
    struct track **all = NULL;
    size_t nall = 0, cap = 0, cap_order = 0, base = 0;
    out->paths = mem_new(n, sizeof(*out->paths));
    for (unsigned i = 0; i < n; i++) {
        struct tracks_worker *k = &w[i].k;
        for (size_t t = 0; t < k->n; t++) {
            for (size_t s = 0; s < k->v[t].n; s++)
                k->v[t].v[s].path += (uint32_t)base;
            all = mem_room(all, nall, &cap, sizeof(struct track *));
            order = mem_room(order, nall, &cap_order, sizeof(*order));
            order[nall] = (struct numbered){ k->v[t].v[0].batch, (uint32_t)nall };
            all[nall++] = &k->v[t];
        }
        out->paths[out->npaths] = k->worker.profile.paths;
        k->worker.profile.paths = (struct paths){ 0 };
        base += tracks_paths_room(&out->paths[out->npaths++]);
        problems_merge(&out->problems, &k->worker.profile.problems);
        out->samples += k->samples;
        out->hidden += k->hidden;
    }
    sort_by_number(order, nall);
    for (size_t i = 0; i < nall; i++)
        join(same_track(&g, all[order[i].at]), all[order[i].at]);
    free(order);
    free(all);
    idmap_free(&g.threads);
    idmap_free(&g.numbers);
}

static void feed_init(struct feed *f, unsigned n)
{
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    f->all = mem_new(n, sizeof(*f->all));
    f->full = mem_new(n, sizeof(struct batch *));
    f->idle = mem_new(n, sizeof(struct batch *));
    while (f->nidle < n) {
        f->idle[f->nidle] = &f->all[f->nidle];
        f->nidle++;
    }
}

static void feed_free(struct feed *f, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        free(f->all[i].b.buf);
        free(f->all[i].v);
    }
    free(f->all);
    free(f->full);
    free(f->idle);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
}

/* Threads that could not be had are done without. */
static bool run(struct reading_on *r, struct at_work *w, unsigned n, struct err *e)
{
    unsigned started = 0;
    feed_init(&r->feed, n * BATCHES_EACH);
    r->filling = take(&r->feed, r->feed.idle, &r->feed.nidle);
    for (; n > 1 && started < n; started++) {
        w[started].feed = &r->feed;
        if (pthread_create(&w[started].thread, NULL, work, &w[started]))
            break;
    }
    r->alone = started ? NULL : &w[0].k;
    bool ok = read_all(r, e);
    pass_on(r);
    put(&r->feed, NULL, NULL, NULL);
    for (unsigned i = 0; i < started; i++)
        pthread_join(w[i].thread, NULL);
    feed_free(&r->feed, n * BATCHES_EACH);
    return ok;
}

bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e)
{
    unsigned n = count_workers(c, o->workers);
    *out = (struct tracks){ 0 };
    struct reading_on reading = { .c = c, .problems = &out->problems };
    struct at_work *w = mem_new(n, sizeof(*w));
    for (unsigned i = 0; i < n; i++)
        tracks_worker_init(&w[i].k, c, t, r, o, leads);
    bool ok = run(&reading, w, n, e);
    gather(out, w, n);
    for (unsigned i = 0; i < n; i++)
        tracks_worker_free(&w[i].k);
    free(w);
    return ok;
}

void tracks_free_paths(struct tracks *t)
{
    for (size_t i = 0; i < t->npaths; i++)
        paths_free(&t->paths[i]);
    free(t->paths);
    t->paths = NULL;
    t->npaths = 0;
}

void tracks_free(struct tracks *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->v[i].v);
    free(t->v);
    tracks_free_paths(t);
    *t = (struct tracks){ 0 };
}
