/* Sorts the lines of a table: all lines, or as many as the caller needs. */
#include "core/profile/show/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/keys.h"

/* The rank of a row in a key. Bare addresses come after names; with `alike` all bare addresses are equal. */
static uint64_t table_order_place_of(const struct table *t, uint32_t row, size_t key, bool alike)
{
    uint32_t value = t->values[row * t->profile->nkeys + key];
    if (alike && !t->columns[key].texts[value])
        return UINT32_MAX;
    return t->columns[key].ranks[value];
}

/* One pass of sorting: lines of n rows by one criterion. */
struct pass {
    const struct table *t;
    struct line_by by;
    uint32_t n, member;
    /* bare addresses are equal: perf orders lines without a symbol by the keys after the symbol (sort__sym_sort()) */
    bool alike;
};

static struct pass pass_by(const struct table *t, struct line_by by, uint32_t n, uint32_t member)
{
    const bool alike = by.is_key && t->profile->keys[by.at] == key_find("symbol", 6);
    return (struct pass){ t, by, n, member, alike };
}

/* A figure of a row; 0 if the row is NO_ROW. */
static uint64_t figure_of(const struct table *t, uint32_t row, enum figure f)
{
    if (row == NO_ROW)
        return 0;
    return table_figure(t, row, f);
}

/* The number that a pass sorts a line by, in ascending order. */
static uint64_t table_order_number_of(const struct pass *p, const uint32_t *line)
{
    if (p->by.is_key)
        return table_order_place_of(p->t, line_row(line, p->n), p->by.at, p->alike);
    return ~figure_of(p->t, line[p->member], (enum figure)p->by.at);
}

/* Sort lines by one criterion; lines that are equal in it keep their order. */
static void order_pass(struct pass p, const uint32_t *lines, size_t nlines, struct numbered *order)
{
    for (size_t i = 0; i < nlines; i++)
        order[i].by = table_order_number_of(&p, &lines[(size_t)order[i].at * p.n]);
    sort_by_number(order, nlines);
}

/* Whether a criterion has one number per line; else it has one number per row of the line. */
static bool table_order_is_one(struct line_by by)
{
    return by.is_key || by.at == FIGURE_CHILDREN;
}

/* How many passes a criterion needs for lines of n rows. */
static uint32_t passes_by(struct line_by by, uint32_t n)
{
    if (table_order_is_one(by))
        return 1;
    return n;
}

/* The number of passes needed to sort lines, and the i-th pass, the most important one first. If each event has its
   own figure, the chosen event's figure comes first. */
static size_t passes_of(const struct line_order *o, uint32_t n)
{
    size_t all = 0;
    for (size_t k = 0; k < o->n; k++)
        all += passes_by(o->by[k], n);
    return all;
}

static struct pass pass_at(const struct table *t, const struct line_order *o, uint32_t n, size_t i)
{
    size_t k = 0;
    for (; i >= passes_by(o->by[k], n); k++)
        i -= passes_by(o->by[k], n);
    const bool chosen = !i && !table_order_is_one(o->by[k]) && o->member < n;
    return pass_by(t, o->by[k], n, chosen ? o->member : (uint32_t)i);
}

/* Sort lines of n rows, from the least to the most important pass. */
static void order_lines(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                        uint32_t n)
{
    struct numbered *order = mem_new(nlines, sizeof(*order));
    uint32_t *from = mem_new(nlines * n, sizeof(*from));
    for (size_t i = 0; i < nlines; i++)
        order[i].at = (uint32_t)i;
    for (size_t i = passes_of(o, n); nlines && i--;)
        order_pass(pass_at(t, o, n, i), lines, nlines, order);
    if (nlines)
        memcpy(from, lines, nlines * n * sizeof(*lines));
    for (size_t i = 0; i < nlines; i++)
        memcpy(&lines[i * n], &from[(size_t)order[i].at * n], n * sizeof(*lines));
    free(from);
    free(order);
}

struct lines_by {
    const struct table *t;
    const struct line_order *o;
    uint32_t n;
};

static uint32_t depth_of(const uint32_t *depths, uint32_t row)
{
    if (row == NO_ROW)
        return 0;
    return depths[row];
}

/* Of two lines with the same samples, perf shows the line of the outer frame first. */
static int by_depth(const void *a, const void *b, const void *arg)
{
    const struct lines_by *by = arg;
    const uint32_t *x = a, *y = b;
    uint32_t row = line_row(x, by->n), other = line_row(y, by->n);
    uint32_t depth = depth_of(by->o->depths, *x), other_depth = depth_of(by->o->depths, *y);
    if (row_at(by->t->profile, row)->tid == row_at(by->t->profile, other)->tid && depth != other_depth) {
        if ((depth > other_depth) == by->o->shallow_first)
            return 1;
        return -1;
    }
    for (uint32_t i = 0; i < by->n; i++) {
        uint64_t p = figure_of(by->t, x[i], FIGURE_PERIOD), q = figure_of(by->t, y[i], FIGURE_PERIOD);
        if (p != q) {
            if (p < q)
                return 1;
            return -1;
        }
    }
    return 0;
}

static uint64_t children_of(const struct table *t, uint32_t row)
{
    return figure_of(t, row, FIGURE_CHILDREN);
}

