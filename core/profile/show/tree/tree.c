#include "core/profile/show/tree/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/show/tree/lists.h"

/* Number of elements of struct lead that are prefetched ahead. */
enum { AHEAD = 12 };
/* Trees that a thread makes per call: while one thread makes a large tree, others go on. */
enum { TREES_EACH = 2 };

/* A tree, and the memory for making it, which the next tree reuses. */
struct tree_growth {
    const struct tree_lists *l;
    const struct tree_frame *frames;
    struct tree_opts o;
    struct tree_level {
        struct lead { /* samples that continue from a branch of the tree to the next level */
            /* trees outwards: the path to add next; trees inwards: the path that was added last */
            uint32_t path, branch;
            union {
                struct path_rest weight; /* trees outwards only */
                struct {
                    /* trees inwards: the row in which the way began; NO_ROW: it began outside, and leads only to ends
                       of the tree's row */
                    uint32_t row;
                    /* the ends of the tree's row that continue `path`: ends_of.of_row[own_from .. own_to) */
                    uint32_t own_from, own_to;
                };
            };
        } * v;
        size_t n, cap;
    } level, next;
    struct branch *v;
    size_t n, cap;
    struct branch_sum *taken; /* per branch */
    size_t cap_taken;
    /* hash table of branches by parent and class (tree_frame.class); a slot is used if its `turn` equals the turn of
       the tree being made, so the table need not be cleared */
    struct lookup {
        uint32_t turn, branch;
    } * slots;
    size_t mask, nfound; /* nfound: branches in the table */
    uint32_t turn;
    /* The children that are being made continue one path, so those of different classes differ, and are not looked up */
    bool alone;
    /* Of a tree that grows branch by branch; NULL: this one is made whole. Per branch the first of the samples that continue
       from it; 0: there are none, or its children are made. */
    uint32_t *leads;
    size_t cap_leads;
    struct lead_in_list {
        struct lead lead;
        uint32_t next;
    } * list; /* list[0] is not used */
    size_t nlist, cap_list;
    uint32_t row;
};

struct forest {
    struct tree_lists lists;
    struct tree_growth *v; /* the trees of one call */
    size_t n;
};

static struct lookup *lookup(const struct tree_growth *g, uint32_t parent, uint32_t class)
{
    size_t at = (size_t)hash_u64((uint64_t)parent << 32 | class) & g->mask;
    for (; g->slots[at].turn == g->turn; at = (at + 1) & g->mask) {
        const struct branch *b = &g->v[g->slots[at].branch];
        if (b->parent == parent && g->frames[b->frame].class == class)
            break;
    }
    return &g->slots[at];
}

/* Make room for one more branch in the hash table. */
static void lookup_room(struct tree_growth *g)
{
    if (g->slots && g->nfound + g->nfound / 2 < g->mask)
        return;
    struct lookup *old = g->slots;
    const size_t n = old ? g->mask + 1 : 0;
    const uint32_t turn = g->turn;
    g->mask = n ? n * 2 - 1 : 255;
    g->slots = mem_new(g->mask + 1, sizeof(*g->slots));
    g->turn = 1;
    for (size_t i = 0; i < n; i++) {
        const uint32_t at = old[i].branch;
        if (old[i].turn == turn)
            *lookup(g, g->v[at].parent, g->frames[g->v[at].frame].class) = (struct lookup){ 1, at };
    }
    free(old);
}

static uint32_t new_branch(struct tree_growth *g, uint32_t parent, uint32_t frame)
{
    g->v = mem_room(g->v, g->n, &g->cap, sizeof(*g->v));
    if (g->o.taken) {
        g->taken = mem_room(g->taken, g->n, &g->cap_taken, sizeof(*g->taken));
        g->taken[g->n] = (struct branch_sum){ 0 };
    }
    if (g->leads) {
        g->leads = mem_room(g->leads, g->n, &g->cap_leads, sizeof(*g->leads));
        g->leads[g->n] = 0;
    }
    g->v[g->n] = (struct branch){ .frame = frame, .parent = parent };
    return (uint32_t)g->n++;
}

/* The child of branch `parent` for the frame of a path's last step; added if it is new. */
static uint32_t branch(struct tree_growth *g, uint32_t parent, uint32_t path)
{
    const uint32_t frame = g->l->paths->kinds[g->l->paths->v[path].kind].frame;
    if (g->alone && !g->frames[frame].joins)
        return new_branch(g, parent, frame);
    lookup_room(g);
    struct lookup *slot = lookup(g, parent, g->frames[frame].class);
    if (slot->turn != g->turn) {
        *slot = (struct lookup){ g->turn, new_branch(g, parent, frame) };
        g->nfound++;
    }
    uint32_t *named = &g->v[slot->branch].frame;
    if (g->frames[frame].rank < g->frames[*named].rank)
        *named = frame;
    return slot->branch;
}

