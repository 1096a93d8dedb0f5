/* scroll: a list of lines with a cursor, of which a part is on the screen. Pages of lines begin their own state with it. */
#ifndef PERFOLIO_CLI_VIEW_SCROLL_H
#define PERFOLIO_CLI_VIEW_SCROLL_H

#include "cli/view/matcher.h"
#include "cli/view/workbench.h"

struct scroll {
    size_t n, first, cursor;
    size_t shift; /* characters that lie left of the screen */
    int head;     /* lines of the page above the first one, for headings */
    /* Whether a line has a text, for the search; NULL: there is no search. */
    bool (*has)(struct page *p, size_t line, const struct matcher *m);
};

struct scroll *scroll_of(const struct page *p);

/* How many of the lines are seen. */
int scroll_rows(const struct workbench *w, const struct scroll *c);

/* Moves the lines so that the cursor is among those that are seen. */
void scroll_follow(struct scroll *c, const struct workbench *w);

/* The part of a text that is not left of the screen. */
const char *scroll_shifted(const struct scroll *c, const char *text);

/* The keys that move the cursor, and search. */
extern const struct key_row scroll_moves[];

#endif
