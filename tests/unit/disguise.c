/* What becomes of names for whom; names that stay; how much there is of each kind. */
#include "lib/question/share/scrub/disguise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"

static const char *path(struct disguise *d, const char *s)
{
    return disguise_path(d, s);
}

static const char *comm(struct disguise *d, const char *s)
{
    return disguise_comm(d, s);
}

static const char *event(struct disguise *d, const char *s)
{
    return disguise_event(d, s);
}

static const char *function(struct disguise *d, const char *s)
{
    return disguise_function(d, false, s);
}

/* How a name begins, and how it ends, at each level. "" in both: it is dropped. NULL: it stays. */
static const struct {
    const char *(*of)(struct disguise *d, const char *s);
    const char *name;
    const char *begins[SCRUB_LEVELS], *ends[SCRUB_LEVELS];
} names[] = {
    { path, "/home/alice/app", { NULL, "/path-", "/path-", "/path-" }, { NULL, "/app", "", "" } },
    { path, "/usr/lib/libc.so.6", { NULL, NULL, NULL, "/path-" }, { NULL, NULL, NULL, "" } },
    { path, "[vdso]", { NULL }, { NULL } },
    { path, "/tmp/perf-7.map", { NULL }, { NULL } },
    { path, "/memfd:alice (deleted)", { NULL, "/memfd:", "/memfd:", "/memfd:" }, { NULL, "", "", "" } },
    { path,
      "anon_inode:[alice]",
      { NULL, "anon_inode:", "anon_inode:", "anon_inode:" },
      { NULL, "", "", "" } },
    { comm, "worker", { NULL, NULL, "cmd-", "cmd-" }, { NULL, NULL, "", "" } },
    { event, "sched:sched_switch", { NULL, NULL, NULL, NULL }, { NULL, NULL, NULL, NULL } },
    { event, "probe:alice", { NULL, NULL, "event-", "event-" }, { NULL, NULL, "", "" } },
    { event, "token=abcdef", { "event-", "event-", "event-", "event-" }, { "", "", "", "" } },
    { comm, "token=abcdef", { "cmd-", "cmd-", "cmd-", "cmd-" }, { "", "", "", "" } },
    { function, "main", { NULL, NULL, NULL, "sym_" }, { NULL, NULL, NULL, "" } },
    { function, "password=hunter2", { "sym_", "sym_", "sym_", "sym_" }, { "", "", "", "" } },
    { function, "JS:*f /usr/lib/a.js:12", { NULL, NULL, NULL, "sym_" }, { NULL, NULL, NULL, "" } },
    { function,
      "JS:*f /u/a b.js:1:2",
      { NULL, "JS:*f /path-", "JS:*f /path-", "sym_" },
      { NULL, "/a b.js:1:2", ":1:2", "" } },
    { disguise_source, "/home/alice/a.c", { NULL, "/path-", "/source-", "" }, { NULL, "/a.c", "", "" } },
    { disguise_source, "a.c", { NULL, NULL, "/source-", "" }, { NULL, NULL, "", "" } },
};

static bool begins_and_ends(const char *s, const char *begin, const char *end)
{
    const size_t n = strlen(s), tail = strlen(end);
    return !strncmp(s, begin, strlen(begin)) && n >= tail && !strcmp(s + n - tail, end) && (*begin || !n);
}

static void test_names(void **state)
{
    (void)state;
    for (int level = 0; level < SCRUB_LEVELS; level++) {
        struct pseudonyms pseudonyms = { .key = { 1, 2, 3 } };
        struct disguise d = { .level = (enum scrub_level)level, .names = &pseudonyms };
        for (size_t i = 0; i < COUNT(names); i++) {
            const char *now = names[i].of(&d, names[i].name);
            if (!names[i].begins[level])
                assert_string_equal(now, names[i].name);
            else if (!begins_and_ends(now, names[i].begins[level], names[i].ends[level]))
                fail_msg("%s for %s: %s", names[i].name, policy_level_name((size_t)level), now);
        }
        assert_int_equal(d.found[SCRUB_COMMAND], 2); /* at every level the same */
        const bool in_functions = level == SCRUB_VENDOR || level == SCRUB_PUBLIC; /* with a path of its own */
        assert_int_equal(d.found[SCRUB_USER_PATH], in_functions ? 4 : 3);
        assert_int_equal(d.found[SCRUB_SOURCE_PATH], 2);
        assert_int_equal(d.found[SCRUB_SYMBOL], 4);
        assert_int_equal(d.found[SCRUB_EVENT], 2);
        assert_int_equal(arena_names_find(&d.kept, "/usr/lib/a.js:12") != 0, level < SCRUB_NOTHING);
        disguise_free(&d);
        pseudonyms_free(&pseudonyms);
    }
}

static void test_stays(void **state)
{
    (void)state;
    char file[] = "/tmp/perfolio-unit-XXXXXX";
    FILE *out = fdopen(mkstemp(file), "w");
    struct pseudonyms pseudonyms = { .key = { 1, 2, 3 } };
    struct disguise d = { .level = SCRUB_NOTHING, .names = &pseudonyms };
    struct err e = { 0 };
    fputs("# alice\napp \n\nmain\r\nworker\nprobe:ann\npy::a:/u/a.py\ntoken=abcdef", out);
    fclose(out);
    assert_true(disguise_read_stays(&d, file, &e));
    assert_string_equal(path(&d, "/home/alice/app"), "/home/alice/app");
    assert_string_equal(comm(&d, "worker"), "worker");
    assert_string_equal(function(&d, "main"), "main");
    assert_string_equal(event(&d, "probe:ann"), "probe:ann");
    assert_true(disguise_keeps_object(&d, "/home/alice/app"));
    assert_false(disguise_keeps_object(&d, "/home/alice/other"));
    assert_string_equal(disguise_function(&d, true, "other"), "other");
    assert_string_equal(function(&d, "py::a:/u/a.py"), "py::a:/u/a.py"); /* the name itself is named */
    assert_string_not_equal(disguise_function(&d, true, "py::b:/u/b.py"), "py::b:/u/b.py");
    assert_int_equal(strncmp(disguise_function(&d, true, "py::b:/u/b.py"), "py::b:/path-", 12), 0);
    assert_string_not_equal(comm(&d, "alice"), "alice");
    assert_string_not_equal(comm(&d, "token=abcdef"), "token=abcdef"); /* a secret never stays */
    assert_string_not_equal(disguise_function(&d, true, "token=abcdef"), "token=abcdef");
    disguise_free(&d);
    pseudonyms_free(&pseudonyms);
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_names), cmocka_unit_test(test_stays) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
