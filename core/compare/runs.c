#include "core/compare/runs.h"

#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/model/same_event.h"
#include "core/model/timeline/naming.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"
#include "core/compare/same_name.h"

/* Indices of the keys of runs_keys(). RUN_CALLEES has no keys for commands and places. RUN_BRANCHES has
   LENGTH instead of COMMAND. */
enum { OBJECT, FUNCTION, COMMAND, PLACE = RUN_PLACE, LENGTH = COMMAND };
enum { NO_OBJECT = NO_SPOT };

static struct cell runs_get_place(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    if (p->object)
        return (struct cell){ .v = p->at, .tag = p->object->index };
    return (struct cell){ .tag = (uint32_t)NO_OBJECT };
}

size_t runs_keys(enum run_part part, const struct key *keys[RUN_KEYS])
{
    static const struct key by_place = { .name = "place", .needs_place = true, .get = runs_get_place };
    static const char *const names[] = { [OBJECT] = "dso", [FUNCTION] = "symbol", [COMMAND] = "comm" };
    for (size_t i = 0; i < COUNT(names); i++)
        keys[i] = key_find(names[i], strlen(names[i]));
    keys[PLACE] = &by_place;
    if (part == RUN_SELF)
        return PLACE + 1;
    if (part != RUN_BRANCHES)
        return COMMAND;
    keys[LENGTH] = &run_entries_key;
    return LENGTH + 1;
}

void runs_init(struct runs *r, uint32_t n, bool exact_names)
{
    *r = (struct runs){ .n = n, .exact_names = exact_names };
}

void runs_free(struct runs *r)
{
    arena_names_free(&r->names);
    idmap_free(&r->linked);
    free(r->met);
    free(r->rows);
    free(r->slots);
    free(r->cost);
    free(r->samples);
    *r = (struct runs){ 0 };
}

/* ---- names ---- */

const char *runs_function_name(struct runs *r, const char *name)
{
    struct text same = { 0 };
    if (!r->exact_names)
        same_name_strip_function(name, &same);
    name = arena_names_intern(&r->names, r->exact_names ? name : same.s);
    text_free(&same);
    return name;
}

static const char *runs_name_of(struct runs *r, int what, const struct key *k, const struct cell *c,
                                const struct key_context *kc)
{
    struct text scratch = { 0 }, same = { 0 };
    struct value v = key_value(k, c, kc, &scratch);
    const char *name = v.type == VALUE_SYMBOL ? v.symbol.name
                       : v.type == VALUE_TASK ? v.task.comm
                       : v.type == VALUE_TEXT ? v.text
                                              : NULL;
    if (what == COMMAND && key_comm_is_number(c))
        name = NULL;
    if (name && what == OBJECT)
        name = naming_lasting_name(name);
    if (name && what == OBJECT && !r->exact_names) {
        same_name_strip_object(name, &same);
        name = same.s;
    }
    if (name && what == FUNCTION)
        name = runs_function_name(r, name);
    else
        name = arena_names_intern(&r->names, name ? name : "[unknown]");
    text_free(&scratch);
    text_free(&same);
    return name;
}

/* ---- rows ---- */

static bool same_row(const struct run_row *a, const struct run_row *b)
{
    return a->section == b->section && a->event == b->event && a->inlined == b->inlined &&
           a->command == b->command && a->object == b->object && a->function == b->function &&
           a->caller == b->caller;
}

/* The slot of a row in the hash table; if the row is new, the free slot for it. Names are interned, so
   their addresses are compared. */
static uint32_t *runs_slot_of(const struct runs *r, const struct run_row *row)
{
    const uint64_t parts[] = { (uint64_t)row->section << 33 | (uint64_t)row->inlined << 32 | row->event,
                               (uintptr_t)row->command, (uintptr_t)row->object, (uintptr_t)row->function,
                               (uintptr_t)row->caller };
    size_t at = (size_t)hash_bytes(parts, sizeof(parts)) & r->mask;
    while (r->slots[at] && !same_row(&r->rows[r->slots[at] - 1], row))
        at = (at + 1) & r->mask;
    return &r->slots[at];
}

