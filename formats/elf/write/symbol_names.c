#include "formats/elf/write/symbol_names.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum {
    MOST_PLAIN = 1 << 24
}; /* bytes to look at and to write for plain names: short ones may make long ones */

/* Names that end at the same NUL: the first one in memory holds all others. */
struct whole {
    const char *name;
    uint64_t at; /* in the string table; 0: not yet there */
};

/* Find which names lie inside of which: by their addresses, so that each byte is looked at once. */
static struct whole *list_wholes(const struct symtab *t, uint32_t *whole_of)
{
    struct whole *wholes = mem_new(t->n, sizeof(*wholes));
    struct numbered *order = mem_new(t->n, sizeof(*order));
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        order[i] = (struct numbered){ .by = (uintptr_t)t->v[i].name, .at = (uint32_t)i };
    sort_by_number(order, t->n);
    for (int plt = 0; plt < 2; plt++) { /* these end in @plt, so they are not inside of others */
        uintptr_t end = 0;
        for (size_t i = 0; i < t->n; i++) {
            const struct symbol *s = &t->v[order[i].at];
            if (s->is_plt != plt)
                continue;
            if (order[i].by > end || !end) {
                wholes[n++].name = s->name;
                end = order[i].by + strlen(s->name);
            }
            whole_of[order[i].at] = (uint32_t)(n - 1);
        }
    }
    free(order);
    return wholes;
}

/* The plain name of a slot, if it has another than its own; false when it has none, or enough was spent. */
static bool add_plain(const struct symtab *t, const struct symbol *s, size_t *spent, struct text *strings)
{
    if (!s->is_plt || !t->demangle || s->is_plain || *spent > MOST_PLAIN)
        return false;
    char *plain = t->demangle(s->name);
    *spent += strlen(s->name) + (plain ? strlen(plain) : 0);
    if (plain) {
        text_add(strings, plain);
        text_add_n(strings, "@plt", sizeof("@plt"));
    }
    bool has = plain;
    free(plain);
    return has;
}

uint64_t *symbol_names(const struct symtab *t, struct text *strings)
{
    uint32_t *whole_of = mem_new(t->n, sizeof(*whole_of));
    uint64_t *at = mem_new(t->n, sizeof(*at));
    struct whole *wholes = list_wholes(t, whole_of);
    text_char(strings, 0, 1); /* gabi, "String Table": index 0 is no name */
    size_t spent = 0;
    for (size_t i = 0; i < t->n; i++) {
        struct whole *w = &wholes[whole_of[i]];
        at[i] = strings->n;
        if (add_plain(t, &t->v[i], &spent, strings))
            continue;
        if (!w->at) {
            w->at = strings->n;
            text_add(strings, w->name);
            text_add_n(strings, t->v[i].is_plt ? "@plt" : "", t->v[i].is_plt ? sizeof("@plt") : 1);
        }
        at[i] = w->at + (uint64_t)(t->v[i].name - w->name);
    }
    free(wholes);
    free(whole_of);
    return at;
}
