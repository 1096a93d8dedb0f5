/* Corrects the timeline by facts that only symbol files have, before any worker starts. */
#include "lib/session/session.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Whether a perf map or jitdump of the process names code in a mapping. */
static bool fit_is_named(void *arg, const struct map *m)
{
    const struct symtab *t = resolver_symtab(arg, m);
    if (!t)
        return false;
    const size_t n = sort_count_up_to(t->v, t->n, sizeof(*t->v), map_end(m) - 1);
    return n && t->v[n - 1].end > m->start;
}

/* Whether the recording's clock is CLOCK_MONOTONIC, as in jitdumps. */
static bool is_monotonic(const struct events *es)
{
    enum { CLOCK_IS_MONOTONIC = 1 }; /* linux/time.h */
    uint32_t i = 0;
    while (i < es->n && attr_has(&es->v[i].attr, ATTR_USE_CLOCKID) &&
           es->v[i].attr.clockid == CLOCK_IS_MONOTONIC)
        i++;
    return i && i == es->n;
}

/* Adds JIT code at addresses where the program had put other code before. */
static void fit_replaced(struct session *s)
{
    size_t n;
    timeline_objects(s->timeline, &n);
    bool *seen = mem_new(n, sizeof(*seen));
    for (size_t i = 0; i < timeline_count_spaces(s->timeline); i++) {
        const struct space *space = timeline_space_view(s->timeline, i).space;
        const struct map *m;
        for (size_t k = 0; (m = space_nth_map(space, k)) != NULL; k++) {
            const struct object *o = m->how->object;
            if (o->kind != OBJECT_JIT || seen[o->index])
                continue;
            seen[o->index] = true;
            const struct symtab *t = resolver_symtab(s->resolver, m);
            if (t && t->nreplaced)
                timeline_add_jit_pieces(s->timeline, o, t->replaced, t->nreplaced);
        }
    }
    free(seen);
}

void session_fit_timeline(struct session *s)
{
    const struct map *kernel = timeline_kernel_map(s->timeline, -1);
    uint64_t start, end;
    if (s->depth >= SESSION_RESOLVE)
        return;
    s->depth = SESSION_RESOLVE;
    timeline_assume_remapped(s->timeline, fit_is_named, s->resolver);
    if (timeline_has_jit_code(s->timeline) && is_monotonic(&s->capture->events))
        fit_replaced(s);
    if (kernel && resolver_kernel_extent(s->resolver, kernel, &start, &end))
        timeline_set_kernel_extent(s->timeline, -1, start, end);
    s->first_notes = s->sources.nnotes;
}