/* Add the branch data (branch_frames.h) of a path's last frame to a branch of the tree, `samples` times. */
static void see_branch_frames(struct tree_growth *g, uint32_t at, uint32_t path, uint64_t samples)
{
    if (g->o.taken)
        branch_frames_add(&g->taken[at],
                          g->l->paths->frames[g->l->paths->kinds[g->l->paths->v[path].kind].frame].taken,
                          samples);
}

static void tree_add_rest(struct path_rest *to, uint64_t samples, uint64_t period)
{
    to->samples += samples;
    to->period += period;
}

/* Add a path to the tree: `ended` are the samples that end in it, `below` those that continue. Returns the branch. */
static uint32_t tree_add_path(struct tree_growth *g, uint32_t parent, uint32_t path, struct path_rest ended,
                              struct path_rest below)
{
    const uint32_t at = branch(g, parent, path);
    g->v[at].samples += ended.samples;
    g->v[at].period += ended.period;
    g->v[at].below_samples += below.samples;
    g->v[at].below_period += below.period;
    if (!parent) { /* the root counts each sample once, at its outermost branch */
        g->v[0].below_samples += ended.samples + below.samples;
        g->v[0].below_period += ended.period + below.period;
    }
    if (ended.samples + below.samples)
        see_branch_frames(g, at, path, ended.samples + below.samples);
    return at;
}

static void tree_go_on(struct tree_growth *g, struct lead lead)
{
    if (g->leads) {
        *MEM_ADD(g->list, g->nlist, g->cap_list) = (struct lead_in_list){ lead, g->leads[lead.branch] };
        g->leads[lead.branch] = (uint32_t)g->nlist - 1;
        return;
    }
    *MEM_ADD(g->next.v, g->next.n, g->next.cap) = lead;
}

/* Add the samples of a path in a tree outwards; they continue with the path's parent. */
static void add_outwards(struct tree_growth *g, uint32_t parent, uint32_t path, struct path_rest weight)
{
    const struct path_rest none = { 0 };
    const uint32_t outer = g->l->paths->v[path].parent;
    if (outer == PATH_OUTSIDE) {
        tree_add_path(g, parent, path, weight, none);
        return;
    }
    const uint32_t at = tree_add_path(g, parent, path, none, weight);
    tree_go_on(g, (struct lead){ .path = outer, .branch = at, .weight = weight });
}

/* The child of `path` that is `to` or leads to it. Its index is at least `from`. */
static uint32_t towards(const struct paths *p, uint32_t path, uint32_t from, uint32_t to)
{
    assert(path < from && from <= to && to < p->until[path]);
    enum { SIBLINGS = 16 }; /* with more siblings, going outwards from `to` is faster */
    for (int i = 0; i < SIBLINGS; i++, from = p->until[from])
        if (to < p->until[from])
            return from;
    while (p->v[to].parent != path)
        to = p->v[to].parent;
    return to;
}

/* The first of the ends [own, own_to) of the tree's row whose path is not before `until`. The steps double, since mostly
   few ends have to be passed. */
static uint32_t own_end_from(const struct tree_lists *l, uint32_t own, uint32_t own_to, uint32_t until)
{
    size_t low = own, step = 1;
    while (own_to - low > step && l->own_path[low + step - 1] < until) {
        low += step;
        step *= 2;
    }
    BISECT(low, own_to - low > step ? low + step : own_to, i, l->own_path[i] < until);
    return (uint32_t)low;
}

/* The samples of the ends [from, to) of the tree's row. */
static struct path_rest own_sum(const struct tree_lists *l, uint32_t from, uint32_t to)
{
    const struct path_rest *a = &l->own_before[from], *b = &l->own_before[to];
    return (struct path_rest){ b->samples - a->samples, b->period - a->period };
}

/* Add paths that lead from `path` to ends of the tree's row. */
static void add_ends_inwards(struct tree_growth *g, uint32_t parent, uint32_t path, uint32_t own,
                             uint32_t own_to)
{
    const struct tree_lists *l = g->l;
    const struct paths *p = l->paths;
    own = own_end_from(l, own, own_to, path + 1);
    for (uint32_t next = path + 1; own < own_to; next = p->until[next]) {
        next = towards(p, path, next, l->own_path[own]);
        const uint32_t from = own, behind = own_end_from(l, own, own_to, next + 1);
        own = own_end_from(l, behind, own_to, p->until[next]);
        const struct path_rest below = own_sum(l, behind, own);
        const uint32_t at = tree_add_path(g, parent, next, own_sum(l, from, behind), below);
        if (below.samples)
            tree_go_on(g, (struct lead){ next, at, .row = NO_ROW, .own_from = from, .own_to = own });
    }
}

