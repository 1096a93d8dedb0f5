/* How progress is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/progress.h"
#include "core/base/date.h"

static const struct {
    uint64_t first, done, all, ns;
    const char *want;
} rows[] = {
    { 0, 1200000000, 4000000000, 4 * NSEC_PER_SEC, "1.2 of 4.0 GB, 30%, 300.0 MB/s, 9 s left" },
    { 0, 10000000, 4000000000, NSEC_PER_SEC, "0.0 of 4.0 GB, 0%, 10.0 MB/s, 6 min 39 s left" },
    { 500000, 600000, 1000000, 2 * NSEC_PER_SEC, "0.6 of 1.0 MB, 60%, 50.0 kB/s, 8 s left" },
    { 0, 0, 999, NSEC_PER_SEC, "0.0 of 999.0 B, 0%, 0.0 B/s" }, /* no rate: who knows */
    { 0, 2500000, 0, NSEC_PER_SEC, "2.5 MB, 2.5 MB/s" },        /* of a pipe */
    { 0, 2500000, 1000, NSEC_PER_SEC, "2.5 MB, 2.5 MB/s" },     /* a size that cannot be */
};

static void test_progress(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        progress_write(&t, rows[i].first, rows[i].done, rows[i].all, rows[i].ns);
        assert_string_equal(text_str(&t), rows[i].want);
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_progress) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
