#include "core/compare/runs.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* A path may become a row if it has more than 0.5 % of its event's total cost on one side. It is redundant
   if a path that is one step longer has 95 % of its cost on both sides, or three quarters of its change. */
#define LEAST_SHARE 0.005
#define SAME_SHARE  0.95
#define SAME_CHANGE 0.75

/* By path and run: the cost and samples of the path. They include all longer paths that begin with the
   path. */
struct sums {
    uint32_t runs;
    double *cost;
    uint64_t *samples;
    struct path_means mean;
};

static struct sums sums_of(const struct run_paths *t, uint32_t event, const struct path_rows_opts *o,
                           uint32_t runs)
{
    struct sums s = { .runs = runs,
                      .cost = mem_new(t->n * runs, sizeof(*s.cost)),
                      .samples = mem_new(t->n * runs, sizeof(*s.samples)),
                      .mean = path_rows_means(t, event, o, runs) };
    for (size_t i = 0; i < t->ncosts; i++) {
        const struct run_path_cost *c = &t->costs[i];
        if (c->event != event)
            continue;
        s.cost[(size_t)c->path * runs + c->run] += c->cost * o->factors[c->run];
        s.samples[(size_t)c->path * runs + c->run] += c->samples;
    }
    for (size_t i = t->n; i-- > 1;)
        for (uint32_t j = 0; j < runs; j++) {
            s.cost[(size_t)t->v[i].parent * runs + j] += s.cost[i * runs + j];
            s.samples[(size_t)t->v[i].parent * runs + j] += s.samples[i * runs + j];
        }
    return s;
}

static void sums_free(struct sums *s)
{
    free(s->cost);
    free(s->samples);
    path_rows_means_free(&s->mean);
}

struct path_means path_rows_means(const struct run_paths *t, uint32_t event, const struct path_rows_opts *o,
                                  uint32_t runs)
{
    struct path_means m = { mem_new(t->n, sizeof(*m.before)), mem_new(t->n, sizeof(*m.after)) };
    for (size_t i = 0; i < t->ncosts; i++) {
        const struct run_path_cost *c = &t->costs[i];
        const double cost = c->cost * o->factors[c->run];
        if (c->event != event)
            continue;
        if (c->run < o->before)
            m.before[c->path] += cost / o->before;
        else
            m.after[c->path] += cost / (runs - o->before);
    }
    for (size_t i = t->n; i-- > 1;) {
        m.before[t->v[i].parent] += m.before[i];
        m.after[t->v[i].parent] += m.after[i];
    }
    return m;
}

void path_rows_means_free(struct path_means *m)
{
    free(m->before);
    free(m->after);
}

/* ---- which paths are rows ---- */

/* Per path, whether it has enough cost and samples to be judged. malloc'ed. */
static bool *large_ones(const struct run_paths *t, const struct sums *s, const double total[2],
                        uint64_t min_samples)
{
    bool *large = mem_new(t->n, sizeof(*large));
    for (size_t i = 1; i < t->n; i++) {
        uint64_t samples = 0;
        for (uint32_t j = 0; j < s->runs; j++)
            samples += s->samples[i * s->runs + j];
        const bool is_heavy = s->mean.before[i] > total[0] * LEAST_SHARE ||
                              s->mean.after[i] > total[1] * LEAST_SHARE;
        large[i] = t->v[i].function && samples >= min_samples && is_heavy;
    }
    return large;
}

/* Whether a path makes its parent redundant, because it has nearly all of the parent's cost, or most of
   its change. */
static bool says_all_of(const struct path_means *m, size_t path, size_t parent)
{
    const double change = m->after[path] - m->before[path], of = m->after[parent] - m->before[parent];
    const bool has_its_cost = m->before[path] >= m->before[parent] * SAME_SHARE &&
                              m->after[path] >= m->after[parent] * SAME_SHARE,
               has_its_change = change * of > 0 && fabs(change) >= fabs(of) * SAME_CHANGE;
    return has_its_cost || has_its_change;
}

/* A path that becomes a row. */
struct chosen {
    const char *text;
    size_t path;
};