/* Add a path and all paths that continue it, without ends of the tree's own row whose way inwards began further out.
   Returns the first end of the tree's row, from `own` on, that does not continue the path. */
static uint32_t add_path_inwards(struct tree_growth *g, uint32_t parent, uint32_t path, uint32_t row,
                                 uint32_t own, uint32_t own_to)
{
    const struct paths *p = g->l->paths;
    const uint32_t from = p->first_end[path], here = p->first_end[path + 1],
                   to = p->first_end[p->until[path]];
    const struct path_rest *sums = g->l->ended;
    struct path_rest ended = { sums[here].samples - sums[from].samples,
                               sums[here].period - sums[from].period };
    struct path_rest below = { sums[to].samples - sums[here].samples, sums[to].period - sums[here].period };
    while (own < own_to && g->l->ends_of.of_row[own] < from)
        own++;
    uint32_t behind = own;
    for (; behind < own_to && g->l->ends_of.of_row[behind] < to; behind++) {
        const uint32_t e = g->l->ends_of.of_row[behind];
        if (p->ends[e].row == row)
            tree_add_rest(e < here ? &ended : &below, -p->ends[e].samples, -p->ends[e].period);
    }
    const uint32_t at = tree_add_path(g, parent, path, ended, below);
    if (p->until[path] > path + 1)
        tree_go_on(g, (struct lead){ path, at, .row = row, .own_from = own, .own_to = behind });
    return behind;
}

static void add_paths_inwards(struct tree_growth *g, const struct lead *w)
{
    const struct paths *p = g->l->paths;
    uint32_t own = w->own_from;
    for (uint32_t path = w->path + 1; path < p->until[w->path]; path = p->until[path])
        own = add_path_inwards(g, w->branch, path, w->row, own, w->own_to);
}

/* Prefetch the memory that the next elements of struct lead will read. */
static void fetch(const struct tree_growth *g, const struct lead *near, const struct lead *far)
{
    const struct paths *p = g->l->paths;
    const uint32_t step = g->o.callers_first; /* trees inwards read the path after this one next */
    __builtin_prefetch(&p->v[far->path + step]);
    __builtin_prefetch(&p->kinds[p->v[near->path + step].kind]);
    if (!step)
        return;
    __builtin_prefetch(&p->first_end[far->path + step]);
    __builtin_prefetch(&p->until[far->path + step]);
}

/* Make the tree level by level. A branch gets children only if it is heavy enough, and its weight is known
   once its level is complete. */
static void add_levels(struct tree_growth *g, uint64_t least)
{
    while (g->next.n) {
        const struct tree_level level = g->next;
        g->next = g->level;
        g->level = level;
        g->next.n = 0;
        for (size_t i = 0; i < level.n; i++) {
            const struct lead *w = &level.v[i];
            const struct branch *b = &g->v[w->branch];
            if (level.n - i > 2 * AHEAD)
                fetch(g, &w[AHEAD], &w[2 * AHEAD]);
            if (b->period + b->below_period < least)
                continue;
            if (!g->o.callers_first)
                add_outwards(g, w->branch, w->path, w->weight);
            else if (w->row == NO_ROW)
                add_ends_inwards(g, w->branch, w->path, w->own_from, w->own_to);
            else
                add_paths_inwards(g, w);
        }
    }
}

/* The first level of a tree outwards: the ends in the tree's row, and the paths whose last step is the
   innermost step of the tree's row. */
