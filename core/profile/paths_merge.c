/*
 * The paths of two workers as one. What is in both is looked up first, by several threads, for nothing is added
 * meanwhile; what is not is then put behind the others in one run. Most is not looked up at all: below a path that is
 * new all are, and what has a new row is.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"
#include "core/profile/threads.h"

/* Pieces are small where paths wait for those before them. AHEAD: what is looked at then is on its way from the memory. */
enum { EACH = 512, STEPS_EACH = 256, AHEAD = 16 };

/* What is not in `into`. */
#define NEW UINT32_MAX

struct merge {
    struct paths *into, *from;
    const uint32_t *rows;
    uint32_t new_rows, new_frames, new_kinds, new_paths; /* from where on they are new */
    struct merging how;
    uint32_t *frames, *kinds; /* by number in `from` */
    _Atomic(uint32_t) *steps; /* the same of paths, + 1; 0: not known yet */
};

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
    for (size_t i = from; i < to; i++)
        m->frames[i] = find_frame(m->into, &m->from->frames[i]);
}

static void add_frames(struct merge *m)
{
    struct paths *p = m->into;
    for (size_t i = 0; i < m->from->nframes; i++) {
        if (m->frames[i] != NEW)
            continue;
        const struct path_frame *f = &m->from->frames[i];
        m->frames[i] = (uint32_t)p->nframes;
        if (!m->how.last)
            path_slots_put(&p->by_frame, path_frame_hash(f), p->nframes);
        *MEM_ADD(p->frames, p->nframes, p->cap_frames) = *f;
    }
}

static struct path_kind kind_of(const struct merge *m, size_t i)
{
    const struct path_kind *k = &m->from->kinds[i];
    return (struct path_kind){ m->frames[k->frame], k->row == NO_ROW ? NO_ROW : m->rows[k->row] };
}

static bool may_be_known(const struct merge *m, const struct path_kind *k)
{
    return k->frame < m->new_frames && (k->row == NO_ROW || k->row < m->new_rows);
}

static uint32_t find_kind(const struct paths *p, const struct path_kind *k)
{
    const struct path_slots *s = &p->by_kind;
    const uint32_t hash = path_slots_hash(k->frame, k->row);
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (p->kinds[slot->found - 1].frame == k->frame && p->kinds[slot->found - 1].row == k->row)
            return slot->found - 1;
    return NEW;
}

static void expect(const struct path_slots *s, uint32_t a, uint32_t b)
{
    if (s->v)
        __builtin_prefetch(&s->v[path_slots_hash(a, b) >> s->shift]);
}

static void find_kinds(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        const struct path_kind k = kind_of(m, i), ahead = kind_of(m, i + AHEAD < to ? i + AHEAD : i);
        if (may_be_known(m, &ahead))
            expect(&m->into->by_kind, ahead.frame, ahead.row);
        m->kinds[i] = may_be_known(m, &k) ? find_kind(m->into, &k) : NEW;
    }
}

static void add_kinds(struct merge *m)
{
    struct paths *p = m->into;
    for (size_t i = 0; i < m->from->nkinds; i++) {
        if (m->kinds[i] != NEW)
            continue;
        const struct path_kind k = kind_of(m, i);
        m->kinds[i] = (uint32_t)p->nkinds;
        if (!m->how.last)
            path_slots_put(&p->by_kind, path_slots_hash(k.frame, k.row), p->nkinds);
        *MEM_ADD(p->kinds, p->nkinds, p->cap_kinds) = k;
    }
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

/* What a path is, from what that in front of it is, + 1; 0: that is not known. */
static uint32_t find_path(const struct merge *m, size_t i)
{
    const struct path *v = &m->from->v[i];
    const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed);
    const uint32_t kind = m->kinds[v->kind];
    if (!parent)
        return 0;
    return parent > m->new_paths || kind >= m->new_kinds ? NEW : find_step(m->into, parent - 1, kind);
}

