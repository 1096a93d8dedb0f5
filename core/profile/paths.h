/*
 * paths: the call paths of a profile, as a tree from the outermost frame inwards, and the paths in which samples
 * ended. The callers and callees of every row are computed from the tree. Memory grows with the number of
 * different paths, not of samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_PATHS_H
#define PERFOLIO_CORE_PROFILE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <assert.h>

#include "core/profile/frame_order.h"
#include "core/profile/path_slots.h"
#include "core/base/hash.h"
#include "core/model/record.h"
#include "core/resolve/symtab.h"

/* Whole call chains, for views that list all chains and need no tree of paths. Each different chain is stored once,
   with its samples and period. A chain is a list of frame numbers, from the outermost inwards. If samples are counted,
   the number of the row precedes the frames. */

struct call_chain {
    size_t from; /* index in `numbers` of its first number */
    uint32_t n;
    uint64_t samples, period;
};

struct call_chains { /* zero-initialise */
    uint32_t *numbers;
    size_t nnumbers, cap_numbers;
    struct call_chain *v;
    size_t n, cap;
    struct path_slots slots;
};

uint32_t call_chains_hash(const uint32_t *numbers, size_t n);

/* The index + 1 of a chain, which is added if it is new. `hash`: its call_chains_hash(). */
uint32_t call_chains_find_or_add(struct call_chains *c, const uint32_t *numbers, size_t n, uint32_t hash);

/* call_chains_likely(): the chain that call_chains_find_or_add() probably compares first.
   call_chains_likely_numbers(): the numbers of this chain. For __builtin_prefetch(), once the slot of
   path_slots_begin() is in the CPU's cache. NULL: unknown. */
static inline const struct call_chain *call_chains_likely(const struct call_chains *c, uint32_t hash)
{
    const uint32_t found = path_slots_likely(&c->slots, hash);
    return found ? &c->v[found - 1] : NULL;
}

static inline const uint32_t *call_chains_likely_numbers(const struct call_chains *c, uint32_t hash)
{
    const struct call_chain *k = call_chains_likely(c, hash);
    return k ? c->numbers + k->from : NULL;
}

/* Add the chains of `from` to `into`. Row r of `from` is rows[r] in `into`; frame f of `from` is frames[f] in
   `into`. Overwrites the numbers in `from`. Uses up to `threads` threads. `last`: no chain is looked up in
   `into` afterwards. */
void call_chains_merge(struct call_chains *into, struct call_chains *from, const uint32_t *rows,
                       const uint32_t *frames, unsigned threads, bool last);

void call_chains_free(struct call_chains *c);

/* A frame of call paths. Two frames are the same if all members but `kind` are equal. */
struct path_frame {
    const struct object *object; /* NULL: in no object */
    const struct symbol *symbol; /* NULL: no symbol covers the address */
    /* the address, if the frame has no symbol or if frames differ by address; else 0 */
    uint64_t avma;
    uint64_t at; /* the same address in the object's table (struct place) */
    /* if the frame is an end of a branch: the data packed by branch_frames.h; else 0 */
    uint64_t taken;
    /* if rows are made from frames: data that rows show and the other members lack (caller_rows.h); else 0 */
    uint32_t mark;
    /* index + 1 of the kind of step that leads to this frame and counts in no row; 0: none yet */
    uint32_t kind;
};

static inline bool path_frame_same(const struct path_frame *f, const struct path_frame *g)
{
    return g->object == f->object && g->symbol == f->symbol && g->avma == f->avma && g->at == f->at &&
           g->taken == f->taken && g->mark == f->mark;
}

static inline uint32_t path_frame_hash(const struct path_frame *f)
{
    uint64_t h = hash_u64(hash_u64((uintptr_t)f->object ^ f->avma) ^ (uintptr_t)f->symbol ^ f->at << 1);
    return (uint32_t)(h ^ hash_u64(f->taken ^ (uint64_t)f->mark << 32));
}

enum { NO_ROW = UINT32_MAX };
enum { PATH_OUTSIDE = 0 }; /* the root of all paths, which has no frame */

/* A kind of step: the frame that it leads to and the row in which this frame counts; NO_ROW if callers are
   not counted. */
struct path_kind {
    uint32_t frame, row;
};

struct path {
    uint32_t parent, kind;
};

/* The step and the end that were looked up last at a path, since the next sample probably needs them again. */
struct path_last {
    uint32_t kind, path; /* kind of the last step from this path, and the path that it led to; path 0: none */
    uint32_t end;        /* index + 1 of the end in which the last sample was counted; 0: none */
};

