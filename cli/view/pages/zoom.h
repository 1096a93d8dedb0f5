/* zoom: filters by what a row is of: its thread, object, command, process, CPU or symbol. If the rows do not tell, the user
   chooses from the list of those that there are. */
#ifndef PERFOLIO_CLI_VIEW_ZOOM_H
#define PERFOLIO_CLI_VIEW_ZOOM_H

#include "cli/view/workbench.h"

/* The key "tgid" is of processes; "pid" is of threads, as in perf. */
struct zoom {
    int key;
    const char *cell;   /* the column, which is also the sort key */
    const char *option; /* the filter */
    const char *noun;
};

/* What can be zoomed into; a row of zeros ends the list. */
extern const struct zoom zooms[];

/* Zooms into what the key stands for, of the row under the cursor. */
void zoom_in(struct workbench *w, struct page *p, int key);

/* Lets the user choose a thread, a CPU... from the list of those that there are, and calls `chosen` for the page before with
   its value. The filters are those of `of`. */
void zoom_choose(struct workbench *w, const struct question *of, int key,
                 void (*chosen)(struct workbench *w, struct page *p, const char *value));

/* Adds a filter to a page, and asks again. */
void zoom_by(struct workbench *w, struct page *p, const char *option, const char *noun, const char *value);

/* Adds what the row under the cursor has of a zoom to `to`. False: nothing that can be filtered by. */
bool zoom_value(const struct page *p, const struct zoom *z, struct text *to);

#endif
