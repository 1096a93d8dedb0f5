/* OBJECT+0xADDR: an address as nameless rows show it, which is none of a process but one of the object. */
#include <stdlib.h>
#include <string.h>

#include "cli/explain/show.h"

static bool is_called(const struct object *o, const char *name, size_t n)
{
    return (strlen(o->name) == n && !memcmp(o->name, name, n)) ||
           (strlen(o->path) == n && !memcmp(o->path, name, n));
}

/* The first map of such an object in a space that has the address in it. */
static bool find_in(struct explain *x, const struct space *s, const char *name, size_t n, uint64_t addr)
{
    const struct map *m;
    struct when from, until;
    for (size_t i = 0; (m = space_map(s, i)) != NULL; i++) {
        if (!is_called(m->object, name, n))
            continue;
        uint64_t into = addr - resolver_place(x->session.resolver, m, m->start).addr;
        x->avma = m->start + into;
        if (into < m->end - m->start)
            break;
    }
    if (m && !x->time && space_find(s, x->avma, x->when, &from, &until) != m)
        x->when = m->from; /* gone, or covered, at the end */
    return m;
}

bool explain_offset(struct explain *x)
{
    const struct timeline *t = x->session.timeline;
    const char *plus = strrchr(x->about, '+');
    char *end;
    if (!plus || plus == x->about || strncmp(plus + 1, "0x", 2))
        return false;
    uint64_t addr = strtoull(plus + 1, &end, 16);
    size_t n = (size_t)(plus - x->about), nobjects;
    const struct object *const *objects = timeline_objects(t, &nobjects);
    for (size_t i = 0; !*end && i < nobjects; i++) {
        const struct space *s = timeline_kernel(t, objects[i]->machine);
        if (s && is_called(objects[i], x->about, n) && find_in(x, s, x->about, n, addr))
            return true;
    }
    for (size_t i = 0; !*end && i < timeline_spaces(t); i++) {
        struct space_view v = timeline_space_view(t, i);
        if ((x->pid < 0 || x->pid == v.pid) && find_in(x, v.space, x->about, n, addr)) {
            x->pid = v.pid;
            return true;
        }
    }
    return false;
}
