/*
 * paths_settle(): sorts paths in depth-first order and ends in the order of their paths, with several threads.
 *
 * The place of a path depends on the sizes of subtrees that are scattered over memory. So paths are first
 * distributed among groups that fit into a CPU's cache, and one thread orders each group. The "trunk" is the set
 * of paths with many descendants, estimated from a sample of all paths; a group consists of whole subtrees below
 * the trunk.
 */
#include <assert.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/paths.h"

/* The sample of paths has at most SAMPLE paths, at least APART apart. A path belongs to the trunk if MANY paths of the
   sample lead through it. Each MANY paths of the sample make one group. */
enum { SAMPLE = 1 << 12, APART = 1 << 10, MANY = 16 };

/* All paths, and all ends, are divided into at most PARTS parts of at least EACH entries. */
enum { PARTS = 1 << 7, EACH = 1 << 14 };

/* Number of ends that are prefetched ahead, since they are read in random order. */
enum { AHEAD = 16 };

/* Flag in order.at of paths of the trunk; the other bits are the path's number in the trunk. */
#define TRUNK (UINT32_C(1) << 31)

/* Numbers that are distributed among groups, piece by piece. Per piece and group: first the count, then the index
   where the next number goes, finally the index after the last. */
struct dealt {
    uint32_t *v;
    size_t each, npieces, ngroups;
};

struct order {
    struct paths *p;
    uint32_t *at; /* per path: its group + 1, or TRUNK | number; later its number in the order of groups */
    /* The paths of the trunk, then of each group. After a path was placed: its place, and where the next path that
       continues it goes. */
    struct path *v;
    uint32_t *sizes; /* per path in that order: the number of paths that begin with it */
    struct trunk {
        /* first group, and number of groups, with the paths outside of the trunk that continue it */
        uint32_t group, groups;
    } * trunk;
    size_t ntrunk;
    struct dealt paths, ends;
    size_t range; /* number of places whose ends make a group */
    struct placed_end {
        uint32_t path, end;
    } * placed; /* the paths in the order of groups */
    struct path_end *sorted;
};

static size_t each_of(size_t n)
{
    if (n / PARTS > EACH)
        return n / PARTS + 1;
    return EACH;
}

static struct dealt deal(size_t n, size_t ngroups)
{
    struct dealt d = { .each = each_of(n), .ngroups = ngroups };
    d.npieces = n / d.each + 1;
    d.v = mem_new(d.npieces * ngroups, sizeof(*d.v));
    return d;
}

static uint32_t *piece_of(const struct dealt *d, size_t from)
{
    return &d->v[from / d->each * d->ngroups];
}

/* Place groups one after the other from index `at` on, and their pieces within them. */
static void place_groups(const struct dealt *d, size_t at)
{
    for (size_t group = 0; group < d->ngroups; group++)
        for (size_t i = 0; i < d->npieces; i++) {
            uint32_t *next = &d->v[i * d->ngroups + group];
            const size_t n = *next;
            *next = (uint32_t)at;
            at += n;
        }
}

/* The index after the last number of a group, once all groups are placed. */
static uint32_t group_end(const struct dealt *d, size_t group)
{
    return d->v[(d->npieces - 1) * d->ngroups + group];
}

/* The index where a group begins. `first`: where the first group begins. */
static uint32_t group_begin(const struct dealt *d, size_t group, size_t first)
{
    if (group)
        return group_end(d, group - 1);
    return (uint32_t)first;
}

/* The distance, an odd number, between the paths of the sample. */
static size_t sample_apart(size_t npaths)
{
    if (npaths / SAMPLE > APART)
        return npaths / SAMPLE | 1;
    return APART | 1;
}

/* Find the trunk: paths that MANY paths of the sample lead through, and all leads, in ascending order. seen[path]
   counts up to MANY. malloc'ed. */
static struct numbered *find_trunk(const struct paths *p, size_t apart, uint32_t *seen, size_t *ntrunk)
{
    struct numbered *trunk = NULL;
    size_t n = 0, cap = 0;
    for (size_t i = 0; i < p->n; i += apart)
        for (uint32_t path = (uint32_t)i, last = 1; last && seen[path] < MANY;
             last = path, path = p->v[path].parent)
            if (++seen[path] == MANY)
                *MEM_ADD(trunk, n, cap) = (struct numbered){ .by = path };
    trunk = mem_resize(trunk, n + p->nleads + 1, sizeof(*trunk));
    if (seen[PATH_OUTSIDE] < MANY)
        trunk[n++] = (struct numbered){ .by = PATH_OUTSIDE };
    for (size_t i = 0; i < p->nleads; i++)
        if (seen[p->leads[i].from] < MANY)
            trunk[n++] = (struct numbered){ .by = p->leads[i].from };
    sort_by_number(trunk, n);
    *ntrunk = n;
    return trunk;
}

