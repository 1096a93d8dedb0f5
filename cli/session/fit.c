/* What only symbols tell of what was mapped: the timeline is made to fit them before any worker starts. */
#include "cli/session/session.h"

#include "core/base/sort_by.h"

/* Whether what a process says of the code that it made has names in a mapping. */
static bool is_named(void *arg, const struct map *m)
{
    const struct symtab *t = resolver_symtab(arg, m);
    const size_t n = t ? sort_by_up_to(t->v, t->n, sizeof(*t->v), map_end(m) - 1) : 0;
    return n && t->v[n - 1].end > m->start;
}

void session_fit(struct session *s)
{
    const struct map *kernel = timeline_kernel_map(s->timeline, -1);
    uint64_t start, end;
    if (s->depth >= SESSION_RESOLVE)
        return;
    s->depth = SESSION_RESOLVE;
    timeline_assume_remapped(s->timeline, is_named, s->resolver);
    if (kernel && resolver_kernel_extent(s->resolver, kernel, &start, &end))
        timeline_fit_kernel(s->timeline, -1, start, end);
}
