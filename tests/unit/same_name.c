/* What names have in common in two builds, and what is no addition of a compiler or packager. */
#include "core/compare/same_name.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "arch/arch.h"

struct name {
    const char *name, *same;
};

static void hold(const struct name *names, size_t n, void (*same)(const char *name, struct text *out))
{
    struct text t = { 0 };
    for (size_t i = 0; i < n; i++) {
        same(names[i].name, &t);
        assert_string_equal(t.s, names[i].same);
    }
    text_free(&t);
}

static void test_functions(void **state)
{
    static const struct name names[] = {
        { "main", "main" },
        { "parse.isra.0", "parse" },
        { "parse.constprop.1.isra.0", "parse" },
        { "parse.part.0.cold", "parse" },
        { "parse.cold", "parse" },
        { "table.lto_priv.12", "table" },
        { "f.llvm.1234567890", "f" },
        { "f.island", "f.island" },
        { ".cold", ".cold" },
        { "a::b(int) [clone .isra.0]", "a::b(int)" },
        { "a::b(int) [clone .cold] [clone .part.3]", "a::b(int)" },
        { "core::fmt::write::h0123456789abcdef", "core::fmt::write" },
        { "core::fmt::h0123", "core::fmt::h0123" },
        { "a::b(int) (inlined)", "a::b(int)" },
        { "memcpy@plt", "memcpy@plt" },
        { "f.cold@plt", "f@plt" },
        { "", "" },
    };
    (void)state;
    hold(names, COUNT(names), same_name_strip_function);
}

static void test_objects(void **state)
{
    static const struct name names[] = {
        { "libfoo.so.1.2.3", "libfoo.so" },
        { "libfoo.so.1.2.4", "libfoo.so" },
        { "libfoo.so", "libfoo.so" },
        { "libc-2.31.so", "libc.so" },
        { "libstdc++.so.6.0.30", "libstdc++.so" },
        { "libpython3.11.so.1.0", "libpython.so" },
        { "ld-linux-x86-64.so.2", "ld-linux-x86-64.so" },
        { "vmlinux-6.1.0-13-amd64", "vmlinux" },
        { "vmlinux", "vmlinux" },
        { "python3.11", "python" },
        { "base64", "base64" },
        { "x86_64-linux-gnu-ld.bfd", "x86_64-linux-gnu-ld.bfd" },
        { "[kernel.kallsyms]", "[kernel.kallsyms]" },
        { "[ext4]", "[ext4]" },
        { "7z", "7z" },
        { "gcc-12", "gcc" },
    };
    (void)state;
    hold(names, COUNT(names), same_name_strip_object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
