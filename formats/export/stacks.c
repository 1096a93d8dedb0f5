/* Stacks and what was counted, in an order in which workers have no part: by what is written of them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/keys.h"
#include "formats/export/frames.h"

/* Stacks before they are in order: each behind its caller. */
struct nodes {
    struct export_stack *v;
    size_t n, cap;
    struct idmap by_step; /* number + 1, by parent and frame */
};

static uint32_t node_new(struct nodes *s, uint32_t parent, uint32_t frame)
{
    *MEM_ADD(s->v, s->n, s->cap) = (struct export_stack){ parent, frame };
    return (uint32_t)s->n - 1;
}

static uint32_t node_of(struct nodes *s, uint32_t parent, uint32_t frame)
{
    uint32_t *known = idmap_at(&s->by_step, (uint64_t)parent << 32 | frame);
    if (!*known)
        *known = node_new(s, parent, frame) + 1;
    return *known - 1;
}

/* Per path whether another one may be the same stack: one of its frames is that of several of the paths' kinds.
   With markers, which are no frames, all may. malloc'ed. */
static bool *may_be_same(const struct export *x, const struct paths *p, const uint32_t *frames)
{
    bool *same = mem_new(p->n + 1, sizeof(*same)), markers = false;
    uint8_t *kinds = mem_new(x->nframes + 1, sizeof(*kinds)); /* of a frame; 2: several */
    for (size_t i = 0; i < p->nkinds; i++) {
        uint32_t frame = frames[p->kinds[i].frame];
        markers = markers || frame == FRAME_NONE;
        if (frame != FRAME_NONE && kinds[frame] < 2)
            kinds[frame]++;
    }
    same[0] = markers;
    for (size_t i = 1; i < p->n; i++)
        same[i] = same[p->v[i].parent] || kinds[frames[p->kinds[p->v[i].kind].frame]] > 1;
    free(kinds);
    return same;
}

/* Nodes but the first by their parents, or by their frames: numbers below `end`. Those that are alike stay in the order that
   they are in: `order`, NULL: by number. malloc'ed. */
static uint32_t *sort_nodes(const struct nodes *s, const uint32_t *order, bool by_parent, size_t end)
{
    uint32_t *next = mem_new(end + 1, sizeof(*next)), *sorted = mem_resize(NULL, s->n, sizeof(*sorted));
    for (size_t i = 1; i < s->n; i++)
        next[(by_parent ? s->v[i].parent : s->v[i].frame) + 1]++;
    for (size_t i = 0; i < end; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 1; i < s->n; i++) {
        uint32_t node = order ? order[i - 1] : i;
        sorted[next[by_parent ? s->v[node].parent : s->v[node].frame]++] = node;
    }
    free(next);
    return sorted;
}

/* Put stacks behind their callers, those of one caller by their frames; where each went. malloc'ed. */
static uint32_t *order_nodes(struct export *x, const struct nodes *s)
{
    uint32_t *by_frame = sort_nodes(s, NULL, false, x->nframes);
    uint32_t *order = sort_nodes(s, by_frame, true, s->n); /* a caller comes before what it calls */
    free(by_frame);
    uint32_t *size = mem_new(s->n, sizeof(*size)), *next = mem_new(s->n, sizeof(*next));
    uint32_t *place = mem_new(s->n, sizeof(*place));
    x->stacks = mem_new(s->n, sizeof(*x->stacks));
    x->nstacks = s->n;
    for (size_t i = s->n; i--;) {
        size[i]++;
        if (i)
            size[s->v[i].parent] += size[i];
    }
    next[0] = 1;
    for (size_t i = 1; i < s->n; i++) {
        uint32_t at = order[i - 1], parent = s->v[at].parent;
        place[at] = next[parent];
        next[parent] += size[at];
        next[at] = place[at] + 1;
        x->stacks[place[at]] = (struct export_stack){ place[parent], s->v[at].frame };
    }
    free(order);
    free(size);
    free(next);
    return place;
}

/* Stacks of paths, by the frames of theirs; `same`: may_be_same(), NULL: all may be. */
static void add_paths(struct nodes *s, const struct paths *p, const uint32_t *frames, const bool *same,
                      uint32_t *stack_of)
{
    for (size_t i = 1; i < p->n; i++) {
        uint32_t parent = stack_of[p->v[i].parent], frame = frames[p->kinds[p->v[i].kind].frame];
        stack_of[i] = frame == FRAME_NONE ? parent
                      : !same || same[i]  ? node_of(s, parent, frame)
                                          : node_new(s, parent, frame);
    }
}

/* Paths that are several have stacks in common. */
static void make_stacks(struct export *x, const struct paths *p, size_t npaths, const struct export_naming *n)
{
    uint32_t *frames = frames_of_paths(x, p, npaths, n);
    bool *same = npaths == 1 ? may_be_same(x, p, frames) : NULL;
    struct nodes s = { 0 };
    size_t frame = 0, path = 0;
    for (size_t i = 0; i < npaths; i++)
        x->npaths += tracks_paths_room(&p[i]);
    x->stack_of = mem_new(x->npaths, sizeof(*x->stack_of));
    *MEM_ADD(s.v, s.n, s.cap) = (struct export_stack){ 0 };
    for (size_t i = 0; i < npaths; i++) {
        add_paths(&s, &p[i], frames + frame, same, x->stack_of + path);
        path += tracks_paths_room(&p[i]);
        frame += p[i].nframes;
    }
    free(same);
    if (frames[frame] != FRAME_NONE)
        x->nowhere = node_of(&s, 0, frames[frame]);
    uint32_t *place = order_nodes(x, &s);
    x->nowhere = place[x->nowhere];
    for (size_t i = 0; i < x->npaths; i++)
        x->stack_of[i] = x->stack_of[i] ? place[x->stack_of[i]] : x->nowhere;
    free(place);
    free(s.v);
    idmap_free(&s.by_step);
    free(frames);
}

