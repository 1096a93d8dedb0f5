#include "lib/question/report/layout.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/options/absent.h"
#include "core/base/mem.h"

// clang-format off
enum { OVERHEAD, SYS, US, GUEST_SYS, GUEST_US, CHILDREN, LATENCY, LATENCY_CHILDREN, SAMPLES, PERIOD, WEIGHT1 };

/* in the order in which the beginning of a name is searched */
const struct layout_number layout_numbers[NUMBERS] = {
    [OVERHEAD]  = { "overhead",           "Overhead",  8,  FIGURE_PERIOD,    NUMBER_PERCENT, "share of the period" },
    [SYS]       = { "overhead_sys",       "sys",       8,  FIGURE_SYS,       NUMBER_PERCENT, "share of kernel code" },
    [US]        = { "overhead_us",        "usr",       8,  FIGURE_US,        NUMBER_PERCENT, "share of user code" },
    [GUEST_SYS] = { "overhead_guest_sys", "guest sys", 9,  FIGURE_GUEST_SYS, NUMBER_PERCENT, "share of guests' kernels" },
    [GUEST_US]  = { "overhead_guest_us",  "guest usr", 9,  FIGURE_GUEST_US,  NUMBER_PERCENT, "share of guests' user code" },
    [CHILDREN]  = { "overhead_children",  "Children",  8,  FIGURE_CHILDREN,  NUMBER_PERCENT, "share with callees" },
    [LATENCY]   = { "latency",            "Latency",   8,  FIGURE_LATENCY,   NUMBER_PERCENT, "share of wall-clock time" },
    [LATENCY_CHILDREN] = { "latency_children", "Latency", 8, FIGURE_LATENCY_CHILDREN, NUMBER_PERCENT,
                                                    "share of wall-clock time with callees" },
    [SAMPLES]   = { "sample",             "Samples",   12, FIGURE_SAMPLES,   NUMBER_COUNT,   "number of samples" },
    [PERIOD]    = { "period",             "Period",    12, FIGURE_PERIOD,    NUMBER_COUNT,   "sum of the periods" },
    [WEIGHT1]     = { "weight1", "Weight1", 8, FIGURE_WEIGHT1, NUMBER_AVERAGE, "mean of the (1st part of the) weight" },
    [WEIGHT1 + 1] = { "weight2", "Weight2", 8, FIGURE_WEIGHT2, NUMBER_AVERAGE, "mean of the 2nd part, as of ins_lat" },
    [WEIGHT1 + 2] = { "weight3", "Weight3", 8, FIGURE_WEIGHT3, NUMBER_AVERAGE,
                      "mean of the 3rd part, as of retire_lat and p_stage_cyc" },
};
// clang-format on

const char *layout_field_word(size_t i)
{
    size_t n = 0;
    while (n < i && key_at(n))
        n++;
    const struct key *k = key_at(n);
    if (k)
        return k->name;
    if (i - n < NUMBERS)
        return layout_numbers[i - n].name;
    return NULL;
}

/* Finds the key or number that a word begins. A key of perf that Perfolio lacks is not taken for the beginning of
   another key; it may be a field of tracepoints. */
static bool read_field(const char *word, size_t n, struct field *f)
{
    if (absent_key(word, n))
        return false;
    f->key = key_find(word, n);
    for (size_t i = 0; !f->key && !f->number && i < NUMBERS; i++) {
        if (strncasecmp(word, layout_numbers[i].name, n))
            f->number = NULL;
        else
            f->number = &layout_numbers[i];
    }
    return f->key || f->number;
}

static bool is(const struct field *f, const struct field *other)
{
    if (f->key != other->key || f->number != other->number)
        return false;
    if (f->word && other->word)
        return !strcmp(f->word, other->word);
    return f->word == other->word;
}

static bool layout_has(const struct fields *f, const struct field *field)
{
    for (size_t i = 0; i < f->n; i++)
        if (is(&f->v[i], field))
            return true;
    return false;
}

