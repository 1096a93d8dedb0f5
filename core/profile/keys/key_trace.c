#include "core/profile/keys/key_trace.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"
#include "core/profile/keys/trace_values.h"

struct cell key_get_trace(const struct view *v)
{
    return key_pointer_cell(trace_look_text(v->look, v->sample), 0);
}

struct value key_value_trace(const struct key_cell *c)
{
    const struct trace_value *value = key_cell_pointer(c->cell);
    if (value)
        return value_text(value->text);
    return value_unknown();
}

/* Flags in the cell of a field. */
enum { DYNAMIC = 1, ENDS_IN_NUL = 2, NUMBER = 4, NEGATIVE = 8, HEX = 16, BIG_ENDIAN_BYTES = 32 };

static enum value_type field_type(uint32_t kind)
{
    if (!(kind & NUMBER))
        return VALUE_TEXT;
    if (kind & HEX)
        return VALUE_HEX;
    if (kind & NEGATIVE)
        return VALUE_SIGNED;
    return VALUE_COUNT;
}

/* The value of a field: a number as recorded, even if the print format shows a text for it; else the text. */
static struct value value_field(const struct key_cell *c)
{
    const struct trace_value *value = key_cell_pointer(c->cell);
    const enum value_type type = field_type(c->cell->tag);
    if (type == VALUE_TEXT)
        return key_value_trace(c);
    if (!value || !value->bytes.n)
        return value_unknown();
    const struct trace_event ev = { .order = c->cell->tag & BIG_ENDIAN_BYTES ? ORDER_BIG : ORDER_LITTLE };
    const struct trace_field f = { .size = (uint32_t)value->bytes.n, .negative = c->cell->tag & NEGATIVE };
    int64_t n = trace_number(&ev, &f, value->bytes);
    if (type == VALUE_SIGNED)
        return value_signed(n);
    return (struct value){ .type = type, .count = (uint64_t)n };
}

static void show_field(const struct key_cell *c)
{
    const struct trace_value *value = key_cell_pointer(c->cell);
    text_add_clean(c->text, value ? value->text : "N/A");
}

static struct cell get_field(const struct view *v)
{
    const struct field_column *c = key_field(v->key, v->event);
    bool raw = ((const struct field_key *)v->key)->raw;
    if (!c->header)
        return (struct cell){ 0 };
    return key_pointer_cell(trace_look_field(v->look, v->sample, v->event, c->field, raw), c->kind);
}

/* perf makes the column as wide as the bytes of a dynamic field, with the NUL that ends a text. */
static size_t field_width(const struct key_cell *c)
{
    const struct trace_value *value = key_cell_pointer(c->cell);
    if (!value || !(c->cell->tag & DYNAMIC))
        return 0;
    size_t text = strlen(value->text), bytes = value->bytes.n + !!(c->cell->tag & ENDS_IN_NUL);
    if (text > bytes)
        return text;
    return bytes;
}

/* Compares byte by byte, the largest first, as in perf (util/sort.c, __sort__hde_cmp()); on little-endian machines
   this is not the order of the numbers. */
static int compare_field(const struct shown_cell *a, const struct shown_cell *b)
{
    const struct trace_value *x = key_cell_pointer(a->cell), *y = key_cell_pointer(b->cell);
    if (!x || !y)
        return !x - !y;
    size_t n = x->bytes.n < y->bytes.n ? x->bytes.n : y->bytes.n;
    int r = 0;
    if (n)
        r = memcmp(y->bytes.p, x->bytes.p, n);
    if (!r)
        r = order(y->bytes.n, x->bytes.n);
    if (r)
        return r;
    return strcmp(x->text, y->text);
}

/* The keys that a word of --sort names; kept, so that the same word gives the same keys again. */
struct meaning {
    const char *word;
    const struct key **keys;
    struct field_column **columns; /* per key */
    size_t n;
    struct meaning *next;
};

struct trace_keys {
    const struct events *events;
    const struct trace_event **tracepoints; /* per event; NULL: unknown, or no tracepoint */
    bool **named;                           /* per event and field */
    size_t n;
    struct meaning *meanings;
    struct arena arena;
};