static int by_group(const void *a, const void *b, const void *arg)
{
    const struct export_group *v = arg, *x = &v[*(const uint32_t *)a], *y = &v[*(const uint32_t *)b];
    int r = strcmp(x->comm, y->comm);
    r = r ? r : (x->pid > y->pid) - (x->pid < y->pid);
    return r ? r : (x->tid > y->tid) - (x->tid < y->tid);
}

/* Groups into x->groups, from n that may be the same; which one each is. malloc'ed. */
static uint32_t *order_groups(struct export *x, const struct export_group *v, size_t n)
{
    uint32_t *order = mem_new(n, sizeof(*order)), *number = mem_new(n, sizeof(*number));
    x->groups = mem_new(n, sizeof(*x->groups));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    sort_by(order, n, sizeof(*order), by_group, v);
    for (size_t i = 0; i < n; i++) {
        if (!i || by_group(&order[i - 1], &order[i], v))
            x->groups[x->ngroups++] = v[order[i]];
        number[order[i]] = (uint32_t)x->ngroups - 1;
    }
    free(order);
    return number;
}

static struct export_group group_of(struct export *x, const struct row *r, const struct profile *p,
                                    const struct key_context *kc)
{
    struct text comm = { 0 };
    key_text(p->keys[0], &r->cells[0], kc, &comm);
    struct export_group g = { .comm = arena_text(&x->texts, comm.s, comm.n),
                              .pid = x->processes ? (int32_t)r->cells[1].v : 0,
                              .tid = x->threads ? (int32_t)r->cells[2].v : 0 };
    text_free(&comm);
    return g;
}

static bool is_same_count(const struct export_count *a, const struct export_count *b)
{
    return a->event == b->event && a->group == b->group && a->stack == b->stack;
}

/* By event, then group, then stack; frees `v`. malloc'ed. */
static struct export_count *order_counts(struct export_count *v, size_t n)
{
    struct numbered *order = mem_new(n, sizeof(*order));
    struct export_count *sorted = mem_new(n, sizeof(*sorted));
    for (size_t i = 0; i < n; i++)
        order[i] = (struct numbered){ v[i].stack, (uint32_t)i };
    sort_by_number(order, n);
    for (size_t i = 0; i < n; i++)
        order[i].by = (uint64_t)v[order[i].at].event << 32 | v[order[i].at].group;
    sort_by_number(order, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = v[order[i].at];
    free(order);
    free(v);
    return sorted;
}

static void make_counts(struct export *x, const struct profile *p, const uint32_t *group_of_row)
{
    const struct paths *paths = &p->paths;
    struct export_count *v = mem_new(paths->nends, sizeof(*v));
    for (size_t i = 0; i < paths->nends; i++) {
        const struct path_end *e = &paths->ends[i];
        uint32_t event = row_at(p, e->row)->event;
        v[i] = (struct export_count){ x->adds_up && x->leads ? x->leads[event] : event, group_of_row[e->row],
                                      x->stack_of[e->path], e->samples, e->period };
    }
    v = x->counts = order_counts(v, paths->nends);
    for (size_t i = 0; i < paths->nends; i++)
        if (x->ncounts && is_same_count(&v[x->ncounts - 1], &v[i])) {
            v[x->ncounts - 1].samples += v[i].samples;
            v[x->ncounts - 1].period += v[i].period;
        } else {
            v[x->ncounts++] = v[i];
        }
    x->events = mem_new(p->nevents, sizeof(*x->events));
    for (size_t i = 0; i < x->ncounts; i++)
        if (!i || v[i].event != v[i - 1].event)
            x->events[x->nevents++] = v[i].event;
}

void export_of_profile(struct export *x, const struct profile *p, const struct export_naming *n)
{
    struct export_group *groups = mem_new(p->nrows, sizeof(*groups));
    make_stacks(x, &p->paths, 1, n);
    for (uint32_t i = 0; i < p->nrows; i++)
        groups[i] = group_of(x, row_at(p, i), p, n->kc);
    uint32_t *group_of_row = order_groups(x, groups, p->nrows);
    make_counts(x, p, group_of_row);
    free(group_of_row);
    free(groups);
}

void export_of_tracks(struct export *x, const struct tracks *t, const struct export_naming *n)
{
    struct export_group *groups = mem_new(t->n, sizeof(*groups));
    struct text comm = { 0 };
    x->processes = x->threads = true;
    make_stacks(x, t->paths, t->npaths, n);
    for (size_t i = 0; i < t->n; i++) {
        comm.n = 0;
        key_comm_text(t->v[i].comm, t->v[i].tid, &comm);
        groups[i] = (struct export_group){ arena_text(&x->texts, comm.s, comm.n), t->v[i].pid, t->v[i].tid };
    }
    uint32_t *number = order_groups(x, groups, t->n);
    x->tracks = mem_new(t->n, sizeof(*x->tracks));
    for (x->ntracks = 0; x->ntracks < t->n; x->ntracks++) {
        const struct track *track = &t->v[x->ntracks];
        x->tracks[x->ntracks] = (struct export_track){ track->event, number[x->ntracks], track, 0 };
    }
    text_free(&comm);
    free(number);
    free(groups);
}

void export_free(struct export *x)
{
    free(x->frames);
    free(x->stacks);
    free(x->groups);
    free(x->counts);
    free(x->tracks);
    free(x->stack_of);
    free(x->events);
    free(x->own_leads);
    free(x->own_problems);
    arena_free(&x->texts);
    *x = (struct export){ 0 };
}
