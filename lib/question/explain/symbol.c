/* Explains a name: which symbols have it, which processes map them, and how many samples are in them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/explain/explain_show.h"
#include "lib/options/near_names.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "formats/elf/elf.h"

enum { SHOWN_HOLDERS = 8, SHOWN_SPREADS = 8 }; /* most rows without -v */

/* Where a symbol is mapped: one address of its start, and all processes that have it there. */
struct spread {
    uint64_t avma;
    struct spread_holder {
        struct holder holder;
        int32_t machine;
    } * v;
    size_t n, cap;
};

/* A symbol with the name in the table of an object. */
struct match {
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol; /* with the name */
    /* the symbol by which reports count samples there; it differs if another symbol won */
    const struct symbol *shown;
    struct spread *spreads;
    size_t nspreads, cap_spreads;
    struct idmap spread_of; /* avma -> index + 1 in `spreads` */
    uint64_t samples;
};

struct matched {
    const struct explain *x;
    struct match *v;
    size_t n, cap;
    uint64_t samples;       /* number of samples of the capture, or of --pid */
    bool *seen;             /* by object of the timeline: whether it was searched */
    size_t nobjects, nbare; /* number of searched objects, and number of these without a symbol table */
    struct near_names near; /* similar names in the tables, if none has the name */
};

static bool has_name(const struct symtab *t, const struct symbol *s, const char *name)
{
    struct text shown = { 0 };
    if (!strcmp(s->name, name))
        return true;
    if ((!t->demangle || s->is_plain) && !s->is_plt)
        return false;
    symtab_symbol_name(t->demangle, s, &shown);
    bool same = shown.s && !strcmp(shown.s, name);
    if (!same && strchr(name, '(')) {
        shown.n = 0;
        symtab_symbol_name(elf_demangle_full, s, &shown);
        same = !strcmp(shown.s, name);
    }
    text_free(&shown);
    return same;
}

static bool is_known(const struct matched *m, const struct object *o, const struct symbol *s)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].object == o && m->v[i].symbol->start == s->start &&
            !strcmp(m->v[i].symbol->name, s->name))
            return true;
    return false;
}

static void add_match(struct matched *m, const struct object *o, const struct symtab *t,
                      const struct symbol *s, const struct symbol *shown)
{
    *MEM_ADD(m->v, m->n, m->cap) = (struct match){ .object = o, .table = t, .symbol = s, .shown = shown };
}

static const struct symbol *at_start(const struct symtab *t, uint64_t start)
{
    const struct symbol *s = symtab_find(t, start);
    if (s && s->start == start)
        return s;
    return NULL;
}

/* Searches the object of a map, if it is the object's first map. */
static void look_into(struct matched *m, const struct map *map, const struct space_view *v UNUSED)
{
    if (m->seen[map->how->object->index])
        return;
    const struct symtab *t = resolver_symtab(m->x->session->resolver, map);
    const char *name = m->x->about;
    m->seen[map->how->object->index] = true;
    m->nobjects++;
    m->nbare += !t;
    for (size_t i = 0; t && i < t->n; i++)
        if (has_name(t, &t->v[i], name))
            add_match(m, map->how->object, t, &t->v[i], &t->v[i]);
    for (size_t i = 0; t && i < t->nlosers; i++)
        if (has_name(t, &t->losers[i], name) && !is_known(m, map->how->object, &t->losers[i]))
            add_match(m, map->how->object, t, &t->losers[i], at_start(t, t->losers[i].start));
}

static void add_holder(struct match *match, uint64_t avma, const struct holder *h, int32_t machine)
{
    uint32_t *known = idmap_find_or_add(&match->spread_of, avma);
    if (!*known) {
        *MEM_ADD(match->spreads, match->nspreads, match->cap_spreads) = (struct spread){ .avma = avma };
        *known = (uint32_t)match->nspreads;
    }
    struct spread *s = &match->spreads[*known - 1];
    *MEM_ADD(s->v, s->n, s->cap) = (struct spread_holder){ *h, machine };
}

/* Notes where a map shows the symbols of its object, unless another map covers them in that space. */
static void spread_map(struct matched *m, const struct map *map, const struct space_view *v)
{
    const struct explain *x = m->x;
    struct when from, until;
    for (size_t i = 0; i < m->n; i++) {
        struct match *match = &m->v[i];
        if (match->object != map->how->object)
            continue;
        uint64_t into = match->symbol->start - resolver_place(x->session->resolver, map, map->start).at;
        if (into < map->how->len && space_find(v->space, map->start + into, x->when, &from, &until) == map &&
            !space_map_is_pre_exec(v->space, map))
            add_holder(match, map->start + into, &(struct holder){ v->pid, map }, v->machine);
    }
}

