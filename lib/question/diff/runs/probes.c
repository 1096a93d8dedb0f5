#include "lib/question/diff/runs/replicates.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/compare/runs.h"

/* The name in a probe: "parse_1" of "probe_server:parse_1"; its first `plain` characters, "parse", lack
   the number. */
struct target {
    const char *s; /* NULL: not a probe with a name from perf */
    size_t n, plain;
    bool in_kernel;
    const struct names *entered; /* functions at whose beginning it was hit */
};

static struct target target_of(const char *name, bool is_tracepoint, const struct names *entered)
{
    const char *colon = strchr(name, ':');
    struct target t = { .in_kernel = !strncmp(name, "probe:", 6), .entered = entered };
    if (!is_tracepoint || !colon || (!t.in_kernel && strncmp(name, "probe_", 6) != 0))
        return t;
    t.s = colon + 1;
    t.n = t.plain = strlen(t.s);
    size_t at = t.n;
    while (at && t.s[at - 1] >= '0' && t.s[at - 1] <= '9')
        at--;
    if (at < t.n && at > 1 && t.s[at - 1] == '_')
        t.plain = at - 1;
    return t;
}

static bool are_equal(const char *a, size_t na, const char *b, size_t nb)
{
    return na == nb && !memcmp(a, b, na);
}

/* Whether both probes were hit where functions begin, and one of them only at functions at which the other
   was hit, too. */
static bool enter_the_same(const struct names *a, const struct names *b)
{
    uint32_t both = 0;
    for (uint32_t id = 1; id <= a->n; id++)
        both += arena_names_find(b, arena_names_text(a, id)) != 0;
    return both && (both == a->n || both == b->n);
}

/* Whether two probes are the same by their names. If `cut`, one name is compared without its number. */
static bool probes_is_same(const struct target *a, const struct target *b, bool cut)
{
    return a->s && b->s && a->in_kernel == b->in_kernel &&
           (cut ? are_equal(a->s, a->plain, b->s, b->n) || are_equal(a->s, a->n, b->s, b->plain)
                : are_equal(a->s, a->n, b->s, b->n)) &&
           enter_the_same(a->entered, b->entered);
}

/* The index of the only one of n probes that is not taken and is the same as `one`; n: there is none, or there are
   several. */
static size_t only(const struct target *v, size_t n, const bool *taken, const struct target *one, bool cut)
{
    size_t found = n, many = 0;
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && probes_is_same(&v[i], one, cut)) {
            found = i;
            many++;
        }
    if (many == 1)
        return found;
    return n;
}

static void add_sentence(struct replicates *r, const char *known, const char *name)
{
    struct text t = { 0 };
    text_add(&t, "probe: ");
    text_add_clean(&t, known);
    text_add(&t, ", which is ");
    text_add_clean(&t, name);
    text_add(&t, " in other runs");
    for (size_t i = 0; i < r->differ.n; i++)
        if (!strcmp(r->differ.v[i], t.s))
            t.n = 0;
    if (t.n)
        replicates_add_difference(r, t.s);
    text_free(&t);
}

/* Notes which functions the hits of a run's tracepoints entered, by event. */
static void see_entered(struct replicates *r, const struct profile *p, const struct session *s,
                        struct names *of)
{
    size_t nobjects;
    struct text name = { 0 };
    struct run_entries entries = { .symbols = { 0 } };
    const struct object *const *objects = timeline_objects(s->timeline, &nobjects);
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const struct event *event = &s->capture->events.v[row->event];
        const struct cell *at = row_cell(p, row, RUN_PLACE);
        if (event->attr.type != PERF_TYPE_TRACEPOINT || !row->samples || at->tag == NO_SPOT)
            continue;
        const struct place place = resolver_place_at(s->resolver, objects[at->tag], at->v);
        run_entries_note(&entries, row->event, event, &place);
        if (!run_entries_is_probe(&entries, row->event, event, &place))
            continue;
        name.n = 0;
        symtab_symbol_name(s->o.demangle, place.symbol, &name);
        arena_names_id(&of[row->event], runs_function_name(&r->runs, name.s));
    }
    text_free(&name);
    run_entries_free(&entries);
}

void probes_join(struct replicates *r, const struct profile *profile, const struct session *s,
                 uint32_t *event_of)
{
    const struct events *es = &s->capture->events;
    const size_t known = r->nevents, n = es->n;
    struct names *entered = mem_new(n, sizeof(*entered));
    struct target *v = mem_new(known + n, sizeof(*v));
    bool *taken = mem_new(known + n, sizeof(*taken));
    see_entered(r, profile, s, entered);
    for (size_t i = 0; i < known; i++)
        v[i] = target_of(r->events[i].name, r->events[i].is_tracepoint, &r->events[i].entered);
    for (size_t i = 0; i < n; i++) {
        v[known + i] = target_of(es->v[i].name, es->v[i].attr.type == PERF_TYPE_TRACEPOINT, &entered[i]);
        taken[known + i] = event_of[i] != NO_EVENT;
        if (event_of[i] != NO_EVENT)
            taken[event_of[i]] = true;
    }
    for (int cut = 0; cut < 2; cut++)
        for (size_t i = 0; i < n; i++) {
            const struct target *one = &v[known + i];
            const size_t to = taken[known + i] ? known : only(v, known, taken, one, cut);
            if (to == known || only(&v[known], n, &taken[known], &v[to], cut) != i)
                continue;
            event_of[i] = (uint32_t)to;
            taken[to] = taken[known + i] = true;
            add_sentence(r, r->events[to].name, es->v[i].name);
        }
    for (size_t i = 0; i < n; i++) {
        for (uint32_t id = 1; event_of[i] != NO_EVENT && id <= entered[i].n; id++)
            arena_names_id(&r->events[event_of[i]].entered, arena_names_text(&entered[i], id));
        arena_names_free(&entered[i]);
    }
    free(entered);
    free(v);
    free(taken);
}
