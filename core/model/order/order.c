#include "core/model/order/order.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* The waiting records of a run that are in one block. */
struct order_piece {
    struct order_block *block;
    uint32_t at, end; /* indices among the block's heads */
    uint32_t next;    /* index + 1 of the run's next piece, or of the next free piece; 0: none */
};

/* A run: records with ascending times, up to the point in the file where time goes back. The records that
   perf drained from one buffer make a run. */
struct run {
    uint64_t time;   /* time of its first waiting record, ns */
    uint64_t number; /* ascending in file order */
    uint32_t piece;  /* index + 1 of its first piece */
};

struct runs {
    struct run *v;
    size_t n, cap;
};

struct order {
    size_t records; /* records in a slice */
    struct order_blocks blocks;
    struct order_block *apart; /* the block being split into runs; NULL: none */
    size_t stretch;            /* its next stretch */
    struct order_piece *pieces;
    size_t npieces, cap_pieces;
    uint32_t free_piece; /* index + 1 of the first free piece; 0: none */
    struct runs fresh;   /* runs since the last round, in file order */
    uint32_t growing;    /* index + 1 of the last piece of the last run in `fresh` */
    uint64_t grown;      /* the time of the last record of `growing` */
    uint64_t nruns;      /* number of runs so far */
    struct runs heap;    /* runs of earlier rounds: a binary heap, the earliest first */
    struct runs cut;     /* the runs from which the current slice is cut */
    uint64_t due;        /* records of the heap up to this time may be put into slices */
    /* the latest time so far, and the latest time before the last round */
    uint64_t youngest, youngest_before;
    bool flushed; /* the file has ended, so all records may be put into slices */
};

struct order *order_new(struct capture *c, size_t records, struct err *e)
{
    if (!c->ops->rewind(c, e))
        return NULL;
    struct order *o = mem_new(1, sizeof(*o));
    o->records = records;
    return o;
}

static bool next_piece(struct order *o, struct run *r);

void order_free(struct order *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->fresh.n; i++)
        while (next_piece(o, &o->fresh.v[i])) {
        }
    for (size_t i = 0; i < o->heap.n; i++)
        while (next_piece(o, &o->heap.v[i])) {
        }
    if (o->apart)
        order_block_release(&o->blocks, o->apart);
    order_blocks_free(&o->blocks);
    free(o->pieces);
    free(o->fresh.v);
    free(o->heap.v);
    free(o->cut.v);
    free(o);
}

struct order_blocks *order_blocks(struct order *o)
{
    return &o->blocks;
}

void order_release(struct order *o, struct slice *s)
{
    for (size_t i = 0; i < s->n; i++)
        order_block_release(&o->blocks, s->v[i].block);
    s->n = s->next = s->nheap = s->records = 0;
}

/* ---- runs ---- */

/* Compares runs by time; at equal times the run that is earlier in the file comes first. */
static bool is_before(const struct run *a, const struct run *b)
{
    if (a->time != b->time)
        return a->time < b->time;
    return a->number < b->number;
}

static void swap(struct run *a, struct run *b)
{
    struct run was = *a;
    *a = *b;
    *b = was;
}

static void order_push(struct runs *heap, struct run r)
{
    size_t i = heap->n, parent;
    *MEM_ADD(heap->v, heap->n, heap->cap) = r;
    for (; i && is_before(&heap->v[i], &heap->v[parent = (i - 1) / 2]); i = parent)
        swap(&heap->v[i], &heap->v[parent]);
}

static struct run order_pop(struct runs *heap)
{
    assert(heap->n);
    struct run first = heap->v[0];
    heap->v[0] = heap->v[--heap->n];
    for (size_t i = 0, child; (child = 2 * i + 1) < heap->n; i = child) {
        if (child + 1 < heap->n && is_before(&heap->v[child + 1], &heap->v[child]))
            child++;
        if (!is_before(&heap->v[child], &heap->v[i]))
            break;
        swap(&heap->v[child], &heap->v[i]);
    }
    return first;
}

/* Makes a piece of the block that is being split. */
static uint32_t piece_new(struct order *o, uint32_t at, uint32_t end)
{
    uint32_t i = o->free_piece - 1;
    if (o->free_piece) {
        o->free_piece = o->pieces[i].next;
    } else {
        o->pieces = mem_room(o->pieces, o->npieces, &o->cap_pieces, sizeof(*o->pieces));
        i = (uint32_t)o->npieces++;
    }
    o->pieces[i] = (struct order_piece){ o->apart, at, end, 0 };
    o->apart->users++;
    return i;
}

/* Frees a run's first piece. False: it was the last one. */
static bool next_piece(struct order *o, struct run *r)
{
    assert(r->piece < o->npieces);
    struct order_piece *was = &o->pieces[r->piece];
    uint32_t next = was->next;
    order_block_release(&o->blocks, was->block);
    was->next = o->free_piece;
    o->free_piece = r->piece + 1;
    r->piece = next - 1;
    return next;
}

/* Adds a stretch of records with times to the waiting records. It continues the last run if its times do;
   else it becomes a new run. */
static void record_wait(struct order *o, uint32_t at, uint32_t end)
{
    const struct record_head *v = o->apart->heads.v;
    uint64_t first = v[at].time, last = v[end - 1].time;
    uint32_t i = piece_new(o, at, end);
    if (o->fresh.n && first >= o->grown)
        o->pieces[o->growing].next = i + 1;
    else
        *MEM_ADD(o->fresh.v, o->fresh.n, o->fresh.cap) = (struct run){ first, o->nruns++, i };
    o->growing = i;
    o->grown = last;
    if (last > o->youngest)
        o->youngest = last;
}