/* Assign to each path of the trunk as many groups as its share of the sample is worth, or a part of a group shared
   with others. Returns the number of groups. */
static size_t plan_groups(struct order *o)
{
    const struct paths *p = o->p;
    const size_t apart = sample_apart(p->n);
    uint32_t *seen = o->sizes;
    struct numbered *trunk = find_trunk(p, apart, seen, &o->ntrunk);
    uint32_t *own = mem_new(o->ntrunk, sizeof(*own)), total = 0;
    o->trunk = mem_new(o->ntrunk, sizeof(*o->trunk));
    for (uint32_t i = 0; i < o->ntrunk; i++)
        o->at[trunk[i].by] = TRUNK | i;
    for (size_t i = 0; i < p->n; i += apart) {
        uint32_t path = (uint32_t)i;
        while (!(o->at[path] & TRUNK))
            path = p->v[path].parent;
        own[o->at[path] & ~TRUNK]++;
    }
    for (size_t i = 0; i < o->ntrunk; i++) {
        const uint32_t group = total / MANY;
        total += own[i];
        o->trunk[i] = (struct trunk){ group, total / MANY - group + 1 };
    }
    for (size_t i = 0; i < p->n; i += apart)
        for (uint32_t path = (uint32_t)i; seen[path]; path = p->v[path].parent)
            seen[path] = 0;
    free(trunk);
    free(own);
    return total / MANY + 1;
}

/* The group + 1 of a path outside of the trunk: the group of its nearest parent that has one. Pieces do not wait for
   each other. */
static uint32_t paths_order_group_of(const struct order *o, uint32_t path)
{
    for (;;) {
        const uint32_t parent = o->p->v[path].parent, at = threads_load(&o->at[parent]);
        if (at & TRUNK)
            return o->trunk[at & ~TRUNK].group + path % o->trunk[at & ~TRUNK].groups + 1;
        if (at)
            return at;
        path = parent;
    }
}

static void find_groups(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    uint32_t *many = piece_of(&o->paths, from);
    for (size_t i = from; i < to; i++) {
        if (o->at[i])
            continue;
        const uint32_t group = paths_order_group_of(o, (uint32_t)i);
        threads_store(&o->at[i], group);
        many[group - 1]++;
    }
}

static void number_paths(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    uint32_t *next = piece_of(&o->paths, from);
    for (size_t i = from; i < to; i++) {
        if (o->at[i] & TRUNK)
            o->at[i] = o->at[i] & ~TRUNK;
        else
            o->at[i] = next[o->at[i] - 1]++;
    }
}

static void deal_paths(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    for (size_t i = from; i < to; i++)
        o->v[o->at[i]] = (struct path){ o->at[o->p->v[i].parent], o->p->v[i].kind };
}

/* Add `more` to *to; atomically for paths of the trunk, which threads share. Returns the old value. */
static uint32_t paths_order_add(const struct order *o, uint32_t path, uint32_t *to, uint32_t more)
{
    if (path < o->ntrunk)
        return threads_add(to, more);
    *to += more;
    return *to - more;
}

static void size_groups(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    const uint32_t begin = group_begin(&o->paths, from, o->ntrunk);
    for (uint32_t i = group_end(&o->paths, to - 1); i-- > begin;)
        paths_order_add(o, o->v[i].parent, &o->sizes[o->v[i].parent], ++o->sizes[i]);
}

static void place_path(const struct order *o, uint32_t i)
{
    struct path *parent = &o->v[o->v[i].parent], placed = { 0, o->v[i].kind };
    uint32_t place = 0;
    if (i != PATH_OUTSIDE) {
        place = paths_order_add(o, o->v[i].parent, &parent->kind, o->sizes[i]);
        placed.parent = parent->parent;
    }
    o->p->v[place] = placed;
    o->p->until[place] = place + o->sizes[i];
    o->v[i] = (struct path){ place, place + 1 };
}

static void place_groups_of(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    const uint32_t begin = group_begin(&o->paths, from, o->ntrunk);
    for (uint32_t i = begin; i < group_end(&o->paths, to - 1); i++)
        place_path(o, i);
}

