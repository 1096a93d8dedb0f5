/* Ranges that overlap in all ways, flattened; held to the obvious way of finding who has an address. */
#include "formats/elf/read/range_index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RANGES = 40, SPACE = 100, ROUNDS = 300 };

/* The first of those with the lowest rank. */
static bool obvious(const struct range_index_item *v, size_t n, uint64_t at, uint32_t *what)
{
    const struct range_index_item *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (v[i].start <= at && at < v[i].end && (!best || v[i].rank < best->rank))
            best = &v[i];
    *what = best ? best->what : 0;
    return best;
}

static void test_overlaps(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < ROUNDS; round++) {
        struct range_index_item kept[RANGES];
        struct range_index_items r = { 0 };
        struct range_index c;
        for (uint32_t i = 0; i < RANGES; i++) {
            uint32_t n[3];
            for (int k = 0; k < 3; k++)
                n[k] = (random = random * 1103515245u + 12345u) >> 16;
            kept[i] = (struct range_index_item){ n[0] % SPACE, n[0] % SPACE + n[1] % 20, n[2] % 6, i };
            range_index_add(&r, kept[i].start, kept[i].end, kept[i].rank, i);
        }
        range_index_build(&c, &r);
        for (uint64_t at = 0; at < SPACE + 25; at++) {
            uint32_t expected, what = 0;
            assert_int_equal(obvious(kept, RANGES, at, &expected), range_index_find(&c, at, &what));
            assert_int_equal(what, expected);
        }
        range_index_free(&c);
        free(r.v);
    }
}

static void test_edges(void **state)
{
    (void)state;
    struct range_index_items r = { 0 };
    struct range_index c;
    uint32_t what;
    range_index_build(&c, &r);
    assert_false(range_index_find(&c, 0, &what));
    range_index_free(&c);
    range_index_add(&r, 5, 5, 0, 1); /* empty */
    range_index_add(&r, 9, 5, 0, 2); /* backwards */
    range_index_add(&r, 0, UINT64_MAX, 0, UINT32_MAX - 1);
    range_index_build(&c, &r);
    assert_true(range_index_find(&c, 7, &what) && what == UINT32_MAX - 1);
    assert_true(range_index_find(&c, UINT64_MAX - 1, &what));
    assert_false(range_index_find(&c, UINT64_MAX, &what));
    range_index_free(&c);
    free(r.v);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_overlaps), cmocka_unit_test(test_edges) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