static void room_for_slot(struct runs *r)
{
    if (r->slots && r->nrows + r->nrows / 2 < r->mask)
        return;
    free(r->slots);
    r->mask = r->slots ? r->mask * 2 + 1 : 1023;
    r->slots = mem_new(r->mask + 1, sizeof(*r->slots));
    for (size_t i = 0; i < r->nrows; i++)
        *runs_slot_of(r, &r->rows[i]) = (uint32_t)i + 1;
}

/* The index of a row, which is added if it is new. */
static size_t runs_row_of(struct runs *r, const struct run_row *row)
{
    room_for_slot(r);
    uint32_t *slot = runs_slot_of(r, row);
    if (*slot)
        return *slot - 1;
    *slot = (uint32_t)r->nrows + 1;
    r->rows = mem_room(r->rows, r->nrows, &r->cap_rows, sizeof(*r->rows));
    if (r->cap_costs < r->cap_rows) {
        r->cost = mem_resize(r->cost, r->cap_rows * r->n, sizeof(*r->cost));
        r->samples = mem_resize(r->samples, r->cap_rows * r->n, sizeof(*r->samples));
        r->cap_costs = r->cap_rows;
    }
    for (uint32_t i = 0; i < r->n; i++) {
        r->cost[r->nrows * r->n + i] = 0;
        r->samples[r->nrows * r->n + i] = 0;
    }
    r->rows[r->nrows] = *row;
    return r->nrows++;
}

void runs_add_cost(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples)
{
    size_t i = runs_row_of(r, row), at = i * r->n + run;
    r->cost[at] += cost;
    r->samples[at] += samples;
    if (!r->rows[i].first.file)
        r->rows[i].first = row->first;
    if (row->last.file)
        r->rows[i].last = row->last;
    if (!r->rows[i].code.run)
        r->rows[i].code = row->code;
}

double runs_mean(const struct runs *r, size_t row, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t j = from; j < to; j++)
        sum += r->cost[row * r->n + j];
    return sum / (to - from);
}

/* Index + 1 of an event's total row; 0: the event has no samples. */
static size_t total_row(const struct runs *r, uint32_t event)
{
    return r->slots ? *runs_slot_of(r, &(struct run_row){ .section = RUN_TOTAL, .event = event }) : 0;
}

double runs_total(const struct runs *r, uint32_t event, uint32_t run, uint64_t *samples)
{
    const size_t row = total_row(r, event), at = row ? (row - 1) * r->n + run : 0;
    if (samples)
        *samples = row ? r->samples[at] : 0;
    return row ? r->cost[at] : 0;
}

double runs_mean_total(const struct runs *r, uint32_t event, uint32_t from, uint32_t to)
{
    const size_t row = total_row(r, event);
    return row ? runs_mean(r, row - 1, from, to) : 0;
}

/* ---- a run ---- */

/* The place of a function, in the source and in its object. */
struct function_place {
    struct run_begin begin;
    struct run_code code;
};

/* The state of runs_add(). */
struct adding {
    struct runs *r;
    uint32_t run;
    const struct key_context *kc;
    const struct object *const *objects;
    const struct event *events;
    const struct profile *profile;
    struct run_entries entries;
    uint32_t *met;     /* per object: index + 1 in runs.met */
    struct idmap seen; /* by symbol: index + 1 in `functions` */
    struct function_place *functions;
    size_t nfunctions, cap_functions;
};

