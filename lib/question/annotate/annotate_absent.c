/* Reports requested functions that have no samples, and suggests similar names. */
#include <inttypes.h>
#include <string.h>

#include "lib/question/annotate/annotate_view.h"
#include "lib/options/near_names.h"

/* Whether one of the requested names is found. */
static bool annotate_absent_is_there(const struct annotation *sides, size_t n, size_t word)
{
    bool found = false;
    for (size_t side = 0; side < n; side++)
        found = found || sides[side].there[word];
    return found;
}

/* Adds a symbol to the similar names. If it has the requested name, the message says that it has no
   samples. */
static void annotate_absent_see(struct near_names *near, const char *word, const struct annotation *a,
                                const struct symbol *s, const struct object *o)
{
    struct text name = { 0 };
    symtab_symbol_name(a->s->o.demangle, s, &name);
    if (!annotation_symbol_is_named(a, s, word))
        near_consider(near, name.s, o->name);
    text_free(&name);
}

struct seeing {
    struct near_names *near;
    const char *word;
    const struct annotation *a;
    const struct hot_function *f;
    const char *last;
};

static bool see_inlined(void *arg, const char *name)
{
    struct seeing *s = arg;
    if (name != s->last)
        annotate_absent_see(s->near, s->word, s->a, &(struct symbol){ .name = name }, s->f->object);
    s->last = name;
    return false;
}

/* Finds similar names among functions with samples. If there are none, searches functions that are inlined
   into these. If there are none either, or filters drop all samples, searches all functions of the same
   objects. */
static void find_near(struct near_names *near, const char *word, const struct annotation *sides, size_t n)
{
    for (size_t side = 0; side < n; side++)
        for (size_t i = 0; i < sides[side].w.nfunctions; i++) {
            const struct hot_function *f = &sides[side].w.functions[i];
            annotate_absent_see(near, word, &sides[side], f->symbol, f->object);
        }
    struct seeing inlined = { .near = near, .word = word };
    const bool none = !near->n;
    for (size_t side = 0; side < n && none; side++)
        for (size_t i = 0; i < sides[side].w.nfunctions; i++) {
            inlined.a = &sides[side];
            inlined.f = &sides[side].w.functions[i];
            annotation_each_inlined(inlined.a, inlined.f, see_inlined, &inlined);
        }
    for (size_t side = 0; side < n && !near->n; side++) {
        size_t nobjects;
        const struct object *const *objects = timeline_objects(sides[side].s->timeline, &nobjects);
        for (size_t i = 0; i < nobjects; i++) {
            const struct symtab *t = resolver_symbol_origin(sides[side].s->resolver, objects[i]).table;
            for (size_t k = 0; t && k < t->n; k++)
                annotate_absent_see(near, word, &sides[side], &t->v[k], objects[i]);
        }
    }
}

/* Whether an object has a function with this name. */
static bool annotate_absent_has_function(const struct annotation *a, const struct object *o, const char *word)
{
    const struct symtab *t = resolver_symbol_origin(a->s->resolver, o).table;
    bool has = false;
    for (size_t i = 0; t && i < t->n && !has; i++)
        has = annotation_symbol_is_named(a, &t->v[i], word);
    return has;
}

/* The first object with samples that has a function of this name without samples; NULL: none. */
static const struct object *holder_of(const struct annotation *sides, size_t n, const char *word)
{
    for (size_t side = 0; side < n; side++) {
        const struct object *last = NULL; /* rows are sorted by object */
        for (size_t i = 0; i < sides[side].w.n; i++) {
            const struct object *o = sides[side].w.rows[i].object;
            if (o && o != last && annotate_absent_has_function(&sides[side], o, word))
                return o;
            last = o;
        }
    }
    return NULL;
}

/* The use of a requested name. */
enum sought { FUNCTION, COMMAND, OBJECT };

static void find_near_commands(struct near_names *near, const char *name, const struct timeline *t)
{
    const char *comm;
    struct when from;
    for (size_t i = 0; i < timeline_count_id_uses(t); i++)
        for (size_t k = 0; (comm = timeline_id_use_comm(t, i, k, &from)) != NULL; k++)
            if (strcmp(comm, name) != 0)
                near_consider(near, comm, "");
}

static void find_near_objects(struct near_names *near, const char *name, const struct timeline *t)
{
    size_t n;
    const struct object *const *objects = timeline_objects(t, &n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(objects[i]->name, name) != 0)
            near_consider(near, objects[i]->name, "");
}

/* Whether a name is an address, as reports show rows without a name: "0x3fbf4". */
static bool is_hex_address(const char *name)
{
    return name[0] == '0' && name[1] == 'x' && name[2] &&
           !name[2 + strspn(name + 2, "0123456789abcdefABCDEF")];
}

