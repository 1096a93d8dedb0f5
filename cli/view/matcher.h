/* matcher: what is searched: a text, or between slashes an extended regular expression. */
#ifndef PERFOLIO_CLI_VIEW_MATCHER_H
#define PERFOLIO_CLI_VIEW_MATCHER_H

#include <regex.h>

#include "core/base/text.h"

struct matcher {
    const char *text; /* borrowed */
    bool is_regex;
    regex_t regex;
};

/* Begins to search for what was typed. False: it is no regular expression, and `why` says why. matcher_free() ends. */
bool matcher_begin(struct matcher *m, const char *typed, struct text *why);
void matcher_free(struct matcher *m);

bool matcher_fits(const struct matcher *m, const char *s);

#endif
