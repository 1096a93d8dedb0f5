#include "core/annotate/match/match.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum { MOST = 2048 /* most steps of a search; its cost is quadratic in them */, DIAGONALS = 2 * MOST + 3 };

struct aligning {
    struct alignment *out;
    const uint32_t *a, *b;
    int64_t *ahead, *back; /* per diagonal: the farthest x of each search */
};

/* A run of equal elements from (x, y) to (u, v) in the middle of the best path. */
struct snake {
    int64_t x, y, u, v;
};

static void align_add(struct alignment *out, int64_t a, int64_t b)
{
    *MEM_ADD(out->v, out->n, out->cap) = (struct align_line){ a, b };
    out->same += a >= 0 && b >= 0;
}

static int64_t most(int64_t a, int64_t b)
{
    if (a > b)
        return a;
    return b;
}

/* The i-th of n elements, counted from the end where a search begins. */
static uint32_t element(const uint32_t *v, int64_t n, bool from_end, int64_t i)
{
    assert(i >= 0 && i < n);
    if (from_end)
        return v[n - 1 - i];
    return v[i];
}

/* Finds the middle of the best path by two searches, from the beginning and from the end. Each search keeps the farthest
   x that it has reached on every diagonal k = x - y; the search from the end counts x and y from the end. */
static bool find_middle(struct aligning *g, const uint32_t *a, int64_t n, const uint32_t *b, int64_t m,
                        struct snake *s)
{
    const int64_t delta = n - m, middle = MOST + 1, last = (n + m + 1) / 2;
    int64_t *ahead = g->ahead + middle, *back = g->back + middle;
    for (int64_t i = -middle; i <= middle; i++)
        ahead[i] = back[i] = 0;
    for (int64_t d = 0; d <= last && d <= MOST; d++)
        for (int way = 0; way < 2; way++) {
            int64_t *const both[] = { ahead, back }, *own = both[way], *other = both[!way];
            const int64_t reach = way ? d : d - 1; /* steps of the other search so far */
            for (int64_t k = -(d - 2 * most(0, d - m)); k <= d - 2 * most(0, d - n); k += 2) {
                bool down = k == -d || (k != d && own[k - 1] < own[k + 1]);
                int64_t x = down ? own[k + 1] : own[k - 1] + 1, y = x - k, x0 = x, y0 = y;
                while (x < n && y < m && element(a, n, way, x) == element(b, m, way, y)) {
                    x++;
                    y++;
                }
                own[k] = x;
                const bool in_reach = delta - k >= -reach && delta - k <= reach;
                if ((delta & 1) == way || !in_reach || own[k] + other[delta - k] < n)
                    continue;
                *s = way ? (struct snake){ n - x, m - y, n - x0, m - y0 } : (struct snake){ x0, y0, x, y };
                return true;
            }
        }
    return false;
}

static void align(struct aligning *g, int64_t a, int64_t na, int64_t b, int64_t nb)
{
    struct snake s;
    int64_t tail = 0;
    for (; na && nb && g->a[a] == g->b[b]; a++, b++, na--, nb--)
        align_add(g->out, a, b);
    while (tail < na && tail < nb && g->a[a + na - 1 - tail] == g->b[b + nb - 1 - tail])
        tail++;
    na -= tail;
    nb -= tail;
    const bool has_middle = na && nb && find_middle(g, g->a + a, na, g->b + b, nb, &s);
    const bool divides = has_middle && (s.u || s.v) && (s.x < na || s.y < nb);
    if (divides) {
        align(g, a, s.x, b, s.y);
        for (int64_t i = 0; i < s.u - s.x; i++)
            align_add(g->out, a + s.x + i, b + s.y + i);
        align(g, a + s.u, na - s.u, b + s.v, nb - s.v);
    } else {
        for (int64_t i = 0; i < na; i++)
            align_add(g->out, a + i, ALIGN_NONE);
        for (int64_t i = 0; i < nb; i++)
            align_add(g->out, ALIGN_NONE, b + i);
    }
    for (int64_t i = 0; i < tail; i++)
        align_add(g->out, a + na + i, b + nb + i);
}

void align_make(struct alignment *out, const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
    struct aligning g = { .out = out, .a = a, .b = b };
    *out = (struct alignment){ 0 };
    g.ahead = mem_new(DIAGONALS, sizeof(*g.ahead));
    g.back = mem_new(DIAGONALS, sizeof(*g.back));
    align(&g, 0, (int64_t)na, 0, (int64_t)nb);
    free(g.ahead);
    free(g.back);
}

void align_free(struct alignment *out)
{
    free(out->v);
    *out = (struct alignment){ 0 };
}
