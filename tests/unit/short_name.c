/* Names that are shortened to a number of columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/view/short_name.h"

#define PUSH "std::vector<std::pair<int, std::string>, std::allocator<char> >::push_back(int)"

static const struct {
    const char *name;
    size_t columns;
    const char *want;
} rows[] = {
    { "main", 8, "main" },
    { "a_long_name", 11, "a_long_name" },
    { "a_long_name", 10, "a_l...name" },
    { "a_long_name", 1, "a_...ame" }, /* SHORT_NAME_LEAST */
    { PUSH, 79, PUSH },
    { PUSH, 70, "std::vector<std::pair<...>, std::allocator<...> >::push_back(int)" },
    { PUSH, 40, "std::vector<...>::push_back(int)" },
    { PUSH, 20, "std::vec...back(int)" },
    { "<alloc::vec::Vec<T> as core::iter::Extend<&str, String>>::extend", 60,
      "<alloc::vec::Vec<T> as core::iter::Extend<...>>::extend" },
    { "<alloc::vec::Vec<T> as core::iter::Extend<&str, String>>::extend", 50, "<...>::extend" },
    { "f<std::function<int ()->int>, (a->b)>::g()", 16, "f<...>::g()" },
    { "operator<< <char, std::char_traits<char> >", 20, "operator<< <...>" },
    { "Set<int, less<int> >::operator<(Set const&)", 32, "Set<...>::operator<(Set const&)" },
    { "unclosed<std::vector<int>, more", 16, "unclos...>, more" },
    { "><><><><><><><><", 12, "><><...<><><" },
    { "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 9,
      "\xc3\xa9\xc3\xa9\xc3\xa9...\xc3\xa9\xc3\xa9\xc3\xa9" },
};

static void test_shorten(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        short_name_add(&t, rows[i].name, strlen(rows[i].name), rows[i].columns);
        if (strcmp(text_str(&t), rows[i].want) != 0)
            fail_msg("%s in %zu: %s, not %s", rows[i].name, rows[i].columns, text_str(&t), rows[i].want);
        text_free(&t);
    }
}

static void test_columns(void **state)
{
    static const char painted[] = "\033[31m12.5%\033[m \xc3\xa9";
    (void)state;
    assert_int_equal(short_name_columns(painted, sizeof(painted) - 1), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shorten), cmocka_unit_test(test_columns) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
