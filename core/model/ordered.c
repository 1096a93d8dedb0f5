#include "core/model/ordered.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* A record that waits for its turn. */
struct waiting {
    uint64_t time;
    uint32_t slot; /* of the block that it is in */
    uint32_t at;   /* where in it */
};

/* A block of which records wait. */
struct held {
    struct block b;
    uint32_t waiting;
    uint32_t next_free; /* where none waits: another such slot + 1; 0: there is none */
};

struct list {
    struct waiting *v;
    size_t n, cap;
};

struct ordered {
    struct capture *c;
    struct held *blocks;
    size_t nblocks, cap_blocks;
    uint32_t free;    /* a slot of which no record waits, + 1; 0: there is none */
    uint32_t reading; /* the slot being read; `at` in it */
    size_t at;
    bool any, ended;    /* a block is being read; there are no more */
    struct list sorted; /* from `head` on */
    size_t head;
    struct list fresh; /* in the order of the file: since the last round */
    struct list spare; /* what is merged into */
    size_t *runs;      /* where the ascending runs of a list begin */
    size_t nruns, cap_runs;
    uint64_t due;                       /* what waits in `sorted` up to this time may go */
    uint64_t youngest, youngest_before; /* of all seen, and of those before the last round */
    size_t held, most_held;
};

struct ordered *ordered_new(struct capture *c, struct err *e)
{
    if (!c->ops->rewind(c, e))
        return NULL;
    struct ordered *o = mem_new(1, sizeof(*o));
    o->c = c;
    return o;
}

void ordered_free(struct ordered *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->nblocks; i++)
        free(o->blocks[i].b.buf);
    free(o->blocks);
    free(o->sorted.v);
    free(o->fresh.v);
    free(o->spare.v);
    free(o->runs);
    free(o);
}

size_t ordered_held(const struct ordered *o)
{
    return o->most_held;
}

static void add(struct list *l, struct waiting w)
{
    if (l->n == l->cap)
        l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n++] = w;
}

/* The runs [from, mid) and [mid, to) of `l` as one at the end of `out`; of equal times the first run's come
 * first. */
static void merge(const struct list *l, size_t from, size_t mid, size_t to, struct list *out)
{
    struct waiting *w = out->v + out->n;
    size_t a = from, b = mid;
    while (a < mid && b < to)
        *w++ = l->v[b].time < l->v[a].time ? l->v[b++] : l->v[a++];
    while (a < mid)
        *w++ = l->v[a++];
    while (b < to)
        *w++ = l->v[b++];
    out->n += to - from;
}

static void swap(struct list *a, struct list *b)
{
    struct list was = *a;
    *a = *b;
    *b = was;
}

/* What is left in `sorted` and `fresh` become one sorted list. Buffers are in order in themselves, so there
   are few runs, and merging neighbours keeps the order of the file among equals. */
static void order_rest(struct ordered *o)
{
    struct list *l = &o->spare;
    l->n = 0;
    for (size_t i = o->head; i < o->sorted.n; i++)
        add(l, o->sorted.v[i]);
    for (size_t i = 0; i < o->fresh.n; i++)
        add(l, o->fresh.v[i]);
    o->fresh.n = 0;
    o->head = 0;
    swap(&o->sorted, &o->spare);
    o->nruns = 0;
    for (size_t i = 0; i < o->sorted.n; i++)
        if (!i || o->sorted.v[i].time < o->sorted.v[i - 1].time) {
            o->runs = mem_room(o->runs, o->nruns, &o->cap_runs, sizeof(*o->runs));
            o->runs[o->nruns++] = i;
        }
    while (o->nruns > 1) {
        size_t kept = 0;
        if (o->spare.cap < o->sorted.n) {
            o->spare.v = mem_resize(o->spare.v, o->sorted.cap, sizeof(*o->spare.v));
            o->spare.cap = o->sorted.cap;
        }
        o->spare.n = 0;
        for (size_t i = 0; i < o->nruns; i += 2) {
            size_t mid = i + 1 < o->nruns ? o->runs[i + 1] : o->sorted.n;
            size_t to = i + 2 < o->nruns ? o->runs[i + 2] : o->sorted.n;
            size_t from = o->runs[i];
            o->runs[kept++] = o->spare.n;
            merge(&o->sorted, from, mid, to, &o->spare);
        }
        o->nruns = kept;
        swap(&o->sorted, &o->spare);
    }
}

