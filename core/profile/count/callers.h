/*
 * callers: a call chain while it is counted. Its entries are looked at from the outermost inwards, as perf does for
 * --children: an address that no mapping covers gets the mark of the entry outside of it. Entries count in rows
 * (callers.c) or become a path (call_paths.c). Private to this folder.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H

#include "core/profile/count/recent_chain.h"
#include "core/profile/count/worker.h"

/* An entry of a chain and what is needed to find the row, or with paths the kind of step, that it counts as. */
struct entry {
    const struct frame *f;
    const struct map *map;    /* of its address; NULL: what it counts as is not remembered */
    struct row_wanted wanted; /* its place in the row cache, if it may be remembered */
    uint8_t use;              /* enum row_use */
    bool lacks;               /* no source has its object's file: a problem for each caller */
    bool nowhere;             /* no mapping covers it */
    bool steady;              /* it counts as the same in the whole window */
    uint64_t from, until;     /* the window: after `from` and before `until`, ns */
};

enum { NAMELESS_STEPS = 1 << 10 };

/* Entries are gone through several times: what one needs from memory is fetched while others are looked at. */
struct callers {
    struct view *v;
    struct task_slot *task;
    char level; /* mark of the entry before (struct resolved_addr) */
    /* what entries in no mapping count as, where all count as one, + 1; 0: not known yet */
    uint32_t nowhere;
    bool remembers;
    struct several { /* what an address with inlined functions counts as */
        uint32_t *v;
        size_t n;
    } * several;
    size_t nseveral, cap_several;
    /* numbers of lists of inlined functions; of a list and its function: index + 1 into `several` */
    struct idmap lists, by_list;
    struct waiting { /* samples whose call paths are known but not yet in the tree */
        const struct sample *sample;
        uint64_t period;
        uint32_t row;
    } * waiting;
    struct path_walk *walks; /* the walks of their paths */
    size_t nwaiting, cap_waiting, cap_walks;
    uint32_t *kinds; /* the kinds of steps of these walks */
    size_t nkinds, cap_kinds;
    /* Steps to frames without a name. Every address of every process is a frame of its own, so they are many and
       seldom in the cache: they are looked up together for several samples, but for those in `nameless`. */
    struct later {
        struct path_frame frame;
        uint32_t hash;
        size_t step;
        struct nameless_step {
            const struct map *map; /* NULL: in no mapping */
            uint64_t avma;
            char level;
            bool is_return;
            uint32_t found; /* what it counts as, + 1; 0: free */
        } of;
    } * later;
    size_t nlater, cap_later;
    struct nameless_step nameless[NAMELESS_STEPS]; /* the last steps, by hash */
    bool looks_up_later;                           /* `later` is used */
    uint64_t turn;                                 /* of the samples that wait; from 1 on */
    struct recent_chains recent;
    uint32_t n;
    struct entry entries[];
};

/* What an entry counts as: a row or a kind; CALLERS_SEVERAL | an index into `several`; or CALLERS_LATER: see `later`. */
#define CALLERS_SEVERAL (UINT32_C(1) << 31)
#define CALLERS_LATER   UINT32_MAX

/* Whether entries count in rows while samples are counted. */
static inline bool count_rows_now(const struct worker *w)
{
    return w->o->children && !w->defers;
}

/* The last chain of a thread; NULL if what a frame counts as depends on more than its place. */
struct recent_chain *count_chain_recent(struct worker *w, const struct view *v, struct task_slot *task);

/* Append what the entries of the chain of v's sample count as to c->kinds, from the outermost inwards. Returns how
   many of the numbers come from `recent`; NULL: nothing is remembered of chains. */
size_t count_chain_kinds(struct worker *w, struct view *v, struct task_slot *task,
                         struct recent_chain *recent);

/* Look up all steps in `later`. */
void count_chain_find_later(struct callers *c, struct paths *p);

#endif
