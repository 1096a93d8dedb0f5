/*
 * fold: the rows of a table as lines on the screen, some of which are folded, so that the rows below them are hidden.
 * Lines are made only for the rows that are looked at, and are not counted for the whole table. So a place is a pair:
 * the number of a top-level row, and the number of a line at or below this row.
 */
#ifndef PERFOLIO_CLI_VIEW_FOLD_H
#define PERFOLIO_CLI_VIEW_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/perfolio.h"

struct fold_line {
    uint64_t row;
    unsigned depth;  /* 0: a top-level row */
    unsigned indent; /* levels by which the line is indented; only levels with several rows indent */
    /* bit i: a vertical guide of level i passes this line, since a later row belongs to that level */
    uint64_t guides;
    bool has_below, is_open, is_only, is_last;
};

struct fold_place {
    uint64_t top;
    size_t line;
};

enum { FOLD_KEPT = 256, FOLD_LINES_MOST = 100000 };

struct fold {
    pf_view *view;
    size_t table;
    uint64_t n; /* number of top-level rows */
    /* rows are open, except those in `changed`; else rows are folded, except those in `changed` */
    bool all_open;
    uint64_t *changed;
    size_t nchanged, cap; /* cap: slots of a hash table of row + 1, a power of two */
    struct fold_lines {
        uint64_t top; /* 1 + the number of the top-level row; 0: none */
        struct fold_line *v;
        size_t n, cap;
    } kept[FOLD_KEPT];
};

/* Begins with a table of a view. The view must outlive the fold. */
void fold_begin(struct fold *f, pf_view *view, size_t table);
void fold_free(struct fold *f);

/* The line at a place; NULL: there is none. Valid until the next call. */
const struct fold_line *fold_at(struct fold *f, struct fold_place at);

/* Moves *at by `lines` lines down, or up if negative, at most to the first or the last line. Returns the number of
   lines moved. Places are valid until a row above them is opened or folded. */
long fold_move(struct fold *f, struct fold_place *at, long lines);
struct fold_place fold_end(struct fold *f);

/* The number of lines from `from` to `to`, which must not be above it; at most `most`. */
size_t fold_between(struct fold *f, struct fold_place from, struct fold_place to, size_t most);

/* The place of the parent of the line at a place; for a top-level row the place itself. */
struct fold_place fold_parent(struct fold *f, struct fold_place at);

/* fold_turn(): opens or folds the line at a place. fold_turn_all(): the line and all lines below it. fold_turn_every(): all
   lines of the table. They return false if there are no rows below. */
bool fold_turn(struct fold *f, struct fold_place at);
bool fold_turn_all(struct fold *f, struct fold_place at);
void fold_turn_every(struct fold *f, bool open);

#endif
