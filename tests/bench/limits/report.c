/* report by command, object and symbol: of samples alone, and with their callers and the graph of whom they called. */
#include <stdio.h>
#include <stdlib.h>

#include "paths.h"
#include "read/places.h"
#include "views.h"

struct row {
    uint32_t comm, function;
    uint64_t samples, period, total; /* total: with what it called */
};

struct rows {
    struct row *v;
    size_t n, cap;
    struct table by_key;
    struct known {
        uint64_t at;
        uint32_t object, comm, row; /* comm: + 1; 0: nothing is known */
    } known[PLACES_CACHE];
};

static struct row *row_of(struct rows *r, uint32_t comm, uint32_t function)
{
    uint32_t *at = table_at(&r->by_key, table_hash((uint64_t)comm << 32 | function));
    if (!*at) {
        r->v = table_room(r->v, r->n, &r->cap, sizeof(*r->v));
        r->v[r->n++] = (struct row){ comm, function, 0, 0, 0 };
        *at = (uint32_t)r->n;
    }
    return &r->v[*at - 1];
}

static int by_period(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->period > y->period ? -1 : x->period < y->period;
}

static int by_total(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->total > y->total ? -1 : x->total < y->total;
}

static void add_share(struct out *o, uint64_t part, uint64_t of)
{
    uint64_t share = of ? (uint64_t)((double)part / (double)of * 10000 + 0.5) : 0;
    out_number(o, share / 100, 4);
    out_char(o, '.');
    out_digits(o, share % 100, 2);
    out_bytes(o, "%  ", 3);
}

static void add_row(struct places *k, const struct row *r, struct out *o)
{
    struct objects *x = &k->state->objects;
    const struct function *f = &k->functions[r->function];
    places_add(k, r->comm, o);
    out_bytes(o, "  ", 2);
    places_add(k, f->object ? x->v[f->object - 1]->name : 0, o);
    out_bytes(o, "  ", 2);
    if (f->symbol)
        places_add(k, places_name(k, r->function), o);
    else
        out_hex(o, f->at, 16);
    out_char(o, '\n');
}

/* The row of a command at a place, which is known or else looked up. */
static inline uint32_t row_at(struct places *k, struct rows *rows, uint32_t comm, struct place at)
{
    struct known *known =
        &rows->known[(size_t)(table_mix(at.at, (uint64_t)comm << 32 | at.object) >> 40) % PLACES_CACHE];
    if (known->at != at.at || known->object != at.object || known->comm != comm + 1) {
        const struct row *r = row_of(rows, comm, places_function(k, at.object, at.at));
        *known = (struct known){ at.at, at.object, comm + 1, (uint32_t)(r - rows->v) };
    }
    return known->row;
}

