/*
 * heads: what pass 1 learns from the heads of a block is what it learns from its samples one by one, whatever their
 * order, and whether they have times or not.
 */
#include "formats/perf/records/heads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 12 };

static void test_times(void **state)
{
    (void)state;
    static const uint64_t times[] = {
        0, 1, 5, 5, 9, 40, OFF_CPU_TIMESTAMP - 1, OFF_CPU_TIMESTAMP, OFF_CPU_TIMESTAMP + 3
    };
    static const uint32_t types[] = { PERF_RECORD_SAMPLE, PERF_RECORD_SAMPLE, PERF_RECORD_MMAP,
                                      PERF_RECORD_FINISHED_ROUND };
    struct record_heads h = { 0 };
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        struct sample_times want = SAMPLE_TIMES_NONE, got = SAMPLE_TIMES_NONE;
        size_t others = 0;
        capture_heads_clear(&h);
        for (uint32_t n = 0; n < (uint32_t)i % MOST; n++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            const uint64_t time = times[seed % (sizeof(times) / sizeof(*times))];
            const uint32_t type = types[(seed >> 32) % (sizeof(types) / sizeof(*types))];
            const bool round = type == PERF_RECORD_FINISHED_ROUND;
            capture_heads_add(&h, (struct record_head){ round ? 0 : time, n, type });
            if (type == PERF_RECORD_SAMPLE)
                sample_times_count(&want, time);
            else
                assert_int_equal(h.others[others++], n);
        }
        heads_count_times(&h, &got);
        assert_int_equal(h.nothers, others);
        assert_int_equal(got.n, want.n);
        assert_int_equal(got.first, want.first);
        assert_int_equal(got.last, want.last);
    }
    capture_heads_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_times) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
