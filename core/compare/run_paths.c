#include "core/compare/runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"

/* A path's share of its run's cost is in units of 2^-30. A path below LEAST, 0.05 %, counts in the rest of
   its parent. LEAST is a tenth of the smallest share that makes a row (path_rows.c), so that a row that
   shrank to a tenth is still found. */
enum { SHARE_BITS = 30, LEAST = (1 << SHARE_BITS) / 2000 };

void run_paths_free(struct run_paths *t)
{
    free(t->v);
    free(t->costs);
    idmap_free(&t->texts);
    idmap_free(&t->places);
    idmap_free(&t->steps);
    *t = (struct run_paths){ .n = 0 };
}

/* ---- the tree ---- */

static uint32_t run_paths_place_of(struct run_paths *t, const char *object, const char *function,
                                   bool inlined)
{
    const uint64_t o = idmap_number_key(&t->texts, (uintptr_t)object),
                   f = idmap_number_key(&t->texts, (uintptr_t)function);
    return idmap_number_key(&t->places, (uint64_t)inlined << 63 | o << 32 | f);
}

/* The path that continues `parent` by a function, added if it is new. `function` NULL: the rest of
   `parent`. */
static uint32_t step(struct run_paths *t, uint32_t parent, const char *object, const char *function,
                     bool inlined)
{
    const uint32_t place = run_paths_place_of(t, object, function, inlined);
    uint32_t *found = idmap_find_or_add(&t->steps, (uint64_t)parent << 32 | place);
    if (!*found) {
        *found = (uint32_t)t->n;
        *MEM_ADD(t->v, t->n, t->cap) = (struct run_path){
            .parent = parent, .place = place, .object = object, .function = function, .inlined = inlined
        };
    }
    return *found;
}

static void run_paths_begin(struct run_paths *t)
{
    if (!t->n)
        *MEM_ADD(t->v, t->n, t->cap) = (struct run_path){ .parent = RUN_OUTSIDE };
}

/* ---- a run ---- */

/* The share of a period in its event's total period `all`, in units of 2^-SHARE_BITS. */
static uint64_t run_paths_share(uint64_t period, uint64_t all)
{
    const uint64_t unit = all >> SHARE_BITS;
    if (unit)
        return period / unit;
    if (all)
        return (period << SHARE_BITS) / all;
    return 0;
}

/* Per path: its share in the run's cost, including all longer paths that begin with it, summed over
   events. malloc'ed. */
static uint64_t *shares_of(const struct run_counted *c)
{
    const struct paths *p = &c->profile->paths;
    uint64_t *shares = mem_new(p->n, sizeof(*shares));
    for (size_t i = 0; i < p->nends; i++) {
        const uint32_t event = row_at(c->profile, paths_end_row(p, i))->event;
        const struct total *total = &c->profile->totals[event];
        if (c->event_of[event] != NO_EVENT)
            shares[p->ends[i].path] +=
                run_paths_share(p->ends[i].period, total->period - total->hidden_period);
    }
    for (size_t i = p->n; i-- > 1;)
        shares[p->v[i].parent] += shares[i];
    return shares;
}

/* The state of run_paths_add(). */
struct adding {
    const struct run_counted *c;
    /* where: numbers of pairs of event and run; costs: by path and number of the pair: index + 1 of the
       cost */
    struct idmap where, costs;
    uint64_t last; /* the key in `costs` of the last look-up */
    size_t last_cost;
};

/* The cost of an event in a path and a run, added if it is new. */
static struct run_path_cost *cost_of(struct run_paths *t, struct adding *a, uint32_t path, uint32_t event,
                                     uint32_t run)
{
    const uint64_t where = idmap_number_key(&a->where, (uint64_t)event << 32 | run),
                   key = (uint64_t)path << 32 | where;
    if (key != a->last) {
        uint32_t *cost = idmap_find_or_add(&a->costs, key);
        if (!*cost) {
            *MEM_ADD(t->costs, t->ncosts, t->cap_costs) =
                (struct run_path_cost){ .path = path, .event = event, .run = run };
            *cost = (uint32_t)t->ncosts;
        }
        a->last = key;
        a->last_cost = *cost - 1;
    }
    return &t->costs[a->last_cost];
}

