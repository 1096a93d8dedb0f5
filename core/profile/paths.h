/*
 * paths: the call paths of a profile, as a tree from the outermost frame inwards, and where samples ended in
 * it: whatever a report shows of a row's callers and callees can be worked out of that afterwards. Grows with
 * the number of different paths, not with that of samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_PATHS_H
#define PERFOLIO_CORE_PROFILE_PATHS_H

#include "core/base/hash.h"
#include "core/model/record.h"
#include "core/profile/call_chains.h"
#include "core/profile/path_slots.h"
#include "core/resolve/symtab.h"

/* What makes a frame of paths another one. */
struct path_frame {
    const struct object *object; /* NULL: in none */
    const struct symbol *symbol; /* NULL: none covers it */
    uint64_t avma;               /* where it has no symbol, or where addresses are told apart; else 0 */
    uint64_t at;                 /* the same in the object's table (struct place) */
    uint64_t taken;              /* of an end of a branch, what is known of that (branch_frames.h); else 0 */
    uint32_t mark; /* where rows are made of frames, what else they say (caller_rows.h); else 0 */
    uint32_t kind; /* paths.c's: that of steps to it that count in no row, + 1; 0: there is none yet */
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
enum { PATH_OUTSIDE = 0 }; /* the root of all paths, which is no frame */

/* What a step may be: to a frame that counts in a row; NO_ROW where callers do not count. */
struct path_kind {
    uint32_t frame, row;
};

struct path {
    uint32_t parent, kind;
};

/* What came of a path last, which most likely comes again. */
struct path_last {
    uint32_t kind, path; /* the step that was taken from there, and where it led; 0: none was */
    uint32_t end;        /* the end where a sample was counted, + 1; 0: none was */
};

/* Samples of a row that ended in a path. */
struct path_end {
    uint32_t path;
    uint32_t row; /* NO_ROW: of any that go on from the path in front of it, which is cut */
    int32_t tid;  /* the thread of ... */
    uint64_t samples, period;
    struct when first; /* ... the earliest of them */
};

/* Add what another one counted. */
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
    struct path_last *last; /* as many; NULL: nothing is looked up any more */
    size_t cap_last;
    struct path_end *ends;
    size_t nends, cap_ends;
    struct path_kind *kinds;
    size_t nkinds, cap_kinds, nrowless; /* `nrowless` of them are of no row, and known by their frames */
    struct path_frame *frames;
    size_t nframes, cap_frames;
    struct path_slots by_step, by_kind, by_frame, by_end;
    struct call_chains
        chains; /* where they are kept whole, of frames: there are no kinds, paths and ends then */
    /* Paths that stand for rows alone, in their order; once settled they are none any more, and `from` is the first of those
       that were behind. */
    struct path_lead {
        uint32_t row, from;
    } * leads;
    size_t nleads, cap_leads;
    struct bounded_paths *bound; /* what there may be of them (bounded_paths.h); NULL: all */
    /* Once settled: */
    uint32_t *until;     /* the paths that begin with path i are those from it to until[i] */
    uint32_t *first_end; /* the ends of path i: first_end[i] to first_end[i + 1] */
    struct path_rest {
        uint64_t samples, period;
    } * ended; /* what ended in all ends in front of end i, and behind the last: paths_sum(); NULL: nobody asked */
    /* Per row, of the samples in whose call chains it is, or that are its own, those that no path shows there. NULL:
       there are none. */
    struct path_rest *rests;
};

/* The symbols of [other]: the frame in which paths end that are cut; and of leads. */
extern const struct symbol paths_other, paths_lead;

static inline bool paths_is_other(const struct paths *p, uint32_t path)
{
    return path != PATH_OUTSIDE && p->frames[p->kinds[p->v[path].kind].frame].symbol == &paths_other;
}

/* The row of an end, or of what is left of its path. */
static inline uint32_t paths_end_row(const struct paths *p, size_t end)
{
    const struct path_end *e = &p->ends[end];
    if (e->row != NO_ROW)
        return e->row;
    return p->kinds[p->v[p->v[e->path].parent].kind].row;
}

/* rows[row]; NO_ROW stays NO_ROW. */
static inline uint32_t path_row_in(const uint32_t *rows, uint32_t row)
{
    if (row == NO_ROW)
        return NO_ROW;
    return rows[row];
}

/* Where paths_frame() looks at most likely, once the slot (path_slots_begin()) is here, for __builtin_prefetch(); NULL:
   it looks further. */
static inline const struct path_frame *paths_frame_likely(const struct paths *p, uint32_t hash)
{
    const uint32_t found = path_slots_likely(&p->by_frame, hash);
    return found ? &p->frames[found - 1] : NULL;
}

