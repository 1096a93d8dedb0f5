#include "core/profile/paths.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/profile.h"

/* What a table of slots finds: whether the thing of a number is the one that is looked for. */
typedef bool is_same(const struct paths *p, uint32_t number, const void *thing);
typedef uint64_t hash_it(const struct paths *p, uint32_t number);

static uint64_t hash_frame(const struct paths *p, uint32_t number)
{
    const struct path_frame *f = &p->frames[number];
    return hash_u64(hash_u64((uintptr_t)f->object ^ f->avma) ^ (uintptr_t)f->symbol);
}

static bool same_frame(const struct paths *p, uint32_t number, const void *thing)
{
    const struct path_frame *a = &p->frames[number], *b = thing;
    return a->object == b->object && a->symbol == b->symbol && a->avma == b->avma && a->at == b->at;
}

static uint64_t hash_step(const struct paths *p, uint32_t number)
{
    const struct path *s = &p->v[number];
    return hash_u64(((uint64_t)s->parent << 32 | s->frame) ^ (uint64_t)s->row << 16);
}

static bool same_step(const struct paths *p, uint32_t number, const void *thing)
{
    const struct path *a = &p->v[number], *b = thing;
    return a->parent == b->parent && a->frame == b->frame && a->row == b->row;
}

/* The slot of what was put at the end of its list as number n - 1: that of an equal one, or a free one. */
static uint32_t *slot_of(const struct paths *p, const struct path_slots *s, uint32_t number,
                         const void *thing, hash_it *hash, is_same *same)
{
    size_t at = (size_t)hash(p, number) & s->mask;
    while (s->v[at] && !(thing && same(p, s->v[at] - 1, thing)))
        at = (at + 1) & s->mask;
    return &s->v[at];
}

static void make_room(const struct paths *p, struct path_slots *s, size_t n, hash_it *hash)
{
    if (s->v && n + n / 2 < s->mask)
        return;
    s->mask = s->v ? s->mask * 2 + 1 : 1023;
    free(s->v);
    s->v = mem_new(s->mask + 1, sizeof(*s->v));
    for (uint32_t i = 0; i < n; i++)
        *slot_of(p, s, i, NULL, hash, NULL) = i + 1;
}

/* Frame and path 0 are there from the start; no real frame is like that one. */
static void begin(struct paths *p)
{
    p->frames = mem_room(p->frames, p->nframes, &p->cap_frames, sizeof(*p->frames));
    p->frames[p->nframes++] = (struct path_frame){ .avma = UINT64_MAX, .at = UINT64_MAX };
    p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
    p->v[p->n++] = (struct path){ .row = NO_ROW };
}

uint32_t paths_frame(struct paths *p, const struct path_frame *f)
{
    if (!p->n)
        begin(p);
    make_room(p, &p->by_frame, p->nframes, hash_frame);
    p->frames = mem_room(p->frames, p->nframes, &p->cap_frames, sizeof(*p->frames));
    p->frames[p->nframes] = *f;
    uint32_t *slot =
        slot_of(p, &p->by_frame, (uint32_t)p->nframes, &p->frames[p->nframes], hash_frame, same_frame);
    if (!*slot)
        *slot = (uint32_t)++p->nframes;
    return *slot - 1;
}

uint32_t paths_step(struct paths *p, uint32_t parent, uint32_t frame, uint32_t row)
{
    if (!p->n)
        begin(p);
    make_room(p, &p->by_step, p->n, hash_step);
    p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
    p->v[p->n] = (struct path){ .parent = parent,
                                .frame = frame,
                                .row = row,
                                .first = { UINT64_MAX, UINT64_MAX } };
    uint32_t *slot = slot_of(p, &p->by_step, (uint32_t)p->n, &p->v[p->n], hash_step, same_step);
    if (!*slot)
        *slot = (uint32_t)++p->n;
    return *slot - 1;
}

static void add(struct path *to, const struct path *from)
{
    to->samples += from->samples;
    to->period += from->period;
    if (when_before(from->first, to->first)) {
        to->first = from->first;
        to->tid = from->tid;
    }
}

void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows)
{
    uint32_t *frames = mem_new(from->nframes, sizeof(*frames));
    uint32_t *steps = mem_new(from->n, sizeof(*steps));
    for (size_t i = 1; i < from->nframes; i++)
        frames[i] = paths_frame(into, &from->frames[i]);
    for (size_t i = 1; i < from->n; i++) {
        const struct path *s = &from->v[i]; /* its parent came before it */
        steps[i] =
            paths_step(into, steps[s->parent], frames[s->frame], s->row == NO_ROW ? NO_ROW : rows[s->row]);
        add(&into->v[steps[i]], s);
    }
    free(frames);
    free(steps);
    paths_free(from);
}

/* The paths in an order in which each is followed by those that go on from it. */
static void put_in_order(struct paths *p)
{
    uint32_t *size = mem_new(p->n, sizeof(*size)), *place = mem_new(p->n, sizeof(*place));
    struct path *v = mem_new(p->n, sizeof(*v));
    for (size_t i = p->n; i--;) {
        size[i]++;
        if (i)
            size[p->v[i].parent] += size[i];
    }
    uint32_t *next = mem_new(p->n, sizeof(*next)); /* where the next one that goes on from it is put */
    for (size_t i = 0; i < p->n; i++) {
        uint32_t parent = p->v[i].parent;
        place[i] = i ? next[parent] : 0;
        if (i)
            next[parent] += size[i];
        next[i] = place[i] + 1;
        v[place[i]] = p->v[i];
        v[place[i]].parent = place[parent];
        v[place[i]].end = place[i] + size[i];
    }
    free(p->v);
    free(size);
    free(place);
    free(next);
    p->v = v;
    p->cap = p->n;
}

void paths_settle(struct paths *p, size_t nrows)
{
    if (!p->n)
        return;
    free(p->by_step.v);
    free(p->by_frame.v);
    p->by_step = p->by_frame = (struct path_slots){ 0 };
    put_in_order(p);
    for (size_t i = p->n; --i;)
        add(&p->v[p->v[i].parent], &p->v[i]);
    uint32_t *covered = mem_new(nrows, sizeof(*covered)); /* by the last topmost path of a row, until here */
    for (uint32_t i = 1; i < p->n; i++) {
        struct path *s = &p->v[i];
        if (s->row == NO_ROW || i < covered[s->row])
            continue;
        s->topmost = true;
        covered[s->row] = s->end;
    }
    free(covered);
}

uint32_t *paths_depths(const struct paths *p, size_t nrows, bool inwards)
{
    uint32_t *depths = mem_new(nrows, sizeof(*depths));
    uint32_t *depth = mem_new(p->n, sizeof(*depth)), *below = mem_new(p->n, sizeof(*below));
    for (size_t i = 1; i < p->n; i++) {
        const struct path *s = &p->v[i];
        below[i] = depth[i] = depth[s->parent] + (s->frame != FRAME_END);
    }
    for (size_t i = p->n; i-- > 1;) {
        const struct path *s = &p->v[i];
        below[s->parent] = below[i] > below[s->parent] ? below[i] : below[s->parent];
        if (s->row == NO_ROW)
            continue;
        uint32_t n = inwards && s->frame != FRAME_END ? below[i] - depth[i] + 1 : depth[i];
        depths[s->row] = n > depths[s->row] ? n : depths[s->row];
    }
    free(depth);
    free(below);
    return depths;
}

void paths_free(struct paths *p)
{
    free(p->v);
    free(p->frames);
    free(p->by_step.v);
    free(p->by_frame.v);
    *p = (struct paths){ 0 };
}
