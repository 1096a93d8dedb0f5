/* Makes the stacks, groups and counts of an export, sorted by frames and names, so that their order does not
   depend on the number of workers. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "core/profile/keys/keys.h"
#include "core/base/file/threads.h"
#include "formats/export/frames.h"

enum { EACH = 1 << 12 }; /* lines or counts that a thread takes at a time */

/* The state of making lines from call chains. */
struct lining {
    const struct call_chains *chains;
    const uint32_t *frames; /* by frame of the path: its index in x->frames */
    struct stack_tree_line *lines;
    size_t front,
        /* front: how many numbers precede the frames in a chain; number: number of the chain before the first one */
        number;
};

/* Makes lines from chains: replaces the path's frame numbers by the export's, in place. */
static void make_lines(void *arg, size_t from, size_t to)
{
    const struct lining *m = arg;
    for (size_t i = from; i < to; i++) {
        const struct call_chain *k = &m->chains->v[i];
        uint32_t *v = m->chains->numbers + k->from + m->front;
        uint32_t left = 0;
        for (size_t at = 0; at + m->front < k->n; at++)
            if (m->frames[v[at]] != FRAME_NONE)
                v[left++] = m->frames[v[at]];
        m->lines[i] = (struct stack_tree_line){ v, left, (uint32_t)(m->number + i + 1) };
    }
}

/* Makes x->frames and x->stacks from the chains of paths. `front` numbers precede the frames of each
   chain. */
static void make_stacks(struct export *x, struct paths *p, size_t npaths, size_t front,
                        const struct export_naming *n)
{
    const unsigned threads = count_workers(x->capture, 0);
    uint32_t *const frames = frames_of_paths(x, p, npaths, n), *known = frames;
    size_t nlines = 0, number = 0;
    for (size_t i = 0; i < npaths; i++)
        x->npaths += tracks_paths_room(&p[i]);
    x->stack_of = mem_new(x->npaths + 1, sizeof(*x->stack_of));
    struct stack_tree_line *lines = mem_resize(NULL, x->npaths + 1, sizeof(*lines));
    for (size_t i = 0; i < npaths; i++) {
        struct lining m = { &p[i].chains, known, lines + nlines, front, number };
        threads_run_ranges(threads, p[i].chains.n, EACH, make_lines, &m);
        nlines += p[i].chains.n;
        number += tracks_paths_room(&p[i]);
        known += p[i].nframes;
    }
    if (*known != FRAME_NONE)
        lines[nlines++] = (struct stack_tree_line){ known, 1, (uint32_t)x->npaths };
    stack_tree_build(x, lines, nlines, threads);
    x->nowhere = x->stack_of[x->npaths];
    for (size_t i = 0; i < x->npaths; i++) {
        if (!x->stack_of[i])
            x->stack_of[i] = x->nowhere;
    }
    free(lines);
    free(frames);
}

