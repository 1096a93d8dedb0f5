#include "core/annotate/listing.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"

enum { NO_OBJECT = -1 };

static struct cell weights_get_place(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    if (!p->object)
        return (struct cell){ .v = v->resolved->addr, .tag = (uint32_t)NO_OBJECT };
    return (struct cell){ .v = p->at, .tag = p->object->index };
}

/* The number of changes to the kernel's code before a sample. */
static struct cell get_pokes(const struct view *v)
{
    size_t n;
    const struct poke *pokes = timeline_pokes(v->timeline, &n);
    const struct object *o = v->resolved->place.object;
    const bool kernel = o && (o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE);
    return (struct cell){ .v = kernel ? when_count_until(pokes, n, sizeof(*pokes), v->sample->when) : 0 };
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static uint64_t object_rank(const struct object *o)
{
    if (!o)
        return UINT64_MAX;
    return o->index;
}

static uint64_t symbol_rank(const struct symbol *s)
{
    if (!s)
        return UINT64_MAX;
    return (uintptr_t)s; /* all symbols of an object are in one array */
}

/* Sorts by object, symbol, address, event and time. Rows without a symbol come last in their object, rows without an
   object last of all. */
static int weights_by_place(const void *a, const void *b)
{
    const struct weight_row *x = a, *y = b;
    int by_object = order(object_rank(x->object), object_rank(y->object));
    int by_symbol = order(symbol_rank(x->symbol), symbol_rank(y->symbol));
    int by_at = order(x->at, y->at);
    int by_event = order(x->event, y->event);
    if (by_object)
        return by_object;
    if (by_symbol)
        return by_symbol;
    if (by_at)
        return by_at;
    if (by_event)
        return by_event;
    return order(x->pokes, y->pokes);
}

static void take_rows(struct weights *w, const struct profile *p, const struct timeline *t,
                      struct resolver *r)
{
    size_t nobjects;
    const struct object *const *objects = timeline_objects(t, &nobjects);
    w->rows = mem_new(p->nrows, sizeof(*w->rows));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const struct cell *at = row_cell(p, row, 0);
        struct weight_row *to = &w->rows[w->n];
        *to = (struct weight_row){ .at = at->v,
                                   .event = row->event,
                                   .pokes = p->nkeys > 1 ? (uint32_t)row_cell(p, row, 1)->v : 0,
                                   .weight = { row->samples, row->period } };
        if (at->tag < nobjects) {
            to->object = objects[at->tag];
            to->symbol = resolver_place_at(r, to->object, to->at).symbol;
        }
        w->n += row->samples != 0;
    }
    mem_sort(w->rows, w->n, sizeof(*w->rows), weights_by_place);
}

static void take_functions(struct weights *w, struct resolver *r)
{
    size_t cap = 0;
    for (size_t i = 0, end; i < w->n; i = end) {
        const struct weight_row *first = &w->rows[i];
        for (end = i + 1;
             end < w->n && w->rows[end].object == first->object && w->rows[end].symbol == first->symbol;)
            end++;
        for (size_t k = i; !first->symbol && k < end; k++)
            weight_add(&w->loose[w->rows[k].event], &w->rows[k].weight);
        if (!first->symbol)
            continue;
        *MEM_ADD(w->functions, w->nfunctions, cap) =
            (struct hot_function){ first->object, resolver_symbol_origin(r, first->object).table,
                                   first->symbol, i, end };
    }
}

struct count_opts weights_opts(const struct count_opts *o, const struct timeline *t)
{
    static const struct key by_address = { .name = "place", .needs_place = true, .get = weights_get_place };
    static const struct key by_pokes = { .name = "pokes", .varies = KEY_VARIES, .get = get_pokes };
    static const struct key *const keys[] = { &by_address, &by_pokes };
    size_t npokes;
    struct count_opts count = *o;
    count.keys = keys;
    timeline_pokes(t, &npokes);
    count.nkeys = npokes ? 2 : 1;
    return count;
}

