/* export firefox: the samples of each thread in order of time, each at a stack of the thread's own table. */
#include <stdlib.h>

#include "paths.h"
#include "read/places.h"
#include "views.h"

struct at {
    uint64_t time;
    uint32_t stack;
};

/* What a thread had: its samples and its stacks. */
struct track {
    const struct thread *thread;
    uint32_t comm, first_frame;
    struct at *v;
    size_t n, cap;
    struct paths stacks; /* their frames are functions */
};

struct tracks {
    struct track **v;
    size_t n, cap;
};

static struct track *track_of(struct tracks *k, struct thread *t)
{
    if (!t->own) {
        k->v = table_room(k->v, k->n, &k->cap, sizeof(struct track *));
        k->v[k->n] = table_new(1, sizeof(**k->v));
        k->v[k->n]->thread = t;
        t->own = (uint32_t)++k->n;
    }
    k->v[t->own - 1]->comm = t->comm;
    return k->v[t->own - 1];
}

static void add_index(struct out *o, uint32_t number)
{
    if (number)
        out_number(o, number - 1, 0);
    else
        out_bytes(o, "null", 4);
    out_char(o, ',');
}

static void add_words(struct out *o, const char *s)
{
    out_text(o, s, strlen(s));
}

static void add_quoted(struct out *o, const struct name *n)
{
    out_room(o);
    out_char(o, '"');
    for (size_t i = 0; i < n->n && i < OUT_SPARE / 2; i++) {
        if (n->s[i] == '"' || n->s[i] == '\\')
            out_char(o, '\\');
        out_char(o, n->s[i]);
    }
    out_char(o, '"');
}

static void add_samples(const struct track *t, uint64_t first, struct out *o)
{
    add_words(o, "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"responsiveness\":2},\"data\":[");
    for (size_t i = 0; i < t->n; i++) {
        uint64_t since = t->v[i].time - first;
        out_room(o);
        out_bytes(o, ",[", 2);
        add_index(o, t->v[i].stack);
        out_number(o, since / 1000000, 0);
        out_char(o, '.');
        out_digits(o, since % 1000000, 6);
        out_bytes(o, ",0]", 3);
    }
    add_words(o, "]}");
}

/* Frames of a thread have numbers of its own; `number` is 0 for all functions before and after. */
static void add_tables(struct places *k, const struct track *t, uint32_t *number, uint32_t *order,
                       struct out *o)
{
    const struct objects *x = &k->state->objects;
    uint32_t n = 0;
    for (size_t i = 1; i < t->stacks.n; i++) {
        uint32_t f = t->stacks.v[i].frame;
        if (!number[f]) {
            order[n] = f;
            number[f] = ++n;
        }
    }
    add_words(o, ",\n\"frameTable\":{\"data\":[");
    for (uint32_t i = 0; i < n; i++) {
        out_room(o);
        out_bytes(o, ",[", 2);
        out_number(o, i, 0);
        out_bytes(o, ",false,0,null,null,null,null,1,0]", 33);
    }
    add_words(o, "]},\n\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[");
    for (size_t i = 1; i < t->stacks.n; i++) {
        out_room(o);
        out_bytes(o, ",[", 2);
        add_index(o, t->stacks.v[i].caller);
        out_number(o, number[t->stacks.v[i].frame] - 1, 0);
        out_char(o, ']');
    }
    add_words(o, "]},\n\"stringTable\":[");
    for (uint32_t i = 0; i < n; i++) {
        const struct function *f = &k->functions[order[i]];
        uint32_t name = places_name(k, order[i]);
        add_quoted(o, &x->names[name]);
        if (f->object) {
            out_bytes(o, " (in ", 5);
            places_add(k, x->v[f->object - 1]->name, o);
            out_char(o, ')');
        }
        out_bytes(o, ",\n", 2);
        number[order[i]] = 0;
    }
    add_words(o, "]}");
}

void views_firefox(struct capture *c, struct out *o)
{
    struct places *k = places_begin(c);
    struct tracks tracks = { 0 };
    struct place v[PLACES_CHAIN];
    uint64_t first = 0, stacks = 0;
    k->lumps = true;
    for (const struct moment *m; (m = state_next_sample(k->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        struct thread *t = state_thread(k->state, u32(p + l->tid), u32(p + l->tid + 4));
        struct track *track = track_of(&tracks, t);
        size_t n = places_chain(k, t, l, p, v);
        uint32_t at = 0;
        while (n--)
            at = path_of(&track->stacks, at, v[n].function);
        first = first ? first : m->time;
        track->v = table_room(track->v, track->n, &track->cap, sizeof(*track->v));
        track->v[track->n++] = (struct at){ m->time, at };
    }
    uint32_t *number = table_new(k->nfunctions, sizeof(*number)),
             *order = table_new(k->nfunctions, sizeof(*order));
    for (size_t i = 0; i < tracks.n; i++) {
        const struct track *t = tracks.v[i];
        add_words(o, ",\n{\"name\":");
        add_quoted(o, &k->state->objects.names[t->comm]);
        add_words(o, ",\"tid\":");
        out_number(o, t->thread->tid, 0);
        out_char(o, ',');
        add_samples(t, first, o);
        add_tables(k, t, number, order, o);
        stacks += t->stacks.n - 1;
    }
    views_found("rows", tracks.n);
    views_found("stacks", stacks);
}
