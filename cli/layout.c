#include "cli/layout.h"

#include <string.h>
#include <strings.h>

enum { OVERHEAD, SYS, US, GUEST_SYS, GUEST_US, CHILDREN, LATENCY, LATENCY_CHILDREN, SAMPLES, PERIOD };

// clang-format off
static const struct number numbers[NUMBERS] = { /* in the order in which a beginning of a name is looked for */
    [OVERHEAD]  = { "overhead",           "Overhead",  8,  FIGURE_PERIOD,    true },
    [SYS]       = { "overhead_sys",       "sys",       8,  FIGURE_SYS,       true },
    [US]        = { "overhead_us",        "usr",       8,  FIGURE_US,        true },
    [GUEST_SYS] = { "overhead_guest_sys", "guest sys", 9,  FIGURE_GUEST_SYS, true },
    [GUEST_US]  = { "overhead_guest_us",  "guest usr", 9,  FIGURE_GUEST_US,  true },
    [CHILDREN]  = { "overhead_children",  "Children",  8,  FIGURE_CHILDREN,  true },
    [LATENCY]   = { "latency",            "Latency",   8,  FIGURE_LATENCY,   true },
    [LATENCY_CHILDREN] = { "latency_children", "Latency", 8, FIGURE_LATENCY_CHILDREN, true },
    [SAMPLES]   = { "sample",             "Samples",   12, FIGURE_SAMPLES,   false },
    [PERIOD]    = { "period",             "Period",    12, FIGURE_PERIOD,    false },
};
// clang-format on

static bool read_field(const char *word, size_t n, struct field *f)
{
    f->key = key_named(word, n);
    for (size_t i = 0; !f->key && !f->number && i < NUMBERS; i++)
        f->number = strncasecmp(word, numbers[i].name, n) ? NULL : &numbers[i];
    return f->key || f->number;
}

static bool has(const struct fields *f, const struct key *key, const struct number *number)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->v[i].key == key && f->v[i].number == number)
            return true;
    return false;
}

static void add(struct fields *f, struct field field)
{
    if (!has(f, field.key, field.number)) /* FIELDS_MAX is not less than there are */
        f->v[f->n++] = field;
}

static void add_number(struct fields *f, size_t number)
{
    add(f, (struct field){ .number = &numbers[number] });
}

bool fields_read(const char *option, const char *list, struct fields *f, struct err *e)
{
    unsigned level = 1;
    bool together = false;
    f->n = 0;
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ",{} ");
        struct field field = { .level = level };
        if (n && !read_field(s, n, &field))
            return err_set(e, ERR_USAGE, 0, "%s: there is no key '%.*s'; perfolio report --help lists them",
                           option, (int)n, s);
        if (n)
            add(f, field);
        s += n;
        level += !together;
        together = *s == '{' || (together && *s != '}');
        s += *s != 0;
    }
    return f->n || err_set(e, ERR_USAGE, 0, "%s: no key is named", option);
}

/* Whether any word begins with "overhead" or "latency". */
static bool has_weight(const struct fields *f)
{
    for (size_t i = OVERHEAD; i <= LATENCY_CHILDREN; i++)
        if (has(f, NULL, &numbers[i]))
            return true;
    return false;
}

/* The keys that go without saying. */
static void ask_usual(const struct layout_opts *o, struct fields *usual)
{
    fields_read("", o->branches ? "comm,dso_from,symbol_from,symbol_to,cycles" : "comm,dso,sym", usual,
                &(struct err){ 0 });
}

static bool has_latency(const struct fields *f)
{
    return has(f, NULL, &numbers[LATENCY]) || has(f, NULL, &numbers[LATENCY_CHILDREN]);
}

/* Weights in the order in which they are shown; the first two are of callers. */
enum { WEIGHTS = 4 };
static const size_t overhead_first[WEIGHTS] = { CHILDREN, LATENCY_CHILDREN, OVERHEAD, LATENCY },
                    latency_first[WEIGHTS] = { LATENCY_CHILDREN, CHILDREN, LATENCY, OVERHEAD };

/* What weighs without being asked for, in front of what is sorted by (perf, setup_overhead()). */
static void ask_weights(const struct layout_opts *o, bool children, struct fields *order)
{
    for (size_t i = children ? 0 : 2; o->latency && i < WEIGHTS; i++)
        if (!has(&o->sort, NULL, &numbers[latency_first[i]]))
            add_number(order, latency_first[i]);
    if (o->latency || has_latency(&o->sort))
        return;
    if (children && !has(&o->sort, NULL, &numbers[CHILDREN]))
        add_number(order, CHILDREN);
    if (!has_weight(&o->sort))
        add_number(order, OVERHEAD);
}

