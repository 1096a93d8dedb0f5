/* pages: the kinds of pages, each in a file of its own. The functions open a page in front of the others; they return
   NULL after a message if there is nothing to show. */
#ifndef PERFOLIO_CLI_VIEW_PAGES_H
#define PERFOLIO_CLI_VIEW_PAGES_H

#include "cli/view/workbench.h"

/* report_page.c: rows of a report, with call trees. Takes the question over. */
struct page *report_page_open(struct workbench *w, struct question q);

/* text_page.c: what a command prints; or a text, which is copied, that no command prints. */
struct page *text_page_open(struct workbench *w, struct question q);
struct page *text_page_show(struct workbench *w, const char *title, const char *text);

/* annotate_page.c: the code of a function; `object` NULL: of any object. `of` has the filters. */
struct page *annotate_page_open(struct workbench *w, const struct question *of, const char *symbol,
                                const char *object);

/* flame_page.c: a flame graph; time_page.c: samples along the time. With the filters of another question, of the
   event with that number. */
struct page *flame_page_open(struct workbench *w, const struct question *of, size_t event);
struct page *time_page_open(struct workbench *w, const struct question *of, size_t event);

#endif
