#include "cli/view/screen/fold.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* CHUNK: rows asked for at once. */
enum { CHUNK = 32, FIRST_CAP = 256, GUIDES_MOST = 64 };

void fold_begin(struct fold *f, pf_view *view, size_t table)
{
    pf_table t;
    *f = (struct fold){ .view = view, .table = table };
    pf_table_of(view, table, &t, sizeof(t));
    f->n = t.rows;
}

static void fold_forget(struct fold *f)
{
    for (size_t i = 0; i < FOLD_KEPT; i++)
        f->kept[i].top = 0;
}

void fold_free(struct fold *f)
{
    for (size_t i = 0; i < FOLD_KEPT; i++)
        free(f->kept[i].v);
    free(f->changed);
    memset(f, 0, sizeof(*f));
}

static size_t slot_of(const uint64_t *rows, size_t cap, uint64_t row)
{
    size_t i = (row * 0x9e3779b97f4a7c15U >> 32) & (cap - 1);
    while (rows[i] && rows[i] != row + 1)
        i = (i + 1) & (cap - 1);
    return i;
}

static bool is_changed(const struct fold *f, uint64_t row)
{
    return f->cap && f->changed[slot_of(f->changed, f->cap, row)];
}

static void fold_rehash(struct fold *f)
{
    const size_t cap = f->cap ? 2 * f->cap : FIRST_CAP;
    uint64_t *rows = mem_new(cap, sizeof(*rows));
    for (size_t i = 0; i < f->cap; i++)
        if (f->changed[i])
            rows[slot_of(rows, cap, f->changed[i] - 1)] = f->changed[i];
    free(f->changed);
    f->changed = rows;
    f->cap = cap;
}

static void mark_changed(struct fold *f, uint64_t row)
{
    if (2 * f->nchanged >= f->cap)
        fold_rehash(f);
    const size_t i = slot_of(f->changed, f->cap, row);
    f->nchanged += !f->changed[i];
    f->changed[i] = row + 1;
}

/* Removes a row from the hash table. Enters the rows that follow it again, since their slots may have changed. */
static void unmark_changed(struct fold *f, uint64_t row)
{
    size_t hole = slot_of(f->changed, f->cap, row);
    f->changed[hole] = 0;
    f->nchanged--;
    for (size_t i = (hole + 1) & (f->cap - 1); f->changed[i]; i = (i + 1) & (f->cap - 1)) {
        const uint64_t moved = f->changed[i];
        f->changed[i] = 0;
        f->changed[slot_of(f->changed, f->cap, moved - 1)] = moved;
    }
}

static bool row_is_open(const struct fold *f, uint64_t row)
{
    return f->all_open != is_changed(f, row);
}

static void set_open(struct fold *f, uint64_t row, bool open)
{
    if (row_is_open(f, row) == open)
        return;
    if (is_changed(f, row))
        unmark_changed(f, row);
    else
        mark_changed(f, row);
}

static struct fold_line *add_line(struct fold_lines *lines, struct fold_line line)
{
    lines->v = mem_room(lines->v, lines->n, &lines->cap, sizeof(*lines->v));
    lines->v[lines->n] = line;
    return &lines->v[lines->n++];
}

static uint64_t guide_bit(unsigned level)
{
    if (level < GUIDES_MOST)
        return (uint64_t)1 << level;
    return 0;
}

static uint64_t children_of(const struct fold *f, uint64_t row)
{
    pf_row r = { 0 };
    pf_row_of(f->view, f->table, row, &r, sizeof(r));
    return r.children;
}

/* A line whose n children are added; `from` of them are, and rows[] has those of the same CHUNK. */
struct fold_level {
    struct fold_line above;
    uint64_t n, from, rows[CHUNK];
};

/* The next child of a level. False: there is none. */
static bool next_below(const struct fold *f, struct fold_level *at, struct fold_line *line)
{
    const size_t i = at->from % CHUNK;
    if (at->from == at->n || (!i && !pf_rows(f->view, f->table, at->above.row, at->from, CHUNK, at->rows)))
        return false;
    at->from++;
    const uint64_t children = children_of(f, at->rows[i]);
    *line = (struct fold_line){ .row = at->rows[i],
                                .depth = at->above.depth + 1,
                                .indent = at->above.indent + (at->n > 1 || !at->above.depth),
                                .guides = at->above.guides,
                                .has_below = children,
                                .is_open = children && row_is_open(f, at->rows[i]),
                                .is_only = at->n == 1,
                                .is_last = at->from == at->n };
    if (!line->is_last)
        line->guides |= guide_bit(line->indent);
    else if (at->n > 1)
        line->guides &= ~guide_bit(line->indent);
    return true;
}

