/* browse: the rows of a view on the screen: where the cursor is, and the keys that move it. Pages of tables begin their own
   state with it. */
#ifndef PERFOLIO_CLI_VIEW_BROWSE_H
#define PERFOLIO_CLI_VIEW_BROWSE_H

#include "cli/view/screen/fold.h"
#include "cli/view/screen/grid.h"
#include "cli/view/workbench.h"

struct browse {
    struct fold rows;
    struct grid grid;
    size_t at; /* the number of the table in the view */
    struct fold_place first, cursor;
    bool no_head;
};

/* Shows a table of the page's view from its beginning. */
void browse_show(struct browse *t, struct page *p, size_t at);
void browse_free(struct browse *t);
void browse_draw(struct workbench *w, struct page *p);

/* The table of a page, and its line under the cursor (NULL: the table is empty). */
struct browse *browse_of(const struct page *p);
const struct fold_line *browse_line(const struct page *p);

/* The function that a line is about: a row's symbol, or what a frame of a call tree names. False: it has none. Valid as `v` is. */
bool browse_function(const struct page *p, const struct fold_line *line, pf_value *v);

/* Adds what people wrote about the function of the line under the cursor. */
void browse_note(struct workbench *w, struct page *p, struct text *out);

/* A cell of the line under the cursor, by the name of its column. False: it has none. */
bool browse_cell(const struct page *p, const char *name, pf_value *v);

/* A row for the title: which row is chosen, and of how many. */
void browse_add_place(const struct page *p, struct text *to);

/* The keys that move the cursor, and find names. */
extern const struct key_row browse_moves[];

#endif
