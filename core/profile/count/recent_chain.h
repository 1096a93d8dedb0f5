/*
 * recent_chain: what the outer frames of a thread's last call chain counted as. Most of them are the next one's, too, and
 * count as the same while their maps are in force, so that they need not be looked up. Private to this folder.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_RECENT_CHAIN_H
#define PERFOLIO_CORE_PROFILE_COUNT_RECENT_CHAIN_H

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/places/stack.h"

/* At least as many as threads that take turns on a few processors, at most two for each of 256; and so many of their
   outermost frames. */
enum { RECENT_CHAINS_LEAST = 16, RECENT_CHAINS_MOST = 512, RECENT_FRAMES = 64 };

struct recent_chain {
    const struct task_slot *of; /* whose; NULL: nobody's yet */
    uint32_t event;             /* of whose samples, where that makes a difference */
    uint64_t from, until;       /* what they count as holds behind the one time and in front of the other */
    uint64_t turn;              /* when they began a call path last, */
    uint32_t lead, walk;        /* of which lead, and which: call_paths.c's */
    char level; /* how frames in front of the first in a mapping are marked; 0: there are none */
    bool lacks; /* some of them lack an object's file, which counts each time */
    uint32_t n;
    struct recent_frame {
        uint64_t avma;
        uint32_t found;    /* what it counts as */
        uint8_t mode, how; /* struct frame's `mode` and `found` */
        bool is_return, lacks;
        char level;     /* how what lies in no mapping is marked behind it */
    } v[RECENT_FRAMES]; /* from the outermost inwards */
};

struct recent_chains {
    struct recent_chain *v;
    uint32_t n, next; /* which of them another thread gets */
};

static inline void recent_chain_forget(struct recent_chain *k)
{
    k->n = 0;
    k->level = 0;
    k->lacks = false;
    k->from = 0;
    k->until = UINT64_MAX;
}

/* Chains of as many threads as take turns on so many processors; 0: unknown. */
static inline void recent_chains_init(struct recent_chains *c, uint32_t cpus)
{
    const uint32_t n = cpus < RECENT_CHAINS_MOST / 2 ? 2 * cpus : RECENT_CHAINS_MOST;
    c->n = n > RECENT_CHAINS_LEAST ? n : RECENT_CHAINS_LEAST;
    c->v = mem_new(c->n, sizeof(*c->v));
    c->next = 0;
}

static inline void recent_chains_free(struct recent_chains *c)
{
    free(c->v);
}

static inline void recent_chains_forget(struct recent_chains *c)
{
    for (size_t i = 0; i < c->n; i++)
        recent_chain_forget(&c->v[i]);
}

/* The chain of a thread (address_cache_task_of()); it has no frames if that is not remembered. */
static inline struct recent_chain *recent_chain_of(struct recent_chains *c, struct task_slot *task)
{
    if (!task->recent_chain || c->v[task->recent_chain - 1].of != task) {
        struct recent_chain *k = &c->v[c->next];
        if (++c->next == c->n)
            c->next = 0;
        k->of = task;
        k->turn = 0;
        recent_chain_forget(k);
        task->recent_chain = (uint32_t)(k - c->v) + 1;
    }
    return &c->v[task->recent_chain - 1];
}

/* How many frames of a chain at a moment, whose n frames are in order from the innermost outwards, are as they were; the
   others are forgotten. */
static inline uint32_t recent_chain_same(struct recent_chain *k, const struct frame *frames, size_t n,
                                         char level, uint64_t time)
{
    uint32_t same = 0;
    const bool holds = time > k->from && time < k->until && (!k->level || k->level == level);
    if (!holds)
        recent_chain_forget(k);
    for (; same < k->n && same < n; same++) {
        const struct frame *f = &frames[n - 1 - same];
        const struct recent_frame *r = &k->v[same];
        const bool is_same = f->avma == r->avma && f->mode == r->mode && f->found == r->how &&
                             f->is_return == r->is_return && !f->taken;
        if (!is_same)
            break;
    }
    if (!same)
        recent_chain_forget(k);
    return k->n = same;
}

/* Remember the next frame and what it counts as, behind one time and in front of another. False: there is no room. */
static inline bool recent_chain_add(struct recent_chain *k, const struct frame *f, uint64_t from,
                                    uint64_t until, uint32_t found, bool lacks, char level)
{
    if (k->n == RECENT_FRAMES)
        return false;
    if (k->from < from)
        k->from = from;
    if (k->until > until)
        k->until = until;
    k->lacks = k->lacks || lacks;
    k->v[k->n++] = (struct recent_frame){ f->avma, found, f->mode, f->found, f->is_return, lacks, level };
    return true;
}

#endif