void weights_take(struct weights *w, const struct profile *p, uint32_t nevents, const struct timeline *t,
                  struct resolver *r)
{
    *w = (struct weights){ .nevents = nevents, .problems = p->problems };
    w->totals = mem_new(w->nevents, sizeof(*w->totals));
    w->loose = mem_new(w->nevents, sizeof(*w->loose));
    for (uint32_t i = 0; i < p->nevents && i < w->nevents; i++) {
        const struct total *total = &p->totals[i];
        w->samples += total->samples;
        w->totals[i] =
            (struct weight){ total->samples - total->hidden_samples, total->period - total->hidden_period };
    }
    take_rows(w, p, t, r);
    take_functions(w, r);
}

/* Sorts the rows of several runs and adds up the rows of the same place. */
static void join_rows(struct weights *w)
{
    size_t kept = 0;
    mem_sort(w->rows, w->n, sizeof(*w->rows), weights_by_place);
    for (size_t i = 0; i < w->n; i++) {
        if (kept && !weights_by_place(&w->rows[kept - 1], &w->rows[i]))
            weight_add(&w->rows[kept - 1].weight, &w->rows[i].weight);
        else
            w->rows[kept++] = w->rows[i];
    }
    w->n = kept;
}

void weights_add(struct weights *w, const struct weights *from, const struct object *const *object_of,
                 const uint32_t *event_of, struct resolver *r)
{
    w->rows = mem_resize(w->rows, w->n + from->n, sizeof(*w->rows));
    for (size_t i = 0; i < from->n; i++) {
        struct weight_row row = from->rows[i];
        row.event = event_of[row.event];
        if (row.event == NO_EVENT)
            continue;
        if (row.object)
            row.object = object_of[row.object->index];
        else
            row.object = NULL;
        if (row.object)
            row.symbol = resolver_place_at(r, row.object, row.at).symbol;
        else
            row.symbol = NULL;
        row.pokes = UINT32_MAX;
        w->rows[w->n++] = row;
    }
    for (uint32_t e = 0; e < from->nevents; e++)
        if (event_of[e] != NO_EVENT)
            weight_add(&w->totals[event_of[e]], &from->totals[e]);
    w->at_calls = w->at_calls || from->at_calls;
    join_rows(w);
    free(w->functions);
    w->functions = NULL;
    w->nfunctions = 0;
    memset(w->loose, 0, w->nevents * sizeof(*w->loose));
    take_functions(w, r);
}

void weights_free(struct weights *w)
{
    free(w->rows);
    free(w->functions);
    free(w->totals);
    free(w->loose);
    *w = (struct weights){ 0 };
}

struct weight weights_of(const struct weights *w, const struct hot_function *f, uint32_t event)
{
    struct weight sum = { 0 };
    for (size_t i = f->first; i < f->end; i++)
        if (w->rows[i].event == event)
            weight_add(&sum, &w->rows[i].weight);
    return sum;
}

struct hot {
    const struct hot_function *f;
    uint32_t event; /* the first event that has samples in the function */
    struct weight weight;
    const struct weights *w;
    uint32_t end; /* end of the events that are compared */
};

static int hotter(const void *a, const void *b)
{
    const struct hot *x = a, *y = b;
    int by = order(x->event, y->event);
    if (!by)
        by = order(y->weight.period, x->weight.period);
    if (!by)
        by = order(y->weight.samples, x->weight.samples);
    for (uint32_t e = x->event + 1; !by && e < x->end; e++)
        by = order(weights_of(y->w, y->f, e).period, weights_of(x->w, x->f, e).period);
    if (by)
        return by;
    return order(x->f->first, y->f->first);
}

const struct hot_function **weights_hottest(const struct weights *w, uint32_t first, uint32_t nevents,
                                            size_t *n)
{
    struct hot *hot = mem_new(w->nfunctions, sizeof(*hot));
    *n = 0;
    for (size_t i = 0; i < w->nfunctions; i++) {
        struct hot *h = &hot[*n];
        *h = (struct hot){ .f = &w->functions[i], .w = w, .event = first, .end = first + nevents };
        while (h->event < h->end && !(h->weight = weights_of(w, h->f, h->event)).samples)
            h->event++;
        *n += h->event < h->end;
    }
    mem_sort(hot, *n, sizeof(*hot), hotter);
    const struct hot_function **v = mem_new(*n, sizeof(*v));
    for (size_t i = 0; i < *n; i++)
        v[i] = hot[i].f;
    free(hot);
    return v;
}
