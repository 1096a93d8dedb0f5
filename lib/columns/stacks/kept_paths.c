#include "lib/columns/stacks/kept_paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

bool kept_paths_fit(const struct kept_paths *k, const struct count_opts *o)
{
    return k->of_stack && k->by_address == o->by_address && k->at_calls == o->at_calls &&
           k->in_objects == o->in_objects && k->exact == o->exact && k->inlines == o->inlines;
}

/* Puts paths, which stand behind their parents, into depth-first order. to[i] receives the new number of path i. */
static void order_depth_first(struct paths *p, uint32_t *to)
{
    uint32_t *next = mem_new(
        p->n, sizeof(*next)); /* the size of path i with all behind it, then the place of its next child */
    struct path *v = mem_new(p->n, sizeof(*v));
    for (size_t i = p->n; --i;)
        next[p->v[i].parent] += ++next[i];
    next[PATH_OUTSIDE] = 1;
    for (size_t i = 1; i < p->n; i++) {
        const uint32_t parent = p->v[i].parent, place = next[parent];
        assert(parent < i);
        next[parent] += next[i];
        next[i] = place + 1;
        to[i] = place;
        v[place] = (struct path){ to[parent], p->v[i].kind };
    }
    free(p->v);
    free(next);
    p->v = v;
    p->cap = p->n;
}

void kept_paths_put(struct kept_paths *k, const struct count_opts *o, struct paths *paths, uint32_t *of_stack,
                    size_t nstacks)
{
    kept_paths_free(k);
    paths_make_root(paths);
    paths_drop_slots(paths);
    paths_share_frames(paths);
    uint32_t *to = mem_new(paths->n, sizeof(*to));
    order_depth_first(paths, to);
    for (size_t i = 0; i < nstacks; i++)
        of_stack[i] = to[of_stack[i]];
    free(to);
    *k = (struct kept_paths){ .of_stack = of_stack,
                              .paths = *paths,
                              .by_address = o->by_address,
                              .at_calls = o->at_calls,
                              .in_objects = o->in_objects,
                              .exact = o->exact,
                              .inlines = o->inlines };
    *paths = (struct paths){ 0 };
}

/* Per path how many of the ends are at it, and how many paths of the result begin with it; 0: it is not in the result. */
struct kept_use {
    uint32_t ends, paths;
};

static struct kept_use *kept_uses(const struct kept_paths *k, const uint32_t *path, size_t n)
{
    struct kept_use *used = mem_new(k->paths.n, sizeof(*used));
    for (size_t i = 0; i < n; i++)
        used[path[i]].ends++;
    for (size_t i = k->paths.n; --i;) {
        if (!used[i].ends && !used[i].paths)
            continue;
        used[i].paths++;
        used[k->paths.v[i].parent].paths += used[i].paths;
    }
    used[PATH_OUTSIDE].paths++;
    return used;
}

/* Afterwards used[i].ends is the place of the next end of path i, and used[i].paths the number of path i in the result. */
static void take_used(const struct kept_paths *k, struct kept_use *used, struct paths *out)
{
    const size_t n = used[PATH_OUTSIDE].paths;
    uint32_t ends = 0;
    out->v = mem_resize(NULL, n, sizeof(*out->v));
    out->until = mem_resize(NULL, n, sizeof(*out->until));
    out->first_end = mem_resize(NULL, n + 1, sizeof(*out->first_end));
    for (size_t i = 0; out->n < n; i++) {
        if (!used[i].paths)
            continue;
        const uint32_t at = (uint32_t)out->n++, has = used[i].ends;
        out->v[at] = (struct path){ used[k->paths.v[i].parent].paths, k->paths.v[i].kind };
        out->until[at] = at + used[i].paths;
        out->first_end[at] = ends;
        used[i] = (struct kept_use){ ends, at };
        ends += has;
    }
    out->v[PATH_OUTSIDE] = k->paths.v[PATH_OUTSIDE];
    out->first_end[n] = ends;
    out->cap = n;
}

void kept_paths_take(const struct kept_paths *k, const uint32_t *path, size_t n, struct paths *out,
                     uint32_t *order)
{
    struct kept_use *used = kept_uses(k, path, n);
    take_used(k, used, out);
    for (size_t i = 0; i < n; i++)
        order[used[path[i]].ends++] = (uint32_t)i;
    free(used);
    paths_take_frames(out, &k->paths);
}

void kept_paths_free(struct kept_paths *k)
{
    free(k->of_stack);
    paths_free(&k->paths);
    *k = (struct kept_paths){ 0 };
}
