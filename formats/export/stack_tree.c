#include "formats/export/frames.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/file/threads.h"

enum { EACH = 1 << 12 }; /* lines that a thread takes at once */

/* Lines [from, to). Their frames so far make one stack, and their next frame is the same. */
struct group_of_lines {
    uint32_t from, to, stack;
};

/* The tree during its growth. Large groups are divided first. Small groups are left over and collected
   into parts, and threads then make the stacks of the parts at the same time. The stacks of a group are
   consecutive, and so are those of consecutive groups. */
struct stack_tree {
    struct stack_tree_line *lines;
    uint32_t *stack_of; /* by number of the line */
    struct export_stack *v;
    struct group_of_lines *groups; /* groups to divide, the last one first */
    size_t n, cap, ngroups, cap_groups;
    unsigned threads;
    uint32_t few; /* groups up to this number of lines are left over */
    struct group_of_lines *left;
    struct stack_tree_part { /* groups left[from] to left[to - 1] */
        size_t from, to;
        size_t lines;           /* number of lines in these groups */
        size_t behind;          /* number of stacks of the tree that come before it */
        size_t at;              /* index of its first stack in the tree, once it is known */
        struct export_stack *v; /* v[0] is unused; the parent of the first stack of each group is 0 */
        size_t n;
    } * parts;
    size_t nleft, cap_left, nparts, cap_parts;
};

static uint64_t line_key(const struct stack_tree_line *l)
{
    if (l->left)
        return *l->next + UINT64_C(1);
    return 0;
}

struct stack_tree_sorting {
    struct stack_tree_line *v, *old;
    struct numbered *order;
};

static void number_lines(void *arg, size_t from, size_t to)
{
    const struct stack_tree_sorting *s = arg;
    for (size_t i = from; i < to; i++) {
        s->old[i] = s->v[i];
        s->order[i] = (struct numbered){ line_key(&s->v[i]), (uint32_t)i };
    }
}

static void take_lines(void *arg, size_t from, size_t to)
{
    const struct stack_tree_sorting *s = arg;
    for (size_t i = from; i < to; i++)
        s->v[i] = s->old[s->order[i].at];
}

/* Sorts lines by their next frames. Lines without further frames come first. */
static void sort_lines(struct stack_tree_line *v, size_t n, unsigned threads)
{
    enum { FEW = 32 };
    size_t sorted = 1;
    while (sorted < n && line_key(&v[sorted - 1]) <= line_key(&v[sorted]))
        sorted++;
    for (size_t i = sorted; n <= FEW && i < n; i++) {
        const struct stack_tree_line l = v[i];
        size_t at = i;
        for (; at && line_key(&v[at - 1]) > line_key(&l); at--)
            v[at] = v[at - 1];
        v[at] = l;
    }
    if (n <= FEW || sorted == n)
        return;
    struct stack_tree_sorting s = { v, mem_resize(NULL, n, sizeof(*s.old)),
                                    mem_resize(NULL, n, sizeof(*s.order)) };
    threads_run_ranges(threads, n, EACH, number_lines, &s);
    threads_sort(threads, s.order, n);
    threads_run_ranges(threads, n, EACH, take_lines, &s);
    free(s.order);
    free(s.old);
}

/* The first line, at `from` or later, of the group of lines that continue with the same frame as line to - 1. Searches
   backwards in doubling steps, since groups may be large. */
static uint32_t group_begin(const struct stack_tree_line *v, uint32_t from, uint32_t to)
{
    const uint32_t frame = *v[to - 1].next;
    uint32_t first = to - 1, step = 1;
    for (; first - from >= step && *v[first - step].next == frame; step *= 2)
        first -= step;
    uint32_t low = from;
    if (first - from >= step)
        low = first - step + 1;
    while (low < first) {
        const uint32_t middle = low + (first - low) / 2;
        if (*v[middle].next == frame)
            first = middle;
        else
            low = middle + 1;
    }
    return first;
}

/* Divides the lines that have reached a stack. Lines without further frames end in it. The other lines
   become groups by their next frame. */
static void part_lines(struct stack_tree *g, uint32_t from, uint32_t to, uint32_t stack)
{
    assert(from <= to);
    struct stack_tree_line *v = g->lines;
    sort_lines(v + from, to - from, g->threads);
    for (; from < to && !v[from].left; from++)
        g->stack_of[v[from].number] = stack;
    for (uint32_t first; to > from; to = first) {
        first = group_begin(v, from, to);
        *MEM_ADD(g->groups, g->ngroups, g->cap_groups) = (struct group_of_lines){ first, to, stack };
    }
}

static void advance(void *arg, size_t from, size_t to)
{
    for (struct stack_tree_line *v = arg; from < to; from++) {
        v[from].next++;
        v[from].left--;
    }
}

/* Adds the stack that continues `stack` by the next frame of the lines, and removes this frame from the
   lines. */
static uint32_t stack_tree_go_on(struct stack_tree *g, uint32_t from, uint32_t to, uint32_t stack)
{
    assert(from < to && stack < g->n);
    *MEM_ADD(g->v, g->n, g->cap) = (struct export_stack){ stack, *g->lines[from].next };
    if (to - from > EACH)
        threads_run_ranges(g->threads, to - from, EACH, advance, g->lines + from);
    else
        advance(g->lines, from, to);
    return (uint32_t)g->n - 1;
}