/* The source line and the code at the beginning of the function that contains a place, cached by symbol. */
static struct function_place function_of(struct adding *a, const struct place *p)
{
    uint32_t *known = idmap_find_or_add(&a->seen, (uintptr_t)p->symbol);
    if (!*known) {
        struct line_frame frames[LINE_FRAMES_MOST];
        struct place start = *p;
        const char *why;
        start.at = p->symbol->start;
        size_t n = resolver_lines(a->kc->resolver, &start, frames, LINE_FRAMES_MOST, &why);
        struct function_place f = { .code = { a->run + 1, p->object->index, p->symbol->start,
                                              arena_names_intern(&a->r->names, p->symbol->name) } };
        if (n && frames[n - 1].file) {
            const char *slash = strrchr(frames[n - 1].file, '/');
            f.begin =
                (struct run_begin){ arena_names_intern(&a->r->names, slash ? slash + 1 : frames[n - 1].file),
                                    frames[n - 1].line, a->run };
        }
        *MEM_ADD(a->functions, a->nfunctions, a->cap_functions) = f;
        *known = (uint32_t)a->nfunctions;
    }
    return a->functions[*known - 1];
}

static struct run_met *met_of(struct adding *a, uint32_t object, const char *name)
{
    struct runs *r = a->r;
    if (!a->met[object]) {
        *MEM_ADD(r->met, r->nmet, r->cap_met) = (struct run_met){
            .name = name, .run = a->run, .object = object, .id = a->objects[object]->build_id
        };
        a->met[object] = (uint32_t)r->nmet;
    }
    return &r->met[a->met[object] - 1];
}

/* The name of the innermost inlined function at a row's place, or `function` if nothing is inlined there.
   *where receives the place of the symbol that contains it. Also counts the row in runs.met. */
static const char *runs_look_at(struct adding *a, const struct row *row, const char *object,
                                const char *function, struct function_place *where)
{
    const struct cell *at = row_cell(a->profile, row, PLACE);
    *where = (struct function_place){ .begin = { 0 } };
    if (at->tag == (uint32_t)NO_OBJECT)
        return function;
    struct place p = resolver_place_at(a->kc->resolver, a->objects[at->tag], at->v);
    struct run_met *met = met_of(a, at->tag, object);
    met->samples += row->samples;
    met->nameless += p.symbol ? 0 : row->samples;
    if (!p.symbol)
        return function;
    *where = function_of(a, &p);
    struct inlined in = resolver_inlined(a->kc->resolver, &p);
    met->lined = met->lined || where->begin.file || in.n;
    if (!in.n)
        return function;
    struct text name = { 0 };
    symtab_symbol_name(a->kc->demangle, in.v[0], &name);
    function = runs_function_name(a->r, name.s);
    text_free(&name);
    return function;
}

static void add_self(struct adding *a, uint32_t run, const struct row *row, uint32_t event,
                     const struct run_names *names)
{
    struct function_place linked, none = { .begin = { 0 } };
    const char *command = names->command, *object = names->object, *function = names->function;
    const char *innermost = runs_look_at(a, row, object, function, &linked);
    const struct function_place *inner = innermost == function ? &linked : &none;
    const struct run_row rows[] = {
        { .section = RUN_TOTAL },
        { .section = RUN_COMMAND, .command = command },
        { .section = RUN_OBJECT, .object = object },
        { RUN_FUNCTION, 0, NULL, object, function, NULL, false, linked.begin, linked.begin, linked.code },
        { RUN_COMMAND_FUNCTION, 0, command, object, function, NULL, false, linked.begin, linked.begin,
          linked.code },
        { RUN_FUNCTION, 0, NULL, object, innermost, NULL, true, inner->begin, inner->begin, inner->code },
        { RUN_COMMAND_FUNCTION, 0, command, object, innermost, NULL, true, inner->begin, inner->begin,
          inner->code },
    };
    for (size_t i = 0; row->samples && i < COUNT(rows); i++) {
        struct run_row one = rows[i];
        one.event = event;
        runs_add_cost(a->r, run, &one, (double)row->period, row->samples);
    }
}

