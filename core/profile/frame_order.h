/* frame_order: how the frames of call paths are ordered and joined in trees, for several profiles with the same frames: whoever
   needs it first puts it there (show/tree/frames.c). */
#ifndef PERFOLIO_CORE_PROFILE_FRAME_ORDER_H
#define PERFOLIO_CORE_PROFILE_FRAME_ORDER_H

struct tree_frame;
struct frame_order;

/* An order that nobody has found yet, for one user. */
struct frame_order *frame_order_new(void);

/* The order, for one more user. NULL stays NULL. */
struct frame_order *frame_order_share(struct frame_order *o);

/* The last user frees it. NULL is ignored. */
void frame_order_release(struct frame_order *o);

/* frame_order_put(): gives away `v`, which has an element for each frame. frame_order_get(): NULL: nobody has found it yet. */
void frame_order_put(struct frame_order *o, struct tree_frame *v);
struct tree_frame *frame_order_get(const struct frame_order *o);

#endif
