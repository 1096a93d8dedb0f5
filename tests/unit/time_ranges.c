/* What a --time argument means, to the nanosecond; and what a size means. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "lib/options/values.h"

enum { MAX = 4 };

#define S UINT64_C(1000000000)

static void test_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *arg;
        uint64_t first, last; /* of the capture */
        size_t n;
        struct time_range want[MAX];
    } rows[] = {
        { "1,2", 0, 0, 1, { { S, 2 * S } } },
        { "1.5,", 0, 0, 1, { { S + S / 2, UINT64_MAX } } },
        { ",2.25", 0, 0, 1, { { 0, 2 * S + S / 4 } } },
        { ",", 0, 0, 1, { { 0, UINT64_MAX } } },
        { "3", 0, 0, 1, { { 3 * S, UINT64_MAX } } },
        { "1234.000000001,1234.000000002", 0, 0, 1, { { 1234 * S + 1, 1234 * S + 2 } } },
        { "123456789.123456789,", 0, 0, 1, { { 123456789 * S + 123456789, UINT64_MAX } } },
        { "1.0000000019,", 0, 0, 1, { { S + 1, UINT64_MAX } } }, /* finer than a nanosecond: cut off */
        { "1,2 4,5 7,", 0, 0, 3, { { S, 2 * S }, { 4 * S, 5 * S }, { 7 * S, UINT64_MAX } } },
        { "1,1", 0, 0, 1, { { S, S } } },
        { "", 0, 0, 0, { { 0, 0 } } },
        { "10%/1", 1000, 2000, 1, { { 1000, 1099 } } },
        { "10%/2", 1000, 2000, 1, { { 1100, 1199 } } },
        { "10%/10", 1000, 2000, 1, { { 1900, 2000 } } },
        { "0%-20%", 1000, 2000, 1, { { 1000, 1199 } } },
        { "50%-100%", 1000, 2000, 1, { { 1500, 2000 } } },
        { "10%", 1000, 2000, 1, { { 1000, 1099 } } },
        { "10%/1,10%/3", 1000, 2000, 2, { { 1000, 1099 }, { 1200, 1299 } } },
        { "0%-10% 90%-100%", 1000, 2000, 2, { { 1000, 1099 }, { 1900, 2000 } } },
        { "100%", 1000, 1000, 1, { { 1000, 1000 } } }, /* one sample */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct time_range got[MAX];
        size_t n;
        struct err e = { 0 };
        print_message("'%s'\n", rows[i].arg);
        assert_true(value_times_read(rows[i].arg, rows[i].first, rows[i].last, got, MAX, &n, &e));
        assert_int_equal(n, rows[i].n);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(got[k].from, rows[i].want[k].from);
            assert_int_equal(got[k].to, rows[i].want[k].to);
        }
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const args[] = {
        "x",
        "1,x",
        "2,1",
        "-1,2",
        "1.5.5,",
        "1e9,",
        "10%/0",
        "10%/11",
        "120%",
        "20%-10%",
        "-10%-20%",
        "10%-",
        "10%x",
        "99999999999999999999,",
        "1,2 3,4 5,6 7,8 9,10",
        "%",
        "nan%",
        "10%/1;",
    };
    for (size_t i = 0; i < sizeof(args) / sizeof(*args); i++) {
        struct time_range got[MAX];
        size_t n;
        struct err e = { 0 };
        print_message("'%s'\n", args[i]);
        assert_false(value_times_read(args[i], 1000, 2000, got, MAX, &n, &e));
        assert_int_equal(e.kind, ERR_USAGE);
        assert_non_null(strstr(e.msg, "--time"));
    }
    struct time_range got[MAX];
    size_t n;
    struct err e = { 0 };
    assert_false(value_times_read("10%/1", UINT64_MAX, 0, got, MAX, &n, &e)); /* no sample, no percent */
}

/* Slices that follow each other neither overlap nor leave a gap. */
static void test_slices(void **state)
{
    (void)state;
    static const struct {
        uint64_t first, last;
    } rows[] = { { 0, 1000 }, { 7, 12345 }, { 123456789012345, 123456799012399 }, { 5, 5 + 3 * S + 1 } };
    static const char *const args[] = { "10%/1 10%/2 10%/3 10%/4", "25%/1 25%/2 25%/3 25%/4",
                                        "0%-33% 33%-66% 66%-99% 99%-100%" };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (size_t k = 0; k < sizeof(args) / sizeof(*args); k++) {
            struct time_range got[MAX];
            size_t n;
            struct err e = { 0 };
            assert_true(value_times_read(args[k], rows[i].first, rows[i].last, got, MAX, &n, &e));
            assert_int_equal(got[0].from, rows[i].first);
            for (size_t j = 1; j < n; j++)
                assert_int_equal(got[j].from, got[j - 1].to + 1);
            if (k)
                assert_int_equal(got[n - 1].to, rows[i].last);
        }
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *arg;
        uint64_t bytes; /* 0: refused */
    } rows[] = {
        { "500M", 500 << 20 },
        { "25MB", 25000000 },
        { "0", 0 },
        { "1.5G", 0 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        uint64_t bytes = 0;
        print_message("'%s'\n", rows[i].arg);
        assert_int_equal(value_size_read("max-unpacked", rows[i].arg, &bytes, &e), rows[i].bytes != 0);
        assert_true(bytes == rows[i].bytes);
        assert_int_equal(e.kind, rows[i].bytes ? ERR_NONE : ERR_USAGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
