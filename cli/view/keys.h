/* keys: the keys that all pages have, and the actions of events. */
#ifndef PERFOLIO_CLI_VIEW_KEYS_H
#define PERFOLIO_CLI_VIEW_KEYS_H

#include "cli/view/workbench.h"

/* Does the action of a key or mouse event on a page. */
void keys_act(struct workbench *w, struct page *p, struct screen_event event);

/* Adds the list of keys of a kind of page, including the keys that all pages have. */
void keys_help(const struct page_kind *kind, struct text *to);

#endif
