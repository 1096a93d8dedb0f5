#include "core/model/order/slice.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

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
    assert(s->n);
    s->v[s->n - 1].is_last = true;
}

void slice_free(struct slice *s)
{
    free(s->v);
    free(s->runs);
    free(s->heap);
    *s = (struct slice){ 0 };
}

static bool is_before(const struct slice_run *a, const struct slice_run *b)
{
    if (a->at->time != b->at->time)
        return a->at->time < b->at->time;
    return a->strand->run < b->strand->run;
}

/* Moves the run at index i of the heap down until the heap is in order. */
static void sink(struct slice *s, size_t i)
{
    struct slice_run **heap = s->heap, *r = heap[i];
    for (size_t child; (child = 2 * i + 1) < s->nheap; i = child) {
        if (child + 1 < s->nheap && is_before(heap[child + 1], heap[child]))
            child++;
        if (!is_before(heap[child], r))
            break;
        heap[i] = heap[child];
    }
    heap[i] = r;
}

/* Sets `until` to the earliest time among all runs except the first. */
static void find_until(struct slice *s)
{
    s->until = UINT64_MAX;
    for (size_t i = 1; i < 3 && i < s->nheap; i++)
        if (s->heap[i]->at->time < s->until)
            s->until = s->heap[i]->at->time;
}

static struct slice_run slice_begin(const struct strand *t)
{
    const struct record_head *v = t->block->heads.v;
    return (struct slice_run){ v + t->at, v + t->end, t };
}

bool slice_next_group(struct slice *s)
{
    size_t n = 0;
    bool ends = s->next == s->n;
    for (bool begins = true; !ends; s->next++) {
        const struct strand *t = &s->v[s->next];
        if (begins)
            *MEM_ADD(s->runs, n, s->cap_runs) = slice_begin(t);
        begins = !t->goes_on;
        ends = t->is_last;
    }
    for (size_t i = 0; i < n; i++)
        *MEM_ADD(s->heap, s->nheap, s->cap_heap) = &s->runs[i];
    for (size_t i = n / 2; i--;)
        sink(s, i);
    find_until(s);
    return n;
}

void slice_advance(struct slice *s)
{
    assert(s->nheap);
    struct slice_run *first = s->heap[0];
    if (first->at == first->end) {
        if (first->strand->goes_on)
            *first = slice_begin(first->strand + 1);
        else
            s->heap[0] = s->heap[--s->nheap];
    }
    if (s->nheap)
        sink(s, 0);
    find_until(s);
}
