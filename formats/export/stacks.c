/* Stacks and what was counted, in an order in which workers have no part: by what is written of them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/keys.h"
#include "formats/export/frames.h"

/* What is left of a chain on its way into the stacks, which has a number. */
struct line {
    const uint32_t *next; /* frames, inwards */
    uint32_t left, number;
};

/* Lines that have led to one stack, and go on with the same frame. */
struct group_of_lines {
    uint32_t from, to, stack;
};

struct lines {
    struct line *v;
    struct group_of_lines *groups; /* the next one comes last */
    size_t ngroups, cap_groups, cap_stacks;
};

static uint64_t line_key(const struct line *l)
{
    return l->left ? *l->next + UINT64_C(1) : 0;
}

/* Sort lines by their next frames; those that end come first. */
static void sort_lines(struct line *v, size_t n)
{
    enum { FEW = 32 };
    size_t sorted = 1;
    while (sorted < n && line_key(&v[sorted - 1]) <= line_key(&v[sorted]))
        sorted++;
    for (size_t i = sorted; n <= FEW && i < n; i++) {
        const struct line l = v[i];
        size_t at = i;
        for (; at && line_key(&v[at - 1]) > line_key(&l); at--)
            v[at] = v[at - 1];
        v[at] = l;
    }
    if (n <= FEW || sorted == n)
        return;
    struct numbered *order = mem_resize(NULL, n, sizeof(*order));
    struct line *old = mem_resize(NULL, n, sizeof(*old));
    memcpy(old, v, n * sizeof(*v));
    for (size_t i = 0; i < n; i++)
        order[i] = (struct numbered){ line_key(&v[i]), (uint32_t)i };
    sort_by_number(order, n);
    for (size_t i = 0; i < n; i++)
        v[i] = old[order[i].at];
    free(order);
    free(old);
}

/* Lines that have led to a stack end there, or go on in groups. */
static void part_lines(struct export *x, struct lines *l, uint32_t from, uint32_t to, uint32_t stack)
{
    sort_lines(l->v + from, to - from);
    for (; from < to && !l->v[from].left; from++)
        x->stack_of[l->v[from].number] = stack;
    for (uint32_t first; to > from; to = first) {
        for (first = to - 1; first > from && *l->v[first - 1].next == *l->v[first].next;)
            first--;
        *MEM_ADD(l->groups, l->ngroups, l->cap_groups) = (struct group_of_lines){ first, to, stack };
    }
}

/* The stack that goes on from one with the next frame of n lines. */
static uint32_t go_on(struct export *x, struct lines *l, struct line *v, size_t n, uint32_t stack)
{
    *MEM_ADD(x->stacks, x->nstacks, l->cap_stacks) = (struct export_stack){ stack, *v->next };
    for (size_t i = 0; i < n; i++) {
        v[i].next++;
        v[i].left--;
    }
    return (uint32_t)x->nstacks - 1;
}

/* Make stacks of n lines: each stands behind its caller, those of one caller by their frames. */
static void add_stacks(struct export *x, struct line *v, size_t n)
{
    struct lines l = { .v = v };
    *MEM_ADD(x->stacks, x->nstacks, l.cap_stacks) = (struct export_stack){ 0 };
    part_lines(x, &l, 0, (uint32_t)n, 0);
    while (l.ngroups) {
        const struct group_of_lines g = l.groups[--l.ngroups];
        uint32_t stack = go_on(x, &l, v + g.from, g.to - g.from, g.stack);
        while (g.to - g.from == 1 && v[g.from].left)
            stack = go_on(x, &l, v + g.from, 1, stack);
        part_lines(x, &l, g.from, g.to, stack);
    }
    free(l.groups);
}

/* A chain of frames of paths as one of frames, in its place. */
static struct line line_of(uint32_t *numbers, size_t n, const uint32_t *frames, uint32_t number)
{
    struct line l = { numbers, 0, number };
    for (size_t i = 0; i < n; i++)
        if (frames[numbers[i]] != FRAME_NONE)
            numbers[l.left++] = frames[numbers[i]];
    return l;
}

