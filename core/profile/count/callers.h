/*
 * callers: the state of counting one call chain. Its entries are resolved from the outermost inwards, as in perf with
 * --children: an address that no mapping covers gets perf's mark (struct resolved_addr, `level`) of the next outer
 * entry. Each entry then counts in a row (callers.c) or becomes a step of a path (call_paths.c). Private to this
 * folder.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/places/stack.h"
#include "core/profile/count/worker.h"

/* Per thread: the outer frames of its last call chain, and the rows or kinds of steps that they counted as. The next
   chain mostly has the same outer frames; while their mappings exist they count as the same and need no look-up. */

/* How many chains are remembered: two per CPU, for threads that take turns on it, but at least
   RECENT_CHAINS_LEAST and at most RECENT_CHAINS_MOST. Of each chain RECENT_FRAMES frames are remembered. */
enum { RECENT_CHAINS_LEAST = 16, RECENT_CHAINS_MOST = 512, RECENT_FRAMES = 64 };

struct recent_chain {
    const struct task_slot *of; /* the thread; NULL: the slot is free */
    uint32_t event;             /* the event whose rows `found` holds, if rows differ by event */
    uint64_t from, until;       /* the numbers hold after `from` and before `until`, ns */
    uint64_t turn;              /* callers.turn of its last call path */
    /* the lead (caller_rows.h), and the index of its walk in callers.walks during that turn */
    uint32_t lead, walk;
    /* perf's mark of the frames outside of the first mapped frame; 0: no such frames */
    char level;
    /* no source has the file of some frame's object; each sample counts that as a problem */
    bool lacks;
    uint32_t n;
    struct recent_frame {
        uint64_t avma;
        uint32_t found;    /* row or kind of step that it counts as: see CALLERS_SEVERAL */
        uint8_t mode, how; /* of struct frame: `mode` and `found` */
        bool is_return, lacks;
        char level;     /* perf's mark that unmapped frames further inwards get */
    } v[RECENT_FRAMES]; /* from the outermost inwards */
};

struct recent_chains {
    struct recent_chain *v;
    uint32_t n, next; /* next: index of the slot that the next new thread takes */
};

static inline void recent_chain_forget(struct recent_chain *k)
{
    k->n = 0;
    k->level = 0;
    k->lacks = false;
    k->from = 0;
    k->until = UINT64_MAX;
}

/* Make room for the chains of threads. `cpus`: processors of the recording machine; 0: unknown. */
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

/* The chain of a thread (address_cache_task_of()); empty if it is not remembered. */
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

/* How many outermost frames of a new chain equal the remembered frames; 0 if the remembered frames are not valid at
   `time`. Forgets the other remembered frames. `frames`: the n frames of the new chain, from the innermost outwards. */
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

/* Remember the next frame inwards. `found`: the row or kind of step that it counts as after time `from` and before
   `until`. False: there is no room. */
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

/* An entry of a call chain, with the data to find the row or the kind of step that it counts as. */
struct entry {
    const struct frame *f;
    /* the map of its address; NULL: the row cache cannot have the entry */
    const struct map *map;
    struct row_wanted wanted; /* its place in the row cache, if the cache can have it */
    uint8_t use;              /* enum row_use */
    bool lacks;               /* no source has the file of its object; each caller counts that as a problem */
    bool nowhere;             /* no mapping covers the address */
    bool steady;              /* between `from` and `until` it always counts as the same row or kind */
    uint64_t from, until;     /* the window: after `from` and before `until`, ns */
};

enum { NAMELESS_STEPS = 1 << 10 };

/* The state of counting call chains. Entries are processed in several passes, so that the prefetched memory of one
   entry arrives while other entries are processed. */
struct callers {
    struct view *v;
    struct task_slot *task;
    char level; /* perf's mark of the entry before (struct resolved_addr) */
    /* if all entries outside of mappings count as one row or kind: its number + 1; 0: not known yet */
    uint32_t nowhere;
    bool remembers;
    /* the rows or kinds of a function and the functions inlined into it at one address */
    struct merged_message {
        uint32_t *v;
        size_t n;
    } * several;
    size_t nseveral, cap_several;
    /* lists: numbers of lists of inlined functions; by_list: index + 1 into `several`, by list and function */
    struct idmap lists, by_list;
    struct waiting { /* samples whose call paths are known but not yet in the tree */
        const struct sample *sample;
        uint64_t period;
        uint32_t row;
    } * waiting;
    struct path_walk *walks; /* the walks of the waiting samples' paths */
    size_t nwaiting, cap_waiting, cap_walks;
    uint32_t *kinds; /* the kinds of steps of these walks */
    size_t nkinds, cap_kinds;
    /* Steps to frames without a symbol. Each address of each process is its own frame, so there are many such
       steps, and they are seldom in the CPU's cache. They are looked up together for several samples, except
       the steps in `nameless`. */
    struct later {
        struct path_frame frame;
        uint32_t hash;
        size_t step;
        struct nameless_step {
            const struct map *map; /* NULL: in no mapping */
            uint64_t avma;
            char level;
            bool is_return;
            uint32_t found; /* index + 1 of the kind of step; 0: the slot is free */
        } of;
    } * later;
    size_t nlater, cap_later;
    struct nameless_step nameless[NAMELESS_STEPS]; /* a cache of the last such steps, by hash */
    bool looks_up_later;                           /* steps without a symbol are put into `later` */
    /* number of the current group of waiting samples, counted from 1 */
    uint64_t turn;
    struct recent_chains recent;
    uint32_t n;
    struct entry entries[];
};

/* An entry counts as a number: a row or a kind of step; or CALLERS_SEVERAL | an index into `several`; or
   CALLERS_LATER for a step in `later`. */
#define CALLERS_SEVERAL (UINT32_C(1) << 31)
#define CALLERS_LATER   UINT32_MAX

/* Whether entries count in rows while samples are counted. */
static inline bool count_rows_now(const struct worker *w)
{
    return w->o->children && !w->defers;
}

/* The remembered chain of a thread; NULL if the row or kind of a frame depends on more than the frame's
   place. */
struct recent_chain *count_find_recent_chain(struct worker *w, const struct view *v, struct task_slot *task);

/* Append to callers.kinds the numbers that the entries of v's call chain count as, from the outermost
   inwards. Returns how many of these numbers were found in `recent`. `recent` NULL: chains are not
   remembered. */
size_t count_chain_append_kinds(struct worker *w, struct view *v, struct task_slot *task,
                                struct recent_chain *recent);

/* With transforms. count_chain_list_steps(): put the functions of v's call chain into worker.transforming, with the
   indices of their entries. count_chain_append_steps(): append what transforms have left of them to callers.kinds. */
void count_chain_list_steps(struct worker *w, struct view *v, struct task_slot *task);
void count_chain_append_steps(const struct worker *w);

/* Look up all steps in `later`. */
void count_chain_resolve_later(struct callers *c, struct paths *p);

#endif
