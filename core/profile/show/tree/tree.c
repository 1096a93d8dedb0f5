#include "core/profile/show/tree/tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/show/tree/lists.h"

/* What is looked at then is on its way from the memory. */
enum { AHEAD = 12 };

struct forest {
    struct tree_lists lists;
    const struct tree_frame *frames;
    struct tree_opts o;
    uint32_t *branch_of; /* scratch: per path, in the tree under way */
    uint32_t *way;       /* scratch: back from the end of a path */
    size_t nway, cap_way;
    struct level {
        struct inwards { /* a path that goes on */
            uint32_t path, branch;
            uint32_t row;              /* of the one in which the way inwards begins */
            uint32_t own_from, own_to; /* ends of the tree's row: ends_of.of_row[own_from .. own_to) */
        } * v;
        size_t n, cap;
    } level, next;
    struct branch *v;
    size_t n, cap;
    struct branch_sum *taken; /* per branch */
    size_t cap_taken;
    struct lookup { /* branches by parent and class; of another tree than `turn`: free */
        uint32_t turn, branch;
    } * slots;
    size_t mask;
    uint32_t turn;
};

struct forest *tree_forest_new(const struct table *t, const struct tree_frame *frames, struct tree_opts o)
{
    struct forest *f = mem_new(1, sizeof(*f));
    *f = (struct forest){ .frames = frames, .o = o };
    tree_lists_init(&f->lists, t, o);
    f->branch_of = mem_new(f->lists.paths->n, sizeof(*f->branch_of));
    return f;
}

void tree_forest_free(struct forest *f)
{
    if (!f)
        return;
    tree_lists_free(&f->lists);
    free(f->branch_of);
    free(f->way);
    free(f->level.v);
    free(f->next.v);
    free(f->v);
    free(f->taken);
    free(f->slots);
    free(f);
}

static struct lookup *lookup(const struct forest *f, uint32_t parent, uint32_t class)
{
    size_t at = (size_t)hash_u64((uint64_t)parent << 32 | class) & f->mask;
    for (; f->slots[at].turn == f->turn; at = (at + 1) & f->mask) {
        const struct branch *b = &f->v[f->slots[at].branch];
        if (b->parent == parent && f->frames[b->frame].class == class)
            break;
    }
    return &f->slots[at];
}

/* The branch that goes on from `parent` with the last frame of a path, made when it is new. */
static uint32_t branch(struct forest *f, uint32_t parent, uint32_t path)
{
    uint32_t frame = f->lists.paths->kinds[f->lists.paths->v[path].kind].frame;
    if (!f->slots || f->n + f->n / 2 >= f->mask) {
        f->mask = f->slots ? f->mask * 2 + 1 : 255;
        free(f->slots);
        f->slots = mem_new(f->mask + 1, sizeof(*f->slots));
        f->turn = 1;
        for (uint32_t i = 1; i < f->n; i++)
            *lookup(f, f->v[i].parent, f->frames[f->v[i].frame].class) = (struct lookup){ f->turn, i };
    }
    struct lookup *slot = lookup(f, parent, f->frames[frame].class);
    if (slot->turn != f->turn) {
        *slot = (struct lookup){ f->turn, (uint32_t)f->n };
        f->v = mem_room(f->v, f->n, &f->cap, sizeof(*f->v));
        if (f->o.taken) {
            f->taken = mem_room(f->taken, f->n, &f->cap_taken, sizeof(*f->taken));
            f->taken[f->n] = (struct branch_sum){ 0 };
        }
        f->v[f->n++] = (struct branch){ .frame = frame, .parent = parent };
    }
    uint32_t *named = &f->v[slot->branch].frame;
    if (f->frames[frame].rank < f->frames[*named].rank)
        *named = frame;
    return slot->branch;
}

/* Samples went through a branch by way of the last frame of a path. */
static void see_branch_frames(struct forest *f, uint32_t at, uint32_t path, uint64_t samples)
{
    if (f->o.taken)
        branch_frames_add(
            &f->taken[at],
            f->lists.paths->frames[f->lists.paths->kinds[f->lists.paths->v[path].kind].frame].taken, samples);
}

static void end_in(struct forest *f, uint32_t at, uint64_t samples, uint64_t period)
{
    if (!at)
        return; /* without a chain there is no tree */
    f->v[at].samples += samples;
    f->v[at].period += period;
}

/* A path from `path` to the outside. */
static void add_outwards(struct forest *f, uint32_t path, uint64_t samples, uint64_t period)
{
    uint32_t at = 0;
    for (; path != PATH_OUTSIDE; path = f->lists.paths->v[path].parent) {
        at = branch(f, at, path);
        see_branch_frames(f, at, path, samples);
    }
    end_in(f, at, samples, period);
}

