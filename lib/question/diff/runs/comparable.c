#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>
#include <string.h>

#include "lib/question/provenance/lookup_trace.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/compare/runs.h"

/* Limits. Sentences name at most NAMED_MOST objects, each with at least half a percent of a side's samples
   (as for call paths, path_rows.c). Samples without a name, because symbols are missing, matter if they
   are at least a hundredth of an object's samples on a side. An object that only one side has matters if
   it has at least a tenth of all samples. */
enum { NAMED_OF = 200, NAMED_MOST = 10, NAMELESS_OF = 100, ALONE_OF = 10 };

/* How many of an object's functions a symbol table names. */
enum naming { NAMING_NONE, NAMING_SOME, NAMING_ALL };

static enum naming naming_of(enum table_kind kind)
{
    if (kind == TABLE_NOTHING || kind == TABLE_NAMELESS)
        return NAMING_NONE;
    return kind == TABLE_DYNAMIC ? NAMING_SOME : NAMING_ALL;
}

void comparable_note_objects(struct replicates *r, const struct session *s)
{
    struct comparable *c = &r->comparable;
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    while (c->n < r->runs.nmet) {
        const struct run_met *met = &r->runs.met[c->n];
        *MEM_ADD(c->tables, c->n, c->cap) = (uint8_t)resolver_table_kind(s->resolver, objects[met->object]);
    }
}

/* An object, by its name in rows, on each side. */
struct known {
    const char *name;
    struct known_side {
        uint64_t samples;
        uint32_t tables; /* symbol tables in its runs, as bits by enum table_kind */
        bool lined, unlined;
    } side[2];
    enum naming best;        /* the best kind in all runs */
    uint64_t poor, nameless; /* samples in runs with a poorer table, and samples of these without a name */
    /* linked: functions are by symbol; inlined: with inlined functions; for all names of the object */
    bool linked, inlined;
    enum incomparable { COMPARABLE, NO_SYMBOLS, NO_LINES, NO_LINES_OF_NAME } why;
};

static const char *const whys[] = {
    [NO_SYMBOLS] = "the runs have different symbols of its object",
    [NO_LINES] = "it may be inlined on the other side: some runs lack debug information of its object",
    [NO_LINES_OF_NAME] = "some runs lack debug information of its object",
};

static int side_of(const struct replicates *r, const struct run_met *met)
{
    return r->v[replicates_index_of_run(r, met->run)].of->after;
}

/* The objects that have samples. malloc'ed. */
static struct known *comparable_gather(const struct replicates *r, size_t *n)
{
    struct known *v = mem_new(r->runs.nmet, sizeof(*v));
    struct idmap numbers = { 0 };
    *n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->runs.nmet; i++) {
            const struct run_met *met = &r->runs.met[i];
            const char *name = run_renames_object(&r->renames, met->name);
            struct known *k = &v[idmap_number_key(&numbers, (uintptr_t)name) - 1];
            struct known_side *side = &k->side[side_of(r, met)];
            const enum table_kind kind = r->comparable.tables[i];
            if (pass && naming_of(kind) < k->best) {
                k->poor += met->samples;
                k->nameless += met->nameless;
            }
            if (pass)
                continue;
            *n = numbers.n;
            k->name = name;
            side->samples += met->samples;
            side->tables |= 1u << kind;
            if (met->lined)
                side->lined = true;
            else
                side->unlined = true;
            if (runs_uses_linked_functions(&r->runs, met->name))
                k->linked = true;
            else
                k->inlined = true;
            if (naming_of(kind) > k->best)
                k->best = naming_of(kind);
        }
    idmap_free(&numbers);
    return v;
}

static enum incomparable why_of(const struct known *k)
{
    const bool lined = k->side[0].lined || k->side[1].lined;
    const uint64_t x = k->side[0].samples, y = k->side[1].samples, fewer = x < y ? x : y;
    if (!fewer)
        return COMPARABLE;
    if (k->nameless && k->nameless * NAMELESS_OF >= fewer)
        return NO_SYMBOLS;
    if (k->linked && k->inlined)
        return NO_LINES_OF_NAME;
    return k->linked && lined ? NO_LINES : COMPARABLE;
}

/* ---- sentences ---- */

static void add_tables(uint32_t tables, struct text *out)
{
    bool any = false;
    for (int kind = 0; kind < TABLE_KINDS; kind++)
        if (tables >> kind & 1) {
            if (any)
                text_add(out, "; ");
            text_add(out, lookup_tables[kind].words);
            any = true;
        }
}

static const char *lines_word(const struct known_side *s)
{
    if (!s->lined)
        return "none";
    return s->unlined ? "of some runs" : "there";
}

