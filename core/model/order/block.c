#include "core/model/order/block.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Waiting blocks occupy many pages that are not in the CPU's caches. If there are many blocks, their
   memory comes from slabs of huge pages. */
enum { FEW = 8, SLAB = 4 * MEM_LARGE, SPARE = 1 << 14, ALIGN = 64 };

struct order_slab {
    struct order_slab *next;
    size_t used; /* bytes used, including this struct */
};

/* Notes how much room a block has used. (Buffers that grow have more room than they use.) A block of short
   records has many heads. In exceptional blocks the heads take more room than the records; the room of the
   records is then noted for the heads, too. */
static void see_room(struct order_blocks *l, const struct order_block *b)
{
    const size_t room = (size_t)lesser_of(b->b.bytes.n + SPARE, b->b.cap);
    if (room > l->most_room)
        l->most_room = room;
    const size_t most = l->most_room / sizeof(*b->heads.v);
    const size_t heads = (size_t)lesser_of(b->heads.n + b->heads.n / 4, most);
    if (heads > l->most_heads)
        l->most_heads = heads;
}

/* Takes n bytes from a slab. NULL: n is 0 or too large. */
static void *lend(struct order_blocks *l, size_t n)
{
    const size_t room = (n + ALIGN - 1) / ALIGN * ALIGN;
    if (!room || room > SLAB / 2)
        return NULL;
    if (!l->slabs || SLAB - l->slabs->used < room) {
        struct order_slab *s = mem_new_huge_pages(SLAB);
        *s = (struct order_slab){ l->slabs, ALIGN };
        l->slabs = s;
    }
    l->slabs->used += room;
    return (uint8_t *)l->slabs + l->slabs->used - room;
}

static void lend_room(struct order_blocks *l, struct order_block *b)
{
    b->b.buf = b->b.lent = lend(l, l->most_room);
    if (b->b.buf)
        b->b.cap = l->most_room;
    b->heads.v = b->heads.lent = lend(l, l->most_heads * sizeof(*b->heads.v));
    if (b->heads.v)
        b->heads.cap = l->most_heads;
}

struct order_block *order_block_acquire(struct order_blocks *l)
{
    struct order_block *b = l->idle;
    if (b) {
        l->idle = b->next;
    } else {
        b = mem_new(1, sizeof(*b));
        if (l->nblocks++ >= FEW)
            lend_room(l, b);
    }
    l->reading++;
    return b;
}

bool order_block_read(struct capture *c, struct order_block *b, struct err *e)
{
    b->b.heads = &b->heads;
    return c->ops->next_block(c, &b->b, e);
}

static void add_idle(struct order_blocks *l, struct order_block *b)
{
    b->next = l->idle;
    l->idle = b;
}

void order_block_put_back(struct order_blocks *l, struct order_block *b, bool is_read, const struct err *e)
{
    assert(l->reading);
    l->reading--;
    if (!is_read) {
        add_idle(l, b);
        l->ended = true;
        l->failed = l->failed || e->kind != ERR_NONE;
        return;
    }
    see_room(l, b);
    struct order_block **at = &l->read;
    while (*at && (*at)->b.seq < b->b.seq)
        at = &(*at)->next;
    b->next = *at;
    *at = b;
    b->users = 1;
    l->nread++;
    l->held += b->b.bytes.n;
    if (l->held > l->most_held)
        l->most_held = l->held;
}

/* If a block could not be read because the file got shorter, the blocks after it are still returned. */
struct order_block *order_block_next(struct order_blocks *l)
{
    struct order_block *b = l->read;
    const bool one_may_come_before = l->reading || l->failed;
    if (!b || (b->b.seq != l->seq + b->b.left_out && one_may_come_before))
        return NULL;
    l->read = b->next;
    l->nread--;
    l->seq = b->b.seq + b->b.bytes.n;
    return b;
}

bool order_blocks_at_end(const struct order_blocks *l)
{
    return l->ended && !l->reading && (!l->read || l->failed);
}

void order_block_release(struct order_blocks *l, struct order_block *b)
{
    assert(b->users);
    if (--b->users)
        return;
    l->held -= b->b.bytes.n;
    add_idle(l, b);
}

static void free_list(struct order_block *b)
{
    for (struct order_block *next; b; b = next) {
        next = b->next;
        if (b->b.buf != b->b.lent)
            free(b->b.buf);
        capture_heads_free(&b->heads);
        free(b);
    }
}

void order_blocks_free(struct order_blocks *l)
{
    free_list(l->idle);
    free_list(l->read);
    for (struct order_slab *next; l->slabs; l->slabs = next) {
        next = l->slabs->next;
        free(l->slabs);
    }
    *l = (struct order_blocks){ 0 };
}