static void begin_outwards(struct tree_growth *g, uint32_t row)
{
    const struct tree_lists *l = g->l;
    const struct paths *p = l->paths;
    const uint32_t *of_row = l->ends_of.of_row, to = l->ends_of.first[row + 1];
    for (uint32_t i = l->ends_of.first[row]; i < to; i++) {
        const struct path_end *e = &p->ends[of_row[i]];
        if (to - i > 2 * AHEAD) {
            __builtin_prefetch(&p->ends[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&p->v[p->ends[of_row[i + AHEAD]].path]);
        }
        if (e->path != PATH_OUTSIDE) /* a sample without a call chain has no tree */
            add_outwards(g, 0, e->path, (struct path_rest){ e->samples, e->period });
    }
    for (uint32_t i = l->paths_of.first[row]; l->outwards && i < l->paths_of.first[row + 1]; i++)
        add_outwards(g, 0, l->paths_of.of_row[i], l->outwards[l->paths_of.of_row[i]]);
}

/* The first level of a tree inwards: the outermost frames of paths to ends in the tree's row, and the paths
   in which the tree's row occurs first. */
static void begin_inwards(struct tree_growth *g, uint32_t row)
{
    const struct tree_lists *l = g->l;
    const struct paths *p = l->paths;
    const uint32_t *of_row = l->paths_of.of_row, to = l->ended ? l->paths_of.first[row + 1] : 0;
    const uint32_t own_to = l->ends_of.first[row + 1];
    uint32_t own = l->ends_of.first[row];
    add_ends_inwards(g, 0, PATH_OUTSIDE, own, own_to);
    for (uint32_t i = l->paths_of.first[row]; i < to; i++) {
        const uint32_t path = of_row[i];
        if (to - i > 2 * AHEAD) {
            __builtin_prefetch(&p->v[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&p->first_end[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&p->kinds[p->v[of_row[i + AHEAD]].kind]);
            __builtin_prefetch(&l->ended[p->first_end[of_row[i + AHEAD]]]);
        }
        while (own < own_to && l->ends_of.of_row[own] < p->first_end[path])
            own++;
        add_path_inwards(g, 0, path, p->kinds[p->v[path].kind].row, own, own_to);
    }
}

/* Whether x comes before its sibling y: the heavier one first; of equally heavy ones the lower class. */
static bool is_first(const struct tree_growth *g, const struct branch *x, const struct branch *y)
{
    uint64_t p = x->period + x->below_period, q = y->period + y->below_period;
    if (p != q && !g->o.by_class)
        return p > q;
    return g->frames[x->frame].class < g->frames[y->frame].class;
}

/* Merge sort of the first n siblings of *rest. *rest is set to the sibling after them. Returns the first one. */
static uint32_t order_siblings(struct tree_growth *g, uint32_t *rest, size_t n)
{
    assert(n && *rest);
    if (n == 1) {
        uint32_t one = *rest;
        *rest = g->v[one].next;
        g->v[one].next = 0;
        return one;
    }
    uint32_t left = order_siblings(g, rest, n / 2), right = order_siblings(g, rest, n - n / 2), first = 0;
    uint32_t *last = &first;
    while (left || right) {
        const bool takes_right = right && (!left || is_first(g, &g->v[right], &g->v[left]));
        uint32_t *from = takes_right ? &right : &left;
        *last = *from;
        last = &g->v[*last].next;
        *from = *last;
    }
    return first;
}

/* The same for many siblings, which order_siblings() would read again and again, from all over memory. Returns the first one. */
static uint32_t order_many(struct tree_growth *g, uint32_t siblings, size_t n)
{
    struct numbered *v = mem_resize(NULL, n, sizeof(*v));
    size_t k = 0;
    for (uint32_t b = siblings; b; b = g->v[b].next)
        v[k++] = (struct numbered){ g->frames[g->v[b].frame].class, b };
    sort_by_number(v, n);
    for (k = 0; k < n && !g->o.by_class; k++)
        v[k].by = ~(g->v[v[k].at].period + g->v[v[k].at].below_period);
    if (!g->o.by_class)
        sort_by_number(v, n);
    uint32_t first = 0;
    while (n) {
        g->v[v[--n].at].next = first;
        first = v[n].at;
    }
    free(v);
    return first;
}

static void order_children(struct tree_growth *g, uint32_t branch)
{
    enum { MANY = 1 << 8 };
    uint32_t siblings = g->v[branch].first;
    size_t n = 0;
    for (uint32_t b = siblings; b; b = g->v[b].next)
        n++;
    if (n > MANY)
        g->v[branch].first = order_many(g, siblings, n);
    else if (n > 1)
        g->v[branch].first = order_siblings(g, &siblings, n);
}

/* Link branches from number `from` on with their siblings. Branches without samples, which subtracting own ends in add_path_inwards() may leave,
   are not linked. */
static void link_branches(struct tree_growth *g, uint32_t from)
{
    for (uint32_t i = (uint32_t)g->n; i-- > from;) {
        struct branch *b = &g->v[i], *parent = &g->v[b->parent];
        if (!(b->samples + b->below_samples))
            continue;
        b->next = parent->first;
        parent->first = i;
    }
}

static void tree_finish(struct tree_growth *g)
{
    link_branches(g, 1);
    for (uint32_t i = 0; i < g->n; i++)
        order_children(g, i);
}

/* The first level of a tree. */
static void tree_begin(struct tree_growth *g, uint32_t row)
{
    const struct tree_lists *l = g->l;
    if (g->o.callers_first)
        begin_inwards(g, row);
    else
        begin_outwards(g, row);
    const bool has_rest = l->rests && l->other < l->paths->n && l->rests[row].samples;
    if (has_rest)
        tree_add_path(g, 0, l->other, l->rests[row], (struct path_rest){ 0 });
}

static void tree_grow(struct tree_growth *g, uint32_t row, uint64_t least)
{
    g->v = mem_room(g->v, 0, &g->cap, sizeof(*g->v));
    g->v[0] = (struct branch){ 0 };
    g->n = 1;
    g->nfound = 0;
    if (!++g->turn && g->slots) { /* after 2^32 trees old slots would look new */
        memset(g->slots, 0, (g->mask + 1) * sizeof(*g->slots));
        g->turn = 1;
    }
    g->next.n = 0;
    tree_begin(g, row);
    add_levels(g, least);
    tree_finish(g);
}

struct forest *tree_forest_new(const struct table *t, const struct tree_frame *frames, struct tree_opts o)
{
    struct forest *f = mem_new(1, sizeof(*f));
    tree_lists_init(&f->lists, t, o);
    f->n = o.threads > 1 ? (size_t)TREES_EACH * o.threads : 1;
    f->v = mem_new(f->n, sizeof(*f->v));
    for (size_t i = 0; i < f->n; i++)
        f->v[i] = (struct tree_growth){ .l = &f->lists, .frames = frames, .o = o };
    return f;
}

void tree_forest_free(struct forest *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++) {
        free(f->v[i].level.v);
        free(f->v[i].next.v);
        free(f->v[i].v);
        free(f->v[i].taken);
        free(f->v[i].slots);
    }
    free(f->v);
    tree_lists_free(&f->lists);
    free(f);
}

/* The trees that threads are to make. */
struct growing {
    const struct forest *f;
    const uint32_t *rows;
    uint64_t least;
};

static void grow_some(void *arg, size_t from, size_t to)
{
    const struct growing *w = arg;
    for (; from < to; from++)
        tree_grow(&w->f->v[from], w->rows[from], w->least);
}

size_t tree_forest_capacity(const struct forest *f)
{
    return f->n;
}

void tree_forest_make_trees(struct forest *f, const uint32_t *rows, size_t n, uint64_t least)
{
    assert(n <= f->n);
    threads_run_ranges(f->v->o.threads, n, 1, grow_some, &(struct growing){ f, rows, least });
}

struct tree tree_of_forest(const struct forest *f, size_t i)
{
    assert(i < f->n);
    return (struct tree){ f->v[i].v, f->v[i].n, f->v[i].taken };
}

struct tree_growth *tree_plant(const struct forest *f, uint32_t row)
{
    const struct tree_opts *o = &f->v->o;
    if (o->children || o->taken)
        return NULL;
    struct tree_growth *g = mem_new(1, sizeof(*g));
    *g = (struct tree_growth){ .l = &f->lists, .frames = f->v->frames, .o = *o, .turn = 1, .row = row };
    *MEM_ADD(g->v, g->n, g->cap) = (struct branch){ 0 };
    g->leads = mem_room(NULL, 0, &g->cap_leads, sizeof(*g->leads));
    g->leads[0] = 0;
    *MEM_ADD(g->list, g->nlist, g->cap_list) = (struct lead_in_list){ .next = 0 };
    return g;
}

void tree_growth_free(struct tree_growth *g)
{
    if (!g)
        return;
    free(g->v);
    free(g->slots);
    free(g->leads);
    free(g->list);
    free(g);
}

void tree_branch_out(struct tree_growth *g, uint32_t branch)
{
    const uint32_t first = (uint32_t)g->n;
    uint32_t next = g->leads[branch];
    g->leads[branch] = 0;
    g->alone = !g->list[next].next && (branch || (g->o.callers_first && !g->l->rests));
    if (!branch && g->n == 1)
        tree_begin(g, g->row);
    while (next) {
        const struct lead_in_list at = g->list[next];
        if (g->o.callers_first)
            add_ends_inwards(g, branch, at.lead.path, at.lead.own_from, at.lead.own_to);
        else
            add_outwards(g, branch, at.lead.path, at.lead.weight);
        next = at.next;
    }
    if (g->n == first)
        return;
    link_branches(g, first);
    order_children(g, branch);
}

struct tree tree_so_far(const struct tree_growth *g)
{
    return (struct tree){ g->v, g->n, NULL };
}

const uint32_t *tree_forest_depths(const struct forest *f)
{
    return f->lists.depths;
}
