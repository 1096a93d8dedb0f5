#include "core/profile/show/tree/lists.h"

#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

/* Number of paths that are prefetched ahead. */
enum { AHEAD = 16 };

/* The entries that a thread finds in its part of the paths. */
struct tree_lists_part {
    uint32_t *paths, *ends; /* per shown row: the number of entries, then the index where the next one goes */
    uint32_t *depths;       /* per shown row: frames of its longest call path */
    struct listed {
        uint32_t row, path;
    } * listed;
    size_t nlisted;
};

struct tree_lists_listing {
    struct tree_lists *l;
    struct tree_opts o;
    uint32_t *row_of_end; /* per end: its shown row, or NO_ROW */
    struct tree_lists_part *parts;
    size_t each; /* paths per part */
};

/* The path that is being visited: its steps, from the outermost frame on. */
struct tree_lists_way {
    struct step {
        uint32_t path, row; /* row: the shown one, or NO_ROW */
        uint32_t deepest;   /* frames of the longest path that continues from this step */
    } * v;
    size_t n, cap;
};

static void deepen(uint32_t *depth, uint32_t to)
{
    if (to > *depth)
        *depth = to;
}

static uint32_t tree_lists_row_of(const struct paths *p, uint32_t path)
{
    return p->kinds[p->v[path].kind].row;
}

static uint32_t shown_row(const struct tree_lists_listing *g, uint32_t row)
{
    if (row == NO_ROW)
        return NO_ROW;
    return g->l->table->joined[row];
}

static void tree_lists_enter(const struct tree_lists_listing *g, struct tree_lists_way *w, uint32_t path)
{
    w->v = mem_room(w->v, w->n, &w->cap, sizeof(*w->v));
    w->v[w->n] =
        (struct step){ path, shown_row(g, tree_lists_row_of(g->l->paths, path)), (uint32_t)w->n + 1 };
    w->n++;
}

/* Remove the last step of the way, after all paths that continue it were visited. */
static void tree_lists_leave(const struct tree_lists_listing *g, struct tree_lists_part *part,
                             struct tree_lists_way *w)
{
    const struct step *s = &w->v[--w->n];
    uint32_t depth = (uint32_t)w->n + 1;
    if (g->o.callers_first)
        depth = s->deepest - (uint32_t)w->n;
    if (w->n)
        deepen(&w->v[w->n - 1].deepest, s->deepest);
    if (s->row != NO_ROW)
        deepen(&part->depths[s->row], depth);
}

/* Whether a path is listed for its row: only where the row occurs first, counted from the outermost frame or, for
   trees that lead outwards, from the innermost frame. */
static bool meet(const struct tree_lists_listing *g, uint32_t path, uint32_t *covered)
{
    const struct paths *p = g->l->paths;
    const struct path_rows rows = { g->l->table->profile->nrows, g->l->table->joined };
    if (g->o.callers_first)
        return paths_is_topmost(p, path, &rows, covered);
    return tree_lists_row_of(p, path) != NO_ROW && g->l->outwards[path].samples;
}

/* Enter the parents of the first path of a part, which another part lists. */
static void tree_lists_begin(const struct tree_lists_listing *g, uint32_t path, struct tree_lists_way *w,
                             uint32_t *covered)
{
    const struct paths *p = g->l->paths;
    uint32_t *out = NULL;
    size_t n = 0, cap = 0;
    while (path && (path = p->v[path].parent) != PATH_OUTSIDE)
        *MEM_ADD(out, n, cap) = path;
    while (n) {
        tree_lists_enter(g, w, out[--n]);
        meet(g, out[n], covered);
    }
    free(out);
}

static void see_ends(const struct tree_lists_listing *g, struct tree_lists_part *part, uint32_t from,
                     uint32_t to, uint32_t depth)
{
    const struct path_end *ends = g->l->paths->ends;
    for (uint32_t e = from; e < to; e++) {
        const uint32_t row = g->row_of_end[e] = shown_row(g, ends[e].row);
        if (row == NO_ROW)
            continue;
        part->ends[row]++;
        deepen(&part->depths[row], depth);
    }
}

