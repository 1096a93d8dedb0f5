/* frame: what is around a page: its title, the filters, the command line, and the line of messages. */
#ifndef PERFOLIO_CLI_VIEW_FRAME_H
#define PERFOLIO_CLI_VIEW_FRAME_H

#include "cli/view/workbench.h"

/* Sets which lines are the page's. */
void frame_place(struct workbench *w);

/* Draws the frame; `p` may be NULL. */
void frame_draw(struct workbench *w, struct page *p);

/* Shows how far a question is, after `ms` milliseconds. */
void frame_draw_progress(struct workbench *w, uint64_t done, uint64_t all, uint64_t ms);

/* The filter whose mark is at a place of the screen; SIZE_MAX: none is. */
size_t frame_filter_at(const struct workbench *w, const struct page *p, int y, int x);

#endif
