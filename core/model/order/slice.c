#include "core/model/order/slice.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/order/block.h"

void slice_add(struct slice *s, struct order_block *block, uint64_t run, uint32_t at, uint32_t end)
{
    struct strand *last = s->n ? &s->v[s->n - 1] : NULL;
    if (last && !last->is_last)
        last->goes_on = last->run == run;
    *MEM_ADD(s->v, s->n, s->cap) = (struct strand){ .block = block, .run = run, .at = at, .end = end };
    s->records += end - at;
    block->users++;
}

void slice_end_group(struct slice *s)
{
    s->v[s->n - 1].is_last = true;
}

void slice_free(struct slice *s)
{
    free(s->v);
    free(s->heap);
    *s = (struct slice){ 0 };
}

static uint64_t time_of(const struct strand *t)
{
    return t->block->heads.v[t->at].time;
}

static bool is_before(const struct slice_run *a, const struct slice_run *b)
{
    return a->time != b->time ? a->time < b->time : a->run < b->run;
}

/* The run at place i of the heap goes down to where it belongs: mostly it does so already. */
static void sink(struct slice *s, size_t i)
{
    struct slice_run *heap = s->heap;
    for (size_t child; (child = 2 * i + 1) < s->nheap; i = child) {
        if (child + 1 < s->nheap && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (!is_before(&heap[child], &heap[i]))
            break;
        struct slice_run was = heap[i];
        heap[i] = heap[child];
        heap[child] = was;
    }
}

static bool next_group(struct slice *s)
{
    bool ends = s->next == s->n;
    for (bool begins = true; !ends; s->next++) {
        const struct strand *t = &s->v[s->next];
        if (begins)
            *MEM_ADD(s->heap, s->nheap, s->cap_heap) = (struct slice_run){ time_of(t), t->run, s->next };
        begins = !t->goes_on;
        ends = t->is_last;
    }
    for (size_t i = s->nheap / 2; i--;)
        sink(s, i);
    return s->nheap;
}

/* Member by member: as a whole it would be read back in words that are wider than those just written, which
 * CPUs make wait. */
static void give(const struct slice *s, const struct strand *t, struct block *one, struct record_head *head)
{
    const struct order_block *from = t->block;
    head->time = from->heads.v[t->at].time;
    head->at = from->heads.v[t->at].at;
    head->type = from->heads.v[t->at].type;
    one->buf = NULL;
    one->cap = 0;
    one->bytes.p = from->b.bytes.p;
    one->bytes.n = head->at + load_u16(from->b.bytes.p + head->at + 6, s->order);
    one->at = from->b.at;
    one->seq = from->b.seq;
    one->next = head->at;
}

bool slice_next(struct slice *s, struct block *one, struct record_head *head)
{
    if (!s->nheap && !next_group(s))
        return false;
    struct slice_run *first = &s->heap[0];
    struct strand *t = &s->v[first->strand];
    give(s, t, one, head);
    if (++t->at < t->end)
        first->time = time_of(t);
    else if (t->goes_on)
        first->time = time_of(&s->v[++first->strand]);
    else
        *first = s->heap[--s->nheap];
    sink(s, 0);
    return true;
}
