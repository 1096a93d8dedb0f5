/* Ranges that overlap in all ways, flattened; held to the obvious way of finding who has an address. */
#include "formats/elf/read/cover.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RANGES = 40, SPACE = 100, ROUNDS = 300 };

/* The first of those with the lowest rank. */
static bool obvious(const struct cover_range *v, size_t n, uint64_t at, uint32_t *what)
{
    const struct cover_range *best = NULL;
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
        struct cover_range kept[RANGES];
        struct cover_ranges r = { 0 };
        struct cover c;
        for (uint32_t i = 0; i < RANGES; i++) {
            uint32_t n[3];
            for (int k = 0; k < 3; k++)
                n[k] = (random = random * 1103515245u + 12345u) >> 16;
            kept[i] = (struct cover_range){ n[0] % SPACE, n[0] % SPACE + n[1] % 20, n[2] % 6, i };
            cover_add(&r, kept[i].start, kept[i].end, kept[i].rank, i);
        }
        cover_build(&c, &r);
        for (uint64_t at = 0; at < SPACE + 25; at++) {
            uint32_t expected, what = 0;
            assert_int_equal(obvious(kept, RANGES, at, &expected), cover_find(&c, at, &what));
            assert_int_equal(what, expected);
        }
        cover_free(&c);
        free(r.v);
    }
}

static void test_edges(void **state)
{
    (void)state;
    struct cover_ranges r = { 0 };
    struct cover c;
    uint32_t what;
    cover_build(&c, &r);
    assert_false(cover_find(&c, 0, &what));
    cover_free(&c);
    cover_add(&r, 5, 5, 0, 1); /* empty */
    cover_add(&r, 9, 5, 0, 2); /* backwards */
    cover_add(&r, 0, UINT64_MAX, 0, UINT32_MAX - 1);
    cover_build(&c, &r);
    assert_true(cover_find(&c, 7, &what) && what == UINT32_MAX - 1);
    assert_true(cover_find(&c, UINT64_MAX - 1, &what));
    assert_false(cover_find(&c, UINT64_MAX, &what));
    cover_free(&c);
    free(r.v);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_overlaps), cmocka_unit_test(test_edges) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