/* Of chains, whose frames have `front` numbers in front of them. */
static void make_stacks(struct export *x, struct paths *p, size_t npaths, size_t front,
                        const struct export_naming *n)
{
    uint32_t *const frames = frames_of_paths(x, p, npaths, n), *known = frames;
    size_t nlines = 0, number = 0;
    for (size_t i = 0; i < npaths; i++)
        x->npaths += tracks_paths_room(&p[i]);
    x->stack_of = mem_new(x->npaths + 1, sizeof(*x->stack_of));
    struct line *lines = mem_resize(NULL, x->npaths + 1, sizeof(*lines));
    for (size_t i = 0; i < npaths; i++) {
        const struct call_chains *c = &p[i].chains;
        for (size_t k = 0; k < c->n; k++)
            lines[nlines++] = line_of(c->numbers + c->v[k].from + front, c->v[k].n - front, known,
                                      (uint32_t)(number + k + 1));
        number += tracks_paths_room(&p[i]);
        known += p[i].nframes;
    }
    if (*known != FRAME_NONE)
        lines[nlines++] = (struct line){ known, 1, (uint32_t)x->npaths };
    add_stacks(x, lines, nlines);
    x->nowhere = x->stack_of[x->npaths];
    for (size_t i = 0; i < x->npaths; i++)
        x->stack_of[i] = x->stack_of[i] ? x->stack_of[i] : x->nowhere;
    free(lines);
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

/* Bounded paths as chains with their rows in front of them. */
static void chains_of_paths(struct paths *p)
{
    uint32_t *v = NULL;
    size_t cap = 0;
    for (size_t i = 0; i < p->nends; i++) {
        const struct path_end *e = &p->ends[i];
        size_t n = 1, at = 0;
        for (uint32_t path = e->path; path != PATH_OUTSIDE; path = p->v[path].parent)
            n++;
        for (; at < n; at++)
            v = mem_room(v, at, &cap, sizeof(*v));
        for (uint32_t path = e->path; path != PATH_OUTSIDE; path = p->v[path].parent)
            v[--at] = p->kinds[p->v[path].kind].frame;
        v[0] = e->row;
        uint32_t number = call_chains_number(&p->chains, v, n, call_chains_hash(v, n));
        struct call_chain *k = &p->chains.v[number - 1];
        k->samples += e->samples;
        k->period += e->period;
    }
    free(v);
}

static void make_counts(struct export *x, const struct profile *p, const uint32_t *group_of_row)
{
    const struct call_chains *c = &p->paths.chains;
    struct export_count *v = mem_new(c->n, sizeof(*v));
    for (size_t i = 0; i < c->n; i++) {
        const struct call_chain *k = &c->v[i];
        uint32_t row = c->numbers[k->from], event = row_at(p, row)->event;
        v[i] = (struct export_count){ x->adds_up && x->leads ? x->leads[event] : event, group_of_row[row],
                                      x->stack_of[i + 1], k->samples, k->period };
    }
    v = x->counts = order_counts(v, c->n);
    for (size_t i = 0; i < c->n; i++)
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

void export_of_profile(struct export *x, struct profile *p, const struct export_naming *n)
{
    struct export_group *groups = mem_new(p->nrows, sizeof(*groups));
    chains_of_paths(&p->paths);
    make_stacks(x, &p->paths, 1, 1, n);
    for (uint32_t i = 0; i < p->nrows; i++)
        groups[i] = group_of(x, row_at(p, i), p, n->kc);
    uint32_t *group_of_row = order_groups(x, groups, p->nrows);
    make_counts(x, p, group_of_row);
    free(group_of_row);
    free(groups);
}

void export_of_tracks(struct export *x, struct tracks *t, const struct export_naming *n)
{
    struct export_group *groups = mem_new(t->n, sizeof(*groups));
    struct text comm = { 0 };
    x->processes = x->threads = true;
    make_stacks(x, t->paths, t->npaths, 0, n);
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
