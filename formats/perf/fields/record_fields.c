/* Shows fields as members and as text. Entries of lists and parts have their own views. */
#include "formats/perf/fields/record_fields.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "formats/perf/fields/attr.h"

/* Entry i of a list. */
static struct span record_fields_entry_of(struct span list, size_t size, size_t i)
{
    assert(size && (i + 1) * size <= list.n);
    return (struct span){ list.p + i * size, size };
}

/* ---- members ---- */

static void put_text(const struct value_sink *sink, const char *name, struct span s, bool as_digits)
{
    struct text t = { 0 };
    if (as_digits)
        text_add_hex_bytes(&t, s.p, s.n);
    else
        text_add_n(&t, (const char *)s.p, s.n);
    sink->put(sink->arg, name, value_text(text_str(&t)));
    text_free(&t);
}

static double float_of(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof(d));
    return d;
}

static void show_view(struct view *w, uint64_t which, const struct value_sink *sink);

static void show_list(struct view *w, const struct rec_field *f, struct span list,
                      const struct value_sink *sink)
{
    bool bare = !f->of->rows->name;
    size_t size = 0;
    struct span beside = { 0 };
    if (f->other)
        size = f->other->size;
    if (f->beside)
        beside = *(const struct span *)((const uint8_t *)w->base + f->beside);
    sink->open(sink->arg, f->name, true);
    for (size_t i = 0; i < list.n / f->of->size; i++) {
        struct view e;
        record_view_nested(&e, w, f->of, record_fields_entry_of(list, f->of->size, i), i);
        if (!bare)
            sink->open(sink->arg, NULL, false);
        show_view(&e, 0, sink);
        if (f->beside && (i + 1) * size <= beside.n) {
            record_view_nested(&e, w, f->other, record_fields_entry_of(beside, size, i), i);
            show_view(&e, 0, sink);
        }
        if (!bare)
            sink->close(sink->arg);
    }
    sink->close(sink->arg);
}

static void show_part(struct view *w, const struct rec_field *f, const struct view_value *v,
                      const struct value_sink *sink)
{
    struct view part;
    record_view_nested(&part, w, record_view_part_layout(f, v->number), v->bytes, 0);
    if (*f->name != '#')
        sink->open(sink->arg, f->name, false);
    show_view(&part, 0, sink);
    if (*f->name != '#')
        sink->close(sink->arg);
}

static void put_count(const struct value_sink *sink, const char *name, uint64_t v)
{
    sink->put(sink->arg, name, value_count(v));
}

void record_counters_show(struct span block, enum byte_order order, uint64_t format, const char *name,
                          const struct value_sink *sink)
{
    struct cur c = cur_of(block, order);
    bool group = format & PERF_FORMAT_GROUP;
    uint64_t first = cur_u64(&c), n = group ? first : 1;
    sink->open(sink->arg, name, false);
    if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
        put_count(sink, "enabled", cur_u64(&c));
    if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
        put_count(sink, "running", cur_u64(&c));
    sink->open(sink->arg, "values", true);
    for (; n && !c.bad && (c.left || !group); n--) {
        sink->open(sink->arg, NULL, false);
        if (group)
            put_count(sink, "value", cur_u64(&c));
        else
            put_count(sink, "value", first);
        if (format & PERF_FORMAT_ID)
            put_count(sink, "id", cur_u64(&c));
        if (format & PERF_FORMAT_LOST)
            put_count(sink, "lost", cur_u64(&c));
        sink->close(sink->arg);
    }
    sink->close(sink->arg);
    sink->close(sink->arg);
}

static void show_counters(struct view *w, const struct rec_field *f, struct span block,
                          const struct value_sink *sink)
{
    const struct event *ev = events_find(w->events, ((const struct record *)w->base)->id.id);
    if (ev)
        record_counters_show(block, w->order, ev->attr.read_format, f->name, sink);
}

static void record_fields_show_value(struct view *w, const struct rec_field *f, const struct view_value *v,
                                     const struct value_sink *sink)
{
    char number[32];
    switch ((enum rec_value)f->kind) {
    case REC_PART:
        if (v->bytes.p)
            show_part(w, f, v, sink);
        break;
    case REC_LIST:
        show_list(w, f, v->bytes, sink);
        break;
    case REC_ATTR:
        sink->open(sink->arg, f->name, false);
        record_struct_show(&attr_layout, &w->attr, ORDER_LITTLE, attr_which(&w->attr), sink);
        sink->close(sink->arg);
        break;
    case REC_COUNTERS:
        show_counters(w, f, v->bytes, sink);
        break;
    case REC_TEXT:
    case REC_TEXT_END:
    case REC_STRING:
        put_text(sink, f->name, v->bytes, false);
        break;
    case REC_WORD:
        sink->put(sink->arg, f->name, value_text(v->word));
        break;
    case REC_FLOAT:
        snprintf(number, sizeof(number), "%.17g", float_of(v->number));
        sink->put(sink->arg, f->name, value_text(number));
        break;
    case REC_BYTES:
    case REC_BUILD_ID:
        if (v->bytes.n || f->kind == REC_BYTES)
            put_text(sink, f->name, v->bytes, true);
        else
            sink->put(sink->arg, f->name, value_unknown());
        break;
    case REC_SIGNED:
        sink->put(sink->arg, f->name, value_signed((int64_t)v->number));
        break;
    case REC_HEX:
    case REC_ADDRESS:
        sink->put(sink->arg, f->name, value_hex(v->number));
        break;
    case REC_TIME:
        sink->put(sink->arg, f->name, value_time(v->number));
        break;
    case REC_FLAG:
        sink->put(sink->arg, f->name, value_yes_no(v->number));
        break;
    default:
        put_count(sink, f->name, v->number);
    }
}

