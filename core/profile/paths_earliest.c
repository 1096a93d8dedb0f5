/*
 * paths_earliest(): sums of settled paths, by several threads. A piece of paths adds up what is in it alone; what its paths say
 * of others is of the first one's, for those in front of a piece that its paths go on from are all in front of its first.
 */
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/paths.h"

enum { EACH = 1 << 16 };

struct sums {
    const struct paths *p;
    uint32_t *earliest;
    uint64_t *until;
    struct sums_piece {
        uint64_t before; /* what ended in it, then in front of it */
        struct outer {   /* a path in front of it, and an end behind that */
            uint32_t path, end;
        } * outer;
        size_t n, cap;
    } * pieces;
};

/* Whether an end, + 1, is the earliest one of a path now. */
static bool take(const struct sums *s, uint32_t path, uint32_t end)
{
    const struct path_end *ends = s->p->ends;
    uint32_t *known = &s->earliest[path];
    const bool is = !*known || when_before(ends[end - 1].first, ends[*known - 1].first);
    if (is)
        *known = end;
    return is;
}

/* Paths that go on from the same one in front of the piece are one behind the other: it has one entry, and so no more than a
   path has steps. */
static void see_outer(const struct sums *s, struct sums_piece *piece, uint32_t path, uint32_t end)
{
    const struct path_end *ends = s->p->ends;
    struct outer *last = piece->n ? &piece->outer[piece->n - 1] : NULL;
    if (!last || last->path != path)
        *MEM_ADD(piece->outer, piece->n, piece->cap) = (struct outer){ path, end };
    else if (when_before(ends[end - 1].first, ends[last->end - 1].first))
        last->end = end;
}

static void sum_piece(void *arg, size_t from, size_t to)
{
    const struct sums *s = arg;
    const struct paths *p = s->p;
    struct sums_piece *piece = &s->pieces[from / EACH];
    uint64_t sum = 0;
    for (uint32_t e = p->first_end[from]; e < p->first_end[to]; e++) {
        take(s, p->ends[e].path, e + 1);
        sum += p->ends[e].period;
        s->until[e + 1] = sum;
    }
    piece->before = sum;
    /* What goes on from a path is behind it, maybe in the next piece. */
    for (size_t i = to; i-- > from && i;) {
        const uint32_t parent = p->v[i].parent, end = s->earliest[i];
        if (end && parent >= from)
            take(s, parent, end);
        else if (end)
            see_outer(s, piece, parent, end);
    }
}

static void add_before(void *arg, size_t from, size_t to)
{
    const struct sums *s = arg;
    const struct paths *p = s->p;
    const uint64_t before = s->pieces[from / EACH].before;
    for (uint32_t e = p->first_end[from]; before && e < p->first_end[to]; e++)
        s->until[e + 1] += before;
}

/* An end is not taken farther outwards than one that is earlier, which goes there or has been. */
static void take_outwards(const struct sums *s, const struct outer *o)
{
    for (uint32_t path = o->path; take(s, path, o->end) && path != PATH_OUTSIDE;)
        path = s->p->v[path].parent;
}

void paths_earliest(const struct paths *p, uint32_t *earliest, uint64_t *until, unsigned threads)
{
    const size_t npieces = p->n / EACH + 1;
    struct sums s = { p, earliest, until, mem_new(npieces, sizeof(*s.pieces)) };
    uint64_t before = 0;
    threads_share(threads, p->n, EACH, sum_piece, &s);
    for (struct sums_piece *piece = s.pieces; piece < s.pieces + npieces; piece++) {
        const uint64_t more = piece->before;
        piece->before = before;
        before += more;
        for (size_t i = 0; i < piece->n; i++)
            take_outwards(&s, &piece->outer[i]);
        free(piece->outer);
    }
    threads_share(threads, p->n, EACH, add_before, &s);
    free(s.pieces);
}
