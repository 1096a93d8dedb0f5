/*
 * callers: a chain under way. Entries are taken from the outermost inwards, as perf does for --children: an address that
 * no mapping covers is marked like the entry outside of it. They count in rows (callers.c) or lead through paths
 * (call_paths.c). Private to this folder.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H

#include "core/profile/count/recent_chain.h"
#include "core/profile/count/worker.h"

/* An entry on its way to what it counts as: a row, or where paths are kept a kind of step. */
struct entry {
    const struct frame *f;
    const struct map *map;    /* where it lies, if what it counts as may be remembered */
    struct row_wanted wanted; /* where and who it is, if such may be remembered */
    uint8_t use;              /* as what it is: enum row_use */
    bool lacks;               /* no source has its object's file, which each caller counts as a problem */
    bool nowhere;             /* it lies in no mapping, */
    bool steady;              /* and counts as the same while that is so, or its map is in force: */
    uint64_t from, until;     /* behind the one time and in front of the other */
};

enum { NAMELESS_STEPS = 1 << 10 };

/* A chain's entries are gone through several times, so that what one needs of the memory is on its way while the others are
   looked at. */
struct callers {
    struct view *v;
    struct task_slot *task;
    char level; /* of the entry before */
    /* what counts as one in no mapping does, where that is one for all, + 1; 0: not known yet */
    uint32_t nowhere;
    bool remembers;
    struct several { /* what a resolved address with inlined functions counts as */
        uint32_t *v;
        size_t n;
    } * several;
    size_t nseveral, cap_several;
    struct idmap lists, by_list; /* numbers of lists of inlined functions; index + 1 into `several` */
    struct waiting {             /* samples whose call paths are known, but not yet walked */
        const struct sample *sample;
        uint64_t period;
        uint32_t row;
    } * waiting;
    struct path_walk *walks; /* their paths */
    size_t nwaiting, cap_waiting, cap_walks;
    uint32_t *kinds; /* of the steps of these */
    size_t nkinds, cap_kinds;
    /* Steps to what has no name. Each address of each process is another frame, so that there are many, and most are far
       away in the memory: those of several samples are looked up together, unless they were of late. */
    struct later {
        struct path_frame frame;
        uint32_t hash;
        size_t step;
        struct nameless_step {
            const struct map *map; /* NULL: in none */
            uint64_t avma;
            char level;
            bool is_return;
            uint32_t found; /* what it counts as, + 1; 0: free */
        } of;
    } * later;
    size_t nlater, cap_later;
    struct nameless_step nameless[NAMELESS_STEPS]; /* by hash */
    bool looks_up_later;                           /* that is done */
    uint64_t turn;                                 /* of what waits; from 1 on */
    struct recent_chains recent;
    uint32_t n;
    struct entry entries[];
};

/* What something counts as that is a row or a kind; or, with CALLERS_SEVERAL, an index into `several`; or CALLERS_LATER. */
#define CALLERS_SEVERAL (UINT32_C(1) << 31)
#define CALLERS_LATER   UINT32_MAX

/* Whether entries count in rows now. */
static inline bool count_rows_now(const struct worker *w)
{
    return w->o->children && !w->defers;
}

/* The last chain of a thread, as what v looks at; NULL where what frames count as depends on more than where they lie. */
struct recent_chain *count_chain_recent(struct worker *w, const struct view *v, struct task_slot *task);

/* What the entries of the chain of v's sample count as, from the outermost inwards, behind the kinds that wait already.
   Returns how many of them are those of `recent`; NULL: nothing is remembered of chains. */
size_t count_chain_kinds(struct worker *w, struct view *v, struct task_slot *task,
                         struct recent_chain *recent);

/* Find what waits in `later`, all at a time. */
void count_chain_find_later(struct callers *c, struct paths *p);

#endif
