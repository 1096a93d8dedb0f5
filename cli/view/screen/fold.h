/*
 * fold: the rows of a table that may have rows below them, as lines of which some are folded. Lines are made for the
 * rows that are looked at, and not counted for the whole table: a place is the number of a row of the table, and of a
 * line at or below this row.
 */
#ifndef PERFOLIO_CLI_VIEW_FOLD_H
#define PERFOLIO_CLI_VIEW_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/perfolio.h"

struct fold_line {
    uint64_t row;
    unsigned depth;  /* 0: a row of the table */
    unsigned indent; /* levels that it is moved to the right: those with several rows */
    uint64_t guides; /* bit i: a later row hangs on level i, whose guide passes by this line */
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
    uint64_t n;    /* rows of the table */
    bool all_open; /* rows are open unless they are among `changed` */
    uint64_t *changed;
    size_t nchanged, cap; /* cap: a power of two; a hash table of row + 1 */
    struct fold_lines {
        uint64_t top; /* 1 + the row of the table; 0: none */
        struct fold_line *v;
        size_t n, cap;
    } kept[FOLD_KEPT];
};

/* Takes a table of a view, which has to outlive the fold. */
void fold_begin(struct fold *f, pf_view *view, size_t table);
void fold_free(struct fold *f);

/* The line at a place; NULL: there is none. Valid until the next call. */
const struct fold_line *fold_at(struct fold *f, struct fold_place at);

/* The place `lines` further down, or up if negative, at most to the first or the last line. Returns how many lines it
   went. Places are valid until a row is folded above them. */
long fold_move(struct fold *f, struct fold_place *at, long lines);
struct fold_place fold_end(struct fold *f);

/* The lines from `from` to `to`, which is not above it; at most `most` are counted. */
size_t fold_between(struct fold *f, struct fold_place from, struct fold_place to, size_t most);

/* The line that the line at a place hangs on; the place itself for a row of the table. */
struct fold_place fold_parent(struct fold *f, struct fold_place at);

/* fold_turn(): opens or folds the line at a place. fold_turn_all(): with all lines below. fold_every(): all lines of
   the table. They return false if there is nothing below. */
bool fold_turn(struct fold *f, struct fold_place at);
bool fold_turn_all(struct fold *f, struct fold_place at);
void fold_every(struct fold *f, bool open);

#endif
