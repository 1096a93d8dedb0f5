/* worker: what one of those that count has for itself, and the steps of counting. Private to this folder, and to
   core/replay/tracks.c and lib/columns, which count nothing but find paths and places. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_WORKER_H
#define PERFOLIO_CORE_PROFILE_COUNT_WORKER_H

#include "core/profile/count/count_opts.h"
#include "core/profile/places/row_cache.h"
#include "core/profile/keys/reads.h"

/* What workers do with call paths as they look at all samples. */
struct path_pass {
    uint64_t most; /* steps that there may be; 0: any number */
    /* what paths weigh; NULL: all are taken, until there are more than `most` */
    struct path_weights *weights;
    bool weighs;   /* they find that; else they take paths by it */
    bool too_many; /* set where there are more, */
    bool failed;   /* and where memory failed */
};

struct worker {
    struct capture *c;
    const struct count_opts *o;
    bool drops; /* the filter may drop samples */
    struct address_cache addresses;
    struct profile profile;
    struct space_recent kernel; /* the host's */
    struct row_cache row_cache;
    bool remembers_rows; /* of samples: keys look at no more than thread and place, and no filter does */
    bool rows_by_task;   /* one of them does not look at the place alone */
    bool rows_by_tid, keys_vary;        /* what struct key says of one of them, */
    bool rows_by_symbol;                /* and of all that look at places */
    struct idmap names, tasks, threads; /* numbers for worker_who(): of a name's address, of a pid with a
                                           tid, which others use later, and of both */
    struct stacks stacks;               /* only with children or paths, or to filter chains */
    struct callers *callers;            /* callers.c's; NULL without children and paths */
    bool defers;                        /* rows of callers are made in the end: caller_rows.h */
    struct nowhere *nowhere;            /* reachable_addresses.c's; NULL without others */
    struct filter_memory filtered;
    struct reads reads;
    struct trace_look look; /* only where a key is of tracepoints */
    struct path_pass *pass;
    struct path_adder *weighs; /* where call paths are weighed, not counted (bounded.c); else NULL */
    uint32_t stamp;            /* of the sample being counted; never 0 */
    bool *hit;
    struct err err;
};

/* A worker for samples of a capture: its timeline, and the resolver (NULL: no source is asked for names). What
   has call chains is begun besides: count_callers_init(). */
void worker_init(struct worker *w, struct capture *c, const struct timeline *t, struct resolver *r,
                 const struct count_opts *o);
void worker_free(struct worker *w);

/* Make it ready for a look at the samples. */
void worker_begin(struct worker *w, struct path_pass *pass);

/* Give up what only counting takes: what is left is the profile, and what was hit. */
void worker_end(struct worker *w);

/* A number for the name of a thread; of the thread itself where that matters: to a key, or because it has no
 * name but its number. */
uint32_t worker_name(struct worker *w, const struct task_slot *task);

static inline uint32_t worker_who(struct worker *w, struct task_slot *task)
{
    if (!task->who)
        task->who = worker_name(w, task);
    return task->who;
}

/* The map of an address in a mode, if its row can be remembered, and what stands for its place in it: the address
   in a kernel, in a user's object the offset, which is the same in all processes. Else NULL, and whether it lies in
   no mapping; of a guest that is not known here. */
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

/* Remember what an address counts as, and with it all code around it that does: what has its symbol, if that is what
   matters. `resolved` is of the address. */
void worker_remember(const struct worker *w, const struct row_wanted *wanted, uint64_t avma,
                     const struct resolved_addr *resolved, bool by_symbol, uint32_t row, enum row_lack lack);

/* The stamp of the next sample. */
static inline uint32_t worker_stamp(struct worker *w)
{
    if (!++w->stamp) { /* after 2^32 samples old stamps would look new */
        for (uint32_t i = 0; i < w->profile.nrows; i++)
            row_chain(&w->profile, row_at(&w->profile, i))->stamp = 0;
        w->stamp = 1;
    }
    return w->stamp;
}

/* The row of what `v` looks at. */
uint32_t worker_row(struct worker *w, struct view *v);

/* Where count_filters_chains(): find v's parent, and in `resolved` the place of its sample; the chain that is
   left over is in the worker's stacks (chain_filter.c). */
void count_filter_chain(struct worker *w, struct view *v, struct task_slot *task,
                        struct resolved_addr *resolved);

/* Count the branches of v's sample, where those are counted; v->resolved is the sample's own (branches.c). */
void count_branches(struct worker *w, struct view *v, struct task_slot *task);

/* What count_callers() and count_call_path() need of a worker, whose stacks are ready (callers.c). */
void count_callers_init(struct worker *w);
void count_callers_free(struct worker *w);

/* Where paths are bounded: what of n steps of a sample's call path is to be taken, for which there is room for one
   more, and in which row it ends; the rows of all of them are counted (bounded.c). */
size_t count_bounded(struct worker *w, uint32_t *kinds, size_t n, const struct sample *s, uint64_t period,
                     uint32_t *row);

/* What a frame of the chain of v's sample counts as at a resolved address, from the outermost function that was inlined there
   inwards: *n rows, kinds of steps, or with chains numbers of frames, until the next call. */
const uint32_t *count_frame_kinds(struct worker *w, struct view *v, const struct frame *f,
                                  const struct resolved_addr *resolved, size_t *n);

/* Count the call chain of v's sample, whose own row was counted with the worker's present stamp. */
void count_callers(struct worker *w, struct view *v, struct task_slot *task, uint64_t period);

/* Find the call chain of a sample, which is the worker's only in the end: count_path_ends() has the numbers of all that
   were begun, `at`, from 1 on, in the order of the calls, until the next one is begun. The row cache is to have room. */
void count_path_begin(struct worker *w, const struct sample *s, struct task_slot *task);
const struct path_walk *count_path_ends(struct worker *w);

/* Find the call path of v's sample, which was counted in `row` and stays where it is until count_call_paths()
   counts all such paths. */
void count_call_path(struct worker *w, struct view *v, struct task_slot *task, uint64_t period, uint32_t row);

void count_call_paths(struct worker *w);

/* Make rows of the addresses that v's sample carries beside its own and its chain: of branches, of data, and
   whatever on a stack dump may be a return address (reachable_addresses.c). */
void count_reachable(struct worker *w, struct view *v, struct task_slot *task);

#endif
