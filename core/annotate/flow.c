#include "core/annotate/flow.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum {
    LEVELS = 10,
    MOST_ARROWS = 1 << 12,
    MOST_ROWS = 1 << 16 /* each row is compared with all arrows, so more rows would take long */
};

static int by_target(const void *a, const void *b)
{
    const struct flow_jump *x = a, *y = b;
    if (x->to != y->to)
        return x->to > y->to ? 1 : -1;
    return (x->from > y->from) - (x->from < y->from);
}

static bool ends_block(const struct listing_row *row)
{
    if (!row->insn)
        return true;
    const enum insn_kind k = row->insn->kind;
    return k == INSN_JUMP || k == INSN_CONDITIONAL || k == INSN_RETURN || k == INSN_DATA;
}

/* Whether a row ends a block, and the next row is its delay slot, which belongs to the block. */
static bool has_slot(const struct listing *l, size_t row)
{
    return l->rows[row].insn && l->rows[row].insn->has_delay && ends_block(&l->rows[row]) && row + 1 < l->n &&
           l->rows[row + 1].insn;
}

/* The target row of a jump; NULL: no jump, or its target is outside the function or inside an instruction. */
static const struct listing_row *target_of(const struct listing *l, const struct listing_row *row)
{
    const struct insn *i = row->insn;
    if (!i || !i->has_target)
        return NULL;
    if (i->kind != INSN_JUMP && i->kind != INSN_CONDITIONAL)
        return NULL;
    const struct listing_row *to = listing_find(l, i->target);
    if (to && to->svma == i->target)
        return to;
    return NULL;
}

static void find_jumps(struct flow *f, const struct listing *l)
{
    size_t cap = 0;
    for (size_t i = 0; i < l->n; i++) {
        const struct listing_row *to = target_of(l, &l->rows[i]);
        if (!to)
            continue;
        *MEM_ADD(f->jumps, f->njumps, cap) = (struct flow_jump){ i, (size_t)(to - l->rows) };
    }
    mem_sort(f->jumps, f->njumps, sizeof(*f->jumps), by_target);
}

static void find_arrows(struct flow *f)
{
    size_t cap = 0;
    for (size_t i = 0, end; i < f->njumps; i = end) {
        const size_t to = f->jumps[i].to;
        for (end = i + 1; end < f->njumps && f->jumps[end].to == to;)
            end++;
        size_t first = f->jumps[i].from, last = f->jumps[end - 1].from;
        *MEM_ADD(f->arrows, f->narrows, cap) = (struct flow_arrow){ .to = to,
                                                                    .lo = (size_t)lesser_of(first, to),
                                                                    .hi = last > to ? last : to,
                                                                    .from = i,
                                                                    .n = end - i,
                                                                    .level = LEVELS,
                                                                    .loops = last >= to,
                                                                    .last = last };
    }
}

