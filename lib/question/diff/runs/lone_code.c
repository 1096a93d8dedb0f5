#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>
#include <string.h>

#include "core/annotate/match/match.h"
#include "core/annotate/listing.h"
#include "core/base/mem.h"
#include "core/compare/same_name.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

/* Bytes of a function that are disassembled. In these even the longest known instructions are fewer than
   LIKENESS_MOST. */
enum { MOST_BYTES = 4 * LIKENESS_MOST };

struct lone_function {
    const char *object; /* its name on both sides */
    struct run_code where;
    struct likeness code;
    uint64_t name; /* a number for its name */
    bool at_hand;  /* whether its code is available */
};

struct lone_code {
    struct match_code match; /* must be the first member */
    const struct replicates *r;
    const struct diff_opts *o;
    struct outlet *err;
    struct lone_function *v;
    size_t n, before; /* functions of one side come first */
    /* on each side: functions of the other side whose name an object of this side also has (there_key) */
    struct idmap there[2];
};

/* A run that was opened again, and the functions of it to disassemble. */
struct reading {
    struct lone_code *c;
    struct session s;
    uint32_t run;
    const struct object *const *objects;
    size_t nobjects;
    struct idmap wanted; /* names of the other side's functions */
    struct hot_function *functions;
    struct symbol *symbols;    /* symbols of `functions` */
    struct lone_function **of; /* elements of `functions` */
    size_t n;
};

/* A symbol name without compiler suffixes, as a number. */
static uint64_t name_key(const struct lone_code *c, const char *linked)
{
    struct text same = { 0 };
    uint64_t key;
    if (!c->o->gate.exact_names && strpbrk(linked, ". :")) {
        same_name_strip_function(linked, &same);
        key = hash_bytes(same.s, same.n);
    } else {
        key = hash_bytes(linked, strlen(linked));
    }
    text_free(&same);
    return key;
}

/* A key for a name in an object. */
static uint64_t there_key(uint64_t name, const char *object)
{
    return name ^ hash_u64((uintptr_t)object);
}

static bool is_in_run(const struct reading *g, const struct lone_function *f)
{
    return f->where.run == g->run + 1;
}

/* Loads the symbols of the objects that contain functions of the run. */
static void load_tables(struct reading *g)
{
    const struct map **maps = replicates_first_maps(g->s.timeline);
    for (size_t i = 0; i < g->c->n; i++) {
        const uint32_t object = g->c->v[i].where.object;
        if (is_in_run(g, &g->c->v[i]) && object < g->nobjects && maps[object])
            resolver_symtab(g->s.resolver, maps[object]);
    }
    free(maps);
}

/* Notes which functions of the other side have names that are also in a symbol table. */
static void see_names(struct reading *g, const struct symtab *t, const char *object)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->v[i];
        const uint64_t name = s->is_plt || s->is_object ? 0 : name_key(g->c, s->name);
        if (name && idmap_get(&g->wanted, name))
            *idmap_find_or_add(&g->c->there[g->c->r->v[g->run].of->after], there_key(name, object)) = 1;
    }
}

/* Finds the functions of the run to disassemble. */
static void find_functions(struct reading *g)
{
    const char **seen = mem_new(g->nobjects, sizeof(*seen));
    for (size_t i = 0; i < g->c->n; i++) {
        struct lone_function *f = &g->c->v[i];
        if (!is_in_run(g, f) || f->where.object >= g->nobjects)
            continue;
        const struct object *o = g->objects[f->where.object];
        const struct place p = resolver_place_at(g->s.resolver, o, f->where.start);
        if (!p.symbol || p.symbol->start != f->where.start || strcmp(p.symbol->name, f->where.linked) != 0)
            continue;
        if (seen[o->index] != f->object)
            see_names(g, p.table, f->object);
        seen[o->index] = f->object;
        g->symbols[g->n] = *p.symbol;
        if (p.symbol->end - p.symbol->start > MOST_BYTES)
            g->symbols[g->n].end = p.symbol->start + MOST_BYTES;
        g->functions[g->n] =
            (struct hot_function){ .object = o, .table = p.table, .symbol = &g->symbols[g->n] };
        g->of[g->n++] = f;
    }
    free(seen);
}

static struct likeness likeness_of_listing(const struct listing *l)
{
    const struct insn **insns = mem_new(l->n, sizeof(*insns));
    for (size_t i = 0; i < l->n; i++)
        insns[i] = l->rows[i].insn;
    struct likeness code = likeness_make(insns, l->n);
    free(insns);
    return code;
}

static void see_code(struct lone_function *f, const struct listing *l)
{
    f->at_hand = !l->why;
    f->code = likeness_of_listing(l);
}

static void lone_code_take_apart(struct reading *g)
{
    const struct listing_opts how = { .open = disassembler_open,
                                      .disassembler.surroundings = g->s.o.around,
                                      .no_lines = true };
    const struct weights none = { 0 };
    struct code *code = code_new(g->s.resolver, &elf_code_reader, g->nobjects);
    const struct hot_function **all = mem_new(g->n, sizeof(*all));
    struct listings l;
    struct err e = { 0 };
    for (size_t i = 0; i < g->n; i++)
        all[i] = &g->functions[i];
    if (listings_make(&l, all, g->n, &none, code, g->s.resolver, &how, &e))
        for (size_t i = 0; i < g->n; i++)
            see_code(g->of[i], &l.v[i]);
    else
        outlet_print(g->c->err, "perfolio diff: %s: its code is not compared: %s\n",
                     g->c->r->v[g->run].of->name, e.msg);
    listings_free(&l);
    code_free(code);
    free(all);
}

