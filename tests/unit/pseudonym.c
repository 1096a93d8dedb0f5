/* Names have pseudonyms of their own, even where their hashes agree; a key file is read as it was written, and refused when it
   was changed. */
#include "lib/question/share/scrub/pseudonym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct pseudonyms with_key = { .key = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 } };

/* Two names whose hashes under this key agree in the 55 bits that a pseudonym has: found by a walk of 2^28 hashes. */
static const char one[] = "ni23ydbz7gf", other[] = "bfo5jwd7fd2";

static void test_collision(void **state)
{
    (void)state;
    struct pseudonyms p = with_key, q = with_key;
    const char *a = pseudonym_of(&p, "cmd-", one), *b = pseudonym_of(&p, "cmd-", other);
    assert_string_equal(a, "cmd-fucobn6wkr6");
    assert_string_not_equal(a, b);
    assert_int_equal(strlen(b), strlen(a));
    assert_string_equal(pseudonym_name(&p, a), one);
    assert_string_equal(pseudonym_name(&p, b), other);
    assert_ptr_equal(pseudonym_of(&p, "cmd-", one), a);
    assert_ptr_equal(pseudonym_of(&p, "cmd-", other), b);
    assert_string_equal(pseudonym_of(&q, "cmd-", other), a); /* alone, the other name has it */
    pseudonyms_free(&p);
    pseudonyms_free(&q);
}

/* Every name comes back from the file, in whatever characters. */
static void test_file(void **state)
{
    (void)state;
    static const char *const names[] = { one,          other,         "a b", "/bin/ls (deleted)",
                                         "two\nlines", "back\\slash", "\\n", "\\" };
    enum { N = sizeof(names) / sizeof(*names) };
    char path[] = "/tmp/perfolio-unit-XXXXXX";
    struct pseudonyms p = with_key, q = { .n = 0 };
    struct err e = { 0 };
    close(mkstemp(path));
    for (size_t i = 0; i < N; i++)
        pseudonym_of(&p, "cmd-", names[i]);
    assert_true(pseudonyms_write(&p, path, &e));
    assert_true(pseudonyms_read(&q, path, &e));
    assert_int_equal(q.n, N);
    for (size_t i = 0; i < N; i++)
        assert_string_equal(pseudonym_name(&q, pseudonym_of(&p, "cmd-", names[i])), names[i]);
    pseudonyms_free(&p);
    pseudonyms_free(&q);
    unlink(path);
}

/* A line of a key file, and what is said of it; NULL: it is read. */
static void test_changed(void **state)
{
    (void)state;
    static const char key[] = "perfolio key 1\n000102030405060708090a0b0c0d0e0f\n";
    static const struct {
        const char *lines, *fault;
        size_t nul; /* offset of a character that becomes a NUL */
    } cases[] = {
        { "cmd-fucobn6wkr6 ni23ydbz7gf\n", NULL, 0 },
        { "cmd-fucobn6wkr6 bfo5jwd7fd2\n", NULL, 0 },
        { "cmd-fucobn6wkr6 root\n", "line 3: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf\nfile-fucobn6wkr6 ni23ydbz7gf\n", "line 4: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf\n\n", "line 4: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf", "line 3: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf.\n", "line 3: ", 27 },
        { "fucobn6wkr6 ni23ydbz7gf\n", "line 3: ", 0 },
        { "cmd-fucobn6wkr6\n", "line 3: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf\\\n", "line 3: ", 0 },
        { "cmd-fucobn6wkr6 ni23ydbz7gf\\z\n", "line 3: ", 0 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char path[] = "/tmp/perfolio-unit-XXXXXX", lines[80];
        const size_t n = strlen(cases[i].lines);
        struct pseudonyms p = { .n = 0 };
        struct err e = { 0 };
        FILE *f = fdopen(mkstemp(path), "w");
        memcpy(lines, cases[i].lines, n);
        if (cases[i].nul)
            lines[cases[i].nul] = 0;
        fputs(key, f);
        fwrite(lines, 1, n, f);
        fclose(f);
        assert_int_equal(pseudonyms_read(&p, path, &e), !cases[i].fault);
        if (cases[i].fault)
            assert_non_null(strstr(e.msg, cases[i].fault));
        pseudonyms_free(&p);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collision),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