struct trace_keys *key_trace_new(const struct trace_reader *reader, struct traces *traces,
                                 const struct events *events)
{
    struct trace_keys *k = mem_new(1, sizeof(*k));
    k->events = events;
    k->tracepoints = arena_new(&k->arena, events->n * sizeof(*k->tracepoints));
    k->named = arena_new(&k->arena, events->n * sizeof(*k->named));
    for (uint32_t i = 0; traces && i < events->n; i++) {
        if (events->v[i].attr.type != PERF_TYPE_TRACEPOINT)
            continue;
        k->tracepoints[i] = reader->event(traces, events->v[i].attr.config);
        if (k->tracepoints[i])
            k->named[i] = arena_new(&k->arena, k->tracepoints[i]->n * sizeof(**k->named));
    }
    return k;
}

void key_trace_free(struct trace_keys *k)
{
    if (!k)
        return;
    arena_free(&k->arena);
    free(k);
}

/* A word of --sort, split into event, field and modifier. */
struct key_trace_asked {
    const char *event; /* NULL: all tracepoints */
    size_t event_n;
    const char *field;
    size_t field_n;
    bool raw, all;
};

static bool read_word(const char *word, struct key_trace_asked *a, struct err *e)
{
    const char *dot = strchr(word, '.');
    *a = (struct key_trace_asked){ .field = dot ? dot + 1 : word };
    if (dot) {
        a->event = word;
        a->event_n = (size_t)(dot - word);
    }
    a->field_n = strcspn(a->field, "/");
    a->raw = !strcmp(a->field + a->field_n, "/raw");
    if (a->field[a->field_n] && !a->raw)
        return err_set(e, ERR_USAGE, 0, "key '%s': only /raw may follow a field", word);
    a->all = (a->field_n == 12 && !memcmp(a->field, "trace_fields", 12)) ||
             (dot && a->field_n == 1 && *a->field == '*');
    if (a->all && *a->field == 't')
        a->event = NULL;
    return true;
}

static bool contains(const char *s, const char *part, size_t n)
{
    for (; strlen(s) >= n; s++)
        if (!memcmp(s, part, n))
            return true;
    return false;
}

/* Whether the word names an event: `full` compares the full name, else a part of the name is enough. */
static bool key_trace_is_called(const char *name, const struct key_trace_asked *a, bool full)
{
    if (!full)
        return contains(name, a->event, a->event_n);
    return strlen(name) == a->event_n && !memcmp(name, a->event, a->event_n);
}

/* Find the one event that the word names. False with `e` set if it names none or several. */
static bool key_trace_find_event(const struct trace_keys *k, const struct key_trace_asked *a, uint32_t *found,
                                 struct err *e)
{
    const struct events *es = k->events;
    bool full = memchr(a->event, ':', a->event_n), any = false;
    if (a->event_n && *a->event == '%') {
        unsigned long long i = strtoull(a->event + 1, NULL, 0);
        *found = (uint32_t)(i - 1);
        return (i && i <= es->n) ||
               err_set(e, ERR_USAGE, 0, "key '%s': the capture has %u events", a->event, es->n);
    }
    for (uint32_t i = 0; i < es->n; i++) {
        const char *name = es->v[i].name;
        if (!key_trace_is_called(name, a, full))
            continue;
        if (any && !full)
            return err_set(e, ERR_USAGE, 0, "key '%s': its event may be %s or %s", a->event,
                           es->v[*found].name, name);
        *found = i;
        any = true;
        if (full)
            break;
    }
    return any || err_set(e, ERR_USAGE, 0, "key '%s': the capture has no such event", a->event);
}

static bool means(const struct key_trace_asked *a, const struct trace_field *f)
{
    if (a->all)
        return !trace_field_is_common(f);
    return strlen(f->name) == a->field_n && !memcmp(f->name, a->field, a->field_n);
}

static uint32_t key_trace_kind_of(const struct trace_event *ev, const struct trace_field *f)
{
    const bool is_scalar = !f->text && !f->array && !f->dynamic;
    const bool is_word = f->size <= 8 && !(f->size & (f->size - 1));
    uint32_t kind = 0;
    if (f->dynamic)
        kind |= DYNAMIC;
    if (f->text)
        kind |= ENDS_IN_NUL;
    if (is_scalar && is_word)
        kind |= NUMBER;
    if (f->negative)
        kind |= NEGATIVE;
    else if (f->hex)
        kind |= HEX;
    if (ev->order == ORDER_BIG)
        kind |= BIG_ENDIAN_BYTES;
    return kind;
}