/* The number of a frame, and of a kind of step to one. */
uint32_t paths_frame(struct paths *p, const struct path_frame *f);
uint32_t paths_kind(struct paths *p, uint32_t frame, uint32_t row);

/* The path that goes on from `parent` (PATH_OUTSIDE: begins) with a step of a kind. */
uint32_t paths_step(struct paths *p, uint32_t parent, uint32_t kind);

/* The path that stands for a row alone, in front of the first frame. */
uint32_t paths_begin_with(struct paths *p, uint32_t row);

/* How many paths there are, but for the root and leads. */
size_t paths_steps(const struct paths *p);

/* A call path under way: from `at` (PATH_OUTSIDE: it begins) the steps kinds[next] up to kinds[end] are to be taken. Its
   first `shared` steps are those of the walk `like`, which is one in front of it and shares fewer. */
struct path_walk {
    uint32_t at;
    size_t next, end;
    uint32_t like, shared;
};

enum { PATH_WALKS_MOST = 16 }; /* at a time */

/* Take all steps of n call paths. */
void paths_walk(struct paths *p, const uint32_t *kinds, struct path_walk *walks, size_t n);

/* Where paths_count() begins to look, for __builtin_prefetch(). */
static inline const void *paths_end_begin(const struct paths *p, uint32_t path, uint32_t row)
{
    const uint32_t last = p->last[path].end;
    if (last)
        return &p->ends[last - 1];
    return path_slots_begin(&p->by_end, path_slots_hash(path, row));
}

/* Count a sample of a row at the end of a path. */
void paths_count(struct paths *p, uint32_t path, uint32_t row, const struct sample *s, uint64_t period);

/* The same of all that is counted in an end. */
void paths_add_end(struct paths *p, const struct path_end *e);

/* Have the root in them. */
void paths_begin(struct paths *p);

/* Nothing is looked up any more. */
void paths_drop_slots(struct paths *p);

/* How what was counted is merged: by up to so many threads. `last`: nothing is looked up or counted there any more. */
struct merging {
    unsigned threads;
    bool last;
};

/* Add the paths of `from`, whose rows are now rows[row], and free them; rows from `new_rows` on are of `from` alone
   (paths_merge.c). */
void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows, uint32_t new_rows,
                 struct merging how);

/* Put paths behind the one they go on from, and ends in the order of their paths, by up to so many threads; what goes on from
   leads begins outside. Nothing is counted any more (paths_order.c). */
void paths_settle(struct paths *p, unsigned threads);

/* Rows, as what they are met: per row the one that stands for all that read the same; `as` NULL: each for itself. */
struct path_rows {
    size_t n;
    const uint32_t *as;
};

static inline uint32_t path_row_as(const struct path_rows *rows, uint32_t row)
{
    return rows->as ? rows->as[row] : row;
}

/* Whether a path is met first of its row on the way inwards, of those that are asked for one behind the other. `covered`: per
   row, where the last one's end; zero at first. */
static inline bool paths_is_topmost(const struct paths *p, uint32_t path, const struct path_rows *rows,
                                    uint32_t *covered)
{
    const uint32_t row = path == PATH_OUTSIDE ? NO_ROW : p->kinds[p->v[path].kind].row;
    if (row == NO_ROW || path < covered[path_row_as(rows, row)])
        return false;
    covered[path_row_as(rows, row)] = p->until[path];
    return true;
}

/* Of settled paths, what is met first of a row on the way inwards: `path`, which no other path of that row
   leads to, or where `path` is PATH_OUTSIDE the end `end`. */
typedef void path_visit(void *arg, uint32_t row, uint32_t path, uint32_t end);
void paths_topmost(const struct paths *p, const struct path_rows *rows, path_visit *visit, void *arg);

/* The same of paths `from` up to `to` alone. */
void paths_topmost_part(const struct paths *p, const struct path_rows *rows, uint32_t from, uint32_t to,
                        path_visit *visit, void *arg);

/* Add up what ended in settled paths, in `ended`, by up to so many threads (paths_sum.c). */
void paths_sum(struct paths *p, unsigned threads);

/* Of settled paths, by up to so many threads: per path the end of its earliest sample, + 1, which is zero before
   (paths_earliest.c). */
void paths_earliest(const struct paths *p, uint32_t *earliest, unsigned threads);

/* What ended in a path that is summed, and in those that go on from it. */
static inline struct path_rest paths_ended(const struct paths *p, uint32_t path)
{
    const struct path_rest *from = &p->ended[p->first_end[path]],
                           *to = &p->ended[p->first_end[p->until[path]]];
    return (struct path_rest){ to->samples - from->samples, to->period - from->period };
}

void paths_free(struct paths *p);

#endif
