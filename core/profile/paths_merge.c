/*
 * Merges the paths of two workers with several threads. First the entries of `from` are looked up in `into`, while
 * nothing is added. Then the new entries are appended in their order, piece by piece. Most entries need no look-up: all
 * paths that continue a new path are new, and so are all kinds and ends with a new row.
 */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"

/* EACH, STEPS_EACH: entries per piece. Pieces of steps are small, since paths may wait for earlier pieces. AHEAD:
   number of entries that are prefetched ahead. */
enum { EACH = 512, STEPS_EACH = 256, AHEAD = 16 };

/* The number of an entry that `into` does not have yet. */
#define NEW UINT32_MAX

struct merge {
    struct paths *into, *from;
    const uint32_t *rows;
    uint32_t new_rows, new_frames, new_kinds, new_paths; /* numbers in `into` from here on are new */
    struct merging how;
    uint32_t *frames, *kinds; /* frames[number in `from`], kinds[...]: number in `into` */
    _Atomic(uint32_t) *steps; /* per path of `from`: number in `into` + 1; 0: not known yet */
    /* per piece: how many entries are new, then the number of its first new entry */
    uint32_t *pieces;
};

/* Look up n entries of `from`, in pieces. */
static void paths_merge_look_up(struct merge *m, size_t n, size_t each,
                                void (*find)(void *arg, size_t from, size_t to))
{
    m->pieces = mem_resize(m->pieces, n / each + 1, sizeof(*m->pieces));
    memset(m->pieces, 0, (n / each + 1) * sizeof(*m->pieces));
    threads_run_ranges(m->how.threads, n, each, find, m);
}

/* Number the new entries of all pieces from *n on, and make room for them in the array `v` and in the hash table
   `slots`. Returns `v`. */
static void *number_new(struct merge *m, size_t pieces, void *v, size_t *n, size_t *cap, size_t size,
                        struct path_slots *slots)
{
    for (size_t i = 0; i < pieces; i++) {
        const uint32_t more = m->pieces[i];
        m->pieces[i] = (uint32_t)*n;
        *n += more;
    }
    if (!m->how.last)
        path_slots_reserve_parallel(m->how.threads, slots, *n);
    if (*n > *cap)
        return mem_resize(v, *cap = *n, size);
    return v;
}

static uint32_t find_frame(const struct paths *p, const struct path_frame *f)
{
    const struct path_slots *s = &p->by_frame;
    const uint32_t hash = path_frame_hash(f);
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (path_frame_same(&p->frames[slot->found - 1], f))
            return slot->found - 1;
    return NEW;
}

static void find_frames(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        m->frames[i] = find_frame(m->into, &m->from->frames[i]);
        m->pieces[from / EACH] += m->frames[i] == NEW;
    }
}

static void paths_merge_add_frames(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    struct paths *p = m->into;
    for (size_t i = from, next = m->pieces[from / EACH]; i < to; i++) {
        if (m->frames[i] != NEW)
            continue;
        const struct path_frame *f = &m->from->frames[i];
        if (!m->how.last)
            path_slots_claim(&p->by_frame, path_frame_hash(f), next);
        p->frames[next] = *f;
        p->frames[next].kind = 0;
        m->frames[i] = (uint32_t)next++;
    }
}

static void merge_frames(struct merge *m)
{
    struct paths *p = m->into;
    const size_t n = m->from->nframes;
    paths_merge_look_up(m, n, EACH, find_frames);
    p->frames =
        number_new(m, n / EACH + 1, p->frames, &p->nframes, &p->cap_frames, sizeof(*p->frames), &p->by_frame);
    threads_run_ranges(m->how.threads, n, EACH, paths_merge_add_frames, m);
}

static struct path_kind paths_merge_kind_of(const struct merge *m, size_t i)
{
    const struct path_kind *k = &m->from->kinds[i];
    return (struct path_kind){ m->frames[k->frame], path_row_in(m->rows, k->row) };
}

static bool may_be_known(const struct merge *m, const struct path_kind *k)
{
    return k->frame < m->new_frames && (k->row == NO_ROW || k->row < m->new_rows);
}

static uint32_t find_kind(const struct paths *p, const struct path_kind *k)
{
    if (k->row == NO_ROW) {
        if (p->frames[k->frame].kind)
            return p->frames[k->frame].kind - 1;
        return NEW;
    }
    const struct path_slots *s = &p->by_kind;
    const uint32_t hash = path_slots_hash(k->frame, k->row);
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (p->kinds[slot->found - 1].frame == k->frame && p->kinds[slot->found - 1].row == k->row)
            return slot->found - 1;
    return NEW;
}

