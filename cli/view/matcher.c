#include "cli/view/matcher.h"

#include <string.h>

#include "core/base/character/pattern.h"

bool matcher_begin(struct matcher *m, const char *typed, struct text *why)
{
    const size_t n = strlen(typed);
    *m = (struct matcher){ .text = typed, .is_regex = n > 2 && typed[0] == '/' && typed[n - 1] == '/' };
    if (!m->is_regex)
        return true;
    struct text inside = { 0 };
    text_add_n(&inside, typed + 1, n - 2);
    const char *wrong = pattern_compile(&m->regex, inside.s);
    text_free(&inside);
    if (!wrong)
        return true;
    text_add(why, wrong);
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