/* Ends a round: moves its runs into the heap. */
static void end_round(struct order *o)
{
    for (size_t i = 0; i < o->fresh.n; i++)
        order_push(&o->heap, o->fresh.v[i]);
    o->fresh.n = 0;
}

/* ---- slices ---- */

/* The index of the first record of a piece that is later than `time`; the end of the piece if there is none. */
static uint32_t later(const struct order_piece *p, uint64_t time)
{
    const struct record_head *v = p->block->heads.v;
    uint32_t low = p->at;
    BISECT(low, p->end, i, v[i].time <= time);
    return low;
}

/* *time receives the time of the n-th record after the first record of a run. If this time equals that of
   the first record, *time receives the next later time. False: the run has no such record. */
static bool time_behind(const struct order *o, const struct run *r, size_t n, uint64_t *time)
{
    for (uint32_t i = r->piece + 1; i; i = o->pieces[i - 1].next) {
        const struct order_piece *p = &o->pieces[i - 1];
        const struct record_head *v = p->block->heads.v;
        if (p->end - p->at > n && v[p->end - 1].time > r->time) {
            uint32_t at = p->at + (uint32_t)n;
            if (v[at].time <= r->time)
                at = later(p, r->time);
            *time = v[at].time;
            return true;
        }
        n -= (size_t)lesser_of(n, p->end - p->at);
    }
    return false;
}

/* Adds the records of a run up to the time `last` to the slice; it adds at least the first record. False:
   the run has no more records. */
static bool take_until(struct order *o, struct slice *s, struct run *r, uint64_t last)
{
    do {
        struct order_piece *p = &o->pieces[r->piece];
        const struct record_head *v = p->block->heads.v;
        uint32_t end = v[p->end - 1].time <= last ? p->end : later(p, last);
        if (end > p->at)
            slice_add(s, p->block, r->number, p->at, end);
        p->at = end;
        if (end < p->end) {
            r->time = v[end].time;
            return true;
        }
    } while (next_piece(o, r));
    return false;
}

/* Adds about as many due records as the slice still needs. All runs are cut at one time. To find this
   time, each run gets a share of the needed records, and proposes the time of its first record after this
   share. The earliest proposal is taken. Runs that begin later get no share; these are most runs if time
   often goes back within a buffer. The share of the n-th run is computed as if it were the last, so that
   the slice gets at most 1 + 1/2 + ... + 1/n times the needed records. Every run that is examined adds at
   least one record. */
static bool take_due(struct order *o, struct slice *s)
{
    struct runs *heap = &o->heap, *all = &o->cut;
    struct run cut = { .time = o->due, .number = UINT64_MAX };
    if (!heap->n || !is_before(&heap->v[0], &cut))
        return false;
    const size_t missing = o->records - s->records;
    all->n = 0;
    while (heap->n && is_before(&heap->v[0], &cut)) {
        const size_t share = missing / (all->n + 1) + 1;
        struct run r = order_pop(heap), end = r;
        if (time_behind(o, &r, share, &end.time) && is_before(&end, &cut))
            cut = end;
        *MEM_ADD(all->v, all->n, all->cap) = r;
    }
    for (size_t i = 0; i < all->n; i++) {
        const uint64_t last = all->v[i].number < cut.number ? cut.time : cut.time - 1;
        if (take_until(o, s, &all->v[i], last))
            order_push(heap, all->v[i]);
    }
    slice_end_group(s);
    return true;
}

/* Handles the next stretch of the block that is being split. */
static void order_take_apart(struct order *o, struct slice *s)
{
    const struct record_heads *h = &o->apart->heads;
    const uint32_t at = h->stretches[o->stretch++];
    const uint32_t end = o->stretch < h->nstretches ? h->stretches[o->stretch] : (uint32_t)h->n;
    const struct record_head *first = &h->v[at];
    if (first->time) {
        record_wait(o, at, end);
        return;
    }
    if (first->type == PERF_RECORD_FINISHED_ROUND) {
        end_round(o);
        o->due = o->youngest_before;
        o->youngest_before = o->youngest;
    }
    slice_add(s, o->apart, 0, at, end);
    slice_end_group(s);
}

/* Whether a block has another stretch to handle. */
static bool has_block(struct order *o)
{
    if (o->apart && o->stretch == o->apart->heads.nstretches) {
        order_block_release(&o->blocks, o->apart);
        o->apart = NULL;
    }
    if (!o->apart && (o->apart = order_block_next(&o->blocks)) != NULL) {
        o->stretch = 0;
        o->youngest = o->apart->b.latest > o->youngest ? o->apart->b.latest : o->youngest;
    }
    return o->apart && o->stretch < o->apart->heads.nstretches;
}

enum order_answer order_fill(struct order *o, struct slice *s)
{
    while (s->records < o->records) {
        if (take_due(o, s))
            continue;
        if (has_block(o)) {
            order_take_apart(o, s);
            continue;
        }
        if (o->apart)
            continue;
        if (!order_blocks_at_end(&o->blocks))
            return ORDER_READ;
        if (o->flushed || o->blocks.failed) {
            if (s->records)
                return ORDER_SLICE;
            return ORDER_END;
        }
        end_round(o);
        o->due = UINT64_MAX;
        o->flushed = true;
    }
    return ORDER_SLICE;
}
