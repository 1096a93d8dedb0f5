/* frame_order: frames of call paths that several profiles have, with the kinds of steps to them, and how they are ordered and joined
   in trees: whoever needs the order first puts it there (show/tree/frames.c). */
#ifndef PERFOLIO_CORE_PROFILE_FRAME_ORDER_H
#define PERFOLIO_CORE_PROFILE_FRAME_ORDER_H

struct tree_frame;
struct path_frame;
struct path_kind;
struct frame_order;

/* An order that nobody has found yet, for one user. Takes the frames, and the kinds of steps, which are freed with it. */
struct frame_order *frame_order_new(struct path_frame *frames, struct path_kind *kinds);

/* The order, for one more user. NULL stays NULL. */
struct frame_order *frame_order_share(struct frame_order *o);

/* The last user frees it. NULL is ignored. */
void frame_order_release(struct frame_order *o);

/* frame_order_put(): gives away `v`, which has an element for each frame. frame_order_get(): NULL: nobody has found it yet. */
void frame_order_put(struct frame_order *o, struct tree_frame *v);
struct tree_frame *frame_order_get(const struct frame_order *o);

#endif
