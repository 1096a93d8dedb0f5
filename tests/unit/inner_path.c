/* Paths in packages: what they lead to, and which recorded path they are. */
#include "archive/package/inner_path.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_link(void **state)
{
    static const struct {
        const char *from, *link, *to;
    } rows[] = {
        { "usr/lib/.build-id/ab/cd", "../../../../usr/bin/x", "usr/bin/x" },
        { "a/b", "/lib/./x", "lib/x" },
        { "a/b", "c//d/", "a/c/d" },
        { "a", "../../../etc/passwd", "etc/passwd" },
        { "a", "..", "" },
        { "", "x", "x" },
    };
    struct text t = { 0 };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        inner_path_of_link(&t, rows[i].from, rows[i].link);
        assert_string_equal(t.s, rows[i].to);
    }
    text_free(&t);
    assert_string_equal(inner_path("././/usr/x"), "usr/x");
    assert_string_equal(inner_path(".debug/x"), ".debug/x");
}

static void test_same(void **state)
{
    (void)state;
    assert_true(inner_path_matches("lib/x.so", "/lib/x.so"));
    assert_true(inner_path_matches("usr/lib/x.so", "/lib/x.so"));
    assert_true(inner_path_matches("lib/x.so", "/usr/lib/x.so"));
    assert_true(inner_path_matches("usr/lib/debug/lib/x.so", "/usr/lib/x.so"));
    assert_true(inner_path_matches("usr/lib/debug/usr/lib/x.so.debug", "/lib/x.so"));
    assert_true(inner_path_matches("bin/x", "/usr/bin/x"));
    assert_true(inner_path_matches("usr/sbin/x", "/sbin/x"));
    assert_true(inner_path_matches("usr/lib64/x", "/lib64/x"));
    assert_true(inner_path_matches("lib32/x", "/usr/lib32/x"));
    assert_true(inner_path_matches("libx32/x", "/usr/libx32/x"));
    assert_true(inner_path_matches("usr/opt/a", "/usr/opt/a"));
    assert_true(inner_path_matches("usr/lib/debug/opt/a.debug", "/opt/a"));
    assert_false(inner_path_matches("usr/opt/a", "/opt/a"));
    assert_false(inner_path_matches("opt/a", "/usr/opt/a"));
    assert_false(inner_path_matches("usr/lib/debug/usr/opt/a", "/opt/a"));
    assert_false(inner_path_matches("usr/libexec/a", "/libexec/a"));
    assert_false(inner_path_matches("usr/lib", "/lib"));
    assert_false(inner_path_matches("lib/x.so.debug", "/lib/x.so"));
    assert_false(inner_path_matches("lib/x.so.1", "/lib/x.so"));
    assert_false(inner_path_matches("lib/x.s", "/lib/x.so"));
}

static void test_key(void **state)
{
    (void)state;
    assert_true(inner_path_key("lib/modules/6.1/kernel/nf-it.ko.xz") == inner_path_key("[nf_it]"));
    assert_true(inner_path_key("usr/lib/debug/x/nf-it.ko.debug") == inner_path_key("/lib/modules/nf_it.ko"));
    assert_true(inner_path_key("boot/vmlinux-6.1.0") == inner_path_key("vmlinux"));
    assert_true(inner_path_key("usr/lib/debug/lib/x.so.debug") == inner_path_key("/lib/x.so"));
    assert_false(inner_path_key("boot/vmlinuz-6.1.0") == inner_path_key("vmlinux"));
    assert_false(inner_path_key("a/x") == inner_path_key("a/y"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
