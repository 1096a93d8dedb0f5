#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/provenance/lookup_trace.h"
#include "cli/explain/show.h"
#include "cli/explain/near_names.h"
#include "cli/provenance/mapping_hits.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "formats/elf/elf.h"

enum { SHOWN_HOLDERS = 8, SHOWN_SPREADS = 8 }; /* without -v */

/* Where a symbol is mapped: one address of its start, and all who have it there. */
struct spread {
    uint64_t avma;
    struct spread_holder {
        struct holder holder;
        int32_t machine;
    } * v;
    size_t n, cap;
};

/* A symbol of the name in the table of an object. */
struct match {
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol; /* with the name */
    const struct symbol *shown;  /* the one that samples there are counted as: another if it gave way */
    struct spread *spreads;
    size_t nspreads, cap_spreads;
    struct idmap spread_of; /* avma -> place in spreads + 1 */
    uint64_t samples;
};

struct matched {
    const struct explain *x;
    struct match *v;
    size_t n, cap;
    uint64_t samples;       /* all of the capture, or of --pid */
    bool *seen;             /* per object of the timeline */
    size_t nobjects, nbare; /* looked into; of these, without a table */
    struct near_names near; /* of the tables, where none has the name */
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
    m->v = mem_room(m->v, m->n, &m->cap, sizeof(*m->v));
    m->v[m->n++] = (struct match){ .object = o, .table = t, .symbol = s, .shown = shown };
}

static const struct symbol *at_start(const struct symtab *t, uint64_t start)
{
    const struct symbol *s = symtab_find(t, start);
    return s && s->start == start ? s : NULL;
}

/* An object is looked into by the first of its maps. */
static void look_into(struct matched *m, const struct map *map, const struct space_view *v)
{
    (void)v;
    if (m->seen[map->object->index])
        return;
    const struct symtab *t = resolver_symtab(m->x->session.resolver, map);
    const char *name = m->x->about;
    m->seen[map->object->index] = true;
    m->nobjects++;
    m->nbare += !t;
    for (size_t i = 0; t && i < t->n; i++)
        if (has_name(t, &t->v[i], name))
            add_match(m, map->object, t, &t->v[i], &t->v[i]);
    for (size_t i = 0; t && i < t->nlosers; i++)
        if (has_name(t, &t->losers[i], name) && !is_known(m, map->object, &t->losers[i]))
            add_match(m, map->object, t, &t->losers[i], at_start(t, t->losers[i].start));
}

static void add_holder(struct match *match, uint64_t avma, const struct holder *h, int32_t machine)
{
    uint32_t *known = idmap_at(&match->spread_of, avma);
    if (!*known) {
        match->spreads =
            mem_room(match->spreads, match->nspreads, &match->cap_spreads, sizeof(*match->spreads));
        match->spreads[match->nspreads++] = (struct spread){ .avma = avma };
        *known = (uint32_t)match->nspreads;
    }
    struct spread *s = &match->spreads[*known - 1];
    s->v = mem_room(s->v, s->n, &s->cap, sizeof(*s->v));
    s->v[s->n++] = (struct spread_holder){ *h, machine };
}

/* A map shows a symbol of its object at an address of its own, if nothing lies over it in that space. */
static void spread_map(struct matched *m, const struct map *map, const struct space_view *v)
{
    const struct explain *x = m->x;
    struct when from, until;
    for (size_t i = 0; i < m->n; i++) {
        struct match *match = &m->v[i];
        if (match->object != map->object)
            continue;
        uint64_t into = match->symbol->start - resolver_place(x->session.resolver, map, map->start).at;
        if (into < map->end - map->start &&
            space_find(v->space, map->start + into, x->when, &from, &until) == map &&
            !space_before_exec(v->space, map))
            add_holder(match, map->start + into, &(struct holder){ v->pid, map }, v->machine);
    }
}

static const struct map **maps_of(const struct space *s, size_t *n)
{
    *n = space_maps(s, NULL, 0);
    const struct map **maps = mem_new(*n, sizeof(*maps));
    space_maps(s, maps, *n);
    return maps;
}

static void see_near(struct matched *m, const struct map *map, const struct space_view *v)
{
    (void)v;
    const struct symtab *t = resolver_symtab(m->x->session.resolver, map);
    struct text name = { 0 };
    if (m->seen[map->object->index])
        return;
    m->seen[map->object->index] = true;
    for (size_t i = 0; t && i < t->n; i++) {
        name.n = 0;
        symtab_symbol_name(m->x->session.demangle, &t->v[i], &name);
        near_see(&m->near, name.s, map->object->path);
    }
    text_free(&name);
}

