#include "core/profile/paths.h"

#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/profile.h"

static size_t hash_of(uint32_t a, uint32_t b)
{
    uint64_t h = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h ^ h >> 29);
}

/* The slot of two numbers from `at` on, or the free one where they belong. */
static struct path_slot *slot_from(const struct path_slots *s, size_t at, uint32_t a, uint32_t b)
{
    for (at &= s->mask; s->v[at].found && (s->v[at].a != a || s->v[at].b != b);)
        at = (at + 1) & s->mask;
    return &s->v[at];
}

/* The slot of two numbers in a table in which n are found, or a free one for them. */
static struct path_slot *slot_of(struct path_slots *s, size_t n, uint32_t a, uint32_t b)
{
    if (!s->v || n + n / 2 >= s->mask) {
        struct path_slots old = *s;
        s->mask = old.v ? old.mask * 2 + 1 : 1023;
        s->v = mem_new(s->mask + 1, sizeof(*s->v));
        for (size_t i = 0; old.v && i <= old.mask; i++)
            if (old.v[i].found)
                *slot_from(s, hash_of(old.v[i].a, old.v[i].b), old.v[i].a, old.v[i].b) = old.v[i];
        free(old.v);
    }
    return slot_from(s, hash_of(a, b), a, b);
}

/* Frame, kind and path 0 are there from the start; no real frame is like that one. */
static void begin(struct paths *p)
{
    p->frames = mem_room(p->frames, p->nframes, &p->cap_frames, sizeof(*p->frames));
    p->frames[p->nframes++] = (struct path_frame){ .avma = UINT64_MAX, .at = UINT64_MAX };
    p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
    p->v[p->n++] = (struct path){ .row = NO_ROW, .first = { UINT64_MAX, UINT64_MAX } };
}

/* Frames are found by their hash; those that share one stand under the numbers that follow it. */
uint32_t paths_frame(struct paths *p, const struct path_frame *f)
{
    if (!p->n)
        begin(p);
    uint64_t h = hash_u64(hash_u64((uintptr_t)f->object ^ f->avma) ^ (uintptr_t)f->symbol ^ f->at << 1);
    for (uint32_t a = (uint32_t)h, b = (uint32_t)(h >> 32);; b++) {
        struct path_slot *slot = slot_of(&p->by_frame, p->nframes, a, b);
        const struct path_frame *g = slot->found ? &p->frames[slot->found - 1] : NULL;
        if (g && g->object == f->object && g->symbol == f->symbol && g->avma == f->avma && g->at == f->at)
            return slot->found - 1;
        if (g)
            continue;
        p->frames = mem_room(p->frames, p->nframes, &p->cap_frames, sizeof(*p->frames));
        p->frames[p->nframes++] = *f;
        *slot = (struct path_slot){ a, b, (uint32_t)p->nframes };
        return slot->found - 1;
    }
}

uint32_t paths_kind(struct paths *p, uint32_t frame, uint32_t row)
{
    if (!p->n)
        begin(p);
    struct path_slot *slot = slot_of(&p->by_kind, p->nkinds, frame, row);
    if (!slot->found) {
        p->kinds = mem_room(p->kinds, p->nkinds, &p->cap_kinds, sizeof(*p->kinds));
        p->kinds[p->nkinds++] = (struct path_kind){ frame, row };
        *slot = (struct path_slot){ frame, row, (uint32_t)p->nkinds };
    }
    return slot->found - 1;
}

uint32_t paths_step(struct paths *p, uint32_t parent, uint32_t kind)
{
    struct path_slot *slot = slot_of(&p->by_step, p->n, parent, kind);
    if (!slot->found) {
        p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
        p->v[p->n++] = (struct path){ .parent = parent,
                                      .frame = p->kinds[kind].frame,
                                      .row = p->kinds[kind].row,
                                      .first = { UINT64_MAX, UINT64_MAX } };
        *slot = (struct path_slot){ parent, kind, (uint32_t)p->n };
    }
    return slot->found - 1;
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
        uint32_t kind = paths_kind(into, frames[s->frame], s->row == NO_ROW ? NO_ROW : rows[s->row]);
        steps[i] = paths_step(into, steps[s->parent], kind);
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

static void free_slots(struct paths *p)
{
    free(p->by_step.v);
    free(p->by_kind.v);
    free(p->by_frame.v);
    free(p->kinds);
    p->by_step = p->by_kind = p->by_frame = (struct path_slots){ 0 };
    p->kinds = NULL;
}

void paths_settle(struct paths *p, size_t nrows)
{
    if (!p->n)
        return;
    free_slots(p);
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
    free_slots(p);
    *p = (struct paths){ 0 };
}
