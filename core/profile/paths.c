#include "core/profile/paths.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"

const struct symbol paths_other = { .name = "[other]", .is_plain = true };
const struct symbol paths_lead = { .name = "", .is_plain = true };

void paths_share_frames(struct paths *p)
{
    assert(!p->order);
    p->order = frame_order_new(p->frames, p->kinds);
}

void paths_take_frames(struct paths *p, const struct paths *from)
{
    assert(!p->nframes && from->order);
    p->order = frame_order_share(from->order);
    p->frames = from->frames;
    p->kinds = from->kinds;
    p->nframes = p->cap_frames = from->nframes;
    p->nkinds = p->cap_kinds = from->nkinds;
    p->nrowless = from->nrowless;
}

/* Copies frames and kinds that other profiles have, too, before one is added. */
static void paths_own_frames(struct paths *p)
{
    if (!p->order)
        return;
    p->frames = (struct path_frame *)mem_copy(p->frames, p->nframes * sizeof(*p->frames));
    p->kinds = (struct path_kind *)mem_copy(p->kinds, p->nkinds * sizeof(*p->kinds));
    p->cap_frames = p->nframes;
    p->cap_kinds = p->nkinds;
    frame_order_release(p->order);
    p->order = NULL;
}

uint32_t paths_frame_number(struct paths *p, const struct path_frame *f)
{
    uint32_t hash = path_frame_hash(f);
    path_slots_reserve(&p->by_frame, p->nframes);
    struct path_slot *slot;
    for (size_t at = hash >> p->by_frame.shift; (slot = path_slots_from(&p->by_frame, &at, hash))->found;)
        if (path_frame_same(&p->frames[slot->found - 1], f))
            return slot->found - 1;
    paths_own_frames(p);
    p->frames = mem_room(p->frames, p->nframes, &p->cap_frames, sizeof(*p->frames));
    p->frames[p->nframes] = *f;
    p->frames[p->nframes++].kind = 0;
    *slot = (struct path_slot){ hash, (uint32_t)p->nframes };
    return slot->found - 1;
}

/* The kind of step that leads to a frame without counting in a row. A frame has at most one; path_frame.kind stores
   it. */
static uint32_t rowless_kind(struct paths *p, uint32_t frame)
{
    struct path_frame *f = &p->frames[frame];
    if (!f->kind) {
        paths_own_frames(p);
        f = &p->frames[frame];
        *MEM_ADD(p->kinds, p->nkinds, p->cap_kinds) = (struct path_kind){ frame, NO_ROW };
        f->kind = (uint32_t)p->nkinds;
        p->nrowless++;
    }
    return f->kind - 1;
}

uint32_t paths_kind_number(struct paths *p, uint32_t frame, uint32_t row)
{
    if (row == NO_ROW)
        return rowless_kind(p, frame);
    uint32_t hash = path_slots_hash(frame, row);
    path_slots_reserve(&p->by_kind, p->nkinds - p->nrowless);
    struct path_slot *slot;
    for (size_t at = hash >> p->by_kind.shift; (slot = path_slots_from(&p->by_kind, &at, hash))->found;)
        if (p->kinds[slot->found - 1].frame == frame && p->kinds[slot->found - 1].row == row)
            return slot->found - 1;
    paths_own_frames(p);
    *MEM_ADD(p->kinds, p->nkinds, p->cap_kinds) = (struct path_kind){ frame, row };
    *slot = (struct path_slot){ hash, (uint32_t)p->nkinds };
    return slot->found - 1;
}

static void paths_add(struct paths *p, uint32_t parent, uint32_t kind)
{
    p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
    p->last = mem_room(p->last, p->n, &p->cap_last, sizeof(*p->last));
    p->last[p->n] = (struct path_last){ 0 };
    p->v[p->n++] = (struct path){ parent, kind };
}

void paths_make_root(struct paths *p)
{
    if (!p->n)
        paths_add(p, 0, 0); /* the root */
}