/* The place of a row. It has no symbol if the row is in no object or has no samples. */
static struct place runs_place_of(const struct adding *a, const struct row *row)
{
    const struct cell *at = row_cell(a->profile, row, PLACE);
    if (at->tag == (uint32_t)NO_OBJECT || !row->samples)
        return (struct place){ .symbol = NULL };
    return resolver_place_at(a->kc->resolver, a->objects[at->tag], at->v);
}

static void see_entries(struct adding *a, const struct run_counted *c)
{
    for (uint32_t i = 0; i < c->profile->nrows; i++) {
        const struct row *row = row_at(c->profile, i);
        if (c->event_of[row->event] == NO_EVENT || c->events[row->event].attr.type != PERF_TYPE_TRACEPOINT)
            continue;
        const struct place p = runs_place_of(a, row);
        run_entries_note(&a->entries, c->event_of[row->event], &c->events[row->event], &p);
    }
}

/* Count the entries of a function by the hits of a probe. */
static void add_hits(struct adding *a, uint32_t run, const struct row *row, uint32_t event,
                     const struct run_names *names)
{
    const struct run_row entered = {
        .section = RUN_ENTERED, .event = event, .object = names->object, .function = names->function
    };
    const struct place p = runs_place_of(a, row);
    if (run_entries_is_probe(&a->entries, event, &a->events[row->event], &p))
        runs_add_cost(a->r, run, &entered, (double)row->period, row->samples);
}

/* Count the entries of a function by the branches into it. A branch counts as run_entries_per_branch() entries. */
static void add_branches(struct adding *a, uint32_t run, const struct row *row, uint32_t event,
                         const struct run_names *names)
{
    const struct run_row entered = {
        .section = RUN_ENTERED, .event = event, .object = names->object, .function = names->function
    };
    uint64_t samples;
    const double total = runs_total(a->r, event, run, &samples),
                 period = samples ? total / (double)samples : 0,
                 each = run_entries_per_branch(row_cell(a->profile, row, LENGTH), period);
    if (each > 0)
        runs_add_cost(a->r, run, &entered, each * (double)row->samples, row->samples);
}

/* The names of a profile's rows, with commands for RUN_SELF. malloc'ed. */
static struct run_names *names_of(struct runs *r, const struct profile *p, const struct key_context *kc,
                                  enum run_part part)
{
    struct run_names *names = mem_new(p->nrows, sizeof(*names));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const struct cell *at = row_cell(p, row, FUNCTION);
        names[i].object = runs_name_of(r, OBJECT, p->keys[OBJECT], row_cell(p, row, OBJECT), kc);
        names[i].function = runs_name_of(r, FUNCTION, p->keys[FUNCTION], at, kc);
        const struct symbol *symbol = key_cell_pointer(at);
        names[i].inlined = symbol && symbol->is_inlined;
        if (symbol && part == RUN_CALLEES) {
            names[i].linked = arena_names_intern(&r->names, symbol->name);
            names[i].stem = runs_function_name(r, symbol->name);
        }
        if (part == RUN_SELF)
            names[i].command = runs_name_of(r, COMMAND, p->keys[COMMAND], row_cell(p, row, COMMAND), kc);
    }
    return names;
}

/* The row of a path's last step. If `inlined` is false: the row of its last step that is not inlined.
   *path becomes the path before that step. */
static uint32_t last_row(const struct paths *p, const struct run_names *names, bool inlined, uint32_t *path)
{
    uint32_t row = NO_ROW;
    while (*path != PATH_OUTSIDE) {
        row = p->kinds[p->v[*path].kind].row;
        *path = p->v[*path].parent;
        if (inlined || row == NO_ROW || !names[row].inlined)
            break;
    }
    return row;
}

/* Add the caller of the function in which a path ends. It is added twice: by symbol, and with inlined
   functions. */
