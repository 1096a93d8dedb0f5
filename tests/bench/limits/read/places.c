#include "read/places.h"

#include <stdio.h>

struct places *places_begin(const struct capture *c)
{
    struct places *k = table_new(1, sizeof(*k));
    k->state = table_new(1, sizeof(*k->state));
    state_init(k->state, c);
    k->functions = table_room(k->functions, k->nfunctions++, &k->cap_functions, sizeof(*k->functions));
    k->functions[0] = (struct function){ 0 };
    return k;
}

uint32_t places_function(struct places *k, uint32_t object, uint64_t at)
{
    struct objects *o = &k->state->objects;
    struct symbol *symbol = object ? objects_symbol(o, o->v[object - 1], at) : NULL;
    uint64_t first = symbol ? symbol->start : k->lumps ? 0 : at;
    uint32_t *number = table_at(&k->by_symbol, table_mix(first, (uint64_t)object << 1 | !symbol));
    if (!*number) {
        *number = (uint32_t)k->nfunctions;
        k->functions = table_room(k->functions, k->nfunctions, &k->cap_functions, sizeof(*k->functions));
        k->functions[k->nfunctions++] = (struct function){ object, 0, at, symbol };
    }
    return *number;
}

uint32_t places_name(struct places *k, uint32_t function)
{
    struct function *f = &k->functions[function];
    struct objects *o = &k->state->objects;
    char text[4096];
    if (f->name)
        return f->name;
    if (f->symbol)
        return f->name = objects_shown(o, f->symbol);
    int n =
        snprintf(text, sizeof(text), "[%s]", f->object ? o->names[o->v[f->object - 1]->name].s : "unknown");
    return f->name = objects_name(o, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

size_t places_stack(struct places *k, const struct thread *t, const struct layout *l, const uint8_t *p,
                    struct place *v)
{
    uint64_t addresses[UNWIND_FRAMES];
    k->unwind = k->unwind ? k->unwind : unwind_new(k->state);
    size_t n = unwind_stack(k->unwind, t->space, l, p, addresses);
    for (size_t i = 0; i < n; i++)
        v[i] = places_of(k, t->space, addresses[i]);
    return n;
}
