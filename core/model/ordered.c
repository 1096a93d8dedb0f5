#include "core/model/ordered.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* Records with a time, one right behind the other in a block, in ascending order: those that wait. */
struct piece {
    uint32_t slot;    /* of the block */
    uint32_t at, end; /* among its records */
    uint32_t next;    /* where the run goes on, of one that is free the next free one; + 1; 0: nowhere */
};

/* Pieces that go on ascending. What a recorder drains of one buffer is one. */
struct run {
    uint64_t time;   /* of the first record that waits */
    uint64_t number; /* in the order of the file */
    uint32_t piece;  /* the first one */
};

struct runs {
    struct run *v;
    size_t n, cap;
};

/* A block of which records wait. */
struct held {
    struct block b;
    struct record_heads heads;
    uint32_t waiting;   /* pieces */
    uint32_t next_free; /* where none waits: another such slot + 1; 0: there is none */
};

struct ordered {
    struct capture *c;
    struct held *blocks;
    size_t nblocks, cap_blocks;
    uint32_t free;    /* a slot of which no record waits, + 1; 0: there is none */
    uint32_t reading; /* the slot being read; */
    uint32_t at;      /* the next one of its records */
    bool any, ended;  /* a block is being read; there are no more */
    struct piece *pieces;
    size_t npieces, cap_pieces;
    uint32_t free_piece;                /* + 1; 0: there is none */
    struct runs fresh;                  /* since the last round, in the order of the file; */
    uint32_t growing;                   /* the last piece of the last one, */
    uint64_t grown;                     /* and the time of its last record */
    uint64_t nruns;                     /* of all so far */
    struct runs heap;                   /* those from before: the earliest first, as in a binary heap */
    uint64_t due;                       /* what waits there up to this time may go */
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
    for (size_t i = 0; i < o->nblocks; i++) {
        free(o->blocks[i].b.buf);
        free(o->blocks[i].heads.v);
    }
    free(o->blocks);
    free(o->pieces);
    free(o->fresh.v);
    free(o->heap.v);
    free(o);
}

size_t ordered_held(const struct ordered *o)
{
    return o->most_held;
}

/* ---- blocks ---- */

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
    if (o->any)
        o->c->ops->heads(o->c, &h->b, &h->heads);
    o->held += o->any ? h->b.bytes.n : 0;
    o->most_held = o->held > o->most_held ? o->held : o->most_held;
    return o->any;
}

/* ---- runs ---- */

static void add(struct runs *l, struct run r)
{
    if (l->n == l->cap)
        l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n++] = r;
}

/* One of the block being read, of one record. */
static uint32_t piece_new(struct ordered *o, uint32_t at)
{
    uint32_t i = o->free_piece - 1;
    if (o->free_piece) {
        o->free_piece = o->pieces[i].next;
    } else {
        o->pieces = mem_room(o->pieces, o->npieces, &o->cap_pieces, sizeof(*o->pieces));
        i = (uint32_t)o->npieces++;
    }
    o->pieces[i] = (struct piece){ o->reading, at, at + 1, 0 };
    o->blocks[o->reading].waiting++;
    return i;
}

/* The records of the block being read wait for their turn from the next one on that has a time, as long as
 * they ascend. */
static void wait(struct ordered *o)
{
    const struct record_heads *heads = &o->blocks[o->reading].heads;
    uint32_t i = piece_new(o, o->at), end = o->at;
    uint64_t first = heads->v[end].time, last = first;
    while (++end < heads->n && heads->v[end].time >= last) /* 0 is no time */
        last = heads->v[end].time;
    if (o->fresh.n && first >= o->grown)
        o->pieces[o->growing].next = i + 1;
    else
        add(&o->fresh, (struct run){ first, o->nruns++, i });
    o->pieces[i].end = o->at = end;
    o->growing = i;
    o->grown = last;
    o->youngest = last > o->youngest ? last : o->youngest;
}

/* Of equal times that of the file's earlier record comes first. */
static bool is_before(const struct run *a, const struct run *b)
{
    return a->time != b->time ? a->time < b->time : a->number < b->number;
}

/* The run at place i of the heap goes down to where it belongs: mostly it does so already. */
static void sink(struct runs *heap, size_t i)
{
    for (size_t child; (child = 2 * i + 1) < heap->n; i = child) {
        if (child + 1 < heap->n && is_before(&heap->v[child + 1], &heap->v[child]))
            child++;
        if (!is_before(&heap->v[child], &heap->v[i]))
            break;
        struct run was = heap->v[i];
        heap->v[i] = heap->v[child];
        heap->v[child] = was;
    }
}

/* A round has ended: what came in it may go when its time comes. */
static void end_round(struct ordered *o)
{
    for (size_t i = 0; i < o->fresh.n; i++)
        add(&o->heap, o->fresh.v[i]);
    if (o->fresh.n)
        for (size_t i = o->heap.n / 2; i--;)
            sink(&o->heap, i);
    o->fresh.n = 0;
}

/* Its first piece is used up. False when it was the last. */
static bool next_piece(struct ordered *o, struct run *r)
{
    uint32_t was = r->piece, next = o->pieces[was].next, slot = o->pieces[was].slot;
    if (!--o->blocks[slot].waiting && !(o->any && slot == o->reading))
        free_slot(o, slot);
    o->pieces[was].next = o->free_piece;
    o->free_piece = was + 1;
    r->piece = next - 1;
    return next;
}

/* The earliest run's first record is gone. */
static void advance(struct ordered *o, struct piece *piece)
{
    struct runs *heap = &o->heap;
    struct run *r = &heap->v[0];
    if (++piece->at == piece->end && !next_piece(o, r)) {
        *r = heap->v[--heap->n];
    } else {
        piece = &o->pieces[r->piece];
        r->time = o->blocks[piece->slot].heads.v[piece->at].time;
    }
    sink(heap, 0);
}

/* Member by member: as a whole it would be read back in words that are wider than those just written, which
 * CPUs make wait. */
static void give(const struct ordered *o, const struct held *h, uint32_t i, struct block *one,
                 struct record_head *head)
{
    head->time = h->heads.v[i].time;
    head->at = h->heads.v[i].at;
    head->type = h->heads.v[i].type;
    one->buf = NULL;
    one->cap = 0;
    one->bytes.p = h->b.bytes.p;
    one->bytes.n = head->at + load_u16(h->b.bytes.p + head->at + 6, o->c->order);
    one->at = h->b.at;
    one->seq = h->b.seq;
    one->next = head->at;
}

static bool take_due(struct ordered *o, struct block *one, struct record_head *head)
{
    if (!o->heap.n || o->heap.v[0].time > o->due)
        return false;
    struct piece *piece = &o->pieces[o->heap.v[0].piece];
    give(o, &o->blocks[piece->slot], piece->at, one, head);
    advance(o, piece);
    return true;
}

bool ordered_next(struct ordered *o, struct block *one, struct record_head *head, struct err *e)
{
    while (!take_due(o, one, head)) {
        if (o->ended)
            return false;
        const struct held *h = o->any ? &o->blocks[o->reading] : NULL;
        if (!h || o->at == h->heads.n) {
            if (next_block(o, e))
                continue;
            o->ended = true;
            o->due = UINT64_MAX;
            end_round(o);
        } else if (h->heads.v[o->at].time) {
            wait(o);
        } else {
            if (h->heads.v[o->at].type == PERF_RECORD_FINISHED_ROUND) {
                end_round(o);
                o->due = o->youngest_before;
                o->youngest_before = o->youngest;
            }
            give(o, h, o->at++, one, head);
            return true;
        }
    }
    return true;
}