static void add_sentence(struct replicates *r, const struct known *k)
{
    struct text t = { 0 };
    text_add(&t, k->why == NO_SYMBOLS ? "symbols of " : "debug information of ");
    text_add_clean(&t, k->name);
    text_add(&t, ": ");
    if (k->why == NO_SYMBOLS) {
        add_tables(k->side[0].tables, &t);
        text_add(&t, " before, ");
        add_tables(k->side[1].tables, &t);
        text_printf(
            &t, " after; without symbols %.1f%% of its samples have no name: its functions are not compared",
            (double)k->nameless * 100 / (double)k->poor);
    } else {
        text_printf(&t, "%s before, %s after: %s", lines_word(&k->side[0]), lines_word(&k->side[1]),
                    k->why == NO_LINES ? "its functions are compared as linked, with the inlined code"
                                       : "its functions are not compared, because it was also renamed");
    }
    replicates_add_difference(r, t.s);
    text_free(&t);
}

static int by_samples(const void *a, const void *b, const void *arg UNUSED)
{
    const struct known *x = a, *y = b;
    const uint64_t p = x->side[0].samples + x->side[1].samples, q = y->side[0].samples + y->side[1].samples;
    if (p != q)
        return (p < q) - (p > q);
    return strcmp(x->name, y->name);
}

/* Among n objects, sorted by samples, the first that only one side has; NULL: no such object has a tenth
   of the side's samples. */
static const struct known *alone(const struct known *v, size_t n, const uint64_t all[2], int side)
{
    size_t i = 0;
    while (i < n && (!v[i].side[side].samples || v[i].side[!side].samples))
        i++;
    return i < n && v[i].side[side].samples >= all[side] / ALONE_OF ? &v[i] : NULL;
}

/* Reports objects that may be the same under two names, but were not guessed to be. */
static void see_alone(struct replicates *r, const struct known *v, size_t n, const uint64_t all[2])
{
    const struct known *one[2] = { alone(v, n, all, 0), alone(v, n, all, 1) };
    struct text t = { 0 };
    if (!one[0] || !one[1])
        return;
    text_add(&t, "objects: ");
    for (int side = 0; side < 2; side++) {
        if (side)
            text_add(&t, ", ");
        text_add_clean(&t, one[side]->name);
        text_printf(&t, " %s alone, with %.1f%% of the samples there", side ? "after" : "before",
                    (double)one[side]->side[side].samples * 100 / (double)all[side]);
    }
    text_add(&t, "; they were not joined as renamed: less than half of their cost is in functions with the "
                 "same names or similar code");
    replicates_add_difference(r, t.s);
    text_free(&t);
}

void comparable_find(struct replicates *r, bool guessed)
{
    size_t n, named = 0, more = 0;
    struct known *v = comparable_gather(r, &n);
    uint64_t all[2] = { 0, 0 };
    for (uint32_t i = 0; i < r->n; i++)
        all[r->v[i].of->after] += r->v[i].of->counted;
    sort_by(v, n, sizeof(*v), by_samples, NULL);
    for (size_t i = 0; i < n; i++) {
        v[i].why = why_of(&v[i]);
        if (v[i].why == COMPARABLE)
            continue;
        *idmap_find_or_add(&r->comparable.apart, (uintptr_t)v[i].name) = v[i].why;
        if (v[i].side[0].samples < all[0] / NAMED_OF && v[i].side[1].samples < all[1] / NAMED_OF)
            continue;
        if (named++ < NAMED_MOST)
            add_sentence(r, &v[i]);
        else
            more++;
    }
    if (guessed)
        see_alone(r, v, n, all);
    if (more) {
        char s[100];
        snprintf(s, sizeof(s), "symbols or debug information of %zu more object%s", more, text_plural(more));
        replicates_add_difference(r, s);
    }
    free(v);
}

/* ---- rows ---- */

static enum incomparable why_not(const struct replicates *r, const char *object, bool alone)
{
    const enum incomparable why = idmap_get(&r->comparable.apart, (uintptr_t)object);
    return why == NO_LINES && !alone ? COMPARABLE : why;
}

/* Why a call path is not comparable: the reason of its outermost function that is not comparable. */
static enum incomparable why_not_path(const struct replicates *r, const char *row, bool alone)
{
    const struct run_paths *paths = &r->paths;
    enum incomparable why = COMPARABLE;
    size_t at = 1;
    while (at < paths->n && paths->v[at].row != row)
        at++;
    for (; at < paths->n && at != RUN_OUTSIDE; at = paths->v[at].parent) {
        const enum incomparable one = why_not(r, paths->v[at].object, alone);
        if (one)
            why = one;
    }
    return why;
}

const char *comparable_why_not(const struct replicates *r, const struct run_row *row, bool alone)
{
    const bool of_functions = row->section == RUN_FUNCTION || row->section == RUN_COMMAND_FUNCTION ||
                              row->section == RUN_WITH_CALLEES;
    if (!r->comparable.apart.n)
        return NULL;
    if (row->section == RUN_PATH)
        return whys[why_not_path(r, row->function, alone)];
    if (of_functions)
        return whys[why_not(r, row->object, alone)];
    return whys[COMPARABLE];
}