static void find_kinds(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        const struct path_kind k = paths_merge_kind_of(m, i),
                               ahead = paths_merge_kind_of(m, index_ahead(i, AHEAD, to));
        if (may_be_known(m, &ahead) && ahead.row != NO_ROW)
            __builtin_prefetch(path_slots_begin(&m->into->by_kind, path_slots_hash(ahead.frame, ahead.row)));
        if (may_be_known(m, &k))
            m->kinds[i] = find_kind(m->into, &k);
        else
            m->kinds[i] = NEW;
        m->pieces[from / EACH] += m->kinds[i] == NEW;
    }
}

static void add_kinds(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    struct paths *p = m->into;
    for (size_t i = from, next = m->pieces[from / EACH]; i < to; i++) {
        if (m->kinds[i] != NEW)
            continue;
        const struct path_kind k = paths_merge_kind_of(m, i);
        if (k.row == NO_ROW)
            p->frames[k.frame].kind = (uint32_t)next + 1;
        else if (!m->how.last)
            path_slots_claim(&p->by_kind, path_slots_hash(k.frame, k.row), next);
        p->kinds[next] = k;
        m->kinds[i] = (uint32_t)next++;
    }
}

static void merge_kinds(struct merge *m)
{
    struct paths *p = m->into;
    const size_t n = m->from->nkinds;
    paths_merge_look_up(m, n, EACH, find_kinds);
    p->kinds =
        number_new(m, n / EACH + 1, p->kinds, &p->nkinds, &p->cap_kinds, sizeof(*p->kinds), &p->by_kind);
    threads_run_ranges(m->how.threads, n, EACH, add_kinds, m);
}

static uint32_t find_step(const struct paths *p, uint32_t parent, uint32_t kind)
{
    const struct path_slots *s = &p->by_step;
    const uint32_t hash = path_slots_hash(parent, kind);
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (p->v[slot->found - 1].parent == parent && p->v[slot->found - 1].kind == kind)
            return slot->found;
    return NEW;
}

/* The number + 1 of a path in `into`, looked up by the number of its parent in `into`; 0: the number of the
   parent is not known yet. */
static uint32_t find_path(const struct merge *m, size_t i)
{
    const struct path *v = &m->from->v[i];
    const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed);
    const uint32_t kind = m->kinds[v->kind];
    if (!parent)
        return 0;
    if (parent > m->new_paths || kind >= m->new_kinds)
        return NEW;
    return find_step(m->into, parent - 1, kind);
}

/* The memory that find_path() reads first, for __builtin_prefetch(); NULL: find_path() looks nothing up. */
static const void *path_begin(const struct merge *m, size_t i)
{
    const struct path *v = &m->from->v[i];
    const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed);
    const bool is_looked_up = parent && parent <= m->new_paths && m->kinds[v->kind] < m->new_kinds;
    if (is_looked_up)
        return path_slots_begin(&m->into->by_step, path_slots_hash(parent - 1, m->kinds[v->kind]));
    return NULL;
}

/* Find the paths of a piece. Paths whose parent is in another piece may be left; find_late() finds these. The root is
   in no piece. */
static void find_paths(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from + 1; i < to + 1; i++) {
        __builtin_prefetch(path_begin(m, index_ahead(i, AHEAD, to)));
        const uint32_t found = find_path(m, i);
        atomic_store_explicit(&m->steps[i], found, memory_order_relaxed);
        m->pieces[from / STEPS_EACH] += found == NEW;
    }
}

static void find_late(const struct merge *m)
{
    for (size_t i = 1; i < m->from->n; i++) {
        if (atomic_load_explicit(&m->steps[i], memory_order_relaxed))
            continue;
        const uint32_t found = find_path(m, i);
        atomic_store_explicit(&m->steps[i], found, memory_order_relaxed);
        m->pieces[(i - 1) / STEPS_EACH] += found == NEW;
    }
}

static void number_paths(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    uint32_t next = m->pieces[from / STEPS_EACH];
    for (size_t i = from + 1; i < to + 1; i++)
        if (atomic_load_explicit(&m->steps[i], memory_order_relaxed) == NEW)
            atomic_store_explicit(&m->steps[i], ++next, memory_order_relaxed);
}

static void add_paths(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    struct paths *p = m->into;
    for (size_t i = from + 1; i < to + 1; i++) {
        const uint32_t at = atomic_load_explicit(&m->steps[i], memory_order_relaxed) - 1;
        if (at < m->new_paths)
            continue;
        const struct path *v = &m->from->v[i];
        const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed) - 1;
        const uint32_t kind = m->kinds[v->kind];
        if (!m->how.last) {
            path_slots_claim(&p->by_step, path_slots_hash(parent, kind), at);
            p->last[at] = (struct path_last){ 0 };
        }
        p->v[at] = (struct path){ parent, kind };
    }
}

