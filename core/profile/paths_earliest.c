/*
 * paths_find_earliest(): for each settled path, the earliest sample whose path begins with it, found by several
 * threads. Each piece of the paths is searched alone. All paths before the piece that continue into it lead to its
 * first path.
 */
#include <assert.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/paths.h"

enum { EACH = 1 << 16 };

struct paths_earliest_finding {
    const struct paths *p;
    uint32_t *earliest;
    struct paths_earliest_piece {
        /* a path before the piece, and the earliest end in the piece among paths that continue it */
        struct outer {
            uint32_t path, end;
        } * outer;
        size_t n, cap;
    } * pieces;
};

/* Set an end (index + 1) as the earliest one of a path. False: the path already has an earlier end. */
static bool paths_earliest_take(const struct paths_earliest_finding *s, uint32_t path, uint32_t end)
{
    const struct path_end *ends = s->p->ends;
    uint32_t *known = &s->earliest[path];
    const bool is = !*known || when_before(ends[end - 1].first, ends[*known - 1].first);
    if (is)
        *known = end;
    return is;
}

/* Note the end for a path before the piece. Paths of the piece that continue the same outer path are adjacent, so
   there are no more entries than a path has steps. */
static void see_outer(const struct paths_earliest_finding *s, struct paths_earliest_piece *piece,
                      uint32_t path, uint32_t end)
{
    const struct path_end *ends = s->p->ends;
    if (!piece->n || piece->outer[piece->n - 1].path != path) {
        *MEM_ADD(piece->outer, piece->n, piece->cap) = (struct outer){ path, end };
        return;
    }
    struct outer *last = &piece->outer[piece->n - 1];
    if (when_before(ends[end - 1].first, ends[last->end - 1].first))
        last->end = end;
}

static void find_in_piece(void *arg, size_t from, size_t to)
{
    const struct paths_earliest_finding *s = arg;
    const struct paths *p = s->p;
    struct paths_earliest_piece *piece = &s->pieces[from / EACH];
    for (uint32_t e = p->first_end[from]; e < p->first_end[to]; e++)
        paths_earliest_take(s, p->ends[e].path, e + 1);
    /* a path continues one with a lower number, which may lie in another piece */
    for (size_t i = to; i-- > from && i;) {
        const uint32_t parent = p->v[i].parent, end = s->earliest[i];
        if (end && parent >= from)
            paths_earliest_take(s, parent, end);
        else if (end)
            see_outer(s, piece, parent, end);
    }
}

/* Set an end as the earliest one of a path and its parents. It stops at a path with an earlier end, since that end
   was, or will be, set in all parents of this path. */
static void take_outwards(const struct paths_earliest_finding *s, const struct outer *o)
{
    for (uint32_t path = o->path; paths_earliest_take(s, path, o->end) && path != PATH_OUTSIDE;)
        path = s->p->v[path].parent;
}

void paths_find_earliest(const struct paths *p, uint32_t *earliest, unsigned threads)
{
    assert(p->first_end); /* paths_settle() was called */
    const size_t npieces = p->n / EACH + 1;
    struct paths_earliest_finding s = { p, earliest, mem_new(npieces, sizeof(*s.pieces)) };
    threads_run_ranges(threads, p->n, EACH, find_in_piece, &s);
    for (struct paths_earliest_piece *piece = s.pieces; piece < s.pieces + npieces; piece++) {
        for (size_t i = 0; i < piece->n; i++)
            take_outwards(&s, &piece->outer[i]);
        free(piece->outer);
    }
    free(s.pieces);
}