void views_flat(struct capture *c, struct out *o)
{
    struct places *k = places_begin(c);
    struct rows *rows = table_new(1, sizeof(*rows));
    uint64_t sum = 0;
    for (const struct moment *m; (m = state_next_sample(k->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct thread *t = state_thread(k->state, u32(p + l->tid), u32(p + l->tid + 4));
        struct place at = places_at(places_space(k, t, p), u64(p + l->ip));
        uint32_t row = row_at(k, rows, t->comm, at);
        struct row *r = &rows->v[row];
        r->samples++;
        r->period += capture_period(l, p);
    }
    for (size_t i = 0; i < rows->n; i++)
        sum += rows->v[i].period;
    if (rows->n)
        qsort(rows->v, rows->n, sizeof(*rows->v), by_period);
    for (size_t i = 0; i < rows->n && (double)rows->v[i].period >= 0.0005 * (double)sum; i++) {
        out_room(o);
        add_share(o, rows->v[i].period, sum);
        add_row(k, &rows->v[i], o);
    }
    views_found("period", sum);
    views_found("rows", rows->n);
}

/* ---- with callers ---- */

/* The tree of paths: what was counted below each, and who is called from where. */
struct graph {
    struct paths *p;
    struct places *k;
    uint64_t *total;
    uint32_t *first, *called; /* those called by a path stand at called[first[path]] on, by frame */
    struct out *o;
    uint64_t least;
};

/* Whom each path calls, by counting: callers have lower numbers than those they call. */
static void graph_of(struct graph *g)
{
    const size_t n = g->p->n;
    g->total = table_new(n, sizeof(*g->total));
    g->first = table_new(n + 2, sizeof(*g->first));
    g->called = table_new(n, sizeof(*g->called));
    for (size_t i = n; i-- > 1;) {
        g->total[i] += g->p->v[i].period;
        g->total[g->p->v[i].caller] += g->total[i];
        g->first[g->p->v[i].caller + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        g->first[i] += g->first[i - 1];
    for (size_t i = 1; i < n; i++)
        g->called[g->first[g->p->v[i].caller + 1]++] = (uint32_t)i;
}

struct list {
    uint32_t *v;
    size_t n, cap;
};

static void list_add(struct list *l, uint32_t path)
{
    l->v = table_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n++] = path;
}

static const uint32_t *called_by(const struct graph *g, uint32_t path, const uint32_t **end)
{
    *end = g->called + g->first[path + 1];
    return g->called + g->first[path];
}

/* Whom these paths call, by function, and those whom they call in turn: as long as it is not too little. */
static void show_called(struct graph *g, const struct list *from, uint64_t *weight, size_t depth, uint64_t of)
{
    struct list functions = { 0 };
    const uint32_t *at, *end;
    for (size_t i = 0; i < from->n; i++)
        for (at = called_by(g, from->v[i], &end); at < end; at++) {
            uint32_t f = g->p->v[*at].frame;
            if (!weight[f] && g->total[*at])
                list_add(&functions, f);
            weight[f] += g->total[*at];
        }
    size_t kept = 0;
    uint64_t *sums = table_new(functions.n, sizeof(*sums));
    for (size_t i = 0; i < functions.n; i++) {
        uint64_t sum = weight[functions.v[i]];
        weight[functions.v[i]] = 0;
        if (sum < g->least)
            continue;
        sums[kept] = sum;
        functions.v[kept++] = functions.v[i];
    }
    for (size_t k = 0; k < kept; k++) {
        struct list next = { 0 };
        for (size_t i = 0; i < from->n; i++)
            for (at = called_by(g, from->v[i], &end); at < end; at++)
                if (g->p->v[*at].frame == functions.v[k])
                    list_add(&next, *at);
        out_room(g->o);
        for (size_t i = 0; i < depth && i < PLACES_CHAIN; i++)
            out_bytes(g->o, "          |", 11);
        out_bytes(g->o, "--", 2);
        add_share(g->o, sums[k], of);
        places_add(g->k, places_name(g->k, functions.v[k]), g->o);
        out_char(g->o, '\n');
        show_called(g, &next, weight, depth + 1, of);
        free(next.v);
    }
    free(sums);
    free(functions.v);
}

/* Every path below one of a command: to `see` with whether its function is the outermost such one in it. */
static void walk(const struct graph *g, uint32_t root, uint32_t *on,
                 void (*see)(void *arg, uint32_t root, uint32_t path, bool outermost), void *arg)
{
    struct list stack = { 0 };
    const uint32_t *at, *end;
    list_add(&stack, root);
    while (stack.n) {
        uint32_t path = stack.v[--stack.n];
        if (path & PATH_COMM) { /* on the way back */
            on[g->p->v[path & ~PATH_COMM].frame]--;
            continue;
        }
        if (path != root) {
            see(arg, root, path, !on[g->p->v[path].frame]++);
            list_add(&stack, path | PATH_COMM);
        }
        for (at = called_by(g, path, &end); at < end; at++)
            list_add(&stack, *at);
    }
    free(stack.v);
}

struct totals {
    struct graph *g;
    struct rows *rows;
    uint64_t least;
    struct list *paths; /* by row, of those that are shown */
};

static void add_up(void *arg, uint32_t root, uint32_t path, bool outermost)
{
    struct totals *t = arg;
    const struct path *p = &t->g->p->v[path];
    struct row *r = row_of(t->rows, t->g->p->v[root].frame & ~PATH_COMM, p->frame);
    r->samples += p->samples;
    r->period += p->period;
    r->total += outermost ? t->g->total[path] : 0;
}

static void collect(void *arg, uint32_t root, uint32_t path, bool outermost)
{
    struct totals *t = arg;
    if (t->g->total[path] == 0 || !outermost)
        return;
    struct row *r = row_of(t->rows, t->g->p->v[root].frame & ~PATH_COMM, t->g->p->v[path].frame);
    if (r->total >= t->least)
        list_add(&t->paths[r - t->rows->v], path);
}

static void count_chains(struct capture *c, struct places *k, struct paths *paths)
{
    struct place v[PLACES_CHAIN];
    for (const struct moment *m; (m = state_next_sample(k->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct thread *t = state_thread(k->state, u32(p + l->tid), u32(p + l->tid + 4));
        size_t n = places_chain(k, t, l, p, v);
        uint32_t at = path_of(paths, 0, t->comm | PATH_COMM);
        while (n--)
            at = path_of(paths, at, v[n].function);
        paths->v[at].samples++;
        paths->v[at].period += capture_period(l, p);
    }
}

static void report(struct capture *c, struct out *o, bool graph)
{
    struct places *k = places_begin(c);
    struct paths paths = { 0 };
    struct graph g = { .p = &paths, .k = k, .o = o };
    struct totals t = { .g = &g, .rows = table_new(1, sizeof(*t.rows)) };
    const uint32_t *at, *end;
    count_chains(c, k, &paths);
    graph_of(&g);
    uint32_t *on = table_new(k->nfunctions, sizeof(*on));
    uint64_t *weight = table_new(k->nfunctions, sizeof(*weight)), sum = g.total[0];
    for (at = called_by(&g, 0, &end); at < end; at++)
        walk(&g, *at, on, add_up, &t);
    t.least = g.least = (uint64_t)(0.005 * (double)sum);
    t.paths = table_new(t.rows->n, sizeof(*t.paths));
    for (at = called_by(&g, 0, &end); graph && at < end; at++)
        walk(&g, *at, on, collect, &t);
    struct row *shown = table_new(t.rows->n, sizeof(*shown));
    memcpy(shown, t.rows->v, t.rows->n * sizeof(*shown));
    if (t.rows->n)
        qsort(shown, t.rows->n, sizeof(*shown), by_total);
    for (size_t i = 0; i < t.rows->n && shown[i].total >= t.least; i++) {
        out_room(o);
        add_share(o, shown[i].total, sum);
        add_share(o, shown[i].period, sum);
        add_row(k, &shown[i], o);
        if (!graph)
            continue;
        size_t row = (size_t)(row_of(t.rows, shown[i].comm, shown[i].function) - t.rows->v);
        show_called(&g, &t.paths[row], weight, 0, shown[i].total);
    }
    views_found("period", sum);
    views_found("paths", paths.n);
    views_found("rows", t.rows->n);
}

void views_children(struct capture *c, struct out *o)
{
    report(c, o, true);
}

void views_stacks(struct capture *c, struct out *o)
{
    report(c, o, false);
}
