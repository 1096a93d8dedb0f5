#include "lib/options/stack_options.h"

#include <string.h>

/* Chooses the fallbacks of unwinding; unwind tables are used with every choice. */
bool stack_unwind_take(void *target, const struct option_row *row, const char *value, struct err *e)
{
    static const unsigned ways[] = { 0, UNWIND_POINTERS, UNWIND_SCAN }; /* in the order of the row's words */
    struct stack_opts *o = target;
    o->guess = 0;
    for (const char *s = value; *s;) {
        size_t n = strcspn(s, ",");
        int way = option_word_named(row, s, n, e);
        if (way < 0)
            return false;
        o->guess |= ways[way];
        s += n + (s[n] == ',');
    }
    return true;
}
