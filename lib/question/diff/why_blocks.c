#include "lib/question/diff/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/annotate/match/match.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

/* MOST: functions that are examined. LEAST_SHARE: the least share of each in the cost of a side (struct
   run_spots has functions from a fifth of it on). LEAST_OF_BUILD: the share of a function's cost on its
   side that one build must have. */
enum { MOST = 10 };
#define LEAST_SHARE    0.01
#define LEAST_OF_BUILD 0.9

/* A function that changed. */
struct why_blocks_asked {
    struct judged_row *row;
    uint32_t event;
    double change; /* of the shares, approximately */
    /* symbol name of the function that contains the code: the row's function, or the one into which it is
       inlined */
    const char *linked;
    struct asked_side {
        const struct object *object;
        struct spot {
            const struct run_spot *spot;
            const char *linked; /* the symbol name that both sides use */
            bool is_row;        /* the row's function is at this address */
        } * v;                  /* spots in the function's object, by address; n 0: no useful ones */
        size_t n;
        struct hot_function function;
        const struct listing *l; /* NULL: no listing */
    } side[MATCH_SIDES];
};

/* A side: one of its runs, opened again, and the samples of all its runs at the addresses of the
   functions. */
struct opened {
    struct session s;
    const struct map **maps; /* by object: its first mapping */
    struct code *code;
    struct weights w;
    struct listings listings;
    double *cost; /* per row of the weights */
    uint64_t *samples;
    bool is_open, is_listed;
};

struct looking {
    struct replicates *r;
    const struct diff_opts *o;
    struct outlet *err;
    struct why_blocks_asked v[MOST];
    size_t n;
    struct opened opened[MATCH_SIDES];
};

/* ---- which functions ---- */

static void why_blocks_ask(struct looking *g, struct judged_row *row, uint32_t event)
{
    const double most = fmax(row->cost.before, row->cost.after),
                 share = fmax(row->share.before, row->share.after);
    struct why_blocks_asked a = { .row = row,
                                  .event = event,
                                  .change = share * fabs(row->cost.after - row->cost.before) / most };
    size_t at = g->n < MOST ? g->n++ : MOST;
    if (at == MOST && a.change <= g->v[--at].change)
        return;
    for (; at && g->v[at - 1].change < a.change; at--)
        g->v[at] = g->v[at - 1];
    g->v[at] = a;
}

static void ask_all(struct looking *g, struct judged *sections, size_t n)
{
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < sections[s].n; i++) {
            struct judged_row *row = &sections[s].v[i];
            if (sections[s].section == RUN_FUNCTION && row->verdict <= VERDICT_BETTER &&
                row->cost.before > 0 && row->cost.after > 0 &&
                fmax(row->share.before, row->share.after) >= LEAST_SHARE)
                why_blocks_ask(g, row, sections[s].event);
        }
}

/* ---- which code is where ---- */