/* Find the path that a step leads to in the hash table; added if it is new. */
static uint32_t paths_look_up(struct paths *p, uint32_t parent, uint32_t kind)
{
    uint32_t hash = path_slots_hash(parent, kind);
    path_slots_reserve(&p->by_step, p->n);
    struct path_slot *slot;
    for (size_t at = hash >> p->by_step.shift; (slot = path_slots_from(&p->by_step, &at, hash))->found;)
        if (p->v[slot->found - 1].parent == parent && p->v[slot->found - 1].kind == kind)
            return slot->found - 1;
    paths_add(p, parent, kind);
    *slot = (struct path_slot){ hash, (uint32_t)p->n };
    return slot->found - 1;
}

uint32_t paths_add_step(struct paths *p, uint32_t parent, uint32_t kind)
{
    paths_make_root(p);
    if (!p->last[parent].path || p->last[parent].kind != kind) {
        const uint32_t path = paths_look_up(p, parent, kind);
        p->last[parent].kind = kind;
        p->last[parent].path = path;
    }
    return p->last[parent].path;
}

uint32_t paths_add_lead(struct paths *p, uint32_t row)
{
    const struct path_frame lead = { .symbol = &paths_lead };
    paths_make_root(p);
    const size_t n = p->n;
    const uint32_t path =
        paths_add_step(p, PATH_OUTSIDE, paths_kind_number(p, paths_frame_number(p, &lead), row));
    if (p->n > n)
        *MEM_ADD(p->leads, p->nleads, p->cap_leads) = (struct path_lead){ row, path };
    return path;
}

size_t paths_number_of_steps(const struct paths *p)
{
    if (p->n)
        return p->n - 1 - p->nleads;
    return 0;
}

/* The memory that paths_add_step() reads first, for __builtin_prefetch(). */
static const void *step_begin(const struct paths *p, uint32_t parent, uint32_t kind)
{
    const struct path_last *last = &p->last[parent];
    if (last->kind == kind)
        return (const void *)last;
    return path_slots_begin(&p->by_step, path_slots_hash(parent, kind));
}

/* The path that a step probably leads to, once the slot of step_begin() is in the CPU's cache; PATH_OUTSIDE:
   unknown. */
static uint32_t step_likely(const struct paths *p, uint32_t parent, uint32_t kind)
{
    const struct path_last *last = &p->last[parent];
    if (last->kind == kind)
        return last->path;
    const uint32_t found = path_slots_likely(&p->by_step, path_slots_hash(parent, kind));
    if (found)
        return found - 1;
    return PATH_OUTSIDE;
}

/* In each round every walk takes one step, so that the prefetched memory of one walk arrives while other walks
   proceed. A walk that shares steps with an earlier walk begins when the earlier walk has taken these steps. */
void paths_walk(struct paths *p, const uint32_t *kinds, struct path_walk *walks, size_t n)
{
    struct path_walk *under_way[PATH_WALKS_MOST], *later[PATH_WALKS_MOST];
    size_t nnow = 0, nlater = 0;
    assert(n <= PATH_WALKS_MOST);
    for (size_t i = 0; i < n; i++) {
        assert(!walks[i].shared || walks[i].like < i);
        if (walks[i].shared)
            later[nlater++] = &walks[i];
        else if (walks[i].next < walks[i].end)
            under_way[nnow++] = &walks[i];
    }
    paths_make_root(p);
    for (uint32_t taken = 0; nnow || nlater; taken++) {
        size_t left = 0;
        for (size_t i = 0; i < nlater; i++) {
            struct path_walk *w = later[i];
            if (w->shared > taken) {
                later[left++] = w;
                continue;
            }
            w->at = walks[w->like].at;
            w->next += w->shared;
            if (w->next < w->end)
                under_way[nnow++] = w;
        }
        nlater = left;
        for (size_t i = 0; i < nnow; i++)
            __builtin_prefetch(step_begin(p, under_way[i]->at, kinds[under_way[i]->next]), 1);
        for (size_t i = 0; i < nnow; i++) {
            const uint32_t likely = step_likely(p, under_way[i]->at, kinds[under_way[i]->next]);
            __builtin_prefetch(&p->v[likely]);
            __builtin_prefetch(&p->last[likely], 1);
        }
        left = 0;
        for (size_t i = 0; i < nnow; i++) {
            struct path_walk *w = under_way[i];
            w->at = paths_add_step(p, w->at, kinds[w->next++]);
            if (w->next < w->end)
                under_way[left++] = w;
        }
        nnow = left;
    }
}