/* Leaves a group over for a part. It joins the last part, unless that is large or a stack of the tree is
   between them. */
static void stack_tree_leave(struct stack_tree *g, const struct group_of_lines *l)
{
    struct stack_tree_part *last = NULL;
    if (g->nparts)
        last = &g->parts[g->nparts - 1];
    if (!last || last->behind != g->n || last->lines >= g->few) {
        last = MEM_ADD(g->parts, g->nparts, g->cap_parts);
        *last = (struct stack_tree_part){ .from = g->nleft, .behind = g->n };
    }
    *MEM_ADD(g->left, g->nleft, g->cap_left) = *l;
    last->to = g->nleft;
    last->lines += l->to - l->from;
}

/* Makes stacks from all groups, except those that are left over. */
static void stack_tree_grow(struct stack_tree *g)
{
    while (g->ngroups) {
        const struct group_of_lines l = g->groups[--g->ngroups];
        if (l.to - l.from <= g->few) {
            stack_tree_leave(g, &l);
            continue;
        }
        uint32_t stack = stack_tree_go_on(g, l.from, l.to, l.stack);
        while (l.to - l.from == 1 && g->lines[l.from].left)
            stack = stack_tree_go_on(g, l.from, l.to, stack);
        part_lines(g, l.from, l.to, stack);
    }
    free(g->groups);
}

static void grow_parts(void *arg, size_t from, size_t to)
{
    const struct stack_tree *whole = arg;
    for (; from < to; from++) {
        struct stack_tree_part *p = &whole->parts[from];
        struct stack_tree g = { .lines = whole->lines, .stack_of = whole->stack_of, .threads = 1 };
        *MEM_ADD(g.v, g.n, g.cap) = (struct export_stack){ 0 };
        for (size_t i = p->to; i-- > p->from;) {
            const struct group_of_lines *l = &whole->left[i];
            *MEM_ADD(g.groups, g.ngroups, g.cap_groups) = (struct group_of_lines){ l->from, l->to, 0 };
        }
        stack_tree_grow(&g);
        p->v = g.v;
        p->n = g.n - 1;
    }
}

/* Copies the stacks of parts into the tree. The callers of their groups are known now. */
static void join_parts(void *arg, size_t from, size_t to)
{
    const struct stack_tree *g = arg;
    for (; from < to; from++) {
        const struct stack_tree_part *p = &g->parts[from];
        const struct group_of_lines *next = &g->left[p->from];
        for (size_t i = 1; i <= p->n; i++) {
            struct export_stack stack = p->v[i];
            if (stack.parent)
                stack.parent += (uint32_t)p->at - 1;
            else
                stack.parent = next++->stack;
            g->v[p->at + i - 1] = stack;
        }
        for (size_t i = g->left[p->from].from; i < g->left[p->to - 1].to; i++)
            g->stack_of[g->lines[i].number] += (uint32_t)p->at - 1;
        free(p->v);
    }
}

/* Moves the stacks of the tree to make room for the stacks of the parts. */
static void make_room(struct stack_tree *g, size_t nlines)
{
    struct export_stack *old = g->v;
    uint32_t *now = mem_new(g->n, sizeof(*now));
    size_t more = 0, all = g->n;
    for (size_t i = 0, part = 0; i < g->n || part < g->nparts;) {
        if (part < g->nparts && g->parts[part].behind <= i) {
            g->parts[part].at = i + more;
            more += g->parts[part++].n;
        } else {
            now[i] = (uint32_t)(i + more);
            i++;
        }
    }
    g->v = mem_resize(NULL, all + more, sizeof(*g->v));
    for (size_t i = 0; i < all; i++)
        g->v[now[i]] = (struct export_stack){ now[old[i].parent], old[i].frame };
    for (size_t i = 0; i < g->nleft; i++)
        g->left[i].stack = now[g->left[i].stack];
    for (size_t i = 0, part = 0; i < nlines;) { /* the lines between parts have ended */
        size_t until = nlines, behind = nlines;
        if (part < g->nparts) {
            const struct stack_tree_part *p = &g->parts[part++];
            until = g->left[p->from].from;
            behind = g->left[p->to - 1].to;
        }
        for (; i < until; i++)
            g->stack_of[g->lines[i].number] = now[g->stack_of[g->lines[i].number]];
        i = behind;
    }
    g->n = all + more;
    free(now);
    free(old);
}

void stack_tree_build(struct export *x, struct stack_tree_line *v, size_t n, unsigned threads)
{
    enum { PARTS = 256 };
    struct stack_tree g = { .lines = v, .stack_of = x->stack_of, .threads = threads };
    if (threads > 1)
        g.few = (uint32_t)n / PARTS;
    *MEM_ADD(g.v, g.n, g.cap) = (struct export_stack){ 0 };
    part_lines(&g, 0, (uint32_t)n, 0);
    stack_tree_grow(&g);
    if (g.nparts) {
        threads_run_ranges(threads, g.nparts, 1, grow_parts, &g);
        make_room(&g, n);
        threads_run_ranges(threads, g.nparts, 1, join_parts, &g);
    }
    free(g.left);
    free(g.parts);
    x->stacks = g.v;
    x->nstacks = g.n;
}