/* The samples of one row whose call path is this path. */
struct path_end {
    uint32_t path;
    uint32_t row; /* NO_ROW: the path is cut; its row is the row of the step before [other] */
    int32_t tid;  /* of the earliest sample */
    uint64_t samples, period;
    struct when first; /* of the earliest sample */
};

/* Add the samples of another end to `e`. */
static inline void path_end_add(struct path_end *e, const struct path_end *more)
{
    e->samples += more->samples;
    e->period += more->period;
    if (when_before(more->first, e->first)) {
        e->first = more->first;
        e->tid = more->tid;
    }
}

struct paths {
    struct path *v;
    size_t n, cap;
    struct path_last *last; /* per path; NULL: look-ups are finished */
    size_t cap_last;
    struct path_end *ends;
    size_t nends, cap_ends;
    struct path_kind *kinds;
    size_t nkinds, cap_kinds, nrowless; /* nrowless: kinds without a row, which are found by frame */
    struct path_frame *frames;
    size_t nframes, cap_frames;
    /* of these frames and kinds, which belong to it, since other profiles have them, too; NULL: no others have them */
    struct frame_order *order;
    struct path_slots by_step, by_kind, by_frame, by_end;
    struct call_chains chains; /* whole chains; kinds, paths and ends are then empty */
    /* Leads: paths from the root that stand for a row and have no frame of code (caller_rows.h). paths_settle()
       removes them from the tree, moves the paths that follow them to the root, and sets `from` to the first path that
       followed the lead. */
    struct path_lead {
        uint32_t row, from;
    } * leads;
    size_t nleads, cap_leads;
    struct bounded_paths *bound; /* NULL: the paths are not bounded */
    /* Made by paths_settle(): */
    uint32_t *until;     /* path i and all paths that begin with it are [i, until[i]) */
    uint32_t *first_end; /* ends of path i: [first_end[i], first_end[i + 1]) */
    struct path_rest {
        uint64_t samples, period;
    } * ended; /* [i]: sum of all ends before end i, by paths_sum_ends(); NULL: not summed */
    /* Per row: the samples taken in the row or with it in their call chain whose cut path does not show the row. NULL:
       none. */
    struct path_rest *rests;
};

/* paths_other: the symbol of the frame [other], in which cut paths end. paths_lead: the symbol of the frame
   of leads. */
extern const struct symbol paths_other, paths_lead;

static inline bool paths_is_other(const struct paths *p, uint32_t path)
{
    return path != PATH_OUTSIDE && p->frames[p->kinds[p->v[path].kind].frame].symbol == &paths_other;
}

/* The row of an end; if the path is cut, the row of the step before [other]. */
static inline uint32_t paths_end_row(const struct paths *p, size_t end)
{
    const struct path_end *e = &p->ends[end];
    if (e->row != NO_ROW)
        return e->row;
    return p->kinds[p->v[p->v[e->path].parent].kind].row;
}

/* The new number of a row: rows[row]; NO_ROW stays NO_ROW. */
static inline uint32_t path_row_in(const uint32_t *rows, uint32_t row)
{
    if (row == NO_ROW)
        return NO_ROW;
    return rows[row];
}

/* The frame that paths_frame_number() compares first, once the slot (path_slots_begin()) is in the cache. For
   __builtin_prefetch(); NULL: unknown. */
static inline const struct path_frame *paths_frame_likely(const struct paths *p, uint32_t hash)
{
    const uint32_t found = path_slots_likely(&p->by_frame, hash);
    return found ? &p->frames[found - 1] : NULL;
}

/* paths_frame_number(): the number of a frame. paths_kind_number(): the number of a kind of step. Both are
   added if they are new. */
uint32_t paths_frame_number(struct paths *p, const struct path_frame *f);
uint32_t paths_kind_number(struct paths *p, uint32_t frame, uint32_t row);

/* The path that continues `parent` by one step, added if it is new. `parent` PATH_OUTSIDE: the step is the
   first one of the path. */
uint32_t paths_add_step(struct paths *p, uint32_t parent, uint32_t kind);

/* The lead of a row (struct path_lead), added if it is new. */
uint32_t paths_add_lead(struct paths *p, uint32_t row);

/* How many paths there are, without the root and leads. */
size_t paths_number_of_steps(const struct paths *p);

/* A call path that is being entered into the tree: it has reached path `at` and has still to take the steps
   kinds[next] to kinds[end - 1]. Its first `shared` steps are also the first steps of the earlier walk
   `like`, whose own `shared` is lower. */