/* Whether a row is shown as a member: if `which` is not 0, whether the row has one of its bits; else
   whether the row is not only for the text. */
static bool record_fields_is_wanted(const struct rec_field *f, uint64_t which)
{
    if (which)
        return which & f->mask;
    const bool text_only = f->name && *f->name == '#';
    return !text_only || f->kind == REC_PART;
}

static void show_view(struct view *w, uint64_t which, const struct value_sink *sink)
{
    for (size_t i = 0; i < w->l->n; i++) {
        const struct rec_field *f = &w->l->rows[i];
        if (f->kind == REC_ATTR && !w->attr.size)
            return;
        if (record_fields_is_wanted(f, which))
            record_fields_show_value(w, f, record_view_value(w, i), sink);
    }
}

void record_fields_show(const struct rec_layout *l, const struct record *r, const struct events *events,
                        const struct value_sink *sink)
{
    struct view w;
    record_view(&w, l, r);
    w.events = events;
    show_view(&w, 0, sink);
}

/* ---- text ---- */

static const struct view_value *record_fields_find(struct view *w, const char *name, size_t n,
                                                   const struct rec_field **f, struct view **of)
{
    for (*of = w; *of; *of = (*of)->up)
        for (size_t i = 0; i < (*of)->l->n; i++) {
            *f = &(*of)->l->rows[i];
            if ((*f)->name && !strncmp((*f)->name, name, n) && !(*f)->name[n])
                return record_view_value(*of, i);
        }
    return NULL;
}

static bool text_view(struct view *w, struct text *out);

static void text_uneven(struct view *w, const struct rec_field *f, const struct view_value *v,
                        struct text *out)
{
    struct span list = v->bytes;
    struct view e;
    for (uint64_t i = 0;; i++) {
        const bool more = f->count ? i < v->number : list.n;
        if (!more)
            return;
        record_view_nested(&e, w, f->of, list, i);
        if (e.bad)
            return;
        if (i)
            text_add(out, f->comma);
        text_view(&e, out);
        list = (struct span){ list.p + e.used, list.n - e.used };
    }
}

/* The number of the n entries or bytes that the text shows. */
static size_t most_shown(const struct rec_field *f, size_t n)
{
    if (f->most && f->most < n)
        return f->most;
    return n;
}

static void text_list(struct view *w, const struct rec_field *f, struct span list, struct text *out)
{
    const size_t n = list.n / f->of->size, most = most_shown(f, n);
    const char *text = f->of->text;
    for (size_t i = 0; i < most; i++) {
        struct view e;
        record_view_nested(&e, w, f->of, record_fields_entry_of(list, f->of->size, i), i);
        if (i)
            text_add(out, f->comma);
        text_view(&e, out);
    }
    if (most < n) {
        text_add(out, f->comma);
        text_add(out, text && *text != ' ' ? "..." : " ...");
    }
}

/* Appends a blank, and an address of a call chain or the name of a context marker ("[user]"). */
static void text_address(uint64_t ip, struct text *out)
{
    static const struct {
        uint64_t context;
        const char *name;
    } markers[] = {
        { PERF_CONTEXT_HV, "hv" },
        { PERF_CONTEXT_KERNEL, "kernel" },
        { PERF_CONTEXT_USER, "user" },
        { PERF_CONTEXT_USER_DEFERRED, "user deferred" }, /* a cookie follows */
        { PERF_CONTEXT_GUEST, "guest" },
        { PERF_CONTEXT_GUEST_KERNEL, "guest kernel" },
        { PERF_CONTEXT_GUEST_USER, "guest user" },
    };
    const char *name = NULL;
    for (size_t i = 0; i < COUNT(markers); i++) {
        if (markers[i].context == ip)
            name = markers[i].name;
    }
    if (name)
        text_printf(out, " [%s]", name);
    else if (ip >= PERF_CONTEXT_MAX)
        text_printf(out, " [context %" PRId64 "]", (int64_t)ip);
    else
        text_printf(out, " 0x%" PRIx64, ip);
}