/* Visit the maps of all spaces; or, of those that are in force, each with what it inherited. */
static void each_map(struct matched *m, bool in_force,
                     void (*visit)(struct matched *m, const struct map *map, const struct space_view *v))
{
    const struct explain *x = m->x;
    const struct timeline *t = x->session.timeline;
    size_t nmachines, nspaces = timeline_spaces(t), n;
    int32_t *machines = mapping_hits_machines(t, &nmachines);
    for (size_t i = 0; i < nspaces + nmachines; i++) {
        struct space_view v = { .pid = -1 };
        if (i < nspaces)
            v = timeline_space_view(t, i);
        else
            v.space = timeline_kernel(t, v.machine = machines[i - nspaces]);
        if (in_force && v.pid >= 0 && !mapping_hits_in_force(t, &v, x->pid, x->when))
            continue;
        for (const struct space *s = v.space; s; s = in_force ? space_parent(s) : NULL) {
            const struct map **maps = maps_of(s, &n);
            for (size_t k = 0; k < n; k++)
                visit(m, maps[k], &v);
            free(maps);
        }
    }
    free(machines);
}

/* Look into every object of the capture; then, of the spaces that are in force, see where the symbols are; or
 * what is near where there are none. */
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

static struct cell key_get_symbol(const struct view *v)
{
    return (struct cell){ .v = (uintptr_t)v->resolved->place.symbol };
}

static bool count(struct matched *m, struct profile *p, struct err *e)
{
    static const struct key key = { .name = "symbol", .needs_place = true, .get = key_get_symbol };
    static const struct key *const keys[] = { &key };
    const struct session *s = &m->x->session;
    int64_t pid = m->x->pid;
    struct count_opts o = { .keys = keys, .nkeys = 1 };
    o.filter.pids.v = &pid;
    o.filter.pids.n = pid >= 0;
    if (!count_samples(s->capture, s->timeline, s->resolver, &o, p, e))
        return false;
    for (size_t i = 0; i < p->nevents; i++)
        m->samples += p->totals[i].samples - p->totals[i].hidden_samples;
    for (uint32_t row = 0; row < p->nrows; row++)
        for (size_t i = 0; i < m->n; i++)
            if (row_at(p, row)->cells[0].v == (uintptr_t)m->v[i].shown && m->v[i].shown)
                m->v[i].samples += row_at(p, row)->samples;
    return true;
}

static double percent(const struct matched *m, uint64_t n)
{
    return m->samples ? 100.0 * (double)n / (double)m->samples : 0;
}

/* ---- the answer ---- */

static void show_spread(const struct explain *x, const struct match *match, const struct spread *s, FILE *out)
{
    struct text t = { 0 };
    uint64_t size = match->symbol->end - match->symbol->start;
    size_t n = 0;
    text_printf(&t, "0x%" PRIx64 "-0x%" PRIx64, s->avma, s->avma + size);
    for (; n < s->n && (n < SHOWN_HOLDERS || x->common.verbose); n++) {
        text_add(&t, n ? ", " : " in ");
        mapping_hits_holder_text(x->session.timeline, &s->v[n].holder, s->v[n].machine, x->when, &t);
    }
    if (n < s->n)
        text_printf(&t, " and %zu more", s->n - n);
    explain_line(out, "mapped", &t);
    text_free(&t);
}

static void show_match(const struct matched *m, const struct match *match, FILE *out)
{
    struct text t = { 0 };
    explain_name(m->x, match->symbol, &t);
    fprintf(out, "%s%s\n", match == m->v ? "" : "\n", t.s);
    t.n = 0;
    explain_range(match->symbol, &t);
    if (strcmp(match->symbol->name, m->x->about)) {
        text_add(&t, ", in the file as ");
        text_add_clean(&t, match->symbol->name);
    }
    explain_line(out, "symbol", &t);
    if (match->shown != match->symbol && match->shown) {
        text_add(&t, "gave way, samples count as ");
        explain_name(m->x, match->shown, &t);
        text_printf(&t, ": %s",
                    symtab_alias_rule_text(symtab_alias_rule(match->table, match->shown, match->symbol)));
        explain_line(out, "alias", &t);
    }
    explain_object(match->object, out);
    explain_table(m->x, match->object, out);
    size_t most = m->x->common.verbose ? match->nspreads : SHOWN_SPREADS;
    for (size_t i = 0; i < match->nspreads && i < most; i++)
        show_spread(m->x, match, &match->spreads[i], out);
    if (match->nspreads > most) {
        text_printf(&t, "at %zu more addresses", match->nspreads - most);
        explain_line(out, "mapped", &t);
    }
    if (!match->nspreads) {
        text_add(&t, "nowhere at that moment");
        explain_line(out, "mapped", &t);
    }
    text_printf(&t, "%" PRIu64 " of %" PRIu64 " (%.2f%%)", match->samples, m->samples,
                percent(m, match->samples));
    explain_line(out, "samples", &t);
    text_free(&t);
}

