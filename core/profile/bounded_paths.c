#include "core/profile/bounded_paths.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

/* Paths are cut after at least SLACK new steps or SLACK_KINDS new kinds of steps, since each cut visits all paths. */
enum { SLACK = 1 << 12, SLACK_KINDS = 1 << 17 };

static const struct symbol own_row = { .name = "" };

/* Add the root, the kind of the step [other] and the frame of steps of a row alone, which any path may need. */
static void bounded_paths_begin(struct paths *p)
{
    p->bound->other =
        paths_kind_number(p, paths_frame_number(p, &(struct path_frame){ .symbol = &paths_other }), NO_ROW);
    p->bound->own = paths_frame_number(p, &(struct path_frame){ .symbol = &own_row });
}

static void see_hash(struct bounded_paths *b, uint32_t kind, uint64_t hash)
{
    if (kind == b->nhashes)
        *MEM_ADD(b->hashes, b->nhashes, b->cap_hashes) = hash;
}

/* The number of steps or kinds that may be added before the next cut. */
static size_t more(const struct bounded_paths *b, size_t slack)
{
    if (b->most > slack)
        return (size_t)b->most;
    return slack;
}

void bounded_paths_init(struct paths *p, const struct path_weights *weights, uint64_t most, bool rooted)
{
    struct bounded_paths *b = p->bound = mem_new(1, sizeof(*b));
    *b = (struct bounded_paths){ .weights = weights, .most = most, .least = 1, .rooted = rooted };
    b->room = (size_t)most + more(b, SLACK);
    b->room_kinds = more(b, SLACK_KINDS);
    bounded_paths_begin(p);
}

uint32_t bounded_paths_row_kind(struct paths *p, uint32_t row)
{
    return paths_kind_number(p, p->bound->own, row);
}

size_t bounded_paths_cut_path(const struct paths *p, uint32_t *kinds, size_t n, uint32_t *row)
{
    const struct bounded_paths *b = p->bound;
    uint64_t hash = 0;
    for (size_t i = 0; i < n; i++) {
        hash = bounded_paths_hash(b, hash, kinds[i]);
        const bool is_row = b->rooted && !i;
        if (is_row || path_weights_of(b->weights, hash) >= b->least)
            continue;
        if (!b->rooted)
            *row = i ? NO_ROW : p->kinds[kinds[0]].row;
        kinds[i] = b->other;
        return i + 1;
    }
    return n;
}

/* The weight of paths that are always kept. */
enum { ALWAYS = UINT32_MAX };

/* The number of a kind in another profile: kinds[kind]; `kind` itself if `kinds` is NULL. */
static uint32_t kind_in(const uint32_t *kinds, uint32_t kind)
{
    if (kinds)
        return kinds[kind];
    return kind;
}

/* For each path of `from` the smallest weight of all its steps; 0 for [other]. kinds[kind] is the number of the kind
   in the paths of `b`; NULL: kinds have the same numbers. malloc'ed. */
static uint32_t *weigh_all(const struct bounded_paths *b, const struct paths *from, const uint32_t *kinds)
{
    uint64_t *hashes = mem_new(from->n, sizeof(*hashes));
    uint32_t *weights = mem_new(from->n + 1, sizeof(*weights));
    weights[0] = ALWAYS;
    for (size_t i = 1; i < from->n; i++) {
        const uint32_t parent = from->v[i].parent, kind = kind_in(kinds, from->v[i].kind);
        const bool is_row = b->rooted && parent == PATH_OUTSIDE;
        uint32_t own = ALWAYS;
        hashes[i] = bounded_paths_hash(b, hashes[parent], kind);
        if (kind == b->other)
            own = 0;
        else if (!is_row)
            own = path_weights_of(b->weights, hashes[i]);
        weights[i] = own < weights[parent] ? own : weights[parent];
    }
    free(hashes);
    return weights;
}