static void see_paths(const struct tree_lists_listing *g, struct tree_lists_part *part, uint32_t from,
                      uint32_t to)
{
    const struct paths *p = g->l->paths;
    uint32_t *covered = mem_new(g->l->table->profile->nrows, sizeof(*covered));
    struct tree_lists_way w = { 0 };
    tree_lists_begin(g, from, &w, covered);
    for (uint32_t i = from; i < to; i++) {
        if (to - i > AHEAD)
            __builtin_prefetch(&p->kinds[p->v[i + AHEAD].kind]);
        while (w.n && w.v[w.n - 1].path != p->v[i].parent)
            tree_lists_leave(g, part, &w);
        if (i != PATH_OUTSIDE)
            tree_lists_enter(g, &w, i);
        if (i != PATH_OUTSIDE && meet(g, i, covered)) {
            part->listed[part->nlisted++] = (struct listed){ w.v[w.n - 1].row, i };
            part->paths[w.v[w.n - 1].row]++;
        }
        see_ends(g, part, p->first_end[i], p->first_end[i + 1], (uint32_t)w.n);
    }
    while (w.n)
        tree_lists_leave(g, part, &w);
    free(w.v);
    free(covered);
}

static void see_part(void *arg, size_t from, size_t to)
{
    const struct tree_lists_listing *g = arg;
    const struct paths *p = g->l->paths;
    const size_t nrows = g->l->table->profile->nrows;
    struct tree_lists_part *part = &g->parts[from / g->each];
    part->ends = mem_new(nrows, sizeof(*part->ends));
    part->depths = mem_new(nrows, sizeof(*part->depths));
    if (!g->o.children) {
        see_ends(g, part, p->first_end[from], p->first_end[to], 0);
        return;
    }
    part->paths = mem_new(nrows, sizeof(*part->paths));
    part->listed = mem_resize(NULL, to - from, sizeof(*part->listed));
    see_paths(g, part, (uint32_t)from, (uint32_t)to);
}

static void tree_lists_put_part(void *arg, size_t from, size_t to)
{
    const struct tree_lists_listing *g = arg;
    const struct paths *p = g->l->paths;
    struct tree_lists_part *part = &g->parts[from / g->each];
    for (size_t i = 0; i < part->nlisted; i++)
        g->l->paths_of.of_row[part->paths[part->listed[i].row]++] = part->listed[i].path;
    for (uint32_t e = p->first_end[from]; e < p->first_end[to]; e++)
        if (g->row_of_end[e] != NO_ROW)
            g->l->ends_of.of_row[part->ends[g->row_of_end[e]]++] = e;
    free(part->listed);
    free(part->paths);
    free(part->ends);
    free(part->depths);
}

/* Replace a part's count of a row's entries by the index of its first entry, `n`. Returns the index after its last
   entry. */
static uint32_t tree_lists_place(uint32_t *count, uint32_t n)
{
    const uint32_t has = *count;
    *count = n;
    return n + has;
}

/* Place the entries of rows one after the other, and within each row the entries of the parts. */
static void place_parts(const struct tree_lists_listing *g, size_t nparts)
{
    struct tree_lists *l = g->l;
    const size_t nrows = l->table->profile->nrows;
    uint32_t paths = 0, ends = 0;
    for (size_t r = 0; r < nrows; r++) {
        l->ends_of.first[r] = ends;
        for (size_t i = 0; i < nparts; i++)
            ends = tree_lists_place(&g->parts[i].ends[r], ends);
        if (!g->o.children)
            continue;
        l->paths_of.first[r] = paths;
        for (size_t i = 0; i < nparts; i++) {
            paths = tree_lists_place(&g->parts[i].paths[r], paths);
            deepen(&l->depths[r], g->parts[i].depths[r]);
        }
    }
    l->paths_of.first[nrows] = paths;
    l->ends_of.first[nrows] = ends;
    l->paths_of.of_row = mem_resize(NULL, paths, sizeof(*l->paths_of.of_row));
    l->ends_of.of_row = mem_resize(NULL, ends, sizeof(*l->ends_of.of_row));
}