/* A path from the outside to `path`, which is not in front of `last`, the one before it: they begin alike. */
static uint32_t add_inwards(struct forest *f, uint32_t path, uint32_t last)
{
    f->nway = 0;
    for (; path > last; path = f->lists.paths->v[path].parent)
        *MEM_ADD(f->way, f->nway, f->cap_way) = path;
    uint32_t at = path == PATH_OUTSIDE ? 0 : f->branch_of[path];
    while (f->nway) {
        path = f->way[--f->nway];
        at = f->branch_of[path] = branch(f, at, path);
    }
    return at;
}

/* Samples that ended in a path, of which all branches are known. */
static void see_all_branch_frames(struct forest *f, uint32_t path, uint64_t samples)
{
    for (; f->o.taken && path != PATH_OUTSIDE; path = f->lists.paths->v[path].parent)
        see_branch_frames(f, f->branch_of[path], path, samples);
}

/* All that goes on from a path, which goes on from a branch itself, but what ends in its own row: that began further
   out. Returns where ends of the tree's row are behind it, of those from `own` on. */
static uint32_t add_path_inwards(struct forest *f, uint32_t parent, uint32_t path, uint32_t row, uint32_t own,
                                 uint32_t own_to)
{
    const struct paths *p = f->lists.paths;
    const uint32_t from = p->first_end[path], here = p->first_end[path + 1],
                   to = p->first_end[p->until[path]];
    const struct path_rest *until = f->lists.until;
    struct path_rest ended = { until[here].samples - until[from].samples,
                               until[here].period - until[from].period };
    struct path_rest below = { until[to].samples - until[here].samples,
                               until[to].period - until[here].period };
    while (own < own_to && f->lists.ends_of.of_row[own] < from)
        own++;
    uint32_t behind = own;
    for (; behind < own_to && f->lists.ends_of.of_row[behind] < to; behind++) {
        const uint32_t e = f->lists.ends_of.of_row[behind];
        if (p->ends[e].row != row)
            continue;
        struct path_rest *w = e < here ? &ended : &below;
        w->samples -= p->ends[e].samples;
        w->period -= p->ends[e].period;
    }
    const uint32_t at = branch(f, parent, path);
    end_in(f, at, ended.samples, ended.period);
    f->v[at].below_samples += below.samples;
    f->v[at].below_period += below.period;
    if (!parent) { /* any other knows it */
        f->v[0].below_samples += ended.samples + below.samples;
        f->v[0].below_period += ended.period + below.period;
    }
    if (ended.samples + below.samples)
        see_branch_frames(f, at, path, ended.samples + below.samples);
    if (p->until[path] > path + 1)
        *MEM_ADD(f->next.v, f->next.n, f->next.cap) = (struct inwards){ path, at, row, own, behind };
    return behind;
}

/* Once it is known what a branch weighs: a level of the tree after the other. */
static void add_levels(struct forest *f, uint64_t least)
{
    const struct paths *p = f->lists.paths;
    while (f->next.n) {
        const struct level level = f->next;
        f->next = f->level;
        f->level = level;
        f->next.n = 0;
        for (size_t i = 0; i < level.n; i++) {
            const struct inwards *w = &level.v[i];
            if (level.n - i > 2 * AHEAD) {
                const uint32_t far = w[2 * AHEAD].path + 1, near = w[AHEAD].path + 1;
                __builtin_prefetch(&p->v[far]);
                __builtin_prefetch(&p->first_end[far]);
                __builtin_prefetch(&p->until[far]);
                __builtin_prefetch(&p->kinds[p->v[near].kind]);
            }
            const struct branch *b = &f->v[w->branch];
            uint32_t own = w->own_from;
            if (b->period + b->below_period < least)
                continue;
            for (uint32_t k = w->path + 1; k < p->until[w->path]; k = p->until[k])
                own = add_path_inwards(f, w->branch, k, w->row, own, w->own_to);
        }
    }
}

