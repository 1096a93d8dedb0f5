/* Programs that are run for what they print: those that end well, and all the others. */
#define _GNU_SOURCE /* environ */
#include "core/base/file/child.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct {
    const char *script, *printed, *says; /* says NULL: it ends well */
} cases[] = {
    { "echo a; echo b >&2", "a\n", NULL },
    { "cat " CHILD_INPUT, "input", NULL },
    { "cat", "", NULL }, /* its standard input is empty */
    { "echo \"$LC_ALL$LANG$DEBUGINFOD_URLS\"", "C\n", NULL },
    { "exit 3", "", "/bin/sh ended with 3" },
    { "echo first >&2; printf 'l\\033st\\n' >&2; exit 1", "", "/bin/sh ended with 1: l\\x1bst" },
    { "kill -9 $$", "", "/bin/sh was ended by signal 9" },
    { "sleep 30", "", "/bin/sh printed nothing for 1 seconds" },
    { "exec >&- 2>&-; sleep 30", "", "/bin/sh closed its output and did not end for 1 seconds" },
    { "while :; do echo 0123456789; done", NULL, "/bin/sh printed more than 100000 bytes" },
    { "while :; do echo 0123456789 >&2; done & sleep 0.1; kill $!", "", NULL },
};

static void test_run(void **state)
{
    (void)state;
    setenv("LANG", "de_DE", 1);
    setenv("DEBUGINFOD_URLS", "x", 1);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *argv[] = { "/bin/sh", "-c", cases[i].script, NULL };
        struct file f;
        struct err e = { 0 };
        struct text out = { 0 };
        assert_true(file_temp(&f, NULL, &e) && file_append(&f, "input", 5, &e));
        bool good = child_run(argv, (const char *const *)environ, &f, 1, 100000, &out, &e);
        if (good != !cases[i].says || (!good && strcmp(e.msg, cases[i].says) != 0))
            fail_msg("%s: %s", cases[i].script, good ? "ended well" : e.msg);
        if (cases[i].printed)
            assert_string_equal(text_str(&out), cases[i].printed);
        text_free(&out);
        file_close(&f);
    }
}

static void test_find(void **state)
{
    (void)state;
    static const char folders[] = ".::bin:/no/such:/bin";
    char *path = child_find(folders, "sh");
    assert_string_equal(path, "/bin/sh");
    free(path);
    assert_null(child_find(folders, "no-such-program"));
    assert_null(child_find(NULL, "sh"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_run), cmocka_unit_test(test_find) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