static void list_parts(struct tree_lists *l, struct tree_opts o)
{
    const struct paths *p = l->paths;
    /* paths that outweigh the counts, one per row, that each part allocates */
    const size_t worth = p->n / (l->table->profile->nrows + 1) + 1;
    struct tree_lists_listing g = { .l = l,
                                    .o = o,
                                    .each = p->n / (o.threads < worth ? o.threads : worth) + 1 };
    const size_t nparts = p->n / g.each + (p->n % g.each != 0);
    g.parts = mem_new(nparts, sizeof(*g.parts));
    g.row_of_end = mem_resize(NULL, p->nends, sizeof(*g.row_of_end));
    threads_run_ranges(o.threads, p->n, g.each, see_part, &g);
    place_parts(&g, nparts);
    threads_run_ranges(o.threads, p->n, g.each, tree_lists_put_part, &g);
    free(g.row_of_end);
    free(g.parts);
}

/* Fill `outwards`: visit the steps of each end from the innermost outwards, and add its samples to the first step of
   each row, so that recursion counts once. Steps of the row in which the samples were taken are skipped. */
static void sum_outwards(struct tree_lists *l)
{
    const struct paths *p = l->paths;
    const uint32_t *joined = l->table->joined;
    uint32_t *met = mem_new(l->table->profile->nrows,
                            /* per row: index + 1 of the last end that was added to a step of it */
                            sizeof(*met));
    l->outwards = mem_new(p->n, sizeof(*l->outwards));
    for (uint32_t e = 0; e < p->nends; e++) {
        const struct path_end *end = &p->ends[e];
        if (end->row != NO_ROW)
            met[joined[end->row]] = e + 1;
        for (uint32_t at = end->path; at != PATH_OUTSIDE; at = p->v[at].parent) {
            const uint32_t row = tree_lists_row_of(p, at);
            if (row == NO_ROW || met[joined[row]] == e + 1)
                continue;
            met[joined[row]] = e + 1;
            l->outwards[at].samples += end->samples;
            l->outwards[at].period += end->period;
        }
    }
    free(met);
}

/* Sum the samples that no path shows (paths.rests), per shown row. */
static void list_rests(struct tree_lists *l)
{
    const struct paths *p = l->paths;
    if (!p->rests)
        return;
    l->rests = mem_new(l->table->profile->nrows, sizeof(*l->rests));
    for (size_t i = 0; i < l->table->profile->nrows; i++) {
        l->rests[l->table->joined[i]].samples += p->rests[i].samples;
        l->rests[l->table->joined[i]].period += p->rests[i].period;
    }
    while (l->other < p->n && !paths_is_other(p, l->other))
        l->other++;
}

/* Fill own_path and own_before. */
static void sum_own(struct tree_lists *l)
{
    const struct path_end *ends = l->paths->ends;
    const uint32_t n = l->ends_of.first[l->table->profile->nrows];
    struct path_rest sum = { 0 };
    l->own_path = mem_resize(NULL, n, sizeof(*l->own_path));
    l->own_before = mem_resize(NULL, (size_t)n + 1, sizeof(*l->own_before));
    for (uint32_t i = 0; i < n; i++) {
        const struct path_end *e = &ends[l->ends_of.of_row[i]];
        __builtin_prefetch(&ends[l->ends_of.of_row[index_ahead(i, AHEAD, n)]]);
        l->own_path[i] = e->path;
        l->own_before[i] = sum;
        sum.samples += e->samples;
        sum.period += e->period;
    }
    l->own_before[n] = sum;
}

void tree_lists_init(struct tree_lists *l, const struct table *t, struct tree_opts o)
{
    const size_t nrows = t->profile->nrows;
    *l = (struct tree_lists){ .table = t, .paths = &t->profile->paths };
    l->paths_of.first = mem_new(nrows + 1, sizeof(*l->paths_of.first));
    l->ends_of.first = mem_new(nrows + 1, sizeof(*l->ends_of.first));
    l->depths = mem_new(nrows, sizeof(*l->depths));
    if (o.children && o.callers_first)
        l->ended = l->paths->ended;
    else if (o.children)
        sum_outwards(l);
    list_parts(l, o);
    if (o.callers_first)
        sum_own(l);
    list_rests(l);
}

void tree_lists_free(struct tree_lists *l)
{
    free(l->paths_of.first);
    free(l->paths_of.of_row);
    free(l->ends_of.first);
    free(l->ends_of.of_row);
    free(l->own_path);
    free(l->own_before);
    free(l->outwards);
    free(l->rests);
    free(l->depths);
}