static void show_name(enum sought what, const char *name, const struct annotation *sides, size_t n,
                      struct rows *r, struct outlet *err)
{
    static const char *const none[] = { [FUNCTION] = "no function of that name has samples",
                                        [COMMAND] = "no command of that name has samples",
                                        [OBJECT] = "no object of that name has samples" };
    struct near_names near;
    struct text t = { 0 };
    const struct object *holder = NULL;
    if (what == FUNCTION)
        holder = holder_of(sides, n, name);
    near_begin(&near, name);
    if (what == FUNCTION && !holder)
        find_near(&near, name, sides, n);
    for (size_t side = 0; side < n; side++) {
        if (what == COMMAND)
            find_near_commands(&near, name, sides[side].s->timeline);
        else if (what == OBJECT)
            find_near_objects(&near, name, sides[side].s->timeline);
    }
    text_add(&t, "perfolio annotate: ");
    text_add_clean(&t, name);
    if (holder) {
        text_add(&t, " is in ");
        text_add_clean(&t, holder->name);
        text_add(&t, ", and has no samples");
    } else if (what == FUNCTION && is_hex_address(name)) {
        text_printf(
            &t,
            ": an address without a name: no symbol covers it, so the bounds of its function are unknown; "
            "perfolio explain %s shows what is mapped there, perfolio doctor how to get the symbols",
            name);
    } else {
        text_printf(&t, ": %s", none[what]);
    }
    rows_object(r, NULL);
    rows_fact(r, "name", value_text(name));
    rows_fact(r, "in", value_text(holder ? holder->path : NULL));
    rows_list(r, "near");
    for (size_t i = 0; i < near.n; i++) {
        const char *object = NULL;
        text_add(&t, i ? ", " : "; near it: ");
        text_add_clean(&t, near.v[i].name);
        if (what == FUNCTION) {
            text_add(&t, " in ");
            object = near.v[i].path;
        }
        text_add_clean(&t, near.v[i].path);
        rows_object(r, NULL);
        rows_fact(r, "symbol", value_text(near.v[i].name));
        rows_fact(r, "object", value_text(object));
        rows_close(r);
    }
    rows_close(r);
    rows_fact(r, "more_near", value_count(near.more));
    rows_close(r);
    if (near.more)
        text_printf(&t, " and %zu more", near.more);
    outlet_print(err, "%s\n", t.s);
    text_free(&t);
    near_free(&near);
}

/* Whether there are samples, but filters drop all of them. */
static bool lets_none(const struct annotation *sides, size_t n)
{
    uint64_t all = 0, shown = 0;
    for (size_t side = 0; side < n; side++) {
        all += sides[side].w.samples;
        for (uint32_t e = 0; e < sides[side].w.nevents; e++)
            shown += sides[side].w.totals[e].samples;
    }
    return all && !shown;
}

bool annotate_absent(const struct annotation *sides, size_t n, struct rows *r, struct outlet *err)
{
    const struct annotate_opts *o = sides[0].o;
    const struct words *const filtered[] = { [FUNCTION] = &o->count.filter.symbols,
                                             [COMMAND] = &o->count.filter.comms,
                                             [OBJECT] = &o->count.filter.dsos };
    const bool none = lets_none(sides, n);
    bool all = true;
    rows_list(r, "absent");
    for (size_t i = 0; i <= o->symbols.n; i++) {
        const char *name = annotation_name_at(o, i);
        const bool there = name && annotate_absent_is_there(sides, n, i);
        if (name && !there)
            show_name(FUNCTION, name, sides, n, r, err);
        all = all && !there;
    }
    for (size_t what = 0; none && what < COUNT(filtered); what++)
        for (size_t i = 0; i < filtered[what]->n && i < NEAR_SHOWN; i++)
            show_name((enum sought)what, filtered[what]->v[i], sides, n, r, err);
    rows_close(r);
    if (none)
        outlet_add(err, "perfolio annotate: no sample passes the filters\n");
    return none || (annotation_has_names(o) && all);
}

bool annotate_report_left_out(struct outlet *err)
{
    outlet_add(err,
               "perfolio annotate: the function has samples, but --percent-limit or --skip-missing leaves "
               "it out, or only one of the captures has its events\n");
    return true;
}

static void annotate_absent_add_events(const struct annotation *a, struct text *out)
{
    enum { NAMED = 4 };
    const struct events *es = &a->s->capture->events;
    uint32_t named = 0, more = 0;
    for (uint32_t i = 0; i < es->n; i++) {
        if (!a->w.totals[i].samples || named == NAMED) {
            more += a->w.totals[i].samples != 0;
            continue;
        }
        if (named++)
            text_add(out, ", ");
        text_add_clean(out, es->v[i].name);
    }
    if (more)
        text_printf(out, " and %" PRIu32 " more", more);
    if (!named)
        text_add(out, "no event with samples");
}

bool annotate_report_other_events(const struct annotation *sides, struct outlet *err)
{
    struct text t = { 0 };
    annotate_absent_add_events(&sides[0], &t);
    text_add(&t, " in the first; ");
    annotate_absent_add_events(&sides[1], &t);
    outlet_print(err, "perfolio annotate: the captures have no event in common: %s in the second\n", t.s);
    text_free(&t);
    return true;
}
