/* Sorting by threads: as by one, equal numbers in their order, however they lie. All threads of a call have its locale. */
#include "core/base/file/threads.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/cur.h"
#include "core/base/mem.h"

static void test_sort(void **state)
{
    (void)state;
    enum { MOST = 200000 };
    static const size_t sizes[] = { 0, 1, 33, 1 << 15, (1 << 15) + 1, MOST };
    static const uint64_t masks[] = { 0, 1, 255, 0xffff00, UINT64_C(0xffffffff00000000), UINT64_MAX };
    struct numbered *v = mem_new(MOST, sizeof(*v));
    uint64_t random = 1;
    for (size_t i = 0; i < COUNT(sizes) * COUNT(masks) * 4; i++) {
        const size_t n = sizes[i / 4 % COUNT(sizes)];
        const uint64_t mask = masks[i / 4 / COUNT(sizes)], least = i % 2 ? 1000 : 0;
        for (size_t k = 0; k < n; k++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            v[k] = (struct numbered){ ((random ^ random >> 32) & mask) + least, (uint32_t)k };
        }
        threads_sort(1 + i % 4, v, n);
        for (size_t k = 1; k < n; k++)
            assert_true(v[k - 1].by < v[k].by || (v[k - 1].by == v[k].by && v[k - 1].at < v[k].at));
    }
    free(v);
}

static void see_locale(void *arg, unsigned i)
{
    ((locale_t *)arg)[i] = uselocale((locale_t)0);
}

static void test_locale(void **state)
{
    (void)state;
    enum { N = 4 };
    locale_t seen[N] = { 0 };
    const locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(own);
    const unsigned n = threads_run(N, see_locale, NULL, seen);
    assert_true(uselocale(before) == own && own != before);
    for (unsigned i = 0; i < n; i++)
        assert_true(seen[i] == own);
    freelocale(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sort), cmocka_unit_test(test_locale) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