/* Adds the children of a line, which are `n`, and what is open below them. Trees may be deeper than our stack. */
static void add_below(struct fold *f, struct fold_lines *lines, struct fold_line above, uint64_t n)
{
    struct fold_level *levels = NULL;
    struct fold_line line;
    size_t nlevels = 0, cap = 0;
    *MEM_ADD(levels, nlevels, cap) = (struct fold_level){ .above = above, .n = n };
    while (nlevels && lines->n < FOLD_LINES_MOST) {
        if (!next_below(f, &levels[nlevels - 1], &line)) {
            nlevels--;
            continue;
        }
        add_line(lines, line);
        if (line.is_open)
            *MEM_ADD(levels, nlevels, cap) =
                (struct fold_level){ .above = line, .n = children_of(f, line.row) };
    }
    free(levels);
}

/* The lines of a top-level row. */
static const struct fold_lines *lines_of(struct fold *f, uint64_t top)
{
    struct fold_lines *lines = &f->kept[top % FOLD_KEPT];
    if (lines->top == top + 1)
        return lines;
    pf_row r = { 0 };
    uint64_t row = top;
    lines->n = 0;
    lines->top = top + 1;
    pf_rows(f->view, f->table, PF_TOP, top, 1, &row);
    pf_row_of(f->view, f->table, row, &r, sizeof(r));
    const struct fold_line line = { .row = row,
                                    .has_below = r.children,
                                    .is_open = r.children && row_is_open(f, row) };
    add_line(lines, line);
    if (line.is_open)
        add_below(f, lines, line, r.children);
    return lines;
}

const struct fold_line *fold_at(struct fold *f, struct fold_place at)
{
    if (at.top >= f->n)
        return NULL;
    const struct fold_lines *lines = lines_of(f, at.top);
    if (at.line < lines->n)
        return &lines->v[at.line];
    return NULL;
}

static long fold_down(struct fold *f, struct fold_place *at, long lines)
{
    long went = 0;
    while (went < lines && at->top < f->n) {
        const size_t below = lines_of(f, at->top)->n - 1 - at->line;
        const size_t left = (size_t)(lines - went);
        if (left <= below) {
            at->line += left;
            return lines;
        }
        if (at->top + 1 == f->n) {
            at->line += below;
            return went + (long)below;
        }
        went += (long)below + 1;
        *at = (struct fold_place){ at->top + 1, 0 };
    }
    return went;
}

static long fold_up(struct fold *f, struct fold_place *at, long lines)
{
    long went = 0;
    while (went < lines) {
        const size_t left = (size_t)(lines - went);
        if (left <= at->line) {
            at->line -= left;
            return lines;
        }
        went += (long)at->line;
        at->line = 0;
        if (!at->top)
            return went;
        went++;
        at->top--;
        at->line = lines_of(f, at->top)->n - 1;
    }
    return went;
}

long fold_move(struct fold *f, struct fold_place *at, long lines)
{
    if (lines < 0)
        return -fold_up(f, at, -lines);
    return fold_down(f, at, lines);
}

struct fold_place fold_end(struct fold *f)
{
    if (!f->n)
        return (struct fold_place){ 0, 0 };
    return (struct fold_place){ f->n - 1, lines_of(f, f->n - 1)->n - 1 };
}

size_t fold_between(struct fold *f, struct fold_place from, struct fold_place to, size_t most)
{
    size_t n = 0;
    for (; from.top < to.top && n < most; from = (struct fold_place){ from.top + 1, 0 })
        n += lines_of(f, from.top)->n - from.line;
    if (n < most)
        n += to.line - from.line;
    if (n < most)
        return n;
    return most;
}

struct fold_place fold_parent(struct fold *f, struct fold_place at)
{
    const struct fold_line *line = fold_at(f, at);
    const unsigned depth = line ? line->depth : 0;
    while (at.line && fold_at(f, at)->depth >= depth)
        at.line--;
    return at;
}

bool fold_turn(struct fold *f, struct fold_place at)
{
    const struct fold_line *line = fold_at(f, at);
    if (!line || !line->has_below)
        return false;
    set_open(f, line->row, !line->is_open);
    f->kept[at.top % FOLD_KEPT].top = 0;
    return true;
}

/* Opens or folds a row and all rows below it; at most *left rows. */
static void turn_below(struct fold *f, uint64_t row, bool open, size_t *left)
{
    uint64_t rows[CHUNK], from = 0;
    size_t found;
    set_open(f, row, open);
    while (*left && (found = pf_rows(f->view, f->table, row, from, CHUNK, rows)) != 0) {
        for (size_t i = 0; i < found && *left; i++) {
            --*left;
            turn_below(f, rows[i], open, left);
        }
        from += found;
    }
}

bool fold_turn_all(struct fold *f, struct fold_place at)
{
    const struct fold_line *line = fold_at(f, at);
    size_t left = FOLD_LINES_MOST;
    if (!line || !line->has_below)
        return false;
    turn_below(f, line->row, !line->is_open, &left);
    f->kept[at.top % FOLD_KEPT].top = 0;
    return true;
}

void fold_turn_every(struct fold *f, bool open)
{
    f->all_open = open;
    f->nchanged = 0;
    f->cap = 0;
    free(f->changed);
    f->changed = NULL;
    fold_forget(f);
}
