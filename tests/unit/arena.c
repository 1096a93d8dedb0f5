/* Memory from an arena is aligned, zeroed and nobody else's; equal strings are one string. */
#include "core/base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_arena(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 7, 8, 16, 100, 5000, 16384, 16385, 70000, 200000 };
    enum { N = 400, SIZES = sizeof(sizes) / sizeof(*sizes) };
    struct arena a = { 0 };
    uint8_t *blocks[N];
    for (size_t i = 0; i < N; i++) {
        size_t n = sizes[i * 7 % SIZES];
        blocks[i] = arena_new(&a, n);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(blocks[i][k], 0);
        memset(blocks[i], (int)(i % 251), n);
        assert_int_equal(strlen(arena_text(&a, "odd sizes between", i % 18)), i % 18);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < sizes[i * 7 % SIZES]; k++)
            assert_int_equal(blocks[i][k], i % 251);
    arena_free(&a);
    arena_free(&a); /* an empty one */
}

static void test_text(void **state)
{
    (void)state;
    struct arena a = { 0 };
    assert_string_equal(arena_text(&a, "cut here", 3), "cut");
    assert_string_equal(arena_text(&a, "", 0), "");
    arena_free(&a);
}

static void test_names(void **state)
{
    (void)state;
    enum { N = 3000 };
    struct names ns = { 0 };
    assert_int_equal(arena_names_find(&ns, "name 7"), 0);
    assert_string_equal(arena_names_text(&ns, 0), "");
    assert_string_equal(arena_names_text(&ns, 1), "");
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t i = 1; i <= N; i++) {
            char name[32];
            snprintf(name, sizeof(name), "name %u", i);
            assert_int_equal(arena_names_id(&ns, name), i); /* in the order of arrival, the second time too */
        }
    assert_int_equal(ns.n, N);
    assert_int_equal(arena_names_find(&ns, "name 7"), 7);
    assert_int_equal(arena_names_find(&ns, "name 0"), 0);
    assert_int_equal(ns.n, N); /* asking added nothing */
    const char *kept = arena_names_intern(&ns, "name 7");
    char other[] = "name 7";
    assert_ptr_equal(arena_names_intern(&ns, other), kept);
    assert_ptr_equal(arena_names_text(&ns, 7), kept);
    assert_int_equal(arena_names_id(&ns, ""), N + 1); /* the empty string is a string */
    assert_int_equal(arena_names_id(&ns, ""), N + 1);
    assert_string_equal(arena_names_text(&ns, N + 2), "");
    static const char mine[] = "a name of mine";
    assert_ptr_equal(arena_names_adopt(&ns, other), kept); /* there is one */
    assert_ptr_equal(arena_names_adopt(&ns, mine), mine);
    assert_ptr_equal(arena_names_intern(&ns, "a name of mine"), mine);
    arena_names_free(&ns);
    assert_int_equal(ns.n, 0);
}

/* What was in one lives as long as the other, which goes on where it was. */
static void test_join(void **state)
{
    (void)state;
    struct arena into = { 0 }, from = { 0 };
    arena_join(&into, &from);
    const char *first = arena_text(&from, "first", 5);
    for (int i = 0; i < 1000; i++)
        arena_new(&from, 100);
    arena_join(&into, &from);
    const char *second = arena_text(&from, "second", 6);
    const char *third = arena_text(&into, "third", 5);
    arena_join(&into, &from);
    arena_join(&into, &from); /* an empty one */
    arena_free(&from);
    assert_string_equal(arena_text(&into, "fourth", 6), "fourth");
    assert_string_equal(first, "first");
    assert_string_equal(second, "second");
    assert_string_equal(third, "third");
    arena_free(&into);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