/* Place the paths of the trunk. Leads take no place: paths that follow a lead become paths from the root. */
static void place_trunk(const struct order *o)
{
    struct paths *p = o->p;
    for (size_t i = 0; i < p->nleads; i++)
        p->leads[i].from = o->at[p->leads[i].from];
    for (size_t i = o->ntrunk, lead = p->nleads; i--;) {
        const bool is_lead = lead && p->leads[lead - 1].from == i;
        lead -= is_lead;
        o->sizes[i] += !is_lead;
        if (i)
            o->sizes[o->v[i].parent] += o->sizes[i];
    }
    for (uint32_t i = 0, lead = 0; i < o->ntrunk; i++) {
        if (lead == p->nleads || p->leads[lead].from != i) {
            place_path(o, i);
            continue;
        }
        p->leads[lead].from = o->v[PATH_OUTSIDE].kind;
        o->v[PATH_OUTSIDE].kind += o->sizes[i];
        o->v[i] = (struct path){ PATH_OUTSIDE, p->leads[lead++].from };
    }
}

static void order_paths(struct order *o, unsigned threads)
{
    struct paths *p = o->p;
    o->paths = deal(p->n, plan_groups(o));
    threads_run_ranges(threads, p->n, o->paths.each, find_groups, o);
    place_groups(&o->paths, o->ntrunk);
    threads_run_ranges(threads, p->n, o->paths.each, number_paths, o);
    o->v = mem_new(p->n, sizeof(*o->v));
    threads_run_ranges(threads, p->n, o->paths.each, deal_paths, o);
    p->until = mem_new(p->n, sizeof(*p->until));
    threads_run_ranges(threads, o->paths.ngroups, 1, size_groups, o);
    place_trunk(o);
    threads_run_ranges(threads, o->paths.ngroups, 1, place_groups_of, o);
    p->n -= p->nleads;
    free(o->trunk);
    free(o->paths.v);
}

static void count_ends(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    uint32_t *many = piece_of(&o->ends, from);
    for (size_t i = from; i < to; i++) {
        struct path_end *e = &o->p->ends[i];
        __builtin_prefetch(&o->v[o->at[o->p->ends[index_ahead(i, AHEAD, to)].path]]);
        e->path = o->v[o->at[e->path]].parent;
        many[e->path / o->range]++;
    }
}

static void deal_ends(void *arg, size_t from, size_t to)
{
    const struct order *o = arg;
    uint32_t *next = piece_of(&o->ends, from);
    for (size_t i = from; i < to; i++) {
        const uint32_t path = o->p->ends[i].path;
        o->placed[next[path / o->range]++] = (struct placed_end){ path, (uint32_t)i };
    }
}

/* Put the ends of a group. first_end[path] counts down from the index after the path's ends to their first index. */
static void place_ends(void *arg, size_t group, size_t until)
{
    const struct order *o = arg;
    uint32_t *first = o->p->first_end;
    const size_t paths = o->p->n - group * o->range < o->range ? o->p->n : until * o->range;
    const uint32_t from = group_begin(&o->ends, group, 0), to = group_end(&o->ends, group);
    for (size_t i = group * o->range; i < paths; i++)
        first[i] = 0;
    for (uint32_t i = from; i < to; i++)
        first[o->placed[i].path]++;
    uint32_t at = from;
    for (size_t i = group * o->range; i < paths; i++)
        first[i] = at += first[i];
    for (uint32_t i = to; i-- > from;) {
        __builtin_prefetch(&o->p->ends[o->placed[i - from > AHEAD ? i - AHEAD : i].end]);
        o->sorted[--first[o->placed[i].path]] = o->p->ends[o->placed[i].end];
    }
}

static void order_ends(struct order *o, unsigned threads)
{
    struct paths *p = o->p;
    o->range = each_of(p->n);
    o->ends = deal(p->nends, (p->n - 1) / o->range + 1);
    threads_run_ranges(threads, p->nends, o->ends.each, count_ends, o);
    free(o->at);
    free(o->v);
    place_groups(&o->ends, 0);
    o->placed = mem_new(p->nends, sizeof(*o->placed));
    threads_run_ranges(threads, p->nends, o->ends.each, deal_ends, o);
    o->sorted = mem_new(p->nends, sizeof(*o->sorted));
    p->first_end = o->sizes;
    threads_run_ranges(threads, o->ends.ngroups, 1, place_ends, o);
    p->first_end[p->n] = (uint32_t)p->nends;
    free(p->ends);
    p->ends = o->sorted;
    p->cap_ends = p->nends;
    free(o->placed);
    free(o->ends.v);
}

void paths_settle(struct paths *p, unsigned threads)
{
    assert(!p->until); /* not settled yet */
    paths_make_root(p);
    paths_drop_slots(p);
    struct order o = { .p = p,
                       .at = mem_new(p->n, sizeof(*o.at)),
                       .sizes = mem_new(p->n + 1, sizeof(*o.sizes)) };
    order_paths(&o, threads);
    order_ends(&o, threads);
}
