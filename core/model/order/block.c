#include "core/model/order/block.h"

#include <stdlib.h>

#include "core/base/mem.h"

struct order_block *order_block_begin(struct order_blocks *l)
{
    struct order_block *b = l->idle;
    if (b)
        l->idle = b->next;
    else
        b = mem_new(1, sizeof(*b));
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

void order_block_put(struct order_blocks *l, struct order_block *b, bool is_read, const struct err *e)
{
    l->reading--;
    if (!is_read) {
        add_idle(l, b);
        l->ended = true;
        l->failed = l->failed || e->kind != ERR_NONE;
        return;
    }
    struct order_block **at = &l->read;
    while (*at && (*at)->b.seq < b->b.seq)
        at = &(*at)->next;
    b->next = *at;
    *at = b;
    b->users = 1;
    l->nread++;
    l->held += b->b.bytes.n;
    l->most_held = l->held > l->most_held ? l->held : l->most_held;
}

/* What is behind a block that was not read any more, for the file got shorter, is no less in order. */
struct order_block *order_block_take(struct order_blocks *l)
{
    struct order_block *b = l->read;
    if (!b || (b->b.seq != l->seq && (l->reading || l->failed)))
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
    if (--b->users)
        return;
    l->held -= b->b.bytes.n;
    add_idle(l, b);
}

static void free_list(struct order_block *b)
{
    for (struct order_block *next; b; b = next) {
        next = b->next;
        free(b->b.buf);
        free(b->heads.v);
        free(b->heads.stretches);
        free(b);
    }
}

void order_blocks_free(struct order_blocks *l)
{
    free_list(l->idle);
    free_list(l->read);
    *l = (struct order_blocks){ 0 };
}