static void read_run(struct lone_code *c, uint32_t run)
{
    struct reading g = { .c = c, .run = run };
    if (!run_list_open(c->r->v[run].of, &c->o->common, &g.s, c->err))
        return;
    const bool after = c->r->v[run].of->after;
    g.objects = timeline_objects(g.s.timeline, &g.nobjects);
    g.functions = mem_new(c->n, sizeof(*g.functions));
    g.symbols = mem_new(c->n, sizeof(*g.symbols));
    g.of = mem_new(c->n, sizeof(struct lone_function *));
    size_t first = c->before, end = c->n;
    if (after) {
        first = 0;
        end = c->before;
    }
    for (size_t i = first; i < end; i++)
        if (c->v[i].name)
            *idmap_find_or_add(&g.wanted, c->v[i].name) = 1;
    load_tables(&g);
    find_functions(&g);
    lone_code_take_apart(&g);
    idmap_free(&g.wanted);
    free(g.functions);
    free(g.symbols);
    free(g.of);
    session_close(&g.s);
}

static void lone_code_forget(struct lone_code *c)
{
    for (size_t i = 0; i < c->n; i++)
        likeness_free(&c->v[i].code);
    idmap_free(&c->there[0]);
    idmap_free(&c->there[1]);
    free(c->v);
    c->v = NULL;
    c->n = 0;
}

static void read_all(struct match_code *m, const struct run_row *const *rows, size_t n, size_t before)
{
    struct lone_code *c = (struct lone_code *)m;
    lone_code_forget(c);
    c->v = mem_new(n, sizeof(*c->v));
    c->n = n;
    c->before = before;
    for (size_t i = 0; i < n; i++) {
        c->v[i] = (struct lone_function){ .object = rows[i]->object, .where = rows[i]->code };
        if (!rows[i]->code.run)
            continue; /* known only from source lines */
        c->v[i].name = name_key(c, c->v[i].where.linked);
        c->v[i].where.run = replicates_index_of_run(c->r, rows[i]->code.run - 1) + 1;
    }
    for (uint32_t run = 0; run < c->r->n; run++) {
        size_t i = 0;
        while (i < n && c->v[i].where.run != run + 1)
            i++;
        if (i < n)
            read_run(c, run);
    }
}

/* Whether the other side's object has a function with this name. */
static bool lone_code_is_there(const struct lone_code *c, const struct lone_function *f,
                               const struct lone_function *other, bool after)
{
    return f->name && idmap_get(&c->there[after], there_key(f->name, other->object)) != 0;
}

static bool remains(const struct match_code *m, size_t before, size_t after)
{
    const struct lone_code *c = (const struct lone_code *)m;
    const struct lone_function *a = &c->v[before], *b = &c->v[after];
    return lone_code_is_there(c, a, b, true) || lone_code_is_there(c, b, a, false);
}

static double alike(const struct match_code *m, size_t before, size_t after)
{
    const struct lone_code *c = (const struct lone_code *)m;
    const double x = remains(m, before, after) ? 0 : likeness_of(&c->v[before].code, &c->v[after].code);
    if (x < LIKENESS_LEAST)
        return 0;
    return x;
}

/* Adds to r->differ the objects whose code is available only on one side: renamed functions in them are
   not found. */
static void see_sides(const struct lone_code *c, struct replicates *r)
{
    struct idmap numbers = { 0 };
    struct side {
        bool met, at_hand;
    }(*v)[2] = mem_new(c->n, sizeof(*v));
    for (size_t i = 0; i < c->n; i++) {
        struct side *side = &v[idmap_number_key(&numbers, (uintptr_t)c->v[i].object) - 1][i >= c->before];
        side->met = true;
        side->at_hand = side->at_hand || c->v[i].at_hand;
    }
    for (size_t i = 0; i < c->n; i++) {
        struct side *sides = v[idmap_get(&numbers, (uintptr_t)c->v[i].object) - 1];
        struct text t = { 0 };
        if (sides[0].met && sides[1].met && sides[0].at_hand != sides[1].at_hand) {
            text_add(&t, "code of ");
            text_add_clean(&t, c->v[i].object);
            text_printf(&t, ": available only %s: renamed functions are not found by code",
                        sides[0].at_hand ? "before" : "after");
            replicates_add_difference(r, t.s);
        }
        sides[0].met = false; /* report it only once */
        text_free(&t);
    }
    idmap_free(&numbers);
    free(v);
}

void lone_code_guess(struct replicates *r, const struct diff_opts *o, struct outlet *err)
{
    struct lone_code c = { .match = { read_all, remains, alike }, .r = r, .o = o, .err = err };
    r->guesses =
        match_runs(&r->runs, replicates_count_before(r), &c.match, o->gate.min_samples, &r->nguesses);
    run_renames_init(&r->renames, r->guesses, r->nguesses);
    see_sides(&c, r);
    lone_code_forget(&c);
}
