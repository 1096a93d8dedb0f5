/*
 * Call chains as paths: each sample is led from its outermost frame inwards, one step a frame. A step is
 * remembered by the path it goes on from and the place it leads to, so most frames cost one look.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/worker.h"

/* A sample on its way. */
struct walk {
    struct view *v;
    struct task_slot *task;
    uint32_t event;
    char level; /* of the frame outside of the next one */
};

void walks_init(struct worker *w, bool may_remember)
{
    if (may_remember)
        w->steps = mem_new(HOT_SLOTS, sizeof(*w->steps));
}

void walks_free(struct worker *w)
{
    free(w->steps);
}

/* Where the step to a place is remembered. The first one tells names and events apart, if callers count in
 * rows; the others go on from there. */
static struct hot *aim_at(const struct worker *w, const struct walk *a, uint32_t from, const void *where,
                          uint64_t at, enum hot_use use, char level, struct hot *h)
{
    bool first = from == PATH_OUTSIDE && w->o->children;
    *h = (struct hot){ .where = where,
                       .at = at,
                       .who = first ? a->task->who : from,
                       .event = first ? a->event + 1 : 0,
                       .use = (uint8_t)use,
                       .level = level };
    return hot_slot(w->steps, h);
}

static void remember(struct hot *slot, const struct hot *h, uint32_t path)
{
    *slot = *h;
    slot->row = path;
}

/* Take a step that is not remembered. What lies in no mapping is marked like the frame outside of it. */
static uint32_t step_anew(struct worker *w, struct walk *a, uint32_t from, const struct frame *f,
                          struct spot *spot)
{
    *spot = spots_find(&w->spots, a->task, f->mode, f->avma, a->v->sample->when, a->level);
    if (!spot->place.symbol)
        spot->addr = f->avma;
    a->level = spot->level;
    a->v->spot = spot;
    bool by_address = w->o->by_address || !spot->place.symbol;
    struct path_frame frame = { .object = spot->place.object,
                                .symbol = spot->place.symbol,
                                .avma = by_address ? f->avma : 0,
                                .at = by_address ? spot->place.at : 0 };
    uint32_t row = w->o->children ? worker_row(w, a->event, a->v) : NO_ROW;
    return paths_step(&w->profile.paths, from, paths_frame(&w->profile.paths, &frame), row);
}

/* The step to a frame. One without a name is told by its address, so a user's is remembered by its process
   and address, and by its object and offset only that this is so; likewise where addresses are told apart. */
static uint32_t step(struct worker *w, struct walk *a, uint32_t from, const struct frame *f)
{
    struct spot spot;
    struct hot h;
    uint64_t at;
    if (!w->steps)
        return step_anew(w, a, from, f, &spot);
    const struct map *map = worker_map(w, a->task, f->mode, f->avma, a->v->sample->when, &at);
    char level = 0, space_level;
    const struct space *space = NULL;
    if (!map) {
        space = spots_space(&w->spots, a->task, f->mode, &space_level);
        if (!space || !space_settled(space, a->v->sample->when))
            return step_anew(w, a, from, f, &spot);
        level = a->level;
    } else if (w->o->by_address && f->mode != PERF_RECORD_MISC_KERNEL) {
        space = a->task->space;
    }
    struct hot *slot = space ? aim_at(w, a, from, space, f->avma, HOT_NAMELESS, level, &h)
                             : aim_at(w, a, from, map->object, at, HOT_CALLER, 0, &h);
    bool seen = hot_is(slot, &h);
    if (seen && slot->row == NO_ROW) {
        slot = aim_at(w, a, from, a->task->space, f->avma, HOT_NAMELESS, 0, &h);
        seen = hot_is(slot, &h);
    }
    if (seen) {
        if (map)
            a->level = f->mode == PERF_RECORD_MISC_KERNEL ? 'k' : '.';
        return slot->row;
    }
    uint32_t path = step_anew(w, a, from, f, &spot);
    if (!map && spot.place.map)
        return path; /* in a mapping that others overlap: not the same at all times */
    bool nameless = map && !space && h.use == HOT_CALLER && f->mode != PERF_RECORD_MISC_KERNEL &&
                    !spot.place.symbol;
    if (nameless) {
        remember(slot, &h, NO_ROW);
        slot = aim_at(w, a, from, a->task->space, f->avma, HOT_NAMELESS, 0, &h);
    }
    remember(slot, &h, path);
    return path;
}

void count_path(struct worker *w, struct view *v, struct task_slot *task, uint32_t event, uint64_t period,
                uint32_t row)
{
    struct walk a = { .v = v, .task = task, .event = event, .level = v->spot->level };
    uint32_t at = PATH_OUTSIDE;
    worker_who(w, task);
    stack_of(&w->stacks, v->sample, task);
    for (size_t i = w->stacks.n; i--;)
        at = step(w, &a, at, &w->stacks.frames[i]);
    at = paths_step(&w->profile.paths, at, FRAME_END, row);
    struct path *end = &w->profile.paths.v[at];
    end->samples++;
    end->period += period;
    if (when_before(v->sample->when, end->first)) {
        end->first = v->sample->when;
        end->tid = v->sample->tid;
    }
}
