/* Sizes as options take them. */
#include "core/base/character/size.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct {
    const char *s;
    uint64_t bytes; /* 0: it is none */
} rows[] = {
    { "1", 1 },
    { "1B", 1 },
    { "4096", 4096 },
    { "3K", 3 << 10 },
    { "3KiB", 3 << 10 },
    { "3KB", 3000 },
    { "500M", 500 << 20 },
    { "500MiB", 500 << 20 },
    { "25MB", 25000000 },
    { "2G", UINT64_C(2) << 30 },
    { "2GB", 2000000000 },
    { "2GiB", UINT64_C(2) << 30 },
    { "1T", UINT64_C(1) << 40 },
    { "1TiB", UINT64_C(1) << 40 },
    { "1TB", UINT64_C(1000000000000) },
    { "0001", 1 },
    { "16777215T", UINT64_C(16777215) << 40 },
    { "18446744073709551615", UINT64_MAX },
    { "16777216T", 0 },
    { "18446744073709551616", 0 },
    { "99999999999999999999999", 0 },
    { "0", 0 },
    { "0MB", 0 },
    { "", 0 },
    { "G", 0 },
    { "MB", 0 },
    { "-1", 0 },
    { "-1MB", 0 },
    { "+1", 0 },
    { " 1", 0 },
    { "25 MB", 0 },
    { "1.5G", 0 },
    { "1m", 0 },
    { "25mb", 0 },
    { "1Ki", 0 },
    { "1MBs", 0 },
};

static void test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        uint64_t bytes = 0;
        print_message("'%s'\n", rows[i].s);
        assert_int_equal(size_read(rows[i].s, &bytes), rows[i].bytes != 0);
        assert_true(bytes == rows[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sizes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
