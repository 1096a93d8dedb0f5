/*
 * worker: the state of one worker, and the steps of counting a sample. Private to this folder, core/replay/tracks.c
 * and lib/columns; the latter two find paths and places but count nothing.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_WORKER_H
#define PERFOLIO_CORE_PROFILE_COUNT_WORKER_H

#include <stdatomic.h>

#include "core/profile/count/count_opts.h"
#include "core/profile/places/row_cache.h"
#include "core/profile/keys/reads.h"

/* What a pass over the samples does with call paths. All workers share it. */
struct path_pass {
    uint64_t most; /* most steps to keep; 0: no limit */
    /* weights of paths; NULL: the pass keeps all paths until there are more than `most` */
    struct path_weights *weights;
    bool weighs;          /* the pass fills `weights`; else it keeps paths by weight */
    atomic_bool too_many; /* set when there are more steps than `most` */
    atomic_bool failed;   /* set when memory ran out */
};

struct worker {
    struct capture *c;
    const struct count_opts *o;
    bool drops; /* the filter may drop samples (filter.h) */
    struct address_cache addresses;
    struct profile profile;
    struct space_recent kernel; /* the last mapping of the host's kernel */
    struct row_cache row_cache;
    /* rows of samples are remembered: no key looks at more than thread and place, and no filter hides samples */
    bool remembers_rows;
    bool rows_by_task; /* some key looks at more than the place */
    /* rows_by_tid: some key has needs_tid; keys_vary: some key has `varies` */
    bool rows_by_tid, keys_vary;
    bool rows_by_symbol; /* all keys of places have by_symbol */
    /* for worker_name_id(): names: numbers of thread names; tasks: numbers of pairs (pid, tid); threads:
       numbers of both together */
    struct idmap names, tasks, threads;
    struct stacks stacks;    /* with children, paths or chain filters only */
    struct callers *callers; /* state of callers.c; NULL if neither children nor paths are counted */
    bool defers;             /* rows of callers are made at the end (caller_rows.h) */
    struct nowhere *nowhere; /* state of reachable_addresses.c; NULL: not used */
    struct filter_memory filtered;
    struct transforming transforming; /* with count_opts.transforms: the stack of the current sample */
    struct reads reads;
    struct trace_look look; /* with keys of tracepoints only */
    struct path_pass *pass;
    struct path_adder *weighs; /* collects weights while the pass finds them (bounded.c); else NULL */
    uint32_t stamp;            /* number of the current sample, for row_stamp(); never 0 */
    bool *hit;
    struct err err;
};

/* Initialise a worker for a capture, its timeline and a resolver (NULL: no source is asked for names). To count call
   chains, also call count_callers_init(). */
void worker_init(struct worker *w, struct capture *c, const struct timeline *t, struct resolver *r,
                 const struct count_opts *o);
void worker_free(struct worker *w);

/* Prepare for a pass over the samples. */
void worker_begin(struct worker *w, struct path_pass *pass);

/* Free all but the profile and `hit`. */
void worker_end(struct worker *w);

/* A number that is equal for threads that the keys do not distinguish: the number of the thread's name, or of the
   thread itself if a key needs the tid or the thread has no name. */
uint32_t worker_make_name_id(struct worker *w, const struct task_slot *task);

/* worker_make_name_id(), cached in the thread's slot. */
static inline uint32_t worker_name_id(struct worker *w, struct task_slot *task)
{
    if (!task->who)
        task->who = worker_make_name_id(w, task);
    return task->who;
}

/* The map of an address in a mode; NULL: the row of the address cannot be remembered. hole->is is set if no mapping
   covers the address. *at receives the number under which the place is remembered: in the kernel the address; in a
   mapped file the file offset, which is the same in all processes. Addresses of guests are never remembered. It is not
   forced inline: flat reports then took 4 % more instructions. */