/* The index of the end of a path in a row, found by the hash table; added if it is new. */
static uint32_t look_up_end(struct paths *p, uint32_t path, uint32_t row)
{
    uint32_t hash = path_slots_hash(path, row);
    path_slots_reserve(&p->by_end, p->nends);
    struct path_slot *slot;
    for (size_t at = hash >> p->by_end.shift; (slot = path_slots_from(&p->by_end, &at, hash))->found;)
        if (p->ends[slot->found - 1].path == path && p->ends[slot->found - 1].row == row)
            return slot->found - 1;
    *MEM_ADD(p->ends, p->nends, p->cap_ends) =
        (struct path_end){ .path = path, .row = row, .first = WHEN_NEVER };
    *slot = (struct path_slot){ hash, (uint32_t)p->nends };
    return slot->found - 1;
}

static struct path_end *paths_end_of(struct paths *p, uint32_t path, uint32_t row)
{
    uint32_t last = p->last[path].end;
    if (!last || p->ends[last - 1].row != row)
        last = p->last[path].end = look_up_end(p, path, row) + 1;
    return &p->ends[last - 1];
}

void paths_count_sample(struct paths *p, uint32_t path, uint32_t row, const struct sample *s, uint64_t period)
{
    paths_make_root(p);
    const struct path_end one = { .samples = 1, .period = period, .first = s->when, .tid = s->tid };
    path_end_add(paths_end_of(p, path, row), &one);
}

void paths_add_end(struct paths *p, const struct path_end *e)
{
    paths_make_root(p);
    path_end_add(paths_end_of(p, e->path, e->row), e);
}

void paths_drop_slots(struct paths *p)
{
    free(p->by_step.v);
    free(p->by_kind.v);
    free(p->by_frame.v);
    free(p->by_end.v);
    free(p->chains.slots.v);
    free(p->last);
    p->last = NULL;
    p->cap_last = 0;
    p->chains.slots = p->by_step = p->by_kind = p->by_frame = p->by_end = (struct path_slots){ 0 };
}

void paths_visit_topmost(const struct paths *p, const struct path_rows *rows, path_visit *visit, void *arg)
{
    paths_visit_topmost_in(p, rows, 0, (uint32_t)p->n, visit, arg);
}

void paths_visit_topmost_in(const struct paths *p, const struct path_rows *rows, uint32_t from, uint32_t to,
                            path_visit *visit, void *arg)
{
    assert(p->until && from <= to && to <= p->n); /* paths_settle() was called */
    /* per row: the index after all paths that begin with its latest topmost path */
    uint32_t *covered = mem_new(rows->n, sizeof(*covered));
    /* the parents of path `from`, which lie outside of the range */
    for (uint32_t i = from; i && i < to && (i = p->v[i].parent);) {
        const uint32_t row = p->kinds[p->v[i].kind].row;
        if (row != NO_ROW)
            covered[path_row_as(rows, row)] = p->until[i];
    }
    for (uint32_t i = from; i < to; i++) {
        if (paths_is_topmost(p, i, rows, covered))
            visit(arg, p->kinds[p->v[i].kind].row, i, 0);
        for (uint32_t e = p->first_end[i]; e < p->first_end[i + 1]; e++)
            if (p->ends[e].row != NO_ROW && i >= covered[path_row_as(rows, p->ends[e].row)])
                visit(arg, p->ends[e].row, PATH_OUTSIDE, e);
    }
    free(covered);
}

static void paths_free_bound(struct bounded_paths *b)
{
    if (!b)
        return;
    free(b->hashes);
    free(b->samples);
    free(b);
}

void paths_free(struct paths *p)
{
    paths_drop_slots(p);
    paths_free_bound(p->bound);
    call_chains_free(&p->chains);
    free(p->ended);
    free(p->rests);
    free(p->v);
    free(p->ends);
    if (!p->order) {
        free(p->kinds);
        free(p->frames);
    }
    frame_order_release(p->order);
    free(p->until);
    free(p->first_end);
    free(p->leads);
    *p = (struct paths){ 0 };
}
