/* frame: the parts of the screen around a page: its title, the filters, the command line, and the line of messages. */
#ifndef PERFOLIO_CLI_VIEW_FRAME_H
#define PERFOLIO_CLI_VIEW_FRAME_H

#include "cli/view/workbench.h"

/* Sets which lines of the screen the page may use. */
void frame_place(struct workbench *w);

/* Draws the frame; `p` NULL: there is no page. */
void frame_draw(struct workbench *w, struct page *p);

/* Shows the progress of a question that was asked `ms` milliseconds ago. */
void frame_draw_progress(struct workbench *w, uint64_t done, uint64_t all, uint64_t ms);

/* The index of the filter that is shown at a place of the screen; SIZE_MAX: none is. */
size_t frame_filter_at(const struct workbench *w, const struct page *p, int y, int x);

#endif