/* What lines are ordered by, but for what is shown besides. */
static void ask_order(const struct layout_opts *o, bool children, struct fields *order)
{
    bool strict = o->fields.n && !o->add_to_fields;
    if (!strict)
        ask_weights(o, children, order);
    struct fields usual = { .n = 0 };
    ask_usual(o, &usual);
    if (!o->sort.n ? !strict : o->add_to_sort) {
        for (size_t i = 0; i < usual.n; i++)
            add(order, usual.v[i]);
    }
    unsigned before = o->add_to_sort ? (unsigned)usual.n : 0; /* levels */
    for (size_t i = 0; i < o->sort.n; i++) {
        struct field f = o->sort.v[i];
        f.level += before;
        add(order, f);
    }
    if (o->ipc)
        add(order, (struct field){ .key = key_named("ipc_null", 8), .level = FIELDS_MAX });
    if (o->parents)
        add(order, (struct field){ .key = key_named("parent", 6), .level = FIELDS_MAX + 1 });
}

/* What is shown, but for what lines are ordered by besides. */
static void ask_columns(const struct layout_opts *o, bool children, const struct fields *order,
                        struct fields *columns)
{
    bool strict = o->fields.n && !o->add_to_fields;
    bool by_latency = has_latency(order);
    const size_t *weights = o->latency ? latency_first : overhead_first;
    for (size_t i = 0; !strict && by_latency && i < WEIGHTS; i++)
        if (has(order, NULL, &numbers[weights[i]]))
            add_number(columns, weights[i]);
    if (!strict && children && !by_latency)
        add_number(columns, CHILDREN);
    if (!strict && !by_latency)
        add_number(columns, OVERHEAD);
    if (!strict && o->modes) {
        add_number(columns, SYS);
        add_number(columns, US);
    }
    if (!strict && o->samples)
        add_number(columns, SAMPLES);
    if (!strict && o->period)
        add_number(columns, PERIOD);
    for (size_t i = 0; i < o->fields.n; i++)
        add(columns, o->fields.v[i]);
}

static void add_all(struct fields *to, const struct fields *from)
{
    for (size_t i = 0; i < from->n; i++)
        add(to, from->v[i]);
}

bool layout_wants_running(const struct layout_opts *o)
{
    const struct key *running = key_named("parallelism", strlen("parallelism"));
    return o->latency || has_latency(&o->sort) || has_latency(&o->fields) || has(&o->sort, running, NULL) ||
           has(&o->fields, running, NULL);
}

size_t layout_place(const struct layout *l, const struct key *key)
{
    size_t k = 0;
    while (k < l->nkeys && l->keys[k] != key)
        k++;
    return k;
}

/* Keys that nobody asked to see. */
static void add_hidden(struct layout *l, const struct fields *shown)
{
    const struct key *symbol = key_named("symbol", 6), *dso = key_named("dso", 3);
    /* symbols of two objects are two, whatever they are called (perf, sort__sym_cmp) */
    if (layout_place(l, symbol) < l->nkeys && layout_place(l, dso) == l->nkeys)
        l->keys[l->nkeys++] = dso;
    bool by_mode = false;
    for (size_t i = SYS; i <= GUEST_US; i++)
        by_mode = by_mode || has(shown, NULL, &numbers[i]);
    if (by_mode)
        l->keys[l->nkeys++] = &key_mode;
    l->latency = has_latency(shown);
    if (l->latency)
        l->keys[l->nkeys++] = &key_running;
}

void layout_make(struct layout *l, const struct layout_opts *o, bool children)
{
    struct fields order = { .n = 0 }, columns = { .n = 0 };
    bool strict = o->fields.n && !o->add_to_fields;
    *l = (struct layout){ .nkeys = 0 };
    ask_order(o, children, &order);
    ask_columns(o, children, &order, &columns);
    add_all(&columns, &order);
    add_all(&order, &columns);
    for (size_t i = 0; i < order.n; i++) {
        const struct field *f = &order.v[i];
        if (f->key) {
            l->levels[l->nkeys] = f->level;
            l->keys[l->nkeys++] = f->key;
        }
        l->order[i] =
            (struct line_by){ f->key, f->key ? (uint32_t)(l->nkeys - 1) : (uint32_t)f->number->figure };
    }
    l->norder = order.n;
    l->nshown = l->nkeys;
    add_hidden(l, &columns);
    l->ncolumns = columns.n;
    for (size_t i = 0; i < columns.n; i++) {
        const struct field *f = &columns.v[i];
        bool self = f->number == &numbers[OVERHEAD] && children && !strict;
        l->columns[i] = (struct layout_column){ .number = f->number,
                                                .key = f->key ? layout_place(l, f->key) : 0,
                                                .header = f->key ? f->key->header
                                                          : self ? "Self"
                                                                 : f->number->header };
    }
}