static void see_near(struct matched *m, const struct map *map, const struct space_view *v UNUSED)
{
    const struct symtab *t = resolver_symtab(m->x->session->resolver, map);
    struct text name = { 0 };
    if (m->seen[map->how->object->index])
        return;
    m->seen[map->how->object->index] = true;
    for (size_t i = 0; t && i < t->n; i++) {
        name.n = 0;
        symtab_symbol_name(m->x->session->o.demangle, &t->v[i], &name);
        near_consider(&m->near, name.s, map->how->object->path);
    }
    text_free(&name);
}

/* Visits the mappings of all address spaces. With `in_force` it only visits mappings that processes have
   at the time, including inherited ones. */
static void each_map(struct matched *m, bool in_force,
                     void (*visit)(struct matched *m, const struct map *map, const struct space_view *v))
{
    const struct explain *x = m->x;
    const struct timeline *t = x->session->timeline;
    const struct map *map;
    size_t n;
    struct space_view *spaces = mapping_hits_spaces(t, &n);
    for (size_t i = 0; i < n; i++) {
        if (in_force && !mapping_hits_space_is_current(t, &spaces[i], x->pid, x->when))
            continue;
        const struct space *s = spaces[i].space;
        while (s) {
            for (size_t k = 0; (map = space_nth_map(s, k)) != NULL; k++)
                visit(m, map, &spaces[i]);
            if (!in_force)
                break;
            s = space_parent(s);
        }
    }
    free(spaces);
}

/* Searches every object of the capture. Then it finds in the valid spaces where the symbols are, or if
   there are none, finds similar names. */
static void search(struct matched *m, size_t nobjects)
{
    each_map(m, false, look_into);
    memset(m->seen, 0, nobjects * sizeof(*m->seen));
    if (m->n)
        each_map(m, true, spread_map);
    else
        each_map(m, false, see_near);
}

/* ---- samples ---- */

static struct cell explained_symbol(const struct view *v)
{
    return (struct cell){ .v = (uintptr_t)v->resolved->place.symbol };
}

static bool symbol_count(struct matched *m, struct profile *p, struct err *e)
{
    static const struct key key = { .name = "symbol", .needs_place = true, .get = explained_symbol };
    static const struct key *const keys[] = { &key };
    struct session *s = m->x->session;
    int64_t pid = m->x->pid;
    struct count_opts o = { .keys = keys, .nkeys = 1 };
    o.filter.pids.v = &pid;
    o.filter.pids.n = pid >= 0;
    if (!session_count(s, &o, p, e))
        return false;
    for (size_t i = 0; i < p->nevents; i++)
        m->samples += p->totals[i].samples - p->totals[i].hidden_samples;
    for (uint32_t row = 0; row < p->nrows; row++)
        for (size_t i = 0; i < m->n; i++)
            if (row_cell(p, row_at(p, row), 0)->v == (uintptr_t)m->v[i].shown && m->v[i].shown)
                m->v[i].samples += row_at(p, row)->samples;
    return true;
}

/* ---- the output ---- */

static void add_spread(const struct explain *x, const struct match *match, size_t i, struct rows *r)
{
    const struct spread *s = &match->spreads[i];
    const uint64_t end = s->avma + (match->symbol->end - match->symbol->start);
    const size_t most = explain_most(x, SHOWN_HOLDERS);
    struct text t = { 0 };
    ROWS_ROW_BEGIN(r, value_hex(s->avma), value_hex(end));
    rows_table(r, &explain_holders);
    text_printf(&t, "0x%" PRIx64 "-0x%" PRIx64, s->avma, end);
    for (size_t k = 0; k < s->n; k++) {
        explain_holder(x, &s->v[k].holder, s->v[k].machine, x->when, r);
        if (k >= most)
            continue;
        if (k)
            text_add(&t, ", ");
        else
            text_add(&t, " in ");
        mapping_hits_holder_text(x->session->timeline, &s->v[k].holder, s->v[k].machine, x->when, &t);
    }
    rows_table_end(r);
    rows_row_end(r);
    if (s->n > most)
        text_printf(&t, " and %zu more", s->n - most);
    if (i < SHOWN_SPREADS || x->common.verbose)
        rows_line(r, "mapped", &t);
    text_free(&t);
}

static void add_spreads(const struct explain *x, const struct match *match, struct rows *r)
{
    ROWS_TABLE(mapped, "mapped", ROWS_UNSEEN("start", HEX), ROWS_UNSEEN("end", HEX));
    struct text t = { 0 };
    rows_table(r, &mapped);
    for (size_t i = 0; i < match->nspreads; i++)
        add_spread(x, match, i, r);
    rows_table_end(r);
    if (match->nspreads > SHOWN_SPREADS && !x->common.verbose)
        text_printf(&t, "at %zu more address%s", match->nspreads - SHOWN_SPREADS,
                    text_one_or_many(match->nspreads - SHOWN_SPREADS, "", "es"));
    if (!match->nspreads)
        text_add(&t, "nowhere at that moment");
    if (t.n)
        rows_line(r, "mapped", &t);
    text_free(&t);
}