static inline const struct map *worker_map(struct worker *w, struct task_slot *task, unsigned mode,
                                           uint64_t avma, struct when when, uint64_t *at,
                                           struct space_hole *hole)
{
    hole->is = false;
    if (mode == PERF_RECORD_MISC_KERNEL) {
        *at = avma;
        return space_recent_map(&w->kernel, avma, when, hole);
    }
    const struct map *m = NULL;
    if (mode == PERF_RECORD_MISC_USER)
        m = space_recent_map(&task->recent, avma, when, hole);
    bool has_file = m && m->how->object->kind != OBJECT_JIT && m->how->object->kind != OBJECT_DATA;
    *at = avma;
    if (has_file)
        *at = avma - m->start + m->how->pgoff;
    return m;
}

/* Remember the row or kind that an address counts as; with `by_symbol` for all code of its symbol in the mapping.
   `resolved`: the address's place. */
void worker_cache_row(const struct worker *w, const struct row_wanted *wanted, uint64_t avma,
                      const struct resolved_addr *resolved, bool by_symbol, uint32_t row, enum row_lack lack);

/* A new stamp, for the next sample. */
static inline uint32_t worker_stamp(struct worker *w)
{
    if (!++w->stamp) { /* after 2^32 samples old stamps would look new */
        for (uint32_t i = 0; i < w->profile.nrows; i++)
            row_chain(&w->profile, row_at(&w->profile, i))->stamp = 0;
        w->stamp = 1;
    }
    return w->stamp;
}

/* The row with the cells of a view, added if it is new. */
uint32_t worker_find_or_add_row(struct worker *w, struct view *v);

/* With count_filters_chains(): find v's parent, put the place of the sample into `resolved`, and leave the filtered
   chain in the worker's stacks (chain_filter.c). */
void count_filter_chain(struct worker *w, struct view *v, struct task_slot *task,
                        struct resolved_addr *resolved);

/* With count_opts.transforms, which need paths: apply them to v's call chain, and put the place of the sample into
   `resolved`, which has its recorded place. The steps that are left are counted by the next count_queue_call_path() or
   count_chain_begin(). False: the sample does not count (transform_chain.c). */
bool count_transform_chain(struct worker *w, struct view *v, struct task_slot *task,
                           struct resolved_addr *resolved);

/* Count the branches of v's sample instead of the sample; v->resolved is the place of the sample itself
   (branches.c). */
void count_branches(struct worker *w, struct view *v, struct task_slot *task);

/* Make w->callers, which count_callers() and count_queue_call_path() need. The worker's stacks must be ready
   (callers.c). */
void count_callers_init(struct worker *w);
void count_callers_free(struct worker *w);

/* With bounded paths: count the rows of all n steps of a sample's call path, then cut the path. Returns how
   many steps remain. `kinds` has room for one more step; *row receives the row of the path's end (bounded.c). */
size_t count_bounded(struct worker *w, uint32_t *kinds, size_t n, const struct sample *s, uint64_t period,
                     uint32_t *row);

/* The numbers that one frame of v's sample counts as, from the outermost inlined function inwards. `resolved`: the
   place of the frame. The *n numbers are rows, or with paths kinds of steps, or with whole chains frames. Valid until
   the next call. */
const uint32_t *count_frame_kinds(struct worker *w, struct view *v, const struct frame *f,
                                  const struct resolved_addr *resolved, size_t *n);

/* Count the call chain of v's sample. The sample must have been counted in its own row with the worker's current
   stamp. */
void count_callers(struct worker *w, struct view *v, struct task_slot *task, uint64_t period);

/* count_chain_begin() begins to find the call chain of a sample; the row cache must have room.
   count_chain_finish() completes all chains begun since its last call. It returns one walk per chain in the
   order of count_chain_begin(); `at` is the number of the chain, from 1 on. Valid until the next
   count_chain_begin(). */
void count_chain_begin(struct worker *w, const struct sample *s, struct task_slot *task);
const struct path_walk *count_chain_finish(struct worker *w);

/* Find the call path of v's sample, which was counted in `row`. The sample must stay in place until
   count_queued_call_paths(). */
void count_queue_call_path(struct worker *w, struct view *v, struct task_slot *task, uint64_t period,
                           uint32_t row);

/* Count all call paths found since the last call. */
void count_queued_call_paths(struct worker *w);

/* Make rows of the other addresses of v's sample: of branches, of data, and of words of the stack dump that may be
   return addresses (reachable_addresses.c). */
void count_reachable(struct worker *w, struct view *v, struct task_slot *task);

#endif
