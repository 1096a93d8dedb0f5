#include "core/compare/runs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"

enum { NO_GROUP = UINT32_MAX };

/* Rows of a profile that are one row of a run: of one name, event and run. */
struct group {
    struct run_row row;
    uint32_t run;
    uint32_t covered; /* paths in front of this one are counted */
    uint64_t samples, period;
};

struct groups {
    struct group *v;
    size_t n, cap;
    uint32_t *of; /* per row of the profile: its group, or NO_GROUP */
};

static struct groups groups_of(const struct run_counted *c, const struct run_names *names, bool inlined)
{
    const struct profile *p = c->profile;
    struct idmap texts = { 0 }, places = { 0 }, parts = { 0 }, known = { 0 };
    struct groups g = { .of = mem_new(p->nrows, sizeof(*g.of)) };
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const uint32_t event = c->event_of[row->event];
        g.of[i] = NO_GROUP;
        if (event == NO_EVENT || (names[i].inlined && !inlined))
            continue;
        const uint32_t run = run_counted_run(c, row);
        const uint64_t object = idmap_number(&texts, (uintptr_t)names[i].object),
                       function = idmap_number(&texts, (uintptr_t)names[i].function),
                       place = idmap_number(&places, object << 32 | function),
                       part = idmap_number(&parts, (uint64_t)event << 32 | run);
        g.of[i] = idmap_number(&known, place << 32 | part) - 1;
        if (g.of[i] == g.n)
            *MEM_ADD(g.v, g.n, g.cap) = (struct group){ .row = { .section = RUN_WITH_CALLEES,
                                                                 .event = event,
                                                                 .object = names[i].object,
                                                                 .function = names[i].function,
                                                                 .inlined = inlined },
                                                        .run = run };
    }
    idmap_free(&texts);
    idmap_free(&places);
    idmap_free(&parts);
    idmap_free(&known);
    return g;
}

/* The group of a row; NULL: it has none. */
static struct group *run_callees_group_of(const struct groups *g, uint32_t row)
{
    if (row == NO_ROW || g->of[row] == NO_GROUP)
        return NULL;
    return &g->v[g->of[row]];
}

static void run_callees_add_one(struct group *g, struct path_rest ended)
{
    g->samples += ended.samples;
    g->period += ended.period;
}

/* Count each end once in each group that a step to it is of, where that is first met on the way inwards. */
static void run_callees_count(struct groups *g, const struct paths *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        struct group *of = NULL;
        if (i != PATH_OUTSIDE)
            of = run_callees_group_of(g, p->kinds[p->v[i].kind].row);
        if (of && i >= of->covered) {
            of->covered = p->until[i];
            run_callees_add_one(of, paths_ended(p, i));
        }
        for (uint32_t e = p->first_end[i]; e < p->first_end[i + 1]; e++) {
            struct group *own = run_callees_group_of(g, p->ends[e].row);
            if (own && i >= own->covered)
                run_callees_add_one(own, (struct path_rest){ p->ends[e].samples, p->ends[e].period });
        }
    }
}

/* Add what no path shows, where these are bounded: that two functions of one name are in one chain of it is not known, so
   a group has all samples at most. */
static void count_rests(struct groups *g, const struct runs *r, const struct profile *p)
{
    for (uint32_t i = 0; p->paths.rests && i < p->nrows; i++) {
        struct group *of = run_callees_group_of(g, i);
        if (of)
            run_callees_add_one(of, p->paths.rests[i]);
    }
    for (size_t k = 0; p->paths.rests && k < g->n; k++) {
        struct group *of = &g->v[k];
        uint64_t samples;
        const double cost = runs_total(r, of->row.event, of->run, &samples);
        if (of->samples >= samples)
            of->samples = samples;
        if ((double)of->period >= cost)
            of->period = (uint64_t)cost;
    }
}

void run_callees_add(struct runs *r, const struct run_counted *c, const struct run_names *names)
{
    for (int inlined = 0; inlined < 2; inlined++) {
        struct groups g = groups_of(c, names, inlined);
        run_callees_count(&g, &c->profile->paths);
        count_rests(&g, r, c->profile);
        for (size_t i = 0; i < g.n; i++)
            if (g.v[i].samples)
                runs_add_to(r, g.v[i].run, &g.v[i].row, (double)g.v[i].period, g.v[i].samples);
        free(g.v);
        free(g.of);
    }
}
