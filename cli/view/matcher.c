#include "cli/view/matcher.h"

#include <string.h>

bool matcher_begin(struct matcher *m, const char *typed, struct text *why)
{
    const size_t n = strlen(typed);
    *m = (struct matcher){ .text = typed, .is_regex = n > 2 && typed[0] == '/' && typed[n - 1] == '/' };
    if (!m->is_regex)
        return true;
    struct text inside = { 0 };
    char reason[128];
    text_add_n(&inside, typed + 1, n - 2);
    const int failed = regcomp(&m->regex, inside.s, REG_EXTENDED | REG_NOSUB);
    text_free(&inside);
    if (!failed)
        return true;
    regerror(failed, &m->regex, reason, sizeof(reason));
    text_add(why, reason);
    m->is_regex = false;
    return false;
}

void matcher_free(struct matcher *m)
{
    if (m->is_regex)
        regfree(&m->regex);
    m->is_regex = false;
}

bool matcher_fits(const struct matcher *m, const char *s)
{
    if (m->is_regex)
        return !regexec(&m->regex, s, 0, NULL, 0);
    return strstr(s, m->text);
}