static int by_group(const void *a, const void *b, const void *arg)
{
    const struct export_group *v = arg, *x = &v[*(const uint32_t *)a], *y = &v[*(const uint32_t *)b];
    int r = strcmp(x->comm, y->comm);
    if (!r)
        r = (x->pid > y->pid) - (x->pid < y->pid);
    if (r)
        return r;
    return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Fills x->groups from n groups, and merges equal ones. Returns for each its index there, malloc'ed. */
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

static struct export_group stacks_group_of(struct export *x, const struct row *r, const struct profile *p,
                                           const struct key_context *kc)
{
    struct text comm = { 0 };
    key_text(p->keys[0], row_cell(p, r, 0), kc, &comm);
    struct export_group g = { .comm = arena_text(&x->texts, comm.s, comm.n),
                              .nameless = key_comm_is_number(row_cell(p, r, 0)) };
    if (x->processes)
        g.pid = (int32_t)row_cell(p, r, 1)->v;
    if (x->threads)
        g.tid = (int32_t)row_cell(p, r, 2)->v;
    text_free(&comm);
    return g;
}

static bool is_same_count(const struct export_count *a, const struct export_count *b)
{
    return a->event == b->event && a->group == b->group && a->stack == b->stack;
}

/* The state of making counts of stacks from counts of chains. */
struct stacks_counting {
    struct export *x;
    const struct profile *profile;
    const uint32_t *group_of_row;
    struct export_count *v, *sorted;
    struct numbered *order;
};

static void number_stacks(void *arg, size_t from, size_t to)
{
    const struct stacks_counting *m = arg;
    const struct call_chains *c = &m->profile->paths.chains;
    const bool adds_up = m->x->adds_up && m->x->leads;
    for (size_t i = from; i < to; i++) {
        const struct call_chain *k = &c->v[i];
        const uint32_t row = c->numbers[k->from];
        uint32_t event = row_at(m->profile, row)->event;
        if (adds_up)
            event = m->x->leads[event];
        m->v[i] = (struct export_count){ event, m->group_of_row[row], m->x->stack_of[i + 1], k->samples,
                                         k->period };
        m->order[i] = (struct numbered){ m->v[i].stack, (uint32_t)i };
    }
}

static void number_groups(void *arg, size_t from, size_t to)
{
    const struct stacks_counting *m = arg;
    for (size_t i = from; i < to; i++) {
        const struct export_count *c = &m->v[m->order[i].at];
        m->order[i].by = (uint64_t)c->event << 32 | c->group;
    }
}

static void take_counts(void *arg, size_t from, size_t to)
{
    const struct stacks_counting *m = arg;
    for (size_t i = from; i < to; i++)
        m->sorted[i] = m->v[m->order[i].at];
}

/* The counts of all chains, sorted by event, group and stack. malloc'ed. */
static struct export_count *order_counts(struct export *x, const struct profile *p,
                                         const uint32_t *group_of_row)
{
    const unsigned threads = count_workers(x->capture, 0);
    const size_t n = p->paths.chains.n;
    struct stacks_counting m = { x,
                                 p,
                                 group_of_row,
                                 mem_resize(NULL, n, sizeof(*m.v)),
                                 mem_resize(NULL, n, sizeof(*m.sorted)),
                                 mem_resize(NULL, n, sizeof(*m.order)) };
    threads_run_ranges(threads, n, EACH, number_stacks, &m);
    threads_sort(threads, m.order, n);
    threads_run_ranges(threads, n, EACH, number_groups, &m);
    threads_sort(threads, m.order, n);
    threads_run_ranges(threads, n, EACH, take_counts, &m);
    free(m.order);
    free(m.v);
    return m.sorted;
}

/* Makes chains from bounded paths, each with its row before its frames. */
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
        uint32_t number = call_chains_find_or_add(&p->chains, v, n, call_chains_hash(v, n));
        struct call_chain *k = &p->chains.v[number - 1];
        k->samples += e->samples;
        k->period += e->period;
    }
    free(v);
}

static void make_counts(struct export *x, const struct profile *p, const uint32_t *group_of_row)
{
    struct export_count *v = x->counts = order_counts(x, p, group_of_row);
    x->events = mem_new(p->nevents, sizeof(*x->events));
    for (size_t i = 0; i < p->paths.chains.n; i++)
        if (x->ncounts && is_same_count(&v[x->ncounts - 1], &v[i])) {
            v[x->ncounts - 1].samples += v[i].samples;
            v[x->ncounts - 1].period += v[i].period;
        } else {
            if (!x->ncounts || v[i].event != v[x->ncounts - 1].event)
                x->events[x->nevents++] = v[i].event;
            v[x->ncounts++] = v[i];
        }
}

void export_of_profile(struct export *x, struct profile *p, const struct export_naming *n)
{
    struct export_group *groups = mem_new(p->nrows, sizeof(*groups));
    chains_of_paths(&p->paths);
    make_stacks(x, &p->paths, 1, 1, n);
    for (uint32_t i = 0; i < p->nrows; i++)
        groups[i] = stacks_group_of(x, row_at(p, i), p, n->kc);
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
        groups[i] = (struct export_group){ arena_text(&x->texts, comm.s, comm.n), t->v[i].pid, t->v[i].tid,
                                           !t->v[i].comm && t->v[i].tid };
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
