/* Workers share the samples in order of time, slice by slice, and find their paths. A track is put together by the numbers
   of its slices, so how many workers there were makes no difference to it. */
#include "core/replay/tracks.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/order/share.h"
#include "core/replay/tracks_worker.h"

enum { SLICE = 2048 /* records */ };

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

/* The samples of `from` into those of `to`, slice by slice; `from` has none then. */
static void join(struct track *to, struct track *from)
{
    size_t n = to->n + from->n, a = 0, b = 0;
    struct track_sample *v = to->n ? mem_resize(NULL, n, sizeof(*v)) : from->v;
    for (size_t i = 0; to->n && i < n; i++) {
        bool first = b == from->n || (a < to->n && to->v[a].slice < from->v[b].slice);
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

/* The tracks of all workers, in the order of their first samples: those that begin in one slice are one worker's. */
static void gather(struct tracks *out, struct tracks_worker *w, unsigned n)
{
    struct gathering g = { .out = out };
    struct numbered *order = NULL;
    struct track **all = NULL;
    size_t nall = 0, cap = 0, cap_order = 0, base = 0;
    out->paths = mem_new(n, sizeof(*out->paths));
    for (unsigned i = 0; i < n; i++) {
        struct tracks_worker *k = &w[i];
        for (size_t t = 0; t < k->n; t++) {
            for (size_t s = 0; s < k->v[t].n; s++)
                k->v[t].v[s].path += (uint32_t)base;
            all = mem_room(all, nall, &cap, sizeof(struct track *));
            order = mem_room(order, nall, &cap_order, sizeof(*order));
            order[nall] = (struct numbered){ k->v[t].v[0].slice, (uint32_t)nall };
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
