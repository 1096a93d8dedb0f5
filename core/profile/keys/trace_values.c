#include "core/profile/keys/trace_values.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/file/lock.h"
#include "core/base/hash.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"

/* Longer texts are cut: a print format may print far more than a sample's bytes, and there may be as many rows as
   samples. */
enum { TEXT_MAX = 4096 };

struct trace_values {
    struct trace_access how;
    const struct events *events;
    bool raw;
    pthread_mutex_t lock; /* protects all members below */
    struct arena arena;
    /* index + 1 by hash; if two values have the same hash, the later one is stored under hash + 1 */
    struct idmap by_hash;
    const struct trace_value **v;
    size_t n, cap;
};

struct trace_values *trace_values_new(const struct trace_access *how, const struct events *events, bool raw)
{
    struct trace_values *v = mem_new(1, sizeof(*v));
    *v = (struct trace_values){ .how = *how, .events = events, .raw = raw };
    pthread_mutex_init(&v->lock, NULL);
    return v;
}

void trace_values_free(struct trace_values *v)
{
    if (!v)
        return;
    pthread_mutex_destroy(&v->lock);
    arena_free(&v->arena);
    idmap_free(&v->by_hash);
    free((void *)v->v);
    free(v);
}

static bool is(const struct trace_value *v, const char *text, struct span bytes)
{
    return v->bytes.n == bytes.n && !strcmp(v->text, text) &&
           (!bytes.n || !memcmp(v->bytes.p, bytes.p, bytes.n));
}

static const struct trace_value *trace_values_make(struct trace_values *v, const char *text, size_t n,
                                                   struct span bytes)
{
    struct trace_value *made = arena_new(&v->arena, sizeof(*made));
    made->text = arena_text(&v->arena, text, n);
    made->bytes.n = bytes.n;
    if (bytes.n)
        made->bytes.p = (const uint8_t *)arena_text(&v->arena, (const char *)bytes.p, bytes.n);
    return made;
}

/* The stored value with this text and these bytes, added if it is new. */
static const struct trace_value *trace_values_value_of(struct trace_values *v, struct text *t,
                                                       struct span bytes)
{
    if (t->n > TEXT_MAX)
        t->s[t->n = TEXT_MAX] = 0;
    const char *text = text_str(t);
    uint64_t of_bytes = 0;
    if (bytes.n)
        of_bytes = hash_bytes(bytes.p, bytes.n);
    uint64_t hash = hash_bytes(text, t->n) ^ hash_u64(of_bytes);
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &v->lock);
    uint32_t *at = idmap_find_or_add(&v->by_hash, hash);
    while (*at && !is(v->v[*at - 1], text, bytes))
        at = idmap_find_or_add(&v->by_hash, ++hash);
    if (!*at) {
        v->v = mem_room((void *)v->v, v->n, &v->cap, sizeof(*v->v));
        v->v[v->n++] = trace_values_make(v, text, t->n, bytes);
        *at = (uint32_t)v->n;
    }
    const struct trace_value *value = v->v[*at - 1];
    lock_release(held);
    return value;
}

void trace_look_init(struct trace_look *l, struct trace_values *v, struct problems *problems)
{
    const struct trace_access *how = &v->how;
    /* the error text is not needed: each sample that cannot be read counts as a problem */
    struct err ignored = { 0 };
    *l = (struct trace_look){ .values = v, .problems = problems };
    if (how->data.n)
        l->traces = how->reader->open(how->data, &how->names, &ignored);
    else
        l->traces = NULL;
    l->tracepoints = mem_new(v->events->n, sizeof(*l->tracepoints));
    for (uint32_t i = 0; l->traces && i < v->events->n; i++)
        if (v->events->v[i].attr.type == PERF_TYPE_TRACEPOINT)
            l->tracepoints[i] = how->reader->event(l->traces, v->events->v[i].attr.config);
}

void trace_look_free(struct trace_look *l)
{
    if (l->traces)
        l->values->how.reader->close(l->traces);
    free((void *)l->tracepoints);
    text_free(&l->line);
    text_free(&l->field);
    *l = (struct trace_look){ 0 };
}

/* The tracepoint of a sample, with the sample's text in `line`; NULL if it is of no tracepoint or cannot be read. */
static const struct trace_event *read_line(struct trace_look *l, const struct sample *s)
{
    const struct trace_event *ev = l->tracepoints[s->event - l->values->events->v];
    if (s->event->attr.type != PERF_TYPE_TRACEPOINT)
        return NULL;
    if (l->seq == s->when.seq + 1) {
        if (l->readable)
            return ev;
        return NULL;
    }
    l->seq = s->when.seq + 1;
    l->line.n = 0;
    text_add(&l->line, "");
    l->readable = ev && l->values->how.reader->print(l->traces, s->event->attr.config, s->raw, &l->line);
    if (l->readable && l->values->raw) {
        l->line.n = 0;
        text_add(&l->line, "");
        trace_fields_text(ev, s->raw, &l->line);
    }
    if (l->readable)
        return ev;
    problem_add_at(l->problems, PROBLEM_NO_TRACE, 1, s->when.seq, "%s at offset %" PRIu64, s->event->name,
                   s->at);
    return NULL;
}

const struct trace_value *trace_look_text(struct trace_look *l, const struct sample *s)
{
    if (!read_line(l, s))
        return NULL;
    return trace_values_value_of(l->values, &l->line, (struct span){ NULL, 0 });
}

/* Find a word that begins with "name=" or "name:"; `out` receives the rest of the word, up to the next blank. */
static bool find_word(const char *text, const char *name, struct text *out)
{
    size_t n = strlen(name);
    for (const char *word = text; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        const bool begins_so = length > n && !strncmp(word, name, n);
        if (begins_so && (word[n] == '=' || word[n] == ':')) {
            text_add_n(out, word + n + 1, length - n - 1);
            return true;
        }
        word += length;
    }
    return false;
}

const struct trace_value *trace_look_field(struct trace_look *l, const struct sample *s, uint32_t event,
                                           size_t field, bool raw)
{
    if (s->event != &l->values->events->v[event])
        return NULL;
    const struct trace_event *ev = read_line(l, s);
    if (!ev)
        return NULL;
    assert(field < ev->n);
    const struct trace_field *f = &ev->fields[field];
    l->field.n = 0;
    text_add(&l->field, "");
    const bool is_raw = raw || l->values->raw;
    if (is_raw || !find_word(l->line.s, f->name, &l->field))
        trace_field_text(ev, f, s->raw, &l->field);
    return trace_values_value_of(l->values, &l->field, trace_bytes(ev, f, s->raw));
}
