/* scroll: a list of lines with a cursor, of which a part is on the screen. Pages of lines begin their own state with it. */
#ifndef PERFOLIO_CLI_VIEW_SCROLL_H
#define PERFOLIO_CLI_VIEW_SCROLL_H

#include "cli/view/workbench.h"

struct scroll {
    size_t n, first, cursor;
    size_t shift; /* characters that lie left of the screen */
    /* Whether a line has a text, for the search; NULL: there is no search. */
    bool (*has)(struct page *p, size_t line, const char *text);
};

struct scroll *scroll_of(const struct page *p);

/* Moves the lines so that the cursor is among the `rows` that are seen. */
void scroll_follow(struct scroll *c, int rows);

/* The part of a text that is not left of the screen. */
const char *scroll_shifted(const struct scroll *c, const char *text);

/* The keys that move the cursor, and search. */
extern const struct key_row scroll_moves[];

#endif
