#include "cli/options/stack_options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 13 /* more entries than a record can hold */ };

/* Unwind tables are asked whatever is said. */
static bool read_unwind(const char *arg, unsigned *guess, struct err *e)
{
    static const struct {
        const char *name;
        unsigned guess;
    } ways[] = { { "tables", 0 }, { "fp", UNWIND_POINTERS }, { "scan", UNWIND_SCAN } };
    *guess = 0;
    for (const char *s = arg; *s;) {
        size_t n = strcspn(s, ","), i = 0;
        while (i < 3 && (strlen(ways[i].name) != n || strncmp(ways[i].name, s, n)))
            i++;
        if (i == 3)
            return err_set(e, ERR_USAGE, 0, "--unwind: '%.*s' is none of tables, fp, scan", (int)n, s);
        *guess |= ways[i].guess;
        s += n + (s[n] == ',');
    }
    return true;
}

bool stack_take(struct stack_opts *o, int option, const char *value, struct err *e)
{
    unsigned long long depth;
    char *end;
    switch (option) {
    case OPT_STACK_MAX:
        depth = strtoull(value, &end, 10);
        o->max = depth < MOST ? (unsigned)depth : MOST;
        return (!*end && isdigit((unsigned char)*value) && depth <= MOST) ||
               err_set(e, ERR_USAGE, 0, "--max-stack: '%s' is no number up to %d", value, MOST);
    case OPT_STACK_UNWIND:
        return read_unwind(value, &o->guess, e);
    default:
        return true;
    }
}