static void expect_path(const struct merge *m, size_t i)
{
    const struct path *v = &m->from->v[i];
    const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed);
    if (parent && parent <= m->new_paths && m->kinds[v->kind] < m->new_kinds)
        expect(&m->into->by_step, parent - 1, m->kinds[v->kind]);
}

/* One that follows one of another piece may not be found yet: add_paths() does. */
static void find_paths(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from + 1; i < to + 1; i++) { /* 0 is the root */
        expect_path(m, i + AHEAD < to ? i + AHEAD : i);
        atomic_store_explicit(&m->steps[i], find_path(m, i), memory_order_relaxed);
    }
}

static void add_paths(struct merge *m)
{
    struct paths *p = m->into;
    for (size_t i = 1; i < m->from->n; i++) {
        const struct path *v = &m->from->v[i];
        uint32_t known = atomic_load_explicit(&m->steps[i], memory_order_relaxed);
        known = known ? known : find_path(m, i);
        if (known == NEW) {
            const uint32_t parent = atomic_load_explicit(&m->steps[v->parent], memory_order_relaxed) - 1;
            const uint32_t kind = m->kinds[v->kind];
            if (!m->how.last)
                path_slots_put(&p->by_step, path_slots_hash(parent, kind), p->n);
            *MEM_ADD(p->v, p->n, p->cap) = (struct path){ .parent = parent, .kind = kind };
            known = (uint32_t)p->n;
        }
        atomic_store_explicit(&m->steps[i], known, memory_order_relaxed);
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

/* Ends that differ still do, so that no two are added to one. What remains of one that is added has the path NEW. */
static void find_ends(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        struct path_end *e = &m->from->ends[i];
        e->path = atomic_load_explicit(&m->steps[e->path], memory_order_relaxed) - 1;
        e->row = m->rows[e->row];
        const bool may = e->path < m->new_paths && e->row < m->new_rows;
        const uint32_t found = may ? find_end(m->into, e->path, e->row) : NEW;
        if (found == NEW)
            continue;
        path_end_add(&m->into->ends[found], e);
        e->path = NEW;
    }
}

static void add_ends(struct merge *m)
{
    struct paths *p = m->into;
    for (size_t i = 0; i < m->from->nends; i++) {
        const struct path_end *e = &m->from->ends[i];
        if (e->path == NEW)
            continue;
        if (!m->how.last)
            path_slots_put(&p->by_end, path_slots_hash(e->path, e->row), p->nends);
        *MEM_ADD(p->ends, p->nends, p->cap_ends) = *e;
    }
}

static void merge_tree(struct merge *m)
{
    threads_share(m->how.threads, m->from->nkinds, EACH, find_kinds, m);
    add_kinds(m);
    atomic_store_explicit(&m->steps[0], 1, memory_order_relaxed);
    threads_share(m->how.threads, m->from->n - 1, STEPS_EACH, find_paths, m);
    add_paths(m);
    threads_share(m->how.threads, m->from->nends, EACH, find_ends, m);
    if (m->how.last)
        paths_drop_slots(m->into);
    add_ends(m);
}

void paths_merge(struct paths *into, struct paths *from, const uint32_t *rows, uint32_t new_rows,
                 struct merging how)
{
    if (into->bound) {
        bounded_paths_merge(into, from, rows);
        return;
    }
    paths_begin(into);
    struct merge m = { into,
                       from,
                       rows,
                       new_rows,
                       (uint32_t)into->nframes,
                       (uint32_t)into->nkinds,
                       (uint32_t)into->n,
                       how,
                       mem_new(from->nframes, sizeof(*m.frames)),
                       mem_new(from->nkinds, sizeof(*m.kinds)),
                       mem_new(from->n, sizeof(*m.steps)) };
    paths_drop_slots(from);
    threads_share(how.threads, from->nframes, EACH, find_frames, &m);
    add_frames(&m);
    call_chains_merge(&into->chains, &from->chains, rows, m.frames);
    if (from->n)
        merge_tree(&m);
    free(m.frames);
    free(m.kinds);
    free(m.steps);
    paths_free(from);
}
