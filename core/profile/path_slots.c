#include "core/profile/path_slots.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* Larger tables have the same order, so what is put into one is put from its front to its end. */
void path_slots_room(struct path_slots *s, size_t n)
{
    if (s->v && n + n / 2 < s->mask)
        return;
    struct path_slots old = *s;
    if (!s->v)
        *s = (struct path_slots){ .mask = 511, .shift = 23 };
    do {
        s->mask = s->mask * 2 + 1;
        s->shift--;
    } while (n + n / 2 >= s->mask);
    s->v = mem_table(s->mask + 1, sizeof(*s->v));
    for (size_t i = 0; old.v && i <= old.mask; i++) {
        size_t at = old.v[i].hash >> s->shift;
        while (old.v[i].found && s->v[at].found)
            at = (at + 1) & s->mask;
        if (old.v[i].found)
            s->v[at] = old.v[i];
    }
    free(old.v);
}
