/* export folded and pprof: what was counted on each call chain, as a line of names, or as a message of locations. */
#include <stdlib.h>
#include <zlib.h>

#include "paths.h"
#include "read/places.h"
#include "views.h"

/* Places, as numbers from 1 on. */
struct located {
    struct place *v;
    size_t n, cap;
    struct table by_at;
    struct {
        struct place of;
        uint32_t number;
    } known[PLACES_CACHE];
};

static uint32_t number_of(struct located *l, const struct place *p)
{
    uint32_t *at = table_at(&l->by_at, table_mix(p->at, p->object));
    if (!*at) {
        l->v = table_room(l->v, l->n, &l->cap, sizeof(*l->v));
        l->v[l->n++] = *p;
        *at = (uint32_t)l->n;
    }
    return *at;
}

/* A frame is a place or, where these are not asked for, a name. */
static inline uint32_t frame_of(struct places *k, struct located *l, const struct place *p)
{
    if (!l)
        return k->functions[p->function].name ? k->functions[p->function].name : places_name(k, p->function);
    size_t i = (size_t)(table_mix(p->at, p->object) >> 40) % PLACES_CACHE;
    if (l->known[i].of.at != p->at || l->known[i].of.object != p->object || !l->known[i].number) {
        l->known[i].of = *p;
        l->known[i].number = number_of(l, p);
    }
    return l->known[i].number;
}

static void count_paths(struct capture *c, struct places *k, struct paths *paths, struct located *located)
{
    struct place v[PLACES_CHAIN];
    for (const struct moment *m; (m = state_next_sample(k->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct thread *t = state_thread(k->state, u32(p + l->tid), u32(p + l->tid + 4));
        size_t n = places_chain(k, t, l, p, v);
        uint32_t at = path_of(paths, 0, t->comm | PATH_COMM);
        while (n--)
            at = path_of(paths, at, frame_of(k, located, &v[n]));
        paths->v[at].samples++;
        paths->v[at].period += capture_period(l, p);
    }
}

void views_folded(struct capture *c, struct out *o)
{
    struct places *k = places_begin(c);
    struct paths paths = { 0 };
    uint64_t lines = 0, sum = 0;
    k->lumps = true;
    count_paths(c, k, &paths, NULL);
    for (size_t i = 1; i < paths.n; i++) {
        uint32_t frames[PLACES_CHAIN + 1];
        size_t n = 0;
        if (!paths.v[i].samples)
            continue;
        for (size_t at = i; at; at = paths.v[at].caller)
            frames[n++] = paths.v[at].frame;
        places_add(k, frames[--n] & ~PATH_COMM, o);
        while (n--) {
            out_char(o, ';');
            places_add(k, frames[n], o);
        }
        out_char(o, ' ');
        out_number(o, paths.v[i].period, 0);
        out_char(o, '\n');
        sum += paths.v[i].period;
        lines++;
    }
    views_found("rows", lines);
    views_found("period", sum);
}

/* ---- pprof (profile.proto: the numbers of fields) ---- */

enum { PROFILE_SAMPLE = 2, PROFILE_LOCATION = 4, PROFILE_FUNCTION, PROFILE_STRINGS };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };

struct packer {
    z_stream z;
    struct out to;
};

static void add_varint(struct out *o, uint64_t v)
{
    for (; v >= 128; v >>= 7)
        out_char(o, (char)(v | 128));
    out_char(o, (char)v);
}

static void add_field(struct out *o, unsigned field, uint64_t v)
{
    add_varint(o, field << 3);
    add_varint(o, v);
}

/* What was added from `from` on becomes a message, whose length is then known. */
static void wrap(struct out *o, char *from, unsigned field)
{
    char head[12];
    struct out h = { head, head, 0, NULL, NULL };
    size_t n = (size_t)(o->at - from);
    add_varint(&h, field << 3 | 2);
    add_varint(&h, n);
    size_t more = (size_t)(h.at - head);
    memmove(from + more, from, n);
    memcpy(from, head, more);
    o->at += more;
}

static void deflate_some(struct packer *k, const char *p, size_t n, int how)
{
    k->z.next_in = (unsigned char *)(uintptr_t)p;
    k->z.avail_in = (unsigned)n;
    do {
        out_room(&k->to);
        k->z.next_out = (unsigned char *)k->to.at;
        k->z.avail_out = OUT_SPARE;
        deflate(&k->z, how);
        k->to.at += OUT_SPARE - k->z.avail_out;
    } while (!k->z.avail_out);
}

static void pack(struct out *o, const char *p, size_t n)
{
    deflate_some(o->arg, p, n, Z_NO_FLUSH);
}

static void add_tables(struct places *k, const struct located *l, struct out *o)
{
    const struct objects *x = &k->state->objects;
    for (size_t i = 0; i < l->n; i++) {
        char *from = (out_room(o), o->at);
        add_field(o, 1, i + 1);
        add_field(o, 2, l->v[i].object);
        add_field(o, 3, l->v[i].at);
        char *line = o->at;
        if (k->functions[l->v[i].function].symbol) {
            add_field(o, 1, l->v[i].function);
            wrap(o, line, 4);
        }
        wrap(o, from, PROFILE_LOCATION);
    }
    for (uint32_t i = 1; i < k->nfunctions; i++) {
        if (!k->functions[i].symbol)
            continue;
        uint32_t name = places_name(k, i);
        char *from = (out_room(o), o->at);
        add_field(o, 1, i);
        add_field(o, 2, name);
        add_field(o, 3, name);
        wrap(o, from, PROFILE_FUNCTION);
    }
    for (size_t i = 0; i < x->nnames; i++) {
        out_room(o);
        add_varint(o, PROFILE_STRINGS << 3 | 2);
        add_varint(o, x->names[i].n);
        out_text(o, x->names[i].s, x->names[i].n);
    }
}

void views_pprof(struct capture *c, struct out *o)
{
    enum { GZIP = 16 + MAX_WBITS, MEMORY = 8 };
    struct places *k = places_begin(c);
    struct paths paths = { 0 };
    struct packer packer = { .to = { 0 } };
    struct located *located = table_new(1, sizeof(*located));
    uint64_t samples = 0, sum = 0;
    deflateInit2(&packer.z, Z_BEST_SPEED, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY);
    o->flush = pack;
    o->arg = &packer;
    count_paths(c, k, &paths, located);
    for (size_t i = 1; i < paths.n; i++) {
        if (!paths.v[i].samples)
            continue;
        char *from = (out_room(o), o->at), *part = from;
        size_t at = i;
        for (; !(paths.v[at].frame & PATH_COMM); at = paths.v[at].caller)
            add_varint(o, paths.v[at].frame);
        wrap(o, part, SAMPLE_LOCATIONS);
        part = o->at;
        add_varint(o, paths.v[i].samples);
        add_varint(o, paths.v[i].period);
        wrap(o, part, SAMPLE_VALUES);
        part = o->at;
        add_field(o, 1, 1);
        add_field(o, 2, paths.v[at].frame & ~PATH_COMM);
        wrap(o, part, SAMPLE_LABEL);
        wrap(o, from, PROFILE_SAMPLE);
        sum += paths.v[i].period;
        samples++;
    }
    add_tables(k, located, o);
    out_flush(o);
    deflate_some(&packer, NULL, 0, Z_FINISH);
    deflateEnd(&packer.z);
    out_flush(&packer.to);
    views_found("rows", samples);
    views_found("locations", located->n);
    views_found("period", sum);
    views_found("written", packer.to.bytes);
}
