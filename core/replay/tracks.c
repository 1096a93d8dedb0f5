/* Workers share the samples in order of time, slice by slice, and find their paths. A track is put together by the numbers
   of its slices, so how many workers there were makes no difference to it. */
#include "core/replay/tracks.h"

#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/order/share.h"
#include "core/replay/tracks_worker.h"

enum { SLICE = 2048 /* records */ };

/* What a worker has of a track. */
struct track_part {
    struct track *from;
    uint32_t base; /* of the numbers of its paths */
};

/* Tracks of all workers on their way into one list, which several threads put together. */
struct gathering {
    struct tracks *out;
    struct track_part *parts;
    struct numbered *order;        /* of parts, by track, then by their first slices */
    size_t *begin;                 /* of tracks in that, and where the last one ends */
    struct idmap threads, numbers; /* as a worker's */
    size_t nparts, cap, cap_order, cap_tracks;
};

static uint32_t track_of(struct gathering *g, const struct track *t)
{
    struct tracks *out = g->out;
    uint32_t thread = idmap_number(&g->threads, (uint64_t)(uint32_t)t->pid << 32 | (uint32_t)t->tid);
    uint32_t number = idmap_number(&g->numbers, (uint64_t)t->event << 32 | thread);
    if (number > out->n) {
        *MEM_ADD(out->v, out->n, g->cap_tracks) =
            (struct track){ .event = t->event, .pid = t->pid, .tid = t->tid };
    }
    return number - 1;
}

/* All that a worker has. */
static void add_parts(struct gathering *g, struct tracks_worker *k, uint32_t base)
{
    for (size_t i = 0; i < k->n; i++) {
        g->order = mem_room(g->order, g->nparts, &g->cap_order, sizeof(*g->order));
        g->order[g->nparts] = (struct numbered){ k->v[i].v[0].slice, (uint32_t)g->nparts };
        *MEM_ADD(g->parts, g->nparts, g->cap) = (struct track_part){ &k->v[i], base };
    }
}

/* The samples of one slice, which are one worker's, from the n-th of a part on, to `to`; which one is behind them. */
static size_t take_slice(const struct track_part *p, size_t n, struct track_sample *to)
{
    const struct track *t = p->from;
    const uint32_t slice = t->v[n].slice;
    for (; n < t->n && t->v[n].slice == slice; n++) {
        *to = t->v[n];
        to++->path += p->base;
    }
    return n;
}

/* The part whose next sample is of the first slice, of n, of which one has some left. */
static size_t first_part(const struct track_part *parts, const struct numbered *order, const size_t *next,
                         size_t n)
{
    size_t first = n;
    uint32_t least = 0;
    for (size_t i = 0; i < n; i++) {
        const struct track *t = parts[order[i].at].from;
        if (next[i] < t->n && (first == n || t->v[next[i]].slice < least)) {
            first = i;
            least = t->v[next[i]].slice;
        }
    }
    return first;
}

/* The samples of n parts, slice by slice. */
static void join_samples(struct track *to, const struct track_part *parts, const struct numbered *order,
                         size_t n)
{
    size_t *next = mem_new(n, sizeof(*next));
    to->v = mem_resize(NULL, to->cap, sizeof(*to->v));
    while (to->n < to->cap) {
        const size_t i = first_part(parts, order, next, n), from = next[i];
        next[i] = take_slice(&parts[order[i].at], from, to->v + to->n);
        to->n += next[i] - from;
    }
    free(next);
}

/* A track of n parts, which have no samples then. */
static void join_parts(struct track *to, const struct track_part *parts, const struct numbered *order,
                       size_t n)
{
    const struct track_part *one = &parts[order->at];
    for (size_t i = 0; i < n; i++) {
        const struct track *t = parts[order[i].at].from;
        to->cap += t->n;
        if (t->comm && (!to->comm || t->named > to->named)) {
            to->comm = t->comm;
            to->named = t->named;
        }
    }
    if (n > 1) {
        join_samples(to, parts, order, n);
    } else {
        to->v = one->from->v;
        to->n = to->cap;
        one->from->v = NULL;
        for (size_t i = 0; one->base && i < to->n; i++)
            to->v[i].path += one->base;
    }
    for (size_t i = 0; i < n; i++) {
        struct track *t = parts[order[i].at].from;
        free(t->v);
        t->v = NULL;
        t->n = 0;
    }
}

static void join_tracks(void *arg, size_t from, size_t to)
{
    const struct gathering *g = arg;
    for (; from < to; from++)
        join_parts(&g->out->v[from], g->parts, g->order + g->begin[from],
                   g->begin[from + 1] - g->begin[from]);
}

/* The tracks of all workers, in the order of their first samples: those that begin in one slice are one worker's. */
static void gather(struct tracks *out, struct tracks_worker *w, unsigned n)
{
    enum { EACH = 16 };
    struct gathering g = { .out = out };
    size_t base = 0;
    out->paths = mem_new(n, sizeof(*out->paths));
    for (unsigned i = 0; i < n; i++) {
        struct tracks_worker *k = &w[i];
        add_parts(&g, k, (uint32_t)base);
        out->paths[out->npaths] = k->worker.profile.paths;
        k->worker.profile.paths = (struct paths){ 0 };
        base += tracks_paths_room(&out->paths[out->npaths++]);
        problems_merge(&out->problems, &k->worker.profile.problems);
        out->samples += k->samples;
        out->hidden += k->hidden;
    }
    sort_by_number(g.order, g.nparts);
    for (size_t i = 0; i < g.nparts; i++)
        g.order[i].by = track_of(&g, g.parts[g.order[i].at].from);
    sort_by_number(g.order, g.nparts);
    g.begin = mem_new(out->n + 1, sizeof(*g.begin));
    for (size_t i = 0; i < g.nparts; i++)
        g.begin[g.order[i].by + 1] = i + 1;
    threads_share(n, out->n, EACH, join_tracks, &g);
    free(g.begin);
    free(g.order);
    free(g.parts);
    idmap_free(&g.threads);
    idmap_free(&g.numbers);
}

static bool see(void *arg, unsigned worker, struct slice *s, struct err *e)
{
    struct tracks_worker *all = arg;
    (void)e;
    tracks_worker_see(&all[worker], s);
    return true;
}

bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e)
{
    unsigned n = count_workers(c, o->workers);
    struct tracks_worker *w = mem_new(n, sizeof(*w));
    const struct order_work how = { .workers = n, .records = SLICE, .arg = w, .see = see };
    *out = (struct tracks){ 0 };
    for (unsigned i = 0; i < n; i++)
        tracks_worker_init(&w[i], c, t, r, o, leads);
    bool ok = order_share(c, &how, e);
    gather(out, w, n);
    for (unsigned i = 0; i < n; i++)
        tracks_worker_free(&w[i]);
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
