/* keys: the keys of all pages, and what an event does. */
#ifndef PERFOLIO_CLI_VIEW_KEYS_H
#define PERFOLIO_CLI_VIEW_KEYS_H

#include "cli/view/workbench.h"

/* Does what an event means on a page. */
void keys_act(struct workbench *w, struct page *p, struct screen_event event);

/* Adds the list of keys of a kind of page, those of all pages included. */
void keys_help(const struct page_kind *kind, struct text *to);

#endif