static bool layout_has_number(const struct fields *f, size_t number)
{
    return layout_has(f, &(struct field){ .number = &layout_numbers[number] });
}

static void layout_add(struct fields *f, struct field field)
{
    if (!layout_has(f, &field)) /* FIELDS_MAX is large enough for all keys and numbers */
        f->v[f->n++] = field;
}

static void layout_add_all(struct fields *to, const struct fields *from)
{
    for (size_t i = 0; i < from->n; i++)
        layout_add(to, from->v[i]);
}

static void add_number(struct fields *f, size_t number)
{
    layout_add(f, (struct field){ .number = &layout_numbers[number] });
}

/* Adds a word that is no key or number; it may be a field of tracepoints. */
static bool layout_add_word(const char *word, size_t n, unsigned level, struct fields *f)
{
    struct field field = { .word = mem_copy(word, n), .level = level };
    size_t before = 0;
    for (size_t i = 0; i < f->n; i++)
        before += f->v[i].word != NULL;
    bool ok = before < TRACE_KEYS_MAX, is_new = ok && !layout_has(f, &field);
    if (is_new)
        layout_add(f, field);
    else
        free(field.word);
    return ok;
}

bool layout_fields_read(const char *option, const char *list, struct fields *f, struct err *e)
{
    unsigned level = 1;
    bool together = false;
    layout_fields_free(f);
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ",{} ");
        struct field field = { .level = level };
        if (n && read_field(s, n, &field))
            layout_add(f, field);
        else if (n && !layout_add_word(s, n, level, f))
            return err_set(e, ERR_USAGE, 0, "%s: names more than %d fields of tracepoints", option,
                           TRACE_KEYS_MAX);
        s += n;
        level += !together;
        together = *s == '{' || (together && *s != '}');
        s += *s != 0;
    }
    return f->n || err_set(e, ERR_USAGE, 0, "%s: no key is named", option);
}

void layout_fields_free(struct fields *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->v[i].word);
    f->n = 0;
}

void layout_set_usual_keys(struct layout_opts *o, bool tracepoints, bool raw)
{
    const char *keys = "comm,dso,sym";
    if (o->branches)
        keys = "comm,dso_from,symbol_from,symbol_to,cycles";
    else if (tracepoints)
        keys = raw ? "trace_fields" : "trace";
    layout_fields_read("", keys, &o->usual, &(struct err){ 0 });
}

/* The number whose name is most similar to a word; NULL: none is, or a key's name is more similar. */
static const char *near_number(const char *word)
{
    struct text_nearest key = text_nearest_to(word, strlen(word)), number = key;
    for (size_t i = 0; key_at(i); i++)
        text_nearest_try(&key, key_at(i)->name);
    for (size_t i = 0; i < NUMBERS; i++)
        text_nearest_try(&number, layout_numbers[i].name);
    if (key.found && key.distance <= number.distance)
        return NULL;
    return number.found;
}

/* Finds the fields of tracepoints that a word names. */
static bool name_word(const char *word, struct trace_keys *keys, const struct key *const **meant, size_t *n,
                      struct err *e)
{
    struct err none = { 0 };
    bool unknown;
    if (key_trace_find(keys, word, meant, n, &unknown, &none))
        return true;
    const char *hint = absent_key(word, strlen(word));
    const char *number = near_number(word);
    if (hint)
        return err_set(e, ERR_USAGE, 0, "--sort %s: perf has it, Perfolio does not: %s", word, hint);
    if (unknown && number)
        return err_set(e, ERR_USAGE, 0, "there is no key '%s', but '%s'; perfolio report --help lists keys",
                       word, number);
    *e = none;
    return false;
}