static int why_blocks_by_place(const void *a, const void *b)
{
    const struct run_spot *x = ((const struct spot *)a)->spot, *y = ((const struct spot *)b)->spot;
    if (x->build != y->build)
        return (x->build > y->build) - (x->build < y->build);
    if (x->at != y->at)
        return (x->at > y->at) - (x->at < y->at);
    if (x->run != y->run)
        return (x->run > y->run) - (x->run < y->run);
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Finds the weights of a side at the addresses of a function's object, in the build of the object that has
   nearly all of the function's cost. */
static void find_spots(const struct looking *g, const struct why_blocks_asked *a, int side,
                       struct asked_side *out)
{
    const struct run_spots *spots = &g->r->spots;
    const uint32_t before = replicates_count_before(g->r);
    size_t cap = 0, n = 0, best = 0;
    double all = 0, most = 0, cost;
    for (size_t i = 0; i < spots->n; i++) {
        const struct run_spot *s = &spots->v[i];
        if (s->event == a->event && (s->run >= before) == side &&
            run_renames_object(&g->r->renames, spots->functions[s->function].object) == a->row->row->object)
            *MEM_ADD(out->v, n, cap) = (struct spot){ .spot = s };
    }
    mem_sort(out->v, n, sizeof(*out->v), why_blocks_by_place);
    for (size_t i = 0, end; i < n; i = end) {
        for (cost = 0, end = i; end < n && out->v[end].spot->build == out->v[i].spot->build; end++)
            cost += out->v[end].spot->cost;
        all += cost;
        if (cost <= most)
            continue;
        most = cost;
        best = i;
        out->n = end - i;
    }
    if (all * LEAST_OF_BUILD > most)
        out->n = 0;
    if (out->n)
        memmove(out->v, out->v + best, out->n * sizeof(*out->v));
}

/* The object of a build in an open run, with its symbols loaded; NULL: it has none. */
static const struct object *why_blocks_object_of(const struct looking *g, int side, uint32_t build)
{
    const struct opened *d = &g->opened[side];
    size_t n;
    const struct object *const *objects = timeline_objects(d->s.timeline, &n);
    for (size_t i = 0; i < n; i++)
        if (d->maps[i] && run_spots_build(&g->r->spots, objects[i]) == build &&
            resolver_symtab(d->s.resolver, d->maps[i]))
            return objects[i];
    return NULL;
}

/* Finds the symbol's function at each address, and whether the code at the address belongs to the row's
   function, directly or inlined there. */
static void see_functions(const struct looking *g, const struct why_blocks_asked *a, int side,
                          struct asked_side *d)
{
    const struct session *s = &g->opened[side].s;
    const struct run_renames *renames = &g->r->renames;
    const struct run_row *row = a->row->row;
    struct text name = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        struct spot *at = &d->v[i];
        const struct run_names *of = &g->r->spots.functions[at->spot->function];
        struct place p = resolver_place_at(s->resolver, d->object, at->spot->at);
        const bool inlined = p.symbol && !runs_uses_linked_functions(&g->r->runs, of->object);
        struct inlined in = { .n = 0 };
        if (inlined)
            in = resolver_inlined(s->resolver, &p);
        at->linked = run_renames_function(renames, row->object, of->function);
        const char *innermost = at->linked;
        if (in.n) {
            name.n = 0;
            symtab_symbol_name(s->o.demangle, in.v[0], &name);
            innermost = runs_function_name(&g->r->runs, text_str(&name));
            innermost = run_renames_function(renames, row->object, innermost);
        }
        at->is_row = innermost == row->function;
    }
    text_free(&name);
}

/* The cost of a spot in a mean run of its side. */
static double cost_of(const struct looking *g, const struct run_spot *s)
{
    const uint32_t before = replicates_count_before(g->r);
    const uint32_t runs = s->run < before ? before : g->r->runs.n - before;
    return s->cost * g->r->factors[s->run] / runs;
}

/* The symbol name of the function in which the row changed most, in the direction of its verdict. */
static const char *most_changed(const struct looking *g, const struct why_blocks_asked *a)
{
    struct names names = { .n = 0 };
    const char *best = NULL;
    size_t n = a->side[0].n + a->side[1].n;
    double *change = mem_new(n + 1, sizeof(*change)), most = 0;
    for (int side = 0; side < MATCH_SIDES; side++)
        for (size_t i = 0; i < a->side[side].n; i++) {
            const struct spot *s = &a->side[side].v[i];
            if (s->is_row)
                change[arena_names_id(&names, s->linked)] += (side ? 1 : -1) * cost_of(g, s->spot);
        }
    for (int side = 0; side < MATCH_SIDES; side++)
        for (size_t i = 0; i < a->side[side].n; i++) {
            const struct spot *s = &a->side[side].v[i];
            const double by = s->is_row ? change[arena_names_find(&names, s->linked)] : 0;
            if ((a->row->verdict == VERDICT_WORSE ? by : -by) <= most)
                continue;
            most = fabs(by);
            best = s->linked;
        }
    free(change);
    arena_names_free(&names);
    return best;
}