static int shorter(const void *a, const void *b)
{
    const struct flow_arrow *x = *(struct flow_arrow *const *)a, *y = *(struct flow_arrow *const *)b;
    size_t m = x->hi - x->lo, n = y->hi - y->lo;
    if (m != n)
        return m > n ? 1 : -1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The innermost level on which no arrow touches `a`; LEVELS: none. */
static uint32_t free_level(struct flow_arrow *const *placed, size_t n, const struct flow_arrow *a)
{
    assert(a->lo <= a->hi);
    bool taken[LEVELS] = { false };
    uint32_t level = 0;
    for (size_t i = 0; i < n; i++) {
        const bool touches = placed[i]->lo <= a->hi && a->lo <= placed[i]->hi;
        if (touches && placed[i]->level < LEVELS)
            taken[placed[i]->level] = true;
    }
    while (level < LEVELS && taken[level])
        level++;
    return level;
}

/* Chooses levels. Short arrows get inner levels, next to the code. */
static void find_levels(struct flow *f, const struct listing *l)
{
    const bool draws = f->narrows <= MOST_ARROWS && l->n <= MOST_ROWS;
    struct flow_arrow **by_length = mem_new(f->narrows, sizeof(*by_length));
    for (size_t i = 0; i < f->narrows; i++)
        by_length[i] = &f->arrows[i];
    mem_sort(by_length, f->narrows, sizeof(*by_length), shorter);
    for (size_t i = 0; i < f->narrows; i++) {
        struct flow_arrow *a = by_length[i];
        if (draws) /* otherwise the level stays LEVELS */
            a->level = free_level(by_length, i, a);
        f->undrawn += a->level == LEVELS;
        if (a->level < LEVELS && a->level >= f->levels)
            f->levels = a->level + 1;
    }
    free(by_length);
}

static void find_blocks(struct flow *f, const struct listing *l)
{
    size_t cap = 0, arrow = 0;
    for (size_t i = 0; i < l->n; i++) {
        while (arrow < f->narrows && f->arrows[arrow].to < i)
            arrow++;
        bool led_to = arrow < f->narrows && f->arrows[arrow].to == i, slot = i && has_slot(l, i - 1);
        bool ended = i && !slot && (ends_block(&l->rows[i - 1]) || (i > 1 && has_slot(l, i - 2)));
        if (!i || led_to || ended) {
            *MEM_ADD(f->blocks, f->nblocks, cap) = (struct flow_block){ .first = i };
            slot = false;
        }
        f->blocks[f->nblocks - 1].end = i + 1;
        f->blocks[f->nblocks - 1].last = slot ? i - 1 : i;
    }
}

/* The index of the block that contains a row. */
static size_t flow_block_of(const struct flow *f, size_t row)
{
    size_t low = 0;
    BISECT(low, f->nblocks, i, f->blocks[i].first <= row);
    assert(low);
    return low - 1;
}

/* Counts the loops around each block. A loop extends from the target of a backward jump to the jump. */
static void find_loops(struct flow *f)
{
    int64_t *opened = mem_new(f->nblocks + 1, sizeof(*opened)), depth = 0;
    for (size_t i = 0; i < f->narrows; i++)
        if (f->arrows[i].loops) {
            opened[flow_block_of(f, f->arrows[i].to)]++;
            opened[flow_block_of(f, f->arrows[i].last) + 1]--;
        }
    for (size_t i = 0; i < f->nblocks; i++) {
        depth += opened[i];
        f->blocks[i].loops = (uint32_t)depth;
    }
    free(opened);
}

void flow_make(struct flow *f, const struct listing *l)
{
    *f = (struct flow){ 0 };
    find_jumps(f, l);
    find_arrows(f);
    find_levels(f, l);
    find_blocks(f, l);
    find_loops(f);
}

void flow_free(struct flow *f)
{
    free(f->blocks);
    free(f->jumps);
    free(f->arrows);
    *f = (struct flow){ 0 };
}

/* Whether one of an arrow's jumps is in rows [row, end). */
static bool comes_from(const struct flow *f, const struct flow_arrow *a, size_t row, size_t end)
{
    size_t low = a->from;
    BISECT(low, a->from + a->n, i, f->jumps[i].from < row);
    return low < a->from + a->n && f->jumps[low].from < end;
}

/* The character of an arrow before rows [row, end). `touches`: an end of the arrow is in these rows; else the arrow
   passes them. */
static char flow_cell_of(const struct flow_arrow *a, size_t row, size_t end, bool touches)
{
    if (!touches)
        return '|';
    if (a->lo == a->hi)
        return '>';
    if (row <= a->lo)
        return ',';
    if (end > a->hi)
        return '`';
    return '+';
}

/*  ,->  target of a jump        each level is a column, the innermost one next to the code
    |    (between)
    `--  the jump                                                                              */
void flow_draw(const struct flow *f, size_t row, size_t rows, struct text *out)
{
    char cells[2 * LEVELS + 2];
    size_t n = 2 * (size_t)f->levels, outermost = n, end = row + rows;
    bool led_to = false;
    for (size_t i = 0; i < n + 2; i++)
        cells[i] = ' ';
    for (size_t i = 0; n && i < f->narrows; i++) {
        const struct flow_arrow *a = &f->arrows[i];
        const bool inside = rows > 1 && a->lo >= row && a->hi < end;
        const bool passes = end > a->lo && row <= a->hi;
        if (a->level >= f->levels || !passes || inside)
            continue;
        size_t at = n - 2 * (size_t)a->level - 2;
        bool to = a->to >= row && a->to < end, touches = to || comes_from(f, a, row, end);
        cells[at] = flow_cell_of(a, row, end, touches);
        led_to = led_to || to;
        if (touches && at < outermost)
            outermost = at;
    }
    for (size_t i = outermost + 1; outermost < n && i < n + 1; i++)
        if (cells[i] == ' ')
            cells[i] = '-';
    if (led_to)
        cells[n] = '>';
    text_add_n(out, cells, n + 2);
}
