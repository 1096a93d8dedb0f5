#include "core/profile/frame_order.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/mem.h"

struct frame_order {
    atomic_uint users;
    struct tree_frame *v;
    struct path_frame *frames;
    struct path_kind *kinds;
};

struct frame_order *frame_order_new(struct path_frame *frames, struct path_kind *kinds)
{
    struct frame_order *o = mem_new(1, sizeof(*o));
    o->frames = frames;
    o->kinds = kinds;
    atomic_store(&o->users, 1);
    return o;
}

struct frame_order *frame_order_share(struct frame_order *o)
{
    if (o)
        atomic_fetch_add(&o->users, 1);
    return o;
}

void frame_order_release(struct frame_order *o)
{
    if (!o || atomic_fetch_sub(&o->users, 1) > 1)
        return;
    free(o->v);
    free(o->frames);
    free(o->kinds);
    free(o);
}

void frame_order_put(struct frame_order *o, struct tree_frame *v)
{
    free(o->v);
    o->v = v;
}

struct tree_frame *frame_order_get(const struct frame_order *o)
{
    return o->v;
}