static void runs_add_caller(struct adding *a, uint32_t run, const struct profile *p,
                            const struct path_end *end, uint32_t event, const struct run_names *names)
{
    for (int inlined = 0; inlined < 2; inlined++) {
        uint32_t path = end->path, row = last_row(&p->paths, names, inlined, &path),
                 caller = last_row(&p->paths, names, inlined, &path);
        if (row == NO_ROW)
            return;
        while (caller != NO_ROW && run_names_are_parts(&names[row], &names[caller]))
            caller = last_row(&p->paths, names, inlined, &path);
        const struct run_row called = { .section = RUN_CALLED_BY,
                                        .event = event,
                                        .object = names[row].object,
                                        .function = names[row].function,
                                        .caller = caller == NO_ROW
                                                      ? arena_names_intern(&a->r->names, "[outermost]")
                                                      : names[caller].function,
                                        .inlined = inlined };
        runs_add_cost(a->r, run, &called, (double)end->period, end->samples);
    }
}

/* ---- functions with their callees ---- */

enum { NO_GROUP = UINT32_MAX };

/* All rows of a profile with one name, event and run. They become one row of struct runs. */
struct group {
    struct run_row row;
    uint32_t run;
    uint32_t covered; /* path ends with a lower index were counted */
    uint64_t samples, period;
};

struct groups {
    struct group *v;
    size_t n, cap;
    uint32_t *of; /* by row of the profile: its group, or NO_GROUP */
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
        const uint64_t object = idmap_number_key(&texts, (uintptr_t)names[i].object),
                       function = idmap_number_key(&texts, (uintptr_t)names[i].function),
                       place = idmap_number_key(&places, object << 32 | function),
                       part = idmap_number_key(&parts, (uint64_t)event << 32 | run);
        g.of[i] = idmap_number_key(&known, place << 32 | part) - 1;
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

/* The group of a row; NULL: none. */
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

/* Count each end once in each group that has the end's own row or a row on its path. It is counted at the
   group's outermost step. */
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

/* If paths are bounded, add the samples without a path (paths.rests). A sample may be added for several
   rows of one group, so the sum is limited to all samples of the run. */
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
                runs_add_cost(r, g.v[i].run, &g.v[i].row, (double)g.v[i].period, g.v[i].samples);
        free(g.v);
        free(g.of);
    }
}

/* ---- all of a run ---- */

void runs_add(struct runs *r, const struct run_counted *c, enum run_part part, const struct key_context *kc,
              struct run_paths *paths, struct run_spots *spots)
{
    size_t nobjects;
    const struct profile *p = c->profile;
    struct adding a = { .r = r,
                        .run = c->run,
                        .kc = kc,
                        .objects = timeline_objects(kc->timeline, &nobjects),
                        .events = c->events,
                        .profile = p };
    struct run_names *names = names_of(r, p, kc, part);
    a.met = mem_new(nobjects, sizeof(*a.met));
    if (part == RUN_SELF)
        see_entries(&a, c);
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        uint32_t event = c->event_of[row->event], to = run_counted_run(c, row);
        if (event == NO_EVENT || !p->totals[row->event].samples)
            continue;
        if (part == RUN_SELF) {
            add_self(&a, to, row, event, &names[i]);
            add_hits(&a, to, row, event, &names[i]);
        } else if (part == RUN_BRANCHES) {
            add_branches(&a, to, row, event, &names[i]);
        }
    }
    for (size_t i = 0; i < p->paths.nends; i++) {
        const struct row *row = row_at(p, paths_end_row(&p->paths, i));
        if (c->event_of[row->event] != NO_EVENT)
            runs_add_caller(&a, run_counted_run(c, row), p, &p->paths.ends[i], c->event_of[row->event],
                            names);
    }
    if (part == RUN_CALLEES) {
        run_callees_add(r, c, names);
        run_paths_add(paths, c, names);
    }
    if (part == RUN_SELF)
        run_spots_add(spots, c, names, PLACE, a.objects);
    run_entries_free(&a.entries);
    idmap_free(&a.seen);
    free(a.functions);
    free(a.met);
    free(names);
}
