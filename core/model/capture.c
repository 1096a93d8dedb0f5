#include "core/model/capture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void capture_block_reserve(struct block *b, size_t n)
{
    const bool lent = b->lent && b->buf == b->lent, holds = b->buf && b->bytes.p == b->buf;
    if (b->cap >= n)
        return;
    uint8_t *buf = mem_resize(lent ? NULL : b->buf, n, 1);
    if (lent && holds)
        memcpy(buf, b->lent, b->bytes.n);
    if (holds)
        b->bytes.p = buf;
    b->buf = buf;
    b->cap = n;
}

void capture_block_add(struct block *b, const uint8_t *p, size_t n)
{
    assert(!b->bytes.n || b->bytes.p == b->buf); /* the bytes are not borrowed */
    if (b->cap - b->bytes.n < n)
        capture_block_reserve(b, (b->bytes.n + n) * 2);
    if (n)
        memcpy(b->buf + b->bytes.n, p, n);
    b->bytes = (struct span){ b->buf, b->bytes.n + n };
}

void capture_heads_clear(struct record_heads *h)
{
    h->n = h->nstretches = h->nothers = 0;
    h->last = UINT64_MAX;
}

void capture_heads_grow(struct record_heads *h)
{
    const bool lent = h->lent && h->v == h->lent;
    struct record_head *v = mem_grow(lent ? NULL : h->v, &h->cap, sizeof(*v));
    if (lent)
        memcpy(v, h->lent, h->n * sizeof(*v));
    h->v = v;
}

void capture_heads_free(struct record_heads *h)
{
    if (h->v != h->lent)
        free(h->v);
    free(h->stretches);
    free(h->others);
    *h = (struct record_heads){ 0 };
}

/* Whether a record has no time; FINISHED_ROUND is excepted, since it is never in a stretch with other
   records. */
static bool lacks_time(uint64_t time, uint32_t type)
{
    return !time && type != PERF_RECORD_FINISHED_ROUND;
}

void capture_heads_split_stretch(struct record_heads *h, uint64_t time, uint32_t type)
{
    bool goes_on = false;
    if (h->n) {
        const struct record_head *before = &h->v[h->n - 1];
        goes_on = lacks_time(before->time, before->type) && lacks_time(time, type);
    }
    h->last = time ? time : UINT64_MAX;
    if (!goes_on)
        *MEM_ADD(h->stretches, h->nstretches, h->cap_stretches) = (uint32_t)h->n;
}
