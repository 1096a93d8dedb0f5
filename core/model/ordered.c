#include "core/model/ordered.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/order/order.h"

/* Records in a slice. Measured: with 512 kmem stat takes 4 % longer, with 8,192 no less. */
enum { SLICE = 2048 };

struct ordered {
    struct capture *c;
    struct order *order;
    struct slice slice;
};

struct ordered *ordered_new(struct capture *c, struct err *e)
{
    struct order *order = order_new(c, SLICE, e);
    if (!order)
        return NULL;
    struct ordered *o = mem_new(1, sizeof(*o));
    *o = (struct ordered){ .c = c, .order = order };
    return o;
}

void ordered_free(struct ordered *o)
{
    if (!o)
        return;
    order_release(o->order, &o->slice);
    slice_free(&o->slice);
    order_free(o->order);
    free(o);
}

size_t ordered_held(const struct ordered *o)
{
    return order_blocks(o->order)->most_held;
}

SELDOM bool next_slice(struct ordered *o, struct err *e)
{
    enum order_answer answer;
    order_release(o->order, &o->slice);
    while ((answer = order_fill(o->order, &o->slice)) == ORDER_READ) {
        struct order_block *b = order_block_acquire(order_blocks(o->order));
        order_block_put_back(order_blocks(o->order), b, order_block_read(o->c, b, e), e);
    }
    return answer == ORDER_SLICE;
}

const struct record_head *ordered_next(struct ordered *o, const struct block **in,
                                       const struct record_head **end, struct err *e)
{
    const struct record_head *head;
    while (!(head = slice_next(&o->slice, in, end)))
        if (!next_slice(o, e))
            return NULL;
    return head;
}