static void show(const struct matched *m, FILE *out)
{
    for (size_t i = 0; i < m->n; i++)
        show_match(m, &m->v[i], out);
    if (m->n)
        return;
    struct text t = { 0 };
    text_add_clean(&t, m->x->about);
    fprintf(out,
            "%s: no table has a symbol of that name; %zu of %zu objects have no table (doctor says why)\n",
            text_str(&t), m->nbare, m->nobjects);
    for (size_t i = 0; i < m->near.n; i++) {
        t.n = 0;
        text_add_clean(&t, m->near.v[i].name);
        text_add(&t, " in ");
        text_add_clean(&t, m->near.v[i].path);
        explain_line(out, i ? "" : "near", &t);
    }
    if (m->near.more) {
        text_printf(&t, "and %zu more", m->near.more);
        explain_line(out, "", &t);
    }
    text_free(&t);
}

static void spread_json(const struct explain *x, const struct match *match, const struct spread *s,
                        struct json *j)
{
    struct when from, until;
    json_object(j, NULL);
    json_hex(j, "start", s->avma);
    json_hex(j, "end", s->avma + (match->symbol->end - match->symbol->start));
    json_array(j, "holders");
    for (size_t i = 0; i < s->n; i++) {
        const struct holder *h = &s->v[i].holder;
        json_object_line(j, NULL);
        if (h->pid >= 0)
            json_signed(j, "pid", h->pid);
        else
            json_text(j, "pid", NULL);
        json_text(j, "comm",
                  h->pid < 0 ? NULL : timeline_comm(x->session.timeline, h->pid, x->when, &from, &until));
        if (s->v[i].machine >= 0)
            json_signed(j, "guest", s->v[i].machine);
        else
            json_text(j, "guest", NULL);
        json_seconds(j, "since", h->map->from.time);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void show_json(const struct matched *m, const struct problems *problems, FILE *out)
{
    struct json j = answer_begin(out, "explain");
    json_text(&j, "name", m->x->about);
    json_count(&j, "samples", m->samples);
    json_count(&j, "objects", m->nobjects);
    json_count(&j, "objects_without_table", m->nbare);
    json_array(&j, "symbols");
    for (size_t i = 0; i < m->n; i++) {
        const struct match *match = &m->v[i];
        json_object(&j, NULL);
        json_object_line(&j, "found");
        explain_symbol_json(m->x, match->symbol, &j);
        json_end(&j);
        if (match->shown != match->symbol && match->shown) {
            json_object_line(&j, "counts_as");
            explain_symbol_json(m->x, match->shown, &j);
            json_text(&j, "gave_way",
                      symtab_alias_rule_text(symtab_alias_rule(match->table, match->shown, match->symbol)));
            json_end(&j);
        } else {
            json_text(&j, "counts_as", NULL);
        }
        explain_object_json(m->x, match->object, &j);
        json_array(&j, "mapped");
        for (size_t k = 0; k < match->nspreads; k++)
            spread_json(m->x, match, &match->spreads[k], &j);
        json_end(&j);
        json_count(&j, "samples", match->samples);
        json_percent(&j, "percent", percent(m, match->samples));
        json_end(&j);
    }
    json_end(&j);
    json_array(&j, "near");
    for (size_t i = 0; i < m->near.n; i++) {
        json_object_line(&j, NULL);
        json_text(&j, "symbol", m->near.v[i].name);
        json_text(&j, "object", m->near.v[i].path);
        json_end(&j);
    }
    json_end(&j);
    json_count(&j, "more_near", m->near.more);
    answer_end(&j, &m->x->session, problems);
}

int explain_symbol(const struct explain *x, FILE *out, FILE *err)
{
    struct matched m = { .x = x };
    struct profile p = { 0 };
    struct err e = { 0 };
    int status = 1;
    size_t nobjects;
    timeline_objects(x->session.timeline, &nobjects);
    m.seen = mem_new(nobjects, sizeof(*m.seen));
    near_begin(&m.near, x->about);
    search(&m, nobjects);
    if (!count(&m, &p, &e)) {
        fprintf(err, "perfolio: %s: %s\n", session_name(&x->session), e.msg);
    } else {
        if (x->common.json)
            show_json(&m, &p.problems, out);
        else
            show(&m, out);
        if (!x->common.json)
            session_problems_show(&x->session, &p.problems, m.samples, err);
        status = m.n ? 0 : 2;
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