/* Adds the symbol by which samples are counted, if it is another one. */
static void add_winner(const struct explain *x, const struct match *match, struct rows *r)
{
    struct text t = { 0 };
    if (!match->shown || match->shown == match->symbol) {
        rows_fact(r, "counts_as", value_unknown());
        return;
    }
    const char *rule = symtab_alias_rule_text(symtab_alias_rule(match->table, match->shown, match->symbol));
    rows_object(r, "counts_as");
    explain_symbol_members(x, match->shown, r);
    rows_fact(r, "gave_way", value_text(rule));
    rows_close(r);
    text_add(&t, "not chosen; samples count as ");
    explain_name(x, match->shown, &t);
    text_printf(&t, ": %s", rule);
    rows_line(r, "alias", &t);
    text_free(&t);
}

static void add_found(const struct matched *m, const struct match *match, struct rows *r)
{
    double percent = 0;
    if (m->samples)
        percent = 100.0 * (double)match->samples / (double)m->samples;
    struct text t = { 0 };
    rows_row_begin(r, NULL);
    rows_object(r, "found");
    explain_symbol_members(m->x, match->symbol, r);
    rows_close(r);
    explain_name(m->x, match->symbol, &t);
    if (match != m->v)
        rows_print(r, "\n");
    rows_print(r, "%s\n", text_str(&t));
    t.n = 0;
    explain_range(match->symbol, &t);
    if (strcmp(match->symbol->name, m->x->about)) {
        text_add(&t, ", in the file as ");
        text_add_clean(&t, match->symbol->name);
    }
    rows_line(r, "symbol", &t);
    add_winner(m->x, match, r);
    explain_object(match->object, r);
    explain_table(m->x, match->object, r);
    add_spreads(m->x, match, r);
    rows_say(r, "samples", value_count(match->samples), "  samples   %s");
    rows_print(r, " of %" PRIu64, m->samples);
    rows_say(r, "percent", value_percent(percent), " (%s)\n");
    rows_row_end(r);
    text_free(&t);
}

/* Suggests similar names if no symbol has the name. */
static void add_near(const struct matched *m, struct rows *r)
{
    ROWS_TABLE(near, "near", { .header = "", .before = "  ", .width = 9, .type = VALUE_TEXT },
               { .name = "symbol", .header = "", .type = VALUE_TEXT },
               { .name = "object", .header = "", .before = " in ", .type = VALUE_TEXT });
    struct text t = { 0 };
    text_add_clean(&t, m->x->about);
    if (!m->n)
        rows_print(
            r, "%s: no table has a symbol of that name; %zu of %zu objects have no table (doctor says why)\n",
            text_str(&t), m->nbare, m->nobjects);
    rows_table(r, &near);
    const char *what = "near";
    for (size_t i = 0; i < m->near.n; i++) {
        const struct near_name *v = &m->near.v[i];
        ROWS_ROW(r, value_text(what), value_text(v->name), value_text(v->path));
        what = "";
    }
    rows_table_end(r);
    rows_say(r, "more_near", value_count(m->near.more), m->near.more ? "            and %s more\n" : NULL);
    text_free(&t);
}

static void symbol_answer(const struct matched *m, struct rows *r)
{
    static const struct rows_table symbols = { .name = "symbols" };
    rows_fact(r, "name", value_text(m->x->about));
    rows_fact(r, "samples", value_count(m->samples));
    rows_fact(r, "objects", value_count(m->nobjects));
    rows_fact(r, "objects_without_table", value_count(m->nbare));
    rows_table(r, &symbols);
    for (size_t i = 0; i < m->n; i++)
        add_found(m, &m->v[i], r);
    rows_table_end(r);
    add_near(m, r);
}

int explain_symbol(const struct explain *x, struct outlet *out, struct outlet *err)
{
    struct matched m = { .x = x };
    struct profile p = { 0 };
    struct err e = { 0 };
    int status = 1;
    size_t nobjects;
    timeline_objects(x->session->timeline, &nobjects);
    m.seen = mem_new(nobjects, sizeof(*m.seen));
    near_begin(&m.near, x->about);
    search(&m, nobjects);
    if (!symbol_count(&m, &p, &e)) {
        outlet_fail(err, &e, "perfolio: %s: ", session_name(x->session));
    } else {
        struct rows r;
        answer_begin_rows(&r, &x->common, NULL, "explain", out);
        symbol_answer(&m, &r);
        answer_rows_end(&r, x->session, &p.problems, m.samples, err);
        status = 0;
        if (!m.n)
            status = 2;
    }
    for (size_t i = 0; i < m.n; i++) {
        for (size_t k = 0; k < m.v[i].nspreads; k++)
            free(m.v[i].spreads[k].v);
        idmap_free(&m.v[i].spread_of);
        free(m.v[i].spreads);
    }
    free(m.v);
    free(m.seen);
    near_free(&m.near);
    profile_free(&p);
    return status;
}