struct path_walk {
    uint32_t at;
    size_t next, end;
    uint32_t like, shared;
};

enum { PATH_WALKS_MOST = 16 }; /* number of walks at a time */

/* Take all steps of n <= PATH_WALKS_MOST walks. Each walk's `at` is then its complete path. */
void paths_walk(struct paths *p, const uint32_t *kinds, struct path_walk *walks, size_t n);

/* The memory that paths_count_sample() reads first, for __builtin_prefetch(). */
static inline const void *paths_end_begin(const struct paths *p, uint32_t path, uint32_t row)
{
    const uint32_t last = p->last[path].end;
    if (last)
        return &p->ends[last - 1];
    return path_slots_begin(&p->by_end, path_slots_hash(path, row));
}

/* Count a sample of a row at the end of a path. */
void paths_count_sample(struct paths *p, uint32_t path, uint32_t row, const struct sample *s,
                        uint64_t period);

/* Count all samples of an end. */
void paths_add_end(struct paths *p, const struct path_end *e);

/* Lets other profiles have the frames and kinds, too. paths_take_frames(): makes `p`, which has none, one of them. */
void paths_share_frames(struct paths *p);
void paths_take_frames(struct paths *p, const struct paths *from);

/* Add the root, if the tree is still empty. */
void paths_make_root(struct paths *p);

/* Free the memory for look-ups; from now on nothing is looked up or counted. */
void paths_drop_slots(struct paths *p);

/* How profiles are merged: by up to `threads` threads. `last`: nothing is looked up or counted in the result. */
struct merging {
    unsigned threads;
    bool last;
};

/* Add the paths of `from` to `into`, and free `from`. Row r of `from` is rows[r] in `into`; rows of `into`
   from `new_rows` on are new in `into` (paths_merge.c). */
void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows, uint32_t new_rows,
                 struct merging how);

/* "Settle" the paths after the last sample: sort paths in depth-first order, each after its parent, and ends in the
   order of their paths. Paths that follow leads become paths from the root. Uses up to `threads` threads
   (paths_order.c). */
void paths_settle(struct paths *p, unsigned threads);

/* Which of n rows are shown: as[row] is the row that is shown for `row` and all rows with the same text; NULL: each
   row is shown itself. */
struct path_rows {
    size_t n;
    const uint32_t *as;
};

static inline uint32_t path_row_as(const struct path_rows *rows, uint32_t row)
{
    return rows->as ? rows->as[row] : row;
}

/* Whether the row of this path's last step has no earlier step in the path. Call it for paths in ascending order.
   `covered`: per row, the index after all paths that begin with its latest topmost path; zero at first. */
static inline bool paths_is_topmost(const struct paths *p, uint32_t path, const struct path_rows *rows,
                                    uint32_t *covered)
{
    const uint32_t row = path == PATH_OUTSIDE ? NO_ROW : p->kinds[p->v[path].kind].row;
    if (row == NO_ROW || path < covered[path_row_as(rows, row)])
        return false;
    covered[path_row_as(rows, row)] = p->until[path];
    return true;
}

/* Called for each place where a row occurs first on the way inwards in settled paths. The place is `path`; or, if
   `path` is PATH_OUTSIDE, the end `end`. */
typedef void path_visit(void *arg, uint32_t row, uint32_t path, uint32_t end);
void paths_visit_topmost(const struct paths *p, const struct path_rows *rows, path_visit *visit, void *arg);

/* paths_visit_topmost() for the paths [from, to) alone. */
void paths_visit_topmost_in(const struct paths *p, const struct path_rows *rows, uint32_t from, uint32_t to,
                            path_visit *visit, void *arg);

/* Fill `ended` of settled paths, by up to `threads` threads (paths_sum.c). */
void paths_sum_ends(struct paths *p, unsigned threads);

/* Set earliest[path], for each settled path, to index + 1 of the end with the earliest sample whose path begins with
   it; `earliest` is zero before. Uses up to `threads` threads (paths_earliest.c). */
void paths_find_earliest(const struct paths *p, uint32_t *earliest, unsigned threads);

/* The samples that ended in a path and in all paths that begin with it. Needs paths_sum_ends(). */
static inline struct path_rest paths_ended(const struct paths *p, uint32_t path)
{
    assert(p->ended && path < p->n); /* paths_sum_ends() was called */
    const struct path_rest *from = &p->ended[p->first_end[path]],
                           *to = &p->ended[p->first_end[p->until[path]]];
    return (struct path_rest){ to->samples - from->samples, to->period - from->period };
}

void paths_free(struct paths *p);

#endif