static bool text_value(struct view *w, const struct rec_field *f, const struct view_value *v,
                       struct text *out)
{
    switch ((enum rec_value)f->kind) {
    case REC_SIGNED:
        text_printf(out, "%" PRId64, (int64_t)v->number);
        break;
    case REC_HEX:
        text_add_n(out, "0x", 2);
        text_hexadecimal(out, v->number, 0);
        break;
    case REC_ADDRESS:
        text_address(v->number, out);
        break;
    case REC_TIME:
        text_printf(out, "%" PRIu64 ".%09" PRIu64, v->number / NSEC_PER_SEC, v->number % NSEC_PER_SEC);
        break;
    case REC_FLOAT:
        text_printf(out, "%g", float_of(v->number));
        break;
    case REC_WORD:
        if (v->word)
            text_add(out, v->word);
        else
            text_add(out, "unknown");
        break;
    case REC_TEXT:
    case REC_TEXT_END:
    case REC_STRING:
        text_add_clean_n(out, (const char *)v->bytes.p, v->bytes.n);
        break;
    case REC_BYTES:
    case REC_BUILD_ID:
        text_add_hex_bytes(out, v->bytes.p, most_shown(f, v->bytes.n));
        if (most_shown(f, v->bytes.n) < v->bytes.n)
            text_add(out, "...");
        break;
    case REC_ATTR:
        attr_show(&w->attr, NULL, ": ", out);
        break;
    case REC_LIST:
        if (f->of->size)
            text_list(w, f, v->bytes, out);
        else
            text_uneven(w, f, v, out);
        break;
    case REC_PART:
        if (v->bytes.p) {
            struct view part;
            record_view_nested(&part, w, record_view_part_layout(f, v->number), v->bytes, 0);
            return text_view(&part, out);
        }
        break;
    default:
        text_decimal(out, v->number, 0);
    }
    return true;
}

static void text_column(struct span s, int width, struct text *out)
{
    struct text clean = { 0 };
    text_add_clean_n(&clean, (const char *)s.p, s.n);
    text_printf(out, "%*s", width, text_str(&clean));
    text_free(&clean);
}

/* Appends the value of a {}; `at` is after the opening brace. Returns the text after the closing brace;
   NULL: the value is missing. *good becomes false if the value is cut short. */
static const char *add_one(struct view *w, const char *at, struct text *out, bool *good)
{
    size_t n = 1 + strcspn(at + 1, "#:&?}");
    const char *how = at + n, *end = how + strcspn(how, "}");
    struct view *of;
    const struct rec_field *f = NULL;
    const struct view_value *v = record_fields_find(w, at, n, &f, &of);
    uint64_t is = v->bytes.n;
    if (!is)
        is = v->number;
    if (of->strict && v->missing && f->kind != REC_LIST)
        return NULL;
    if (*how == '&') {
        char *behind;
        is = v->number & strtoul(how + 1, &behind, 10);
        how = behind;
    }
    if (*how == '?') {
        size_t yes = strcspn(++how, "|}");
        if (is)
            text_add_n(out, how, yes);
        else if (how[yes] == '|')
            text_add_n(out, how + yes + 1, (size_t)(end - how) - yes - 1);
    } else if (*how == '#') {
        size_t n_shown = v->bytes.n;
        if (f->kind == REC_LIST)
            n_shown /= f->of->size;
        text_printf(out, "%zu", n_shown);
    } else if (*how == ':' && f->kind == REC_STRING) {
        text_column(v->bytes, atoi(how + 1), out);
    } else if (*how == ':' && how[1] == '2') {
        text_printf(out, "%02" PRIx64, v->number);
    } else if (*how == ':') {
        text_printf(out, "0x%" PRIx64, v->number);
    } else {
        *good = text_value(of, f, v, out) && *good;
    }
    return end + 1;
}

/* Appends the text of a view. False: something is cut short. */
static bool text_view(struct view *w, struct text *out)
{
    bool good = !w->bad;
    const char *at = w->l->text;
    size_t line = out->n;
    if (!at) {
        text_char(out, ' ', w->l->rows->kind != REC_ADDRESS);
        return text_value(w, &w->l->rows[0], record_view_value(w, 0), out) && good;
    }
    if (w->l->n && w->l->rows->kind == REC_ATTR && !w->attr.size)
        return false;
    while (*at) {
        size_t n = strcspn(at, "{");
        for (size_t i = 0; i < n; i++) {
            if (at[i] == '\n')
                line = out->n + i + 1;
        }
        text_add_n(out, at, n);
        at += n;
        if (*at && !(at = add_one(w, at + 1, out, &good))) {
            out->s[out->n = line] = 0;
            return false;
        }
    }
    return good;
}

void record_fields_text(const struct rec_layout *l, const struct record *r, struct text *out)
{
    struct view w;
    record_view(&w, l, r);
    if (!text_view(&w, out))
        text_add(out, " (cut short)");
}

/* ---- fields of other bytes and of structs ---- */

bool record_bytes_text(const struct rec_layout *l, struct span body, enum byte_order order, struct text *out)
{
    struct view w;
    record_view_bytes(&w, l, body, order);
    return text_view(&w, out);
}

void record_struct_show(const struct rec_layout *l, const void *base, enum byte_order order, uint64_t which,
                        const struct value_sink *sink)
{
    struct view w;
    record_view_struct(&w, l, base, order);
    show_view(&w, which, sink);
}

void record_struct_text(const struct rec_layout *l, const void *base, enum byte_order order, struct text *out)
{
    struct view w;
    record_view_struct(&w, l, base, order);
    text_view(&w, out);
}