static void free_slot(struct ordered *o, uint32_t slot)
{
    struct held *h = &o->blocks[slot];
    o->held -= h->b.bytes.n;
    h->b.bytes.n = 0;
    h->next_free = o->free;
    o->free = slot + 1;
}

/* The next block, in a slot that is free. What was handed out from there may be gone by now. */
static bool next_block(struct ordered *o, struct err *e)
{
    if (o->any && !o->blocks[o->reading].waiting)
        free_slot(o, o->reading);
    if (!o->free) {
        o->blocks = mem_room(o->blocks, o->nblocks, &o->cap_blocks, sizeof(*o->blocks));
        o->blocks[o->nblocks] = (struct held){ 0 };
        free_slot(o, (uint32_t)o->nblocks++);
    }
    o->reading = o->free - 1;
    struct held *h = &o->blocks[o->reading];
    o->free = h->next_free;
    o->at = 0;
    o->any = o->c->ops->next_block(o->c, &h->b, e);
    o->held += o->any ? h->b.bytes.n : 0;
    o->most_held = o->held > o->most_held ? o->held : o->most_held;
    return o->any;
}

/* Member by member: as a whole it would be read back in words that are wider than those just written, which
 * CPUs make wait. */
static void give(struct block *one, const struct block *b, size_t at, size_t size)
{
    one->buf = NULL;
    one->cap = 0;
    one->bytes.p = b->bytes.p;
    one->bytes.n = at + size;
    one->at = b->at;
    one->seq = b->seq;
    one->next = at;
}

/* What was read two rounds ago is in no cache any more: have it there when its turn comes. */
static void expect(const struct ordered *o, size_t i)
{
    enum { LINE = 64 };
    if (i >= o->sorted.n)
        return;
    const uint8_t *p = o->blocks[o->sorted.v[i].slot].b.bytes.p + o->sorted.v[i].at;
    __builtin_prefetch(p);
    __builtin_prefetch(p + LINE);
}

static bool take_due(struct ordered *o, struct block *one, uint32_t *type)
{
    enum { AHEAD = 8 };
    if (o->head == o->sorted.n || o->sorted.v[o->head].time > o->due)
        return false;
    expect(o, o->head + AHEAD);
    const struct waiting *w = &o->sorted.v[o->head++];
    struct held *h = &o->blocks[w->slot];
    const uint8_t *p = h->b.bytes.p + w->at;
    *type = load_u32(p, o->c->order);
    give(one, &h->b, w->at, load_u16(p + 6, o->c->order));
    if (!--h->waiting && !(o->any && w->slot == o->reading))
        free_slot(o, w->slot);
    return true;
}

bool ordered_next(struct ordered *o, struct block *one, uint32_t *type, struct err *e)
{
    for (;;) {
        if (take_due(o, one, type))
            return true;
        if (o->ended)
            return false;
        if (!o->any || o->at >= o->blocks[o->reading].b.bytes.n) {
            if (next_block(o, e))
                continue;
            o->ended = true;
            o->due = UINT64_MAX;
            order_rest(o);
            continue;
        }
        struct held *h = &o->blocks[o->reading];
        size_t at = o->at;
        struct record_head head = o->c->ops->head(o->c, &h->b, at);
        o->at += head.size;
        if (head.type == PERF_RECORD_FINISHED_ROUND) {
            order_rest(o);
            o->due = o->youngest_before;
            o->youngest_before = o->youngest;
        }
        if (!head.time) {
            *type = head.type;
            give(one, &h->b, at, head.size);
            return true;
        }
        add(&o->fresh, (struct waiting){ head.time, o->reading, (uint32_t)at });
        h->waiting++;
        o->youngest = head.time > o->youngest ? head.time : o->youngest;
    }
}