static int by_text(const void *a, const void *b, const void *arg UNUSED)
{
    const struct chosen *x = a, *y = b;
    return strcmp(x->text, y->text);
}

void path_rows_add(struct runs *r, struct run_paths *t, uint32_t event, const struct path_rows_opts *o)
{
    struct sums s = sums_of(t, event, o, r->n);
    const double total[2] = { runs_mean_total(r, event, 0, o->before),
                              runs_mean_total(r, event, o->before, r->n) };
    bool *large = large_ones(t, &s, total, o->min_samples), *said = mem_new(t->n, sizeof(*said));
    struct chosen *chosen = mem_new(t->n, sizeof(*chosen));
    size_t n = 0;
    for (size_t i = 1; i < t->n; i++)
        said[t->v[i].parent] = said[t->v[i].parent] || (large[i] && says_all_of(&s.mean, i, t->v[i].parent));
    for (size_t i = 1; i < t->n; i++) {
        struct text text = { 0 };
        if (!large[i])
            continue;
        run_paths_text(t, (uint32_t)i, &text);
        if (!said[i] || o->wanted(o->arg, event, text.s))
            chosen[n++] = (struct chosen){ t->v[i].row = arena_names_intern(&r->names, text.s), i };
        text_free(&text);
    }
    sort_by(chosen, n, sizeof(*chosen), by_text, NULL);
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < r->n; j++) {
            const size_t at = chosen[i].path * r->n + j;
            runs_add_cost(
                r, j, &(struct run_row){ .section = RUN_PATH, .event = event, .function = chosen[i].text },
                s.cost[at], s.samples[at]);
        }
    free(chosen);
    free(large);
    free(said);
    sums_free(&s);
}

/* ---- the parts of a row ---- */

/* The parts found so far. */
struct path_rows_sums {
    struct path_part *v;
    size_t n, cap;
    struct idmap known; /* by kind and place: index + 1 */
};

static void path_rows_add_part(struct path_rows_sums *p, enum path_part_kind kind,
                               const struct run_path *path, double before, double after)
{
    uint64_t place = 0;
    if (kind == PATH_CALLER || kind == PATH_CALLEE)
        place = path->place;
    uint32_t *known = idmap_find_or_add(&p->known, (uint64_t)kind << 32 | place);
    if (!*known) {
        *MEM_ADD(p->v, p->n, p->cap) = (struct path_part){ .kind = kind, .path = place ? path : NULL };
        *known = (uint32_t)p->n;
    }
    p->v[*known - 1].before += before;
    p->v[*known - 1].after += after;
}

static bool is_of(const struct run_path *path, const struct run_row *row)
{
    if (row->section == RUN_PATH)
        return path->row == row->function;
    return path->function && path->function == row->function && path->object == row->object;
}

struct path_part *path_rows_parts(const struct run_paths *t, const struct path_means *m,
                                  const struct run_row *row, size_t *n)
{
    enum { OUTSIDE, TOPMOST, INSIDE };
    uint8_t *where = mem_new(t->n, sizeof(*where));
    struct path_rows_sums p = { .n = 0 };
    for (size_t i = 1; i < t->n; i++) {
        const struct run_path *path = &t->v[i], *parent = &t->v[path->parent];
        const double before = m->before[i], after = m->after[i];
        if (where[path->parent] != OUTSIDE)
            where[i] = INSIDE;
        else
            where[i] = is_of(path, row) ? TOPMOST : OUTSIDE;
        if (where[i] == TOPMOST) {
            path_rows_add_part(&p, PATH_ITSELF, path, before, after);
            if (row->section != RUN_PATH)
                path_rows_add_part(&p, PATH_CALLER, parent, before, after);
        } else if (where[path->parent] == TOPMOST) {
            path_rows_add_part(&p, path->function ? PATH_CALLEE : PATH_REST, path, before, after);
            path_rows_add_part(&p, PATH_ITSELF, path, -before, -after);
        }
    }
    idmap_free(&p.known);
    free(where);
    *n = p.n;
    return p.v;
}