/* Sort lines with equal children by their depths. */
static void order_by_depth(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                           uint32_t n)
{
    struct lines_by by = { t, o, n };
    for (size_t i = 0, end; i < nlines; i = end) {
        uint64_t children = children_of(t, lines[i * n]);
        for (end = i + 1; end < nlines && children_of(t, lines[end * n]) == children;)
            end++;
        if (end - i > 1)
            sort_by(lines + i * n, end - i, n * sizeof(*lines), by_depth, &by);
    }
}

/* Whether call path depths order lines with equal children. */
static bool goes_by_depth(const struct line_order *o)
{
    const bool children_first = o->n && !o->by[0].is_key && o->by[0].at == FIGURE_CHILDREN;
    return o->depths && children_first;
}

void table_order_lines(const struct table *t, const struct line_order *o, uint32_t *lines, size_t nlines,
                       uint32_t n)
{
    order_lines(t, o, lines, nlines, n);
    if (goes_by_depth(o))
        order_by_depth(t, o, lines, nlines, n);
}

enum { FEW = 64 }; /* lines, as many as fit on a screen */

/* Replace the largest number of a heap of n numbers by `by`. */
static void heap_replace(uint64_t *heap, size_t n, uint64_t by)
{
    size_t at = 0;
    for (size_t below; (below = 2 * at + 1) < n; at = below) {
        below += below + 1 < n && heap[below + 1] > heap[below];
        if (heap[below] <= by)
            break;
        heap[at] = heap[below];
    }
    heap[at] = by;
}

/* number_at() for k < FEW: a heap holds the smallest numbers so far, and most numbers are compared only with its
   largest. */
static uint64_t number_at_front(const uint64_t *v, size_t n, size_t k)
{
    uint64_t heap[FEW];
    memset(heap, 0xff, sizeof(heap));
    for (size_t i = 0; i < n; i++)
        if (v[i] < heap[0])
            heap_replace(heap, k + 1, v[i]);
    return heap[0];
}

/* The number that would be v[k] if v were sorted. Found by radix selection, byte by byte. */
static uint64_t number_at(const uint64_t *v, size_t n, size_t k)
{
    assert(k < n);
    uint64_t found = 0, mask = 0, differ = 0;
    if (k < FEW)
        return number_at_front(v, n, k);
    for (size_t i = 0; i < n; i++)
        differ |= v[i] ^ v[0];
    for (unsigned shift = 64; shift;) {
        size_t counts[256] = { 0 }, byte = 0;
        shift -= 8;
        if (!(differ >> shift & 255)) {
            found |= v[0] & UINT64_C(255) << shift;
            mask |= UINT64_C(255) << shift;
            continue;
        }
        for (size_t i = 0; i < n; i++)
            counts[v[i] >> shift & 255] += (v[i] & mask) == found;
        for (; k >= counts[byte]; byte++)
            k -= counts[byte];
        found |= (uint64_t)byte << shift;
        mask |= UINT64_C(255) << shift;
    }
    return found;
}

/* The lines that, after the passes so far, may or may not be among the first `least`. All lines before them are among
   the first. */
struct undecided {
    size_t from, end;
};

/* Partition the undecided lines by one pass, so that lines that are certainly among the first `least` come first. */
static struct undecided decide(struct pass p, uint32_t *lines, struct undecided of, size_t least)
{
    const size_t n = of.end - of.from;
    uint32_t *const v = &lines[of.from * p.n];
    assert(of.from < least && least <= of.end);
    uint64_t *numbers = mem_resize(NULL, n, sizeof(*numbers));
    size_t to[3] = { 0 }; /* next index for lines below, equal to and above the number that decides */
    for (size_t i = 0; i < n; i++)
        numbers[i] = table_order_number_of(&p, &v[i * p.n]);
    const uint64_t last = number_at(numbers, n, least - of.from - 1);
    for (size_t i = 0; i < n; i++) {
        to[1] += numbers[i] < last;
        to[2] += numbers[i] <= last;
    }
    const struct undecided left = { of.from + to[1], of.from + to[2] };
    const bool moves = to[1] || to[2] < n;
    uint32_t *const moved = mem_resize(NULL, moves ? n : 0, p.n * sizeof(*moved));
    for (size_t i = 0; i < n && moves; i++) {
        const unsigned which = (numbers[i] >= last) + (numbers[i] > last);
        uint32_t *line = &moved[to[which]++ * p.n];
        for (uint32_t k = 0; k < p.n; k++)
            line[k] = v[i * p.n + k];
    }
    if (moves)
        memcpy(v, moved, n * p.n * sizeof(*moved));
    free(numbers);
    free(moved);
    return left;
}

size_t table_order_top_lines(const struct table *t, const struct line_order *o, uint32_t *lines,
                             size_t nlines, uint32_t n, size_t least)
{
    struct undecided u = { 0, nlines };
    const size_t passes = goes_by_depth(o) ? 1 : passes_of(o, n);
    if (least >= nlines)
        least = nlines;
    for (size_t i = 0; i < passes && least && least < u.end; i++)
        u = decide(pass_at(t, o, n, i), lines, u, least);
    if (!goes_by_depth(o))
        u.end = least; /* lines that are equal in all passes keep their order */
    table_order_lines(t, o, lines, u.end, n);
    return u.end;
}
