/*
 * paths: the call paths of a profile, as a tree from the outermost frame inwards. A path ends in a step of
 * its own for each row that samples with these callers counted in, so that whatever a report shows of a row's
 * callers and callees can be worked out of it afterwards. Grows with the number of different paths, not with
 * that of samples.
 */
#ifndef PERFOLIO_CORE_PROFILE_PATHS_H
#define PERFOLIO_CORE_PROFILE_PATHS_H

#include "core/model/record.h"
#include "core/resolve/symtab.h"

/* A frame as paths tell it from others. */
struct path_frame {
    const struct object *object; /* NULL: in none */
    const struct symbol *symbol; /* NULL: none covers it */
    uint64_t avma;               /* where it has no symbol, or where addresses are told apart; else 0 */
    uint64_t at;                 /* the same in the object's table (struct place) */
};

enum { NO_ROW = UINT32_MAX };
enum { PATH_OUTSIDE = 0, FRAME_END = 0 }; /* the root of all paths; what stands at the end of one */

struct path {
    uint32_t parent;
    uint32_t frame;           /* its number; FRAME_END: here samples ended */
    uint32_t row;             /* of the profile; NO_ROW of a caller, where those are not counted */
    int32_t tid;              /* of the earliest sample */
    uint64_t samples, period; /* of those that ended here */
    struct when first;        /* the earliest of them */
    uint32_t end;             /* once settled: the paths that begin with this one are those from it to here */
    bool topmost;             /* once settled: none that it begins with has its row */
};

struct paths {
    struct path *v;
    size_t n, cap;
    struct path_frame *frames; /* by number; [FRAME_END] is none */
    size_t nframes, cap_frames;
    struct path_kind { /* what a step may be: to a frame that counts in a row */
        uint32_t frame, row;
    } * kinds;
    size_t nkinds, cap_kinds;
    struct path_slots {
        struct path_slot { /* what is found by two numbers, + 1; 0: free */
            uint32_t a, b, found;
        } * v;
        size_t mask;
    } by_step, by_kind, by_frame;
};

/* The number of a frame, and of a kind of step to one. */
uint32_t paths_frame(struct paths *p, const struct path_frame *f);
uint32_t paths_kind(struct paths *p, uint32_t frame, uint32_t row);

/* The path that goes on from `parent` (PATH_OUTSIDE: begins) with a step of a kind. */
uint32_t paths_step(struct paths *p, uint32_t parent, uint32_t kind);

/* Count a sample at the end of a path. */
static inline void path_count(struct paths *p, uint32_t path, const struct sample *s, uint64_t period)
{
    struct path *end = &p->v[path];
    end->samples++;
    end->period += period;
    if (when_before(s->when, end->first)) {
        end->first = s->when;
        end->tid = s->tid;
    }
}

/* Add the paths of `from`, whose rows are now rows[row], and free them. */
void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows);

/* Put paths behind the one they go on from, add up what each has below it (samples, period, first) and see
   which are topmost. No steps are added any more. */
void paths_settle(struct paths *p, size_t nrows);

/* Per row, of settled paths, how many frames the longest one has that leads from its frame inwards or
   outwards to the end; one that ends in the row counts whole. malloc'ed. */
uint32_t *paths_depths(const struct paths *p, size_t nrows, bool inwards);

void paths_free(struct paths *p);

#endif