/* Add the ends [first, end) of the profile's paths to a path of the tree. */
static void add_ends(struct run_paths *t, struct adding *a, uint32_t path, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const struct path_end *e = &a->c->profile->paths.ends[i];
        const struct row *row = row_at(a->c->profile, paths_end_row(&a->c->profile->paths, i));
        const uint32_t event = a->c->event_of[row->event];
        if (event == NO_EVENT)
            continue;
        struct run_path_cost *cost = cost_of(t, a, path, event, run_counted_run(a->c, row));
        cost->samples += e->samples;
        cost->cost += (double)e->period;
    }
}

/* The path of the tree for path i of a run, which is not below LEAST. If i and its parent count as one
   function (run_names_are_parts()), they have the same path. But if that path ends in an inlined function
   and i does not, i gets a sibling of that path. `of`: the paths of the tree for the paths before i. */
static uint32_t run_paths_path_of(struct run_paths *t, const struct paths *p, uint32_t i, const uint32_t *of,
                                  const struct run_names *names)
{
    const uint32_t row = p->kinds[p->v[i].kind].row, parent = of[p->v[i].parent];
    bool part = row != NO_ROW && parent != RUN_OUTSIDE;
    if (row == NO_ROW)
        return parent;
    const struct run_names *name = &names[row];
    for (uint32_t at = p->v[i].parent; part && of[at] == parent; at = p->v[at].parent) {
        const uint32_t before = p->kinds[p->v[at].kind].row;
        part = before == NO_ROW || run_names_are_parts(&names[before], name);
        /* code without symbols counts as one with all such code of its object */
        if (before != NO_ROW && !name->linked)
            break;
    }
    if (part && (!t->v[parent].inlined || name->inlined))
        return parent;
    return step(t, part ? t->v[parent].parent : parent, name->object, name->function, name->inlined);
}

void run_paths_add(struct run_paths *t, const struct run_counted *c, const struct run_names *names)
{
    const struct paths *p = &c->profile->paths;
    struct adding a = { .c = c };
    uint64_t *shares = shares_of(c);
    uint32_t *of = mem_new(p->n, sizeof(*of));
    run_paths_begin(t);
    for (uint32_t i = 1, next; i < p->n; i = next) {
        const bool small = shares[i] < LEAST || paths_is_other(p, i);
        next = small ? p->until[i] : i + 1;
        if (small)
            of[i] = step(t, of[p->v[i].parent], NULL, NULL, false);
        else
            of[i] = run_paths_path_of(t, p, i, of, names);
        add_ends(t, &a, of[i], p->first_end[i], p->first_end[next]);
    }
    idmap_free(&a.where);
    idmap_free(&a.costs);
    free(shares);
    free(of);
}

void run_paths_rename(struct run_paths *t, bool (*rename)(const void *arg, struct run_path *path),
                      const void *arg)
{
    struct run_paths old = *t;
    uint32_t *to = mem_new(old.n, sizeof(*to));
    *t = (struct run_paths){ .costs = old.costs, .ncosts = old.ncosts, .cap_costs = old.cap_costs };
    old.costs = NULL;
    run_paths_begin(t);
    for (size_t i = 1; i < old.n; i++) {
        struct run_path path = old.v[i];
        const bool kept = !path.function || rename(arg, &path);
        to[i] = to[path.parent];
        if (kept)
            to[i] = step(t, to[i], path.object, path.function, path.inlined);
    }
    for (size_t i = 0; i < t->ncosts; i++)
        t->costs[i].path = to[t->costs[i].path];
    free(to);
    run_paths_free(&old);
}

/* ---- names ---- */

void run_paths_name(const struct run_path *path, struct text *out)
{
    if (strcmp(path->function, "[unknown]") != 0)
        text_add(out, path->function);
    else if (*path->object == '[')
        text_add(out, path->object);
    else
        text_printf(out, "[%s]", path->object);
}

void run_paths_text(const struct run_paths *t, uint32_t path, struct text *out)
{
    size_t n = 0;
    for (uint32_t at = path; at != RUN_OUTSIDE; at = t->v[at].parent)
        n++;
    uint32_t *way = mem_new(n, sizeof(*way));
    for (size_t i = n; i--; path = t->v[path].parent)
        way[i] = path;
    for (size_t i = 0; i < n; i++) {
        if (i)
            text_add(out, ";");
        run_paths_name(&t->v[way[i]], out);
    }
    free(way);
}