/* Replaces the words of a list by keys. */
static bool name_fields(struct fields *f, struct trace_keys *keys, struct err *e)
{
    struct fields named = { .n = 0 };
    bool ok = true;
    for (size_t i = 0; i < f->n && ok; i++) {
        const struct key *const *meant;
        size_t n = 0;
        if (!f->v[i].word)
            layout_add(&named, f->v[i]);
        else
            ok = name_word(f->v[i].word, keys, &meant, &n, e);
        for (size_t k = 0; k < n; k++)
            layout_add(&named, (struct field){ .key = meant[k], .level = f->v[i].level });
    }
    *f = named;
    return ok;
}

bool layout_resolve_words(struct layout_opts *o, struct trace_keys *keys, struct err *e)
{
    struct fields usual = o->usual;
    if (o->sort.n && !o->add_to_sort)
        o->usual.n = 0; /* -s replaces the default keys */
    bool ok = name_fields(&o->usual, keys, e) && name_fields(&o->sort, keys, e) &&
              name_fields(&o->fields, keys, e);
    layout_fields_free(&usual);
    return ok;
}

/* Whether any word begins with "overhead" or "latency". */
static bool has_weight(const struct fields *f)
{
    for (size_t i = OVERHEAD; i <= LATENCY_CHILDREN; i++)
        if (layout_has_number(f, i))
            return true;
    return false;
}

static bool has_latency(const struct fields *f)
{
    return layout_has_number(f, LATENCY) || layout_has_number(f, LATENCY_CHILDREN);
}

/* Columns of weight, in the order in which they are shown. The first two count callers, too. */
enum { WEIGHTS = 4 };
static const size_t overhead_first[WEIGHTS] = { CHILDREN, LATENCY_CHILDREN, OVERHEAD, LATENCY },
                    latency_first[WEIGHTS] = { LATENCY_CHILDREN, CHILDREN, LATENCY, OVERHEAD };

/* Adds the default weights before the sort keys (perf, setup_overhead()). */
static void ask_weights(const struct layout_opts *o, bool children, struct fields *order)
{
    const size_t begin = children ? 0 : 2;
    for (size_t i = begin; o->latency && i < WEIGHTS; i++)
        if (!layout_has_number(&o->sort, latency_first[i]))
            add_number(order, latency_first[i]);
    if (o->latency || has_latency(&o->sort))
        return;
    const bool adds_latency = o->with_latency && !has_weight(&o->sort);
    for (size_t i = begin; adds_latency && i < WEIGHTS; i++)
        add_number(order, overhead_first[i]);
    if (children && !layout_has_number(&o->sort, CHILDREN))
        add_number(order, CHILDREN);
    if (!has_weight(&o->sort))
        add_number(order, OVERHEAD);
}

/* Adds the fields that lines are sorted by, except shown columns. */
static void ask_order(const struct layout_opts *o, bool children, struct fields *order)
{
    bool strict = o->fields.n && !o->add_to_fields;
    if (!strict)
        ask_weights(o, children, order);
    const bool sorts_as_usual = o->sort.n ? o->add_to_sort : !strict;
    if (sorts_as_usual)
        layout_add_all(order, &o->usual);
    unsigned before = o->add_to_sort ? (unsigned)o->usual.n : 0; /* number of levels */
    for (size_t i = 0; i < o->sort.n; i++) {
        struct field f = o->sort.v[i];
        f.level += before;
        layout_add(order, f);
    }
    if (o->ipc)
        layout_add(order, (struct field){ .key = key_find("ipc_null", 8), .level = FIELDS_MAX });
    if (o->parents)
        layout_add(order, (struct field){ .key = key_find("parent", 6), .level = FIELDS_MAX + 1 });
}

