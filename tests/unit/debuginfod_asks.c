/* What is asked of debuginfod servers where there are none: what they cannot have is absent, what they could have is an error that
   names no server, and whom the user does not want is not asked for. A program without the library says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "archive/source/sources.h"

static char dir[] = "/tmp/perfolio-test-XXXXXX";

static unsigned asked;

static bool unwanted(void *arg, const struct object *o)
{
    (void)arg;
    (void)o;
    asked++;
    return false;
}

static void test_no_servers(void **state)
{
    (void)state;
    static const struct object object = { .name = "program",
                                          .path = "/bin/program",
                                          .build_id = { { 1, 2, 3 }, 20 } };
    static const struct {
        enum want_kind kind;
        unsigned candidate;
        enum answer answer, if_wanted; /* if nobody wants the object, and if all are wanted */
    } rows[] = {
        { WANT_ELF, 0, ANSWER_ABSENT, ANSWER_UNUSABLE },
        { WANT_ELF, 1, ANSWER_ABSENT, ANSWER_UNUSABLE },
        { WANT_ELF, 2, ANSWER_ABSENT, ANSWER_ABSENT },
        { WANT_ALT, 0, ANSWER_ABSENT, ANSWER_UNUSABLE },
        { WANT_ALT, 1, ANSWER_ABSENT, ANSWER_ABSENT },
        { WANT_KALLSYMS, 0, ANSWER_ABSENT, ANSWER_ABSENT },
        { WANT_PERF_MAP, 0, ANSWER_ABSENT, ANSWER_ABSENT },
    };
    static const struct {
        const char *name;
        enum answer answer, if_wanted;
    } texts[] = { { "/src/a.c", ANSWER_ABSENT, ANSWER_UNUSABLE }, { "a.c", ANSWER_ABSENT, ANSWER_ABSENT } };
    setenv("DEBUGINFOD_URLS", "", 1);
    setenv("DEBUGINFOD_CACHE_PATH", dir, 1);
    for (int wanted = 0; wanted < 2; wanted++) {
        const struct debuginfod_opts o = { .wanted = wanted ? NULL : unwanted };
        struct err e = { 0 };
        struct source *s = source_debuginfod(&o, &e);
        if (!s) {
            assert_int_equal(e.kind, ERR_UNSUPPORTED);
            assert_non_null(strstr(e.msg, "--debuginfod: "));
            skip();
        }
        asked = 0;
        for (size_t i = 0; i < COUNT(rows); i++) {
            const struct want w = want_of(rows[i].kind, &object);
            struct blob b = { 0 };
            e = (struct err){ 0 };
            const enum answer a = s->ops->open(s, &w, rows[i].candidate, &b, &e);
            assert_int_equal(a, wanted ? rows[i].if_wanted : rows[i].answer);
            assert_int_equal(e.kind != ERR_NONE, a == ANSWER_UNUSABLE);
            if (a == ANSWER_UNUSABLE)
                assert_true(!strncmp(e.msg, "debuginfod: ", 12));
        }
        for (size_t i = 0; i < COUNT(texts); i++) {
            struct blob b = { 0 };
            e = (struct err){ 0 };
            const enum answer a = s->ops->open_text(s, &object, texts[i].name, &b, &e);
            assert_int_equal(a, wanted ? texts[i].if_wanted : texts[i].answer);
            assert_int_equal(e.kind != ERR_NONE, a == ANSWER_UNUSABLE);
        }
        assert_int_equal(asked, wanted ? 0 : 4);
        source_close(s);
    }
}

static int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    rmdir(dir); /* the library may have put files there */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_servers) };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
