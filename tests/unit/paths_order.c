/*
 * paths_order, paths_earliest, paths_sum: trees of more paths than a group or a piece has. Each end carries what its way from the
 * outermost frame says, so that it is known wherever it goes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/profile/paths.h"

/* Paths go on from any of the last `near` ones; 0: of all. */
static const struct shape {
    const char *name;
    uint32_t paths, leads, near;
} shapes[] = {
    { "none", 0, 0, 0 },
    { "one group", 100, 3, 0 },
    { "one lead", 150000, 1, 0 },
    { "leads alone", 3, 40000, 0 },
    { "many leads", 150000, 5000, 0 },
    { "no lead", 150000, 0, 0 },
    { "deep", 150000, 2, 3 },
    { "star", 150000, 1, UINT32_MAX },
    { "star", 160000, 1, UINT32_MAX },
    { "star", 190000, 1, UINT32_MAX },
};

static const unsigned threads[] = { 1, 2, 7 };

static uint64_t random_of(uint64_t i)
{
    return hash_u64(i * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

static uint64_t way_on(uint64_t way, uint32_t kind)
{
    return hash_u64(way * 3 + kind + 1);
}

static uint64_t way_of_lead(uint32_t row)
{
    return hash_u64(row + UINT64_C(0x100000000));
}

/* The earliest is in the middle, so that neither the first nor the last of a piece has it; many are of one time, of which the
   place in the file decides. */
static void add_end(struct paths *p, uint32_t path, uint64_t way)
{
    enum { MIDDLE = 100007, ALIKE = 64 };
    const uint64_t time = 1 + (path > MIDDLE ? path - MIDDLE : MIDDLE - path) / ALIKE;
    paths_add_end(
        p, &(struct path_end){ .path = path, .samples = way, .period = way % 1000, .first = { time, path } });
}

static struct paths make(const struct shape *s)
{
    struct paths p = { 0 };
    uint64_t *ways = mem_new(s->paths + s->leads + 1, sizeof(*ways));
    uint32_t kinds[50], *of = mem_new(s->paths + s->leads + 1, sizeof(*of)), n = 0;
    for (uint32_t i = 0; i < 50; i++)
        kinds[i] =
            paths_kind_number(&p, paths_frame_number(&p, &(struct path_frame){ .avma = i + 1 }), NO_ROW);
    paths_make_root(&p);
    for (; n < s->leads; n++) {
        of[n] = paths_add_lead(&p, n);
        ways[n] = way_of_lead(n);
    }
    if (!n)
        n = 1; /* the root, whose way is 0 */
    for (uint32_t i = 0; i < s->paths; i++) {
        const uint64_t r = random_of(i);
        const uint32_t back = s->near && s->near < n ? s->near : n;
        const uint32_t from = s->near == UINT32_MAX ? 0 : n - 1 - (uint32_t)(r >> 8) % back;
        const size_t before = p.n;
        /* of a star each goes on by a kind of its own */
        const uint32_t kind =
            s->near != UINT32_MAX
                ? kinds[r % 50]
                : paths_kind_number(&p, paths_frame_number(&p, &(struct path_frame){ .avma = i + 100 }),
                                    NO_ROW);
        of[n] = paths_add_step(&p, of[from], kind);
        if (p.n == before)
            continue;
        ways[n] = way_on(ways[from], kind);
        add_end(&p, of[n], ways[n]);
        n++;
    }
    free(ways);
    free(of);
    return p;
}

/* Each path is followed by those that go on from it, and has the ends that it had. */
static void check_order(const struct paths *p, size_t paths, size_t ends)
{
    uint64_t *ways = mem_new(p->n, sizeof(*ways));
    size_t lead = 0;
    assert_int_equal(p->n, paths);
    assert_int_equal(p->nends, ends);
    assert_int_equal(p->until[0], p->n);
    assert_int_equal(p->first_end[0], 0);
    assert_int_equal(p->first_end[p->n], p->nends);
    for (uint32_t i = 0, next = 1; i < p->n; i++, next = i + 1) {
        const uint32_t parent = p->v[i].parent;
        assert_true(p->until[i] > i && p->until[i] <= p->until[parent]);
        for (; next < p->until[i]; next = p->until[next])
            assert_int_equal(p->v[next].parent, i);
        assert_int_equal(next, p->until[i]);
        while (lead < p->nleads && p->leads[lead].from <= i)
            lead++;
        const uint64_t out = parent ? ways[parent] : lead ? way_of_lead(p->leads[lead - 1].row) : 0;
        ways[i] = i ? way_on(out, p->v[i].kind) : 0;
        for (uint32_t e = p->first_end[i]; e < p->first_end[i + 1]; e++) {
            assert_int_equal(p->ends[e].path, i);
            assert_true(p->ends[e].samples == ways[i]);
        }
    }
    free(ways);
}

static void check_earliest(const struct paths *p, unsigned n)
{
    uint32_t *earliest = mem_new(p->n, sizeof(*earliest)), *want = mem_new(p->n, sizeof(*want));
    paths_find_earliest(p, earliest, n);
    for (uint32_t e = 0; e < p->nends; e++)
        want[p->ends[e].path] = e + 1; /* a path has one at most */
    for (size_t i = p->n; i-- > 1;) {
        uint32_t *outer = &want[p->v[i].parent];
        if (want[i] && (!*outer || when_before(p->ends[want[i] - 1].first, p->ends[*outer - 1].first)))
            *outer = want[i];
    }
    assert_memory_equal(earliest, want, p->n * sizeof(*want));
    free(earliest);
    free(want);
}

static void check_sums(struct paths *p, unsigned n)
{
    struct path_rest sum = { 0 };
    paths_sum_ends(p, n);
    for (uint32_t e = 0; e <= p->nends; e++) {
        assert_true(p->ended[e].samples == sum.samples && p->ended[e].period == sum.period);
        if (e == p->nends)
            break;
        sum.samples += p->ends[e].samples;
        sum.period += p->ends[e].period;
    }
}

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        for (size_t k = 0; k < sizeof(threads) / sizeof(*threads); k++) {
            struct paths p = make(&shapes[i]);
            const size_t n = p.n - shapes[i].leads, ends = p.nends;
            print_message("%s, %u threads: %zu paths\n", shapes[i].name, threads[k], n);
            paths_settle(&p, threads[k]);
            check_order(&p, n, ends);
            check_earliest(&p, threads[k]);
            check_sums(&p, threads[k]);
            paths_free(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shapes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