/* Adds the fields that are shown, except sort keys. */
static void ask_columns(const struct layout_opts *o, bool children, const struct fields *order,
                        struct fields *columns)
{
    const bool strict = o->fields.n && !o->add_to_fields, by_latency = has_latency(order);
    const size_t *weights = o->latency ? latency_first : overhead_first;
    const struct {
        bool wanted;
        size_t number;
    } others[] = { { !by_latency && children, CHILDREN },
                   { !by_latency, OVERHEAD },
                   { o->modes, SYS },
                   { o->modes, US },
                   { o->samples, SAMPLES },
                   { o->period, PERIOD } };
    for (size_t i = 0; !strict && by_latency && i < WEIGHTS; i++)
        if (layout_has_number(order, weights[i]))
            add_number(columns, weights[i]);
    for (size_t i = 0; !strict && i < COUNT(others); i++)
        if (others[i].wanted)
            add_number(columns, others[i].number);
    layout_add_all(columns, &o->fields);
}

bool layout_names_key(const struct layout_opts *o, const char *key)
{
    const struct field field = { .key = key_find(key, strlen(key)) };
    return layout_has(&o->sort, &field) || layout_has(&o->fields, &field);
}

bool layout_wants_running(const struct layout_opts *o)
{
    return o->latency || has_latency(&o->sort) || has_latency(&o->fields) ||
           layout_names_key(o, "parallelism");
}

size_t layout_place(const struct layout *l, const struct key *key)
{
    size_t k = 0;
    while (k < l->nkeys && l->keys[k] != key)
        k++;
    return k;
}

/* Adds keys that are needed but not shown as columns. */
static void add_hidden(struct layout *l, const struct fields *shown)
{
    const struct key *symbol = key_find("symbol", 6), *dso = key_find("dso", 3);
    /* like perf, distinguishes symbols of the same name in two objects (sort__sym_cmp) */
    if (layout_place(l, symbol) < l->nkeys && layout_place(l, dso) == l->nkeys &&
        layout_place(l, &key_path) == l->nkeys)
        l->keys[l->nkeys++] = dso;
    bool by_mode = false;
    for (size_t i = SYS; i <= GUEST_US; i++)
        by_mode = by_mode || layout_has_number(shown, i);
    if (by_mode)
        l->keys[l->nkeys++] = &key_mode;
    l->latency = has_latency(shown);
    if (l->latency)
        l->keys[l->nkeys++] = &key_running;
    for (size_t i = 0; i < WEIGHT_PARTS; i++) {
        l->weights[i] = layout_has_number(shown, WEIGHT1 + i);
        if (l->weights[i])
            l->keys[l->nkeys++] = &key_weight_parts[i];
    }
}

/* With -v: adds columns about the earliest sample before the symbol, and the paths of objects. */
static void say_more(struct fields *f)
{
    const struct fields few = *f;
    f->n = 0;
    for (size_t i = 0; i < few.n; i++) {
        struct field field = few.v[i];
        const unsigned level = field.level;
        if (field.key == key_find("symbol", 6)) {
            f->v[f->n++] = (struct field){ .key = &key_first_address, .level = level };
            f->v[f->n++] = (struct field){ .key = &key_origin, .level = level };
        }
        if (field.key == key_find("dso", 3))
            field.key = &key_path;
        f->v[f->n++] = field;
    }
}

void layout_make(struct layout *l, const struct layout_opts *o, bool children)
{
    struct fields order = { .n = 0 }, columns = { .n = 0 };
    bool strict = o->fields.n && !o->add_to_fields;
    *l = (struct layout){ .nkeys = 0 };
    ask_order(o, children, &order);
    ask_columns(o, children, &order, &columns);
    if (o->verbose && !layout_names_key(o, "capture") && !layout_names_key(o, "label")) {
        say_more(&order);
        say_more(&columns);
    }
    layout_add_all(&columns, &order);
    layout_add_all(&order, &columns);
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
        const bool is_overhead = f->number == &layout_numbers[OVERHEAD];
        l->columns[i] = (struct layout_column){ .number = f->number };
        if (f->key)
            l->columns[i].key = layout_place(l, f->key);
        else if (is_overhead && children && !strict)
            l->columns[i].header = "Self";
        else
            l->columns[i].header = f->number->header;
    }
}