/* Adds a side's samples in the function to the weights for its disassembly. */
static void why_blocks_add_function(struct looking *g, struct why_blocks_asked *a, int side)
{
    struct opened *d = &g->opened[side];
    const struct asked_side *of = &a->side[side];
    const size_t first = d->w.n, room = first + of->n;
    struct place p = { .symbol = NULL };
    d->w.rows = mem_resize(d->w.rows, room, sizeof(*d->w.rows));
    d->cost = mem_resize(d->cost, room, sizeof(*d->cost));
    d->samples = mem_resize(d->samples, room, sizeof(*d->samples));
    for (size_t i = 0; i < of->n; i++) {
        const struct run_spot *s = of->v[i].spot;
        const struct place at = resolver_place_at(d->s.resolver, of->object, s->at);
        if (!of->v[i].is_row || strcmp(of->v[i].linked, a->linked) != 0 || !at.symbol ||
            (p.symbol && p.symbol != at.symbol)) /* of several symbols with one name the first is used */
            continue;
        p = at;
        if (d->w.n == first || d->w.rows[d->w.n - 1].at != s->at) {
            d->w.rows[d->w.n] = (struct weight_row){
                .object = of->object, .symbol = p.symbol, .at = s->at, .pokes = UINT32_MAX
            };
            d->cost[d->w.n] = 0;
            d->samples[d->w.n++] = 0;
        }
        d->cost[d->w.n - 1] += cost_of(g, s);
        d->samples[d->w.n - 1] += s->samples;
        d->w.rows[d->w.n - 1].weight.samples += s->samples;
    }
    a->side[side].function = (struct hot_function){ of->object, p.table, p.symbol, first, d->w.n };
}

/* Opens a run of a side that has the object of the function that changed most. */
static bool open_run(struct looking *g, int side)
{
    const struct asked_side *first = &g->v[0].side[side];
    uint32_t number = 0;
    if (first->n)
        number = replicates_index_of_run(g->r, first->v[0].spot->run);
    struct opened *d = &g->opened[side];
    d->is_open = first->n && strcmp(g->r->v[number].of->path, "-") != 0 &&
                 run_list_open(g->r->v[number].of, &g->o->common, &d->s, g->err);
    if (d->is_open)
        d->maps = replicates_first_maps(d->s.timeline);
    else
        d->maps = NULL;
    return d->is_open;
}

/* Finds the data of both sides for each function. */
static void find_functions(struct looking *g)
{
    for (size_t i = 0; i < g->n; i++) {
        struct why_blocks_asked *a = &g->v[i];
        for (int side = 0; side < MATCH_SIDES; side++) {
            struct asked_side *d = &a->side[side];
            if (d->n)
                d->object = why_blocks_object_of(g, side, d->v[0].spot->build);
            else
                d->object = NULL;
            if (!d->object)
                d->n = 0;
            see_functions(g, a, side, d);
        }
        a->linked = most_changed(g, a);
        for (int side = 0; side < MATCH_SIDES && a->linked; side++)
            why_blocks_add_function(g, a, side);
    }
}

/* Disassembles the functions that both sides have. */
static bool list_side(struct looking *g, int side)
{
    struct opened *d = &g->opened[side];
    const struct listing_opts how = { .open = disassembler_open, .disassembler.surroundings = d->s.o.around };
    const struct hot_function *functions[MOST];
    struct why_blocks_asked *of[MOST];
    struct err e = { 0 };
    size_t n = 0, nobjects;
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].side[0].function.symbol && g->v[i].side[1].function.symbol) {
            functions[n] = &g->v[i].side[side].function;
            of[n++] = &g->v[i];
        }
    timeline_objects(d->s.timeline, &nobjects);
    d->code = code_new(d->s.resolver, &elf_code_reader, nobjects);
    d->is_listed = true;
    bool ok = listings_make(&d->listings, functions, n, &d->w, d->code, d->s.resolver, &how, &e);
    for (size_t i = 0; ok && i < n; i++)
        of[i]->side[side].l = &d->listings.v[i];
    return ok;
}

