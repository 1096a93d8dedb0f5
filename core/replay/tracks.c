/*
 * Each worker takes blocks of the capture and finds the call paths of their samples. In the end each track is
 * sorted by time, then by position in the file. So the result does not depend on which worker took which
 * block.
 */
#include "core/replay/tracks.h"

#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* The samples that one worker found for a track. */
struct track_part {
    struct track *from;
    const struct tracks_block *blocks; /* the blocks that contain the samples */
    uint32_t base;                     /* offset to add to the numbers of its paths */
};

/* Merges the tracks of all workers, with several threads. */
struct gathering {
    struct tracks *out;
    struct track_part *parts;
    struct numbered *order; /* the parts, sorted by track */
    /* by track: index in `order` of its first part; one more element is the end */
    size_t *begin;
    struct idmap threads, numbers; /* as in struct tracks_worker */
    size_t nparts, cap, cap_order, cap_tracks;
};

/* Number the blocks of all workers in file order. */
static void number_blocks(struct tracks_worker *w, unsigned n)
{
    struct tracks_block **all = NULL;
    struct numbered *order = NULL;
    size_t nall = 0, cap = 0, cap_order = 0;
    for (unsigned i = 0; i < n; i++)
        for (size_t k = 0; k < w[i].nblocks; k++) {
            order = mem_room(order, nall, &cap_order, sizeof(*order));
            order[nall] = (struct numbered){ w[i].blocks[k].seq, (uint32_t)nall };
            *MEM_ADD(all, nall, cap) = &w[i].blocks[k];
        }
    sort_by_number(order, nall);
    for (size_t i = 0; i < nall; i++)
        all[order[i].at]->number = (uint32_t)i;
    free(all);
    free(order);
}

static uint32_t track_of(struct gathering *g, const struct track *t)
{
    struct tracks *out = g->out;
    uint32_t thread = idmap_number_key(&g->threads, (uint64_t)(uint32_t)t->pid << 32 | (uint32_t)t->tid);
    uint32_t number = idmap_number_key(&g->numbers, (uint64_t)t->event << 32 | thread);
    if (number > out->n) {
        *MEM_ADD(out->v, out->n, g->cap_tracks) =
            (struct track){ .event = t->event, .pid = t->pid, .tid = t->tid };
    }
    return number - 1;
}

/* Add all tracks of a worker. */
static void add_parts(struct gathering *g, struct tracks_worker *k, uint32_t base)
{
    for (size_t i = 0; i < k->n; i++) {
        g->order = mem_room(g->order, g->nparts, &g->cap_order, sizeof(*g->order));
        g->order[g->nparts] = (struct numbered){ track_of(g, &k->v[i]), (uint32_t)g->nparts };
        *MEM_ADD(g->parts, g->nparts, g->cap) = (struct track_part){ &k->v[i], k->blocks, base };
    }
}

static int tracks_by_time(const void *a, const void *b, const void *unused UNUSED)
{
    const struct track_sample *x = a, *y = b;
    if (x->time != y->time) {
        if (x->time < y->time)
            return -1;
        return 1;
    }
    return (x->block > y->block) - (x->block < y->block);
}

/* Append the samples of a part to a track. */
static void add_samples(struct track *to, const struct track_part *p)
{
    for (size_t i = 0; i < p->from->n; i++) {
        const struct track_sample *s = &p->from->v[i];
        to->v[to->n++] =
            (struct track_sample){ s->time, s->period, s->path + p->base, p->blocks[s->block].number };
    }
}

/* Make a track of n parts. Frees the samples of the parts. */
static void join_parts(struct track *to, const struct track_part *parts, const struct numbered *order,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        to->cap += parts[order[i].at].from->n;
    to->v = mem_resize(NULL, to->cap, sizeof(*to->v));
    for (size_t i = 0; i < n; i++) {
        struct track *t = parts[order[i].at].from;
        track_name(to, t->comm, t->named, t->named_at);
        add_samples(to, &parts[order[i].at]);
        free(t->v);
        t->v = NULL;
        t->n = 0;
    }
    sort_runs(to->v, to->n, sizeof(*to->v), tracks_by_time, NULL);
}

static void join_tracks(void *arg, size_t from, size_t to)
{
    const struct gathering *g = arg;
    for (; from < to; from++)
        join_parts(&g->out->v[from], g->parts, g->order + g->begin[from],
                   g->begin[from + 1] - g->begin[from]);
}

/* Compares tracks by their first samples. Tracks that begin at the same time, such as the events of one
   sample, are ordered by event and thread, so that the borders of blocks do not matter. */
static int tracks_by_first(const void *a, const void *b, const void *unused UNUSED)
{
    const struct track *x = a, *y = b;
    if (x->v->time != y->v->time) {
        if (x->v->time < y->v->time)
            return -1;
        return 1;
    }
    if (x->event != y->event) {
        if (x->event < y->event)
            return -1;
        return 1;
    }
    if (x->tid != y->tid)
        return (x->tid > y->tid) - (x->tid < y->tid);
    return (x->pid > y->pid) - (x->pid < y->pid);
}

/* Join the tracks of all workers, in the order of their first samples. */
static void tracks_gather(struct tracks *out, struct tracks_worker *w, unsigned n)
{
    enum { EACH = 16 };
    struct gathering g = { .out = out };
    size_t base = 0;
    number_blocks(w, n);
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
    g.begin = mem_new(out->n + 1, sizeof(*g.begin));
    for (size_t i = 0; i < g.nparts; i++)
        g.begin[g.order[i].by + 1] = i + 1;
    threads_run_ranges(n, out->n, EACH, join_tracks, &g);
    sort_by(out->v, out->n, sizeof(*out->v), tracks_by_first, NULL);
    free(g.begin);
    free(g.order);
    free(g.parts);
    idmap_free(&g.threads);
    idmap_free(&g.numbers);
}

static void read_blocks(void *arg, size_t from, size_t to)
{
    struct tracks_worker *all = arg;
    for (; from < to; from++)
        tracks_worker_read(&all[from]);
}

/* The number of workers to use. Samples without a time get the latest time before them in the file, so then one worker
   must read them in order. */
static unsigned workers_of(const struct capture *c, unsigned asked)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (!(c->events.v[i].attr.sample_type & PERF_SAMPLE_TIME))
            return 1;
    return count_workers(c, asked);
}

bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e)
{
    unsigned n = workers_of(c, o->workers);
    *out = (struct tracks){ 0 };
    if (!c->ops->rewind(c, e))
        return false;
    struct tracks_worker *w = mem_new(n, sizeof(*w));
    for (unsigned i = 0; i < n; i++)
        tracks_worker_init(&w[i], c, t, r, o, leads);
    threads_run_ranges(n, n, 1, read_blocks, w);
    tracks_gather(out, w, n);
    for (unsigned i = 0; i < n; i++) {
        if (w[i].worker.err.kind != ERR_NONE && e->kind == ERR_NONE)
            *e = w[i].worker.err;
        tracks_worker_free(&w[i]);
    }
    free(w);
    return e->kind == ERR_NONE;
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
