/* profile: rows that read the same, of which there may be as many as addresses, are found without asking the others. */
#include "core/profile/count/profile.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

static struct cell cell_at(const struct symbol *y, uint64_t at)
{
    const struct resolved_addr there = { .place = { .symbol = y, .at = at }, .addr = at, .level = '.' };
    return key_get_symbol(&(struct view){ .resolved = &there });
}

/* The most slots that are looked at until a row is found. */
static size_t longest_search(const struct profile *p)
{
    size_t longest = 0;
    for (size_t i = 0; i <= p->mask; i++)
        if (p->slots[i].row && ((i - p->slots[i].hash) & p->mask) > longest)
            longest = (i - p->slots[i].hash) & p->mask;
    return longest;
}

static void test_many_addresses_of_one_symbol(void **state)
{
    (void)state;
    enum { N = 40000, MOST = 400 };
    const struct symbol data = { .name = "data", .start = 0x1000, .end = 0x100000, .is_object = true };
    const struct key *const keys[] = { key_find("symbol", 6) };
    for (int children = 0; children < 2; children++) {
        struct profile p;
        profile_init(&p, keys, 1, 1, children);
        for (uint32_t i = 0; i < N; i++) {
            const struct cell cell = cell_at(&data, data.start + i);
            assert_int_equal(profile_find_or_add_row(&p, 0, &cell), i);
            if (children)
                assert_int_equal(row_chain(&p, row_at(&p, i))->head, 0);
        }
        assert_int_equal(p.nrows, N);
        assert_true(longest_search(&p) < MOST);
        profile_index(&p, 2);
        assert_true(longest_search(&p) < MOST);
        for (uint32_t i = 0; i < N; i++) {
            const struct cell cell = cell_at(&data, data.start + i);
            assert_int_equal(profile_find_row(&p, 0, &cell), i);
        }
        profile_free(&p);
    }
}

/* A sample that leads through several of them counts once. */
static void test_counted_once(void **state)
{
    (void)state;
    const struct symbol data[] = { { .name = "a", .start = 0x1000, .end = 0x2000, .is_object = true },
                                   { .name = "b", .start = 0x2000, .end = 0x3000, .is_object = true } };
    static const struct {
        uint32_t sample, symbol, into;
        bool first;
    } steps[] = {
        { 1, 0, 0, true },  { 1, 0, 8, false }, { 1, 1, 0, true }, { 1, 0, 16, false },
        { 2, 0, 16, true }, { 2, 0, 0, false }, { 2, 1, 8, true }, { 2, 1, 8, false },
    };
    const struct key *const keys[] = { key_find("symbol", 6) };
    struct profile p;
    profile_init(&p, keys, 1, 1, true);
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        const struct symbol *y = &data[steps[i].symbol];
        const struct cell cell = cell_at(y, y->start + steps[i].into);
        const uint32_t row = profile_find_or_add_row(&p, 0, &cell);
        assert_int_equal(profile_count_once(&p, row, steps[i].sample, &(struct sample){ 0 }, 5),
                         steps[i].first);
    }
    uint64_t children = 0;
    for (uint32_t i = 0; i < p.nrows; i++)
        children += row_children(&p, row_at(&p, i));
    assert_int_equal(p.nrows, 5);
    assert_int_equal(children, 4 * 5);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_many_addresses_of_one_symbol),
                                      cmocka_unit_test(test_counted_once) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
