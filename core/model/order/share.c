#include "core/model/order/share.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/model/order/order.h"

enum { SLOTS_EACH = 2, BLOCKS_EACH = 2 };

/* The state of sharing slices among workers. Slices are numbered from 0, and the members below hold numbers of the next
   slice for each step: put <= taken <= filled <= put + number of slots. */
struct order_share {
    const struct order_work *how;
    struct capture *c;
    struct order *order;
    pthread_mutex_t lock; /* protects all members below */
    pthread_cond_t changed;
    struct slot {
        struct slice slice;
        bool seen;
    } * slots;
    uint64_t filled, taken, put; /* numbers of the next slice to be filled, taken, put */
    bool putting, ended, failed; /* ended: no more slices are filled; failed: all workers stop */
    struct err err;
};

struct sharer {
    struct order_share *w;
    unsigned number;
    struct mem_undo held; /* undo entry that releases the lock */
};

/* Stops all workers and unlocks. This is the undo of share_hold(). It is called when memory runs out while
   the lock is held, because the protected data may then be inconsistent. */
static void give_up(void *work)
{
    struct order_share *w = work;
    w->failed = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static void share_stop(void *work)
{
    struct order_share *w = work;
    pthread_mutex_lock(&w->lock);
    give_up(w);
}

/* Like lock_hold() and lock_release(), but with give_up() as the undo, since order.c allocates memory. */
static void share_hold(struct sharer *k)
{
    pthread_mutex_lock(&k->w->lock);
    mem_undo_add(&k->held, give_up, k->w);
}

static void share_release(struct sharer *k)
{
    mem_undo_drop(&k->held);
    pthread_mutex_unlock(&k->w->lock);
}

unsigned order_slots(unsigned workers)
{
    if (workers > 1)
        return workers * SLOTS_EACH;
    return 1;
}

static struct slot *share_slot_of(const struct order_share *w, uint64_t number)
{
    return &w->slots[number % order_slots(w->how->workers)];
}

static bool share_has_room(const struct order_share *w)
{
    return w->filled - w->put < order_slots(w->how->workers);
}

static void set_error(struct order_share *w, const struct err *e)
{
    if (w->err.kind == ERR_NONE)
        w->err = *e;
}

/* Cuts slices as long as there are records and free slots. */
static void share_fill(struct order_share *w)
{
    enum order_answer answer = ORDER_SLICE;
    while (!w->ended && answer != ORDER_READ && share_has_room(w)) {
        struct slice *s = &share_slot_of(w, w->filled)->slice;
        answer = order_fill(w->order, s);
        w->ended = answer == ORDER_END;
        if (answer != ORDER_SLICE)
            continue;
        s->number = w->filled;
        s->slot = (unsigned)(w->filled++ % order_slots(w->how->workers));
        s->work = w;
    }
    pthread_cond_broadcast(&w->changed);
}

/* Whether a worker may read another block. This limits the number of blocks that are read ahead and have
   to wait. */
static bool may_read(const struct order_share *w)
{
    const struct order_blocks *l = order_blocks(w->order);
    return !l->ended && share_has_room(w) && l->reading + l->nread < BLOCKS_EACH * w->how->workers;
}

static void share_read_block(struct sharer *k)
{
    struct order_share *w = k->w;
    struct order_blocks *l = order_blocks(w->order);
    struct order_block *b = order_block_acquire(l);
    struct err e = { 0 };
    share_release(k);
    bool is_read = order_block_read(w->c, b, &e);
    share_hold(k);
    order_block_put_back(l, b, is_read, &e);
    if (e.kind != ERR_NONE)
        set_error(w, &e);
    share_fill(w);
}

static bool may_put(const struct order_share *w)
{
    return !w->failed && !w->putting && w->put < w->taken && share_slot_of(w, w->put)->seen;
}

/* Collects the results of processed slices in their order, up to the first slice that is not processed
   yet. Does nothing if another worker is collecting. */
static void put_seen(struct sharer *by)
{
    struct order_share *w = by->w;
    while (may_put(w)) {
        struct slot *k = share_slot_of(w, w->put);
        struct err e = { 0 };
        w->putting = true;
        share_release(by);
        bool ok = w->how->put(w->how->arg, &k->slice, &e);
        share_hold(by);
        w->putting = false;
        if (!ok) {
            set_error(w, &e);
            w->failed = true;
        }
        k->seen = false;
        w->put++;
        share_fill(w);
    }
}

static void share_see(struct sharer *k)
{
    struct order_share *w = k->w;
    struct slot *slot = share_slot_of(w, w->taken++);
    struct err e = { 0 };
    share_release(k);
    bool ok = w->how->see(w->how->arg, k->number, &slot->slice, &e);
    share_hold(k);
    if (!ok) {
        set_error(w, &e);
        w->failed = true;
        pthread_cond_broadcast(&w->changed);
    }
    order_release(w->order, &slot->slice);
    slot->seen = true;
    put_seen(k);
}

static void share_work(void *arg, unsigned number)
{
    struct order_share *w = arg;
    struct sharer self = { .w = w, .number = number };
    share_hold(&self);
    while (!w->failed && !(w->ended && w->taken == w->filled)) {
        if (w->taken < w->filled)
            share_see(&self);
        else if (may_read(w))
            share_read_block(&self);
        else
            pthread_cond_wait(&w->changed, &w->lock);
    }
    pthread_cond_broadcast(&w->changed);
    share_release(&self);
}

bool order_slice_is_next(const struct slice *s, bool wait)
{
    struct order_share *w = s->work;
    pthread_mutex_lock(&w->lock);
    while (wait && !w->failed && w->put != s->number)
        pthread_cond_wait(&w->changed, &w->lock);
    bool is = !w->failed && w->put == s->number;
    pthread_mutex_unlock(&w->lock);
    return is;
}

bool order_run_workers(struct capture *c, const struct order_work *how, struct err *e)
{
    unsigned n = order_slots(how->workers);
    struct order_share w = { .how = how, .c = c, .order = order_new(c, how->records, e) };
    if (!w.order)
        return false;
    w.slots = mem_new(n, sizeof(*w.slots));
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.changed, NULL);
    threads_run(how->workers, share_work, share_stop, &w);
    for (unsigned i = 0; i < n; i++) {
        order_release(w.order, &w.slots[i].slice);
        slice_free(&w.slots[i].slice);
    }
    order_free(w.order);
    free(w.slots);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    if (w.err.kind != ERR_NONE)
        *e = w.err;
    return w.err.kind == ERR_NONE;
}