static void merge_paths(struct merge *m)
{
    struct paths *p = m->into;
    const size_t n = m->from->n - 1;
    atomic_store_explicit(&m->steps[0], 1, memory_order_relaxed);
    paths_merge_look_up(m, n, STEPS_EACH, find_paths);
    find_late(m);
    p->v = number_new(m, n / STEPS_EACH + 1, p->v, &p->n, &p->cap, sizeof(*p->v), &p->by_step);
    if (!m->how.last)
        p->last = mem_resize(p->last, p->cap_last = p->cap, sizeof(*p->last));
    threads_run_ranges(m->how.threads, n, STEPS_EACH, number_paths, m);
    threads_run_ranges(m->how.threads, n, STEPS_EACH, add_paths, m);
}

static void merge_leads(const struct merge *m)
{
    struct paths *p = m->into;
    for (size_t i = 0; i < m->from->nleads; i++) {
        const struct path_lead *lead = &m->from->leads[i];
        const uint32_t at = atomic_load_explicit(&m->steps[lead->from], memory_order_relaxed) - 1;
        if (at >= m->new_paths)
            *MEM_ADD(p->leads, p->nleads, p->cap_leads) = (struct path_lead){ m->rows[lead->row], at };
    }
}

static uint32_t find_end(const struct paths *p, uint32_t path, uint32_t row)
{
    const struct path_slots *s = &p->by_end;
    const uint32_t hash = path_slots_hash(path, row);
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (p->ends[slot->found - 1].path == path && p->ends[slot->found - 1].row == row)
            return slot->found - 1;
    return NEW;
}

/* Add the samples of ends that `into` already has. Different ends of `from` are different in `into`, too, so two
   threads never add to the same end. The path of an end that was added is set to NEW. */
static void find_ends(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        struct path_end *e = &m->from->ends[i];
        e->path = atomic_load_explicit(&m->steps[e->path], memory_order_relaxed) - 1;
        e->row = m->rows[e->row];
        const bool may_be_known = e->path < m->new_paths && e->row < m->new_rows;
        uint32_t found = NEW;
        if (may_be_known)
            found = find_end(m->into, e->path, e->row);
        m->pieces[from / EACH] += found == NEW;
        if (found == NEW)
            continue;
        path_end_add(&m->into->ends[found], e);
        e->path = NEW;
    }
}

static void add_ends(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    struct paths *p = m->into;
    for (size_t i = from, next = m->pieces[from / EACH]; i < to; i++) {
        const struct path_end *e = &m->from->ends[i];
        if (e->path == NEW)
            continue;
        if (!m->how.last)
            path_slots_claim(&p->by_end, path_slots_hash(e->path, e->row), next);
        p->ends[next++] = *e;
    }
}

static void merge_ends(struct merge *m)
{
    struct paths *p = m->into;
    const size_t n = m->from->nends;
    paths_merge_look_up(m, n, EACH, find_ends);
    if (m->how.last)
        paths_drop_slots(p);
    p->ends = number_new(m, n / EACH + 1, p->ends, &p->nends, &p->cap_ends, sizeof(*p->ends), &p->by_end);
    threads_run_ranges(m->how.threads, n, EACH, add_ends, m);
}

void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows, uint32_t new_rows,
                 struct merging how)
{
    if (into->bound) {
        bounded_paths_merge(into, from, rows);
        return;
    }
    paths_make_root(into);
    assert(!into->until && !from->until); /* settled paths cannot be merged */
    struct merge m = { .into = into,
                       .from = from,
                       .rows = rows,
                       .new_rows = new_rows,
                       .new_frames = (uint32_t)into->nframes,
                       .new_kinds = (uint32_t)into->nkinds,
                       .new_paths = (uint32_t)into->n,
                       .how = how,
                       .frames = mem_new(from->nframes, sizeof(*m.frames)),
                       .kinds = mem_new(from->nkinds, sizeof(*m.kinds)),
                       .steps = mem_new(from->n, sizeof(*m.steps)) };
    paths_drop_slots(from);
    merge_frames(&m);
    call_chains_merge(&into->chains, &from->chains, rows, m.frames, how.threads, how.last);
    if (from->n) {
        merge_kinds(&m);
        merge_paths(&m);
        merge_leads(&m);
        merge_ends(&m);
    }
    free(m.frames);
    free(m.kinds);
    free(m.steps);
    free(m.pieces);
    paths_free(from);
}
