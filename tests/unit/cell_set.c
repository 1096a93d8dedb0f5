/* cell_set: runs have the numbers of their arrival, and a table of cells that differ in any of their bits is one. */
#include "core/profile/count/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { MANY = 1 << 16 };

static void test_numbers(void **state)
{
    (void)state;
    struct cell_set s = { .each = 2 };
    assert_int_equal(cell_set_find(&s, (struct cell[]){ { .v = 1 }, { .v = 2 } }), CELL_SET_NONE);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 1000; i++)
            assert_int_equal(cell_set_add(&s, (struct cell[]){ { .v = i / 10 }, { .tag = i % 10 } }), i);
    assert_int_equal(cell_set_find(&s, (struct cell[]){ { .v = 99 }, { .tag = 9 } }), 999);
    assert_int_equal(cell_set_find(&s, (struct cell[]){ { .v = 100 }, { .tag = 0 } }), CELL_SET_NONE);
    cell_set_free(&s);
}

/* How many places of a table of twice as many slots as there are cells are the first of any. */
static size_t places(unsigned shift, bool tags)
{
    bool *taken = mem_new(2 * MANY, sizeof(*taken));
    size_t n = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        const struct cell c = { .v = tags ? 0 : i << shift, .tag = tags ? (uint32_t)i << shift : 0 };
        bool *at = &taken[cells_hash(&c, 1) % (2 * MANY)];
        n += !*at;
        *at = true;
    }
    free(taken);
    return n;
}

/* Chance has 79 % of as many. */
static void test_high_bits(void **state)
{
    (void)state;
    for (unsigned shift = 0; shift <= 48; shift += 4)
        assert_true(places(shift, false) > MANY / 4 * 3);
    for (unsigned shift = 0; shift <= 16; shift += 4)
        assert_true(places(shift, true) > MANY / 4 * 3);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_numbers), cmocka_unit_test(test_high_bits) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