/* The column of a field. perf makes it as wide as the number in hexadecimal. */
static struct field_column key_trace_column_of(const struct trace_event *ev, size_t field)
{
    const struct trace_field *f = &ev->fields[field];
    const uint32_t kind = key_trace_kind_of(ev, f);
    return (struct field_column){ .header = f->name,
                                  .type = field_type(kind),
                                  .least_width = f->text ? f->size : 2 * f->size + 2,
                                  .field = field,
                                  .kind = kind };
}

/* The columns of the i-th key of a word; NULL: there are too many keys. */
static struct field_column *columns_at(struct trace_keys *k, struct meaning *m, size_t i, bool raw)
{
    if (i < m->n)
        return m->columns[i];
    if (k->n == TRACE_KEYS_MAX)
        return NULL;
    m->columns[i] = arena_new(&k->arena, k->events->n * sizeof(**m->columns));
    struct field_key *made = arena_new(&k->arena, sizeof(*made));
    *made = (struct field_key){ .key = { .name = "",
                                         .type = VALUE_TEXT,
                                         .to_the_right = true,
                                         .sample = PERF_SAMPLE_RAW,
                                         .varies = KEY_VARIES,
                                         .get = get_field,
                                         .value = value_field,
                                         .show = show_field,
                                         .bare = field_width,
                                         .compare = compare_field },
                                .columns = m->columns[i],
                                .raw = raw };
    m->keys[m->n++] = &made->key;
    k->n++;
    return m->columns[i];
}

/* Add columns for the fields of an event that the word names. */
static bool key_trace_add_fields(struct trace_keys *k, struct meaning *m, const struct key_trace_asked *a,
                                 uint32_t event, bool *any)
{
    const struct trace_event *ev = k->tracepoints[event];
    size_t slot = 0;
    for (size_t i = 0; ev && i < ev->n; i++) {
        if (!means(a, &ev->fields[i]))
            continue;
        *any = true;
        if (k->named[event][i])
            continue;
        struct field_column *columns = columns_at(k, m, slot++, a->raw);
        if (!columns)
            return false;
        k->named[event][i] = true;
        columns[event] = key_trace_column_of(ev, i);
    }
    return true;
}

/* Reports that the word is neither a key nor a field, and suggests a similar name. */
static bool no_key(const struct trace_keys *k, const char *word, struct err *e)
{
    struct text_nearest meant = text_nearest_to(word, strlen(word));
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = 0; key_at(i); i++)
        text_nearest_try(&meant, key_at(i)->name);
    for (uint32_t event = 0; event < k->events->n; event++)
        for (size_t i = 0; k->tracepoints[event] && i < k->tracepoints[event]->n; i++)
            text_nearest_try(&meant, k->tracepoints[event]->fields[i].name);
    return err_set(e, ERR_USAGE, 0,
                   "there is no key '%s'%s, and no tracepoint of this capture has such a field; "
                   "perfolio report --help lists keys",
                   word, text_nearest_hint(&meant, but));
}

bool key_trace_find(struct trace_keys *k, const char *word, const struct key *const **keys, size_t *n,
                    bool *unknown, struct err *e)
{
    struct key_trace_asked a;
    uint32_t first = 0, end = k->events->n;
    bool any = false, ok = true;
    struct meaning *m = k->meanings;
    *unknown = false;
    while (m && strcmp(m->word, word) != 0)
        m = m->next;
    if (!m) {
        if (!read_word(word, &a, e))
            return false;
        if (a.event) {
            if (!key_trace_find_event(k, &a, &first, e))
                return false;
            end = first + 1;
        }
        m = arena_new(&k->arena, sizeof(*m));
        *m = (struct meaning){ .word = arena_text(&k->arena, word, strlen(word)),
                               .keys = arena_new(&k->arena, TRACE_KEYS_MAX * sizeof(*m->keys)),
                               .columns = arena_new(&k->arena, TRACE_KEYS_MAX * sizeof(*m->columns)),
                               .next = k->meanings };
        k->meanings = m;
        for (uint32_t i = first; ok && i < end; i++)
            ok = key_trace_add_fields(k, m, &a, i, &any);
        if (!ok)
            return err_set(e, ERR_USAGE, 0, "key '%s': it selects more than %d fields of tracepoints", word,
                           TRACE_KEYS_MAX);
        *unknown = !any;
        if (!any)
            return no_key(k, word, e);
    }
    *keys = m->keys;
    *n = m->n;
    return true;
}