/* The smallest limit, at least `least`, such that at most `most` of the n weights reach it. */
static uint32_t enough(const uint32_t *weights, size_t n, uint32_t least, uint64_t most)
{
    uint32_t low = least, high = ALWAYS;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        uint64_t kept = 0;
        for (size_t i = 0; i < n; i++)
            kept += weights[i] >= middle && weights[i] != ALWAYS;
        if (kept > most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Add the paths of `from` to `into`, without steps that weigh less than `into->bound->least`. kinds[kind] and
   rows[row] are the numbers in `into`; NULL: the numbers are the same. */
static void bounded_paths_take(struct paths *into, const struct paths *from, const uint32_t *kinds,
                               const uint32_t *rows, const uint32_t *weights)
{
    const struct bounded_paths *b = into->bound;
    /* per path: the number in `into` of its last step that is kept */
    uint32_t *to = mem_new(from->n + 1, sizeof(*to));
    uint32_t *first = mem_new(from->n + 1, sizeof(*first)); /* per path: the kind of its first step */
    for (size_t i = 1; i < from->n; i++) {
        const uint32_t parent = from->v[i].parent, kind = kind_in(kinds, from->v[i].kind);
        first[i] = parent == PATH_OUTSIDE ? kind : first[parent];
        if (weights[i] >= b->least)
            to[i] = paths_add_step(into, to[parent], kind);
        else
            to[i] = to[parent];
    }
    for (size_t i = 0; i < from->nends; i++) {
        struct path_end e = from->ends[i];
        const bool cut = weights[e.path] < b->least, stays = first[e.path] == b->other;
        const uint32_t step = to[e.path];
        const bool changes_row = cut && !b->rooted && !stays;
        if (rows)
            e.row = path_row_in(rows, e.row);
        if (changes_row)
            e.row = step == PATH_OUTSIDE ? into->kinds[first[e.path]].row : NO_ROW;
        e.path = step;
        if (cut)
            e.path = paths_add_step(into, step, b->other);
        paths_add_end(into, &e);
    }
    free(to);
    free(first);
}

/* Cut off steps that weigh less than `least`. */
static void cut_to(struct paths *p, uint32_t least, const uint32_t *weights)
{
    struct paths old = *p;
    p->v = NULL;
    p->last = NULL;
    p->ends = NULL;
    p->n = p->cap = p->cap_last = p->nends = p->cap_ends = 0;
    p->by_step = p->by_end = (struct path_slots){ 0 };
    p->bound->least = least;
    bounded_paths_take(p, &old, NULL, NULL, weights);
    free(old.v);
    free(old.last);
    free(old.ends);
    free(old.by_step.v);
    free(old.by_end.v);
}

static void fit(struct paths *p)
{
    struct bounded_paths *b = p->bound;
    uint32_t *weights = weigh_all(b, p, NULL);
    const uint32_t least = enough(weights, p->n, b->least, b->most);
    if (least > b->least)
        cut_to(p, least, weights);
    b->room = p->n + more(b, SLACK);
    free(weights);
}

void bounded_paths_merge(struct paths *into, struct paths *from, const uint32_t *rows)
{
    struct bounded_paths *b = into->bound;
    const struct bounded_paths *f = from->bound;
    assert(b && f && f->nhashes <= from->nkinds);
    uint32_t *kinds = mem_new(from->nkinds, sizeof(*kinds));
    for (size_t i = 0; i < f->nhashes; i++) {
        const struct path_kind *k = &from->kinds[i];
        kinds[i] = paths_kind_number(into, paths_frame_number(into, &from->frames[k->frame]),
                                     path_row_in(rows, k->row));
        see_hash(b, kinds[i], f->hashes[i]);
    }
    if (f->least > b->least) {
        uint32_t *weights = weigh_all(b, into, NULL);
        cut_to(into, f->least, weights);
        free(weights);
    }
    uint32_t *weights = weigh_all(b, from, kinds);
    bounded_paths_take(into, from, kinds, rows, weights);
    free(weights);
    free(kinds);
    for (size_t i = 0; i < f->nsamples; i++) {
        while (b->nsamples <= rows[i])
            *MEM_ADD(b->samples, b->nsamples, b->cap_samples) = 0;
        b->samples[rows[i]] += f->samples[i];
    }
    paths_free(from);
    if (into->n > b->room)
        fit(into);
}

/* Drop frames and kinds that no step uses. `bare`: also drop steps of a row alone (bounded_paths.h). */
static void keep_used(struct paths *p, bool bare)
{
    struct bounded_paths *b = p->bound, old = *b;
    struct paths used = { .bound = b };
    uint32_t *to = mem_new(p->n + 1, sizeof(*to)),
             *kinds = mem_new(p->nkinds, sizeof(*kinds)); /* number in `used` + 1; 0: not added yet */
    b->hashes = NULL;
    b->nhashes = b->cap_hashes = 0;
    if (!bare) {
        bounded_paths_begin(&used);
        see_hash(b, b->other, old.nhashes ? old.hashes[old.other] : 0);
    }
    for (size_t i = 1; i < p->n; i++) {
        const struct path_kind *k = &p->kinds[p->v[i].kind];
        uint32_t *kind = &kinds[p->v[i].kind];
        to[i] = to[p->v[i].parent];
        if (bare && k->frame == old.own)
            continue;
        if (!*kind) {
            *kind = paths_kind_number(&used, paths_frame_number(&used, &p->frames[k->frame]), k->row) + 1;
            see_hash(b, *kind - 1, old.hashes[p->v[i].kind]);
        }
        to[i] = paths_add_step(&used, to[i], *kind - 1);
    }
    for (size_t i = 0; i < p->nends; i++) {
        struct path_end e = p->ends[i];
        e.path = to[e.path];
        paths_add_end(&used, &e);
    }
    free(to);
    free(kinds);
    free(old.hashes);
    p->bound = NULL;
    paths_free(p);
    *p = used;
}

void bounded_paths_trim(struct paths *p)
{
    if (p->n)
        fit(p);
    keep_used(p, false);
    p->bound->room_kinds = p->nkinds + more(p->bound, SLACK_KINDS);
}

bool bounded_paths_cut_if_full(struct paths *p)
{
    struct bounded_paths *b = p->bound;
    const bool many = p->nkinds > b->room_kinds;
    if (many)
        bounded_paths_trim(p);
    else if (p->n > b->room)
        fit(p);
    return many;
}

uint64_t bounded_paths_end(struct paths *p)
{
    const struct bounded_paths *b = p->bound;
    uint64_t cut = 0;
    if (p->n)
        fit(p);
    for (size_t i = 0; i < p->nends; i++) {
        if (p->ends[i].path != PATH_OUTSIDE && p->v[p->ends[i].path].kind == b->other)
            cut += p->ends[i].samples;
    }
    keep_used(p, true);
    return cut;
}
