/*
 * Some programs copy their code into huge pages. They map anonymous memory over a part of an object's code,
 * copy the code there, and run it at the same addresses (php's opcache.huge_code_pages, iodlr, BOLT's
 * hugify). The recording shows the mapping but not the copy. The copy is assumed, and counted as a problem,
 * if no perf map or jitdump of the process names code in the mapping and one of these conditions holds:
 *
 *   over it      just before, the whole range was code of one object in the current image; each end of the
 *                range is an end of the object's mapping or a boundary of huge pages
 *   in its gap   the program had done so before the recording: the object's code ends where the range
 *                begins, and continues where the range ends, at the matching file offset
 *
 * Unmapping leaves no record, so other code may be where an object was unmapped.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/timeline/state.h"
#include "core/model/timeline/timeline.h"

/* bytes: the smallest huge page, that of s390; larger ones are multiples of it */
enum { HUGE_LEAST = 1 << 20 };
enum { PROT_EXEC_BIT = 4 };

static bool is_edge(uint64_t at, uint64_t of_map)
{
    return at == of_map || at % HUGE_LEAST == 0;
}

static const struct map *remapped_shown(const struct space *s, uint64_t avma, struct when when)
{
    struct when from, until;
    return space_find(s, avma, when, &from, &until);
}

/* The mapping of a file's code at an address and a moment, in the current image; NULL: none. */
static const struct map *code_at(const struct space *s, uint64_t avma, struct when when)
{
    const struct map *m = remapped_shown(s, avma, when);
    const bool code = m && m->how->object->kind == OBJECT_USER && m->how->prot & PROT_EXEC_BIT;
    if (code && !space_map_is_pre_exec(s, m))
        return m;
    return NULL;
}

static uint64_t foff_of(const struct map *m, uint64_t avma)
{
    return avma - m->start + m->how->pgoff;
}

/* Whether two maps are of one object, and their addresses are as far apart as their file offsets. */
static bool is_one_piece(const struct map *a, uint64_t at, const struct map *z, uint64_t to)
{
    return a->how->object == z->how->object && foff_of(z, to) - foff_of(a, at) == to - at;
}

/* The moment just before `when`, which must not be the first moment. */
static struct when before(struct when when)
{
    assert(when.time || when.seq);
    when.time -= !when.seq;
    when.seq--;
    return when;
}

/* The last moment before the map at which its range was not this anonymous memory. Recordings with data
   mappings also show the memory before it became executable. */
static struct when when_other(const struct space *s, const struct map *m)
{
    struct when when = m->from;
    const struct map *same = m;
    while (same && (when.time || when.seq)) {
        when = before(when);
        same = remapped_shown(s, m->start, when);
        const bool is_same_range = same && same->start == m->start && map_end(same) == map_end(m);
        if (!is_same_range || same->how->object->kind != OBJECT_DATA)
            return when;
        when = same->from;
    }
    return when;
}

/* The code that a map covers, if one object covered the map's whole range before; else NULL. */
static const struct map *code_under(const struct space *s, const struct map *m)
{
    const struct when then = when_other(s, m);
    const uint64_t last = map_end(m) - 1;
    const struct map *a = code_at(s, m->start, then);
    if (!a)
        return NULL;
    const struct map *z = code_at(s, last, then);
    const bool whole = z && is_one_piece(a, m->start, z, last);
    const bool has_edges = whole && is_edge(m->start, a->start) && is_edge(map_end(m), map_end(z));
    if (has_edges)
        return a;
    return NULL;
}

/* The code that ends where map `m` begins and continues where `m` ends; NULL: none. All mappings made
   before the recording have the same time. */
static const struct map *code_around(const struct space *s, const struct map *m)
{
    const struct when then = { m->from.time, UINT64_MAX };
    if (!m->start)
        return NULL;
    const struct map *a = code_at(s, m->start - 1, then);
    if (!a)
        return NULL;
    const struct map *z = code_at(s, map_end(m), then);
    const bool leaves_gap = z && map_end(a) == m->start && z->start == map_end(m);
    if (leaves_gap && is_one_piece(a, m->start, z, z->start))
        return a;
    return NULL;
}

static int remapped_by_time(const void *a, const void *b, const void *arg)
{
    const struct map *maps = arg, *x = &maps[*(const uint32_t *)a], *y = &maps[*(const uint32_t *)b];
    return when_compare(&x->from, &y->from, NULL);
}

static void assume(struct timeline *t, struct map *m, const struct map *of)
{
    const struct object *o = of->how->object;
    struct map_how *how = arena_new(&t->arena, sizeof(*how));
    *how = *m->how;
    how->object = o;
    how->pgoff = foff_of(of, m->start);
    how->ino = of->how->ino;
    how->is_assumed = true;
    m->how = how;
    problem_add_at(t->problems, PROBLEM_REMAPPED, 1, o->index + 1u, "0x%" PRIx64 "-0x%" PRIx64 ": %s",
                   m->start, map_end(m), o->path);
}

void timeline_assume_remapped(struct timeline *t, bool (*is_named)(void *arg, const struct map *m), void *arg)
{
    uint32_t *made = NULL;
    size_t cap = 0;
    const bool any = timeline_has_jit_code(t);       /* most recordings have no JIT code */
    for (size_t i = 0; any && i < t->nspaces; i++) { /* parents come before their children */
        struct space *s = timeline_space_at(t, i);
        size_t n = 0;
        for (uint32_t k = 0; k < s->n; k++)
            if (s->maps[k].how->object->kind == OBJECT_JIT && s->maps[k].how->len)
                *MEM_ADD(made, n, cap) = k;
        if (n)
            sort_by(made, n, sizeof(*made), remapped_by_time, s->maps);
        for (size_t k = 0; k < n; k++) {
            struct map *m = &s->maps[made[k]];
            const struct map *of = code_under(s, m);
            if (!of)
                of = code_around(s, m);
            if (of && !is_named(arg, m))
                assume(t, m, of);
        }
    }
    free(made);
}
