#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/options/near_names.h"

static void test_skeleton(void **state)
{
    (void)state;
    static const struct {
        const char *name, *skeleton;
    } rows[] = {
        { "mul", "mul" },
        { "mul<double>", "mul" },
        { "mul(double, int)", "mul" },
        { "ns::mul", "ns::mul" },
        { "double ns::tmul<double>(double, int)", "ns::tmul" },
        { "std::vector<int, std::allocator<int> >::push_back(int&&)", "std::vector::push_back" },
        { "ns::K::operator()(int) const", "ns::K::operator()" },
        { "std::ostream& std::operator<< <char>(std::ostream&, char)", "std::operator<<" },
        { "(anonymous namespace)::f(int)", "(anonymous namespace)::f" },
        { "mul.constprop.0", "mul" },
        { "mul.part.0.cold", "mul" },
        { "ns::mul(int) [clone .isra.0]", "ns::mul" },
        { "memcpy@@GLIBC_2.14", "memcpy" },
        { "free@plt", "free" },
        { "<r::m::K as r::m::T1>::t", "::t" },
        { "r::m::work::<u32>", "r::m::work" },
        { ".L5", ".L5" },
        { "", "" },
        { "<", "" },
        { "operator", "operator" },
        { "a<(", "a" },
    };
    struct text t = { 0 };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        near_skeleton(rows[i].name, &t);
        assert_string_equal(t.s, rows[i].skeleton);
    }
    text_free(&t);
}

/* The nearest alone; a name of one object once. */
static void test_order(void **state)
{
    (void)state;
    static const char *const seen[] = { "multiply", "ns::mul<int>", "MUL",        "mull",
                                        "other",    "mul<double>",  "mul<double>" };
    static const char *const wanted[] = { "mul<double>", "ns::mul<int>" };
    static const char *const steps[] = { "other", "mil", "multiply", "MUL", "mul.constprop.0" };
    struct near_names n;
    near_begin(&n, "mul");
    for (size_t i = 0; i < sizeof(seen) / sizeof(*seen); i++)
        near_consider(&n, seen[i], "a.out");
    assert_int_equal(n.n, sizeof(wanted) / sizeof(*wanted));
    for (size_t i = 0; i < n.n; i++)
        assert_string_equal(n.v[i].name, wanted[i]);
    assert_int_equal(n.more, 0);
    near_free(&n);
    near_begin(&n, "mul");
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        near_consider(&n, steps[i], "a.out");
        assert_int_equal(n.n, i > 0);
        if (i)
            assert_string_equal(n.v[0].name, steps[i]);
    }
    near_free(&n);
}

/* What is farther than those that are shown is counted. */
static void test_many(void **state)
{
    (void)state;
    struct near_names n;
    char name[] = "mul<a>";
    near_begin(&n, "mul<float>");
    near_consider(&n, "zz_mul_zz", "a.out");
    for (char c = 'z'; c >= 'a'; c--) {
        name[4] = c;
        near_consider(&n, name, "a.out");
    }
    assert_int_equal(n.n, NEAR_SHOWN);
    assert_int_equal(n.more, 26 - NEAR_SHOWN);
    assert_string_equal(n.v[0].name, "mul<a>");
    assert_string_equal(n.v[NEAR_SHOWN - 1].name, "mul<h>");
    near_free(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_skeleton), cmocka_unit_test(test_order),
                                        cmocka_unit_test(test_many) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