static void close_side(struct opened *d)
{
    if (d->is_listed)
        listings_free(&d->listings);
    if (d->code)
        code_free(d->code);
    if (d->is_open)
        session_close(&d->s);
    free(d->maps);
    free(d->w.rows);
    free(d->cost);
    free(d->samples);
}

/* ---- their blocks ---- */

/* A function of a side, to name the functions that it calls. */
struct naming {
    const struct opened *d;
    const struct listing *l;
};

static void why_blocks_add_name(const void *arg, uint64_t svma, struct text *out)
{
    const struct naming *g = arg;
    const char *why;
    uint64_t at;
    const struct hot_function *f = g->l->function;
    const struct code_file *file = code_file_of(g->d->code, f->object, &why);
    const bool linked = file && g->l->addresses == CODE_LINKED;
    const struct symbol *s = NULL;
    if (linked && code_reader_of(g->d->code)->at(file, svma, &at))
        s = symtab_find(f->table, at);
    text_add(out, s ? s->name : NULL);
}

static const char *why_blocks_line_of(struct replicates *r, const struct listing_row *row)
{
    const char *file = row->nframes ? row->frames[0].file : NULL;
    if (file)
        return arena_names_printf(&r->texts, "%s:%u", text_base_name(file), row->frames[0].line);
    return NULL;
}

static void take_block(struct looking *g, struct judged_row *row, const char *linked,
                       const struct grown_block *b)
{
    struct judged_block *to = &row->blocks[row->nblocks++];
    *to = (struct judged_block){ .loops = b->loops, .function = linked };
    for (int side = 0; side < MATCH_SIDES; side++) {
        to->side[side].cost = b->cost[side];
        if (!b->first[side])
            continue;
        to->side[side].there = true;
        to->side[side].begin = b->first[side]->svma;
        to->side[side].end = b->last[side]->svma + b->last[side]->size;
        to->line = why_blocks_line_of(g->r, b->most[side]);
    }
}

static void see_blocks(struct looking *g, struct why_blocks_asked *a)
{
    struct naming names[MATCH_SIDES];
    struct block_growth_side sides[MATCH_SIDES];
    const double sign = a->row->verdict == VERDICT_WORSE ? 1 : -1;
    for (int side = 0; side < MATCH_SIDES; side++) {
        const struct listing *l = a->side[side].l;
        if (!l || l->why || !l->by)
            return;
        names[side] = (struct naming){ &g->opened[side], l };
        sides[side] = (struct block_growth_side){ l, g->opened[side].cost, g->opened[side].samples,
                                                  why_blocks_add_name, &names[side] };
    }
    size_t n;
    struct grown_block *v = block_growth_make(sides, &n);
    const char *linked = NULL;
    if (strcmp(a->linked, a->row->row->function) != 0)
        linked = arena_names_intern(&g->r->texts, a->linked);
    for (size_t i = 0; i < n && a->row->nblocks < GROWTHS; i++)
        if ((v[i].cost[1] - v[i].cost[0]) * sign > 0)
            take_block(g, a->row, linked, &v[i]);
    free(v);
}

void why_blocks_find(struct judged *sections, size_t n, struct replicates *r, const struct diff_opts *o,
                     struct outlet *err)
{
    struct looking g = { .r = r, .o = o, .err = err };
    ask_all(&g, sections, n);
    for (size_t i = 0; i < g.n; i++)
        for (int side = 0; side < MATCH_SIDES; side++)
            find_spots(&g, &g.v[i], side, &g.v[i].side[side]);
    if (g.n && open_run(&g, 0) && open_run(&g, 1)) {
        find_functions(&g);
        const bool both = list_side(&g, 0) && list_side(&g, 1);
        for (size_t i = 0; both && i < g.n; i++)
            see_blocks(&g, &g.v[i]);
    }
    for (size_t i = 0; i < g.n; i++)
        for (int side = 0; side < MATCH_SIDES; side++)
            free(g.v[i].side[side].v);
    for (int side = 0; side < MATCH_SIDES; side++)
        close_side(&g.opened[side]);
}