/* Ends of the tree's row. */
static void add_ends(struct forest *f, uint32_t from, uint32_t to)
{
    for (uint32_t i = from, last = PATH_OUTSIDE; i < to; i++) {
        const uint32_t *of_row = f->lists.ends_of.of_row;
        const struct path_end *e = &f->lists.paths->ends[of_row[i]];
        if (to - i > 2 * AHEAD) {
            __builtin_prefetch(&f->lists.paths->ends[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&f->lists.paths->v[f->lists.paths->ends[of_row[i + AHEAD]].path]);
        }
        if (f->o.callers_first) {
            end_in(f, add_inwards(f, e->path, last), e->samples, e->period);
            see_all_branch_frames(f, e->path, e->samples);
            last = e->path;
        } else
            add_outwards(f, e->path, e->samples, e->period);
    }
}

/* All that goes on from paths in which the tree's row is met first. */
static void add_paths_inwards(struct forest *f, uint32_t row, uint64_t least)
{
    const struct paths *p = f->lists.paths;
    const uint32_t *of_row = f->lists.paths_of.of_row, to = f->lists.paths_of.first[row + 1];
    uint32_t own = f->lists.ends_of.first[row];
    for (uint32_t i = f->lists.paths_of.first[row]; i < to; i++) {
        const uint32_t path = of_row[i];
        if (to - i > 2 * AHEAD) {
            __builtin_prefetch(&p->v[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&p->first_end[of_row[i + 2 * AHEAD]]);
            __builtin_prefetch(&p->kinds[p->v[of_row[i + AHEAD]].kind]);
            __builtin_prefetch(&f->lists.until[p->first_end[of_row[i + AHEAD]]]);
        }
        while (own < f->lists.ends_of.first[row + 1] && f->lists.ends_of.of_row[own] < p->first_end[path])
            own++;
        add_path_inwards(f, 0, path, p->kinds[p->v[path].kind].row, own, f->lists.ends_of.first[row + 1]);
    }
    add_levels(f, least);
}

/* Whether of two siblings this one is first: the heavier one; of equal ones the class decides. */
static bool is_first(const struct forest *f, const struct branch *x, const struct branch *y)
{
    uint64_t p = x->period + x->below_period, q = y->period + y->below_period;
    return p != q && !f->o.by_class ? p > q : f->frames[x->frame].class < f->frames[y->frame].class;
}

/* The first n of siblings, in order; `rest` is moved behind them. Each half alone, then both together. */
static uint32_t order_siblings(struct forest *f, uint32_t *rest, size_t n)
{
    if (n == 1) {
        uint32_t one = *rest;
        *rest = f->v[one].next;
        f->v[one].next = 0;
        return one;
    }
    uint32_t left = order_siblings(f, rest, n / 2), right = order_siblings(f, rest, n - n / 2), first = 0;
    for (uint32_t *last = &first; (*last = left ? left : right) != 0; last = &f->v[*last].next) {
        if (right && (!left || is_first(f, &f->v[right], &f->v[left])))
            *last = right;
        uint32_t *from = *last == right ? &right : &left;
        *from = f->v[*last].next;
    }
    return first;
}

/* Add up what ended further inwards. */
static void add_below(struct forest *f)
{
    for (uint32_t i = (uint32_t)f->n; --i;) {
        const struct branch *b = &f->v[i];
        f->v[b->parent].below_samples += b->samples + b->below_samples;
        f->v[b->parent].below_period += b->period + b->below_period;
    }
}

/* Put siblings in their order. Branches without samples, which an exception of add_path_inwards() may leave, are not
   linked. */
static void finish(struct forest *f)
{
    for (uint32_t i = (uint32_t)f->n; --i;) {
        struct branch *b = &f->v[i], *parent = &f->v[b->parent];
        if (!(b->samples + b->below_samples))
            continue;
        b->next = parent->first;
        parent->first = i;
    }
    for (size_t i = 0; i < f->n; i++) {
        uint32_t siblings = f->v[i].first;
        size_t n = 0;
        for (uint32_t b = siblings; b; b = f->v[b].next)
            n++;
        if (n > 1)
            f->v[i].first = order_siblings(f, &siblings, n);
    }
}

struct tree tree_of_forest(struct forest *f, uint32_t row, uint64_t least)
{
    f->v = mem_room(f->v, 0, &f->cap, sizeof(*f->v));
    f->v[0] = (struct branch){ 0 };
    f->n = 1;
    if (!++f->turn && f->slots) { /* after 2^32 trees old slots would look new */
        memset(f->slots, 0, (f->mask + 1) * sizeof(*f->slots));
        f->turn = 1;
    }
    add_ends(f, f->lists.ends_of.first[row], f->lists.ends_of.first[row + 1]);
    for (uint32_t i = f->lists.paths_of.first[row]; f->lists.outwards && i < f->lists.paths_of.first[row + 1];
         i++) {
        const struct path_rest *w = &f->lists.outwards[f->lists.paths_of.of_row[i]];
        add_outwards(f, f->lists.paths_of.of_row[i], w->samples, w->period);
    }
    if (f->lists.rests && f->lists.other < f->lists.paths->n && f->lists.rests[row].samples)
        end_in(f, branch(f, 0, f->lists.other), f->lists.rests[row].samples, f->lists.rests[row].period);
    add_below(f);
    if (f->lists.until)
        add_paths_inwards(f, row, least);
    finish(f);
    return (struct tree){ f->v, f->n, f->taken };
}

const uint32_t *tree_forest_depths(const struct forest *f)
{
    return f->lists.depths;
}
