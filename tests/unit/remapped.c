/* Anonymous memory over an object's code: when it is taken to be that code, and when it is not. */
#include "core/model/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "timeline_make.h"

enum { R = 1, W = 2, X = 4, MB = 1 << 20 };

static const char anon[] = "//anon";

static const struct row {
    const char *what;
    struct {
        uint64_t time, start, len, foff;
        const char *path;
        uint32_t prot;
    } maps[5];
    bool named; /* a perf map names something in it */
    uint64_t avma;
    const char *shows; /* in the end */
    uint64_t at;       /* in its file */
} rows[] = {
    { "all of a mapping",
      { { 1, 0x4000, 0x2000, 0x1000, "/a", R | X }, { 2, 0x4000, 0x2000, 0, anon, R | W | X } },
      false,
      0x5010,
      "a",
      0x2010 },
    { "twice: it is protected when the copy is there",
      { { 1, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 2, 0x4000, 0x2000, 0, anon, R | W | X },
        { 3, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "a",
      0x2010 },
    { "as data first, which recordings with such mappings have",
      { { 1, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 2, 0x4000, 0x2000, 0, anon, R | W },
        { 3, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "a",
      0x2010 },
    { "huge pages in the middle",
      { { 1, MB - 0x5000, 3 * MB, 0x1000, "/a", R | X }, { 2, MB, 2 * MB, 0, anon, R | X } },
      false,
      MB + 0x10,
      "a",
      0x6010 },
    { "pieces that follow one another in the file",
      { { 1, 0x4000, 0x1000, 0x1000, "/a", R | X },
        { 1, 0x5000, 0x1000, 0x2000, "/a", R | X },
        { 2, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "a",
      0x2010 },
    { "before it was recorded: what is around is listed in the order of addresses",
      { { 0, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 0, 0x6000, 0x4000, 0, anon, R | X },
        { 0, 0xa000, 0x1000, 0x7000, "/a", R | X } },
      false,
      0x7010,
      "a",
      0x4010 },
    { "a gap that is not one of the file",
      { { 0, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 0, 0x6000, 0x4000, 0, anon, R | X },
        { 0, 0xa000, 0x1000, 0x3000, "/a", R | X } },
      false,
      0x7010,
      "[JIT] tid 1",
      0 },
    { "between two objects",
      { { 0, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 0, 0x6000, 0x4000, 0, anon, R | X },
        { 0, 0xa000, 0x1000, 0x7000, "/b", R | X } },
      false,
      0x7010,
      "[JIT] tid 1",
      0 },
    { "a part that huge pages do not have",
      { { 1, 0x4000, 0x4000, 0x1000, "/a", R | X }, { 2, 0x5000, 0x1000, 0, anon, R | X } },
      false,
      0x5010,
      "[JIT] tid 1",
      0 },
    { "beyond its end",
      { { 1, 0x4000, 0x1000, 0x1000, "/a", R | X }, { 2, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x4010,
      "[JIT] tid 1",
      0 },
    { "over two objects",
      { { 1, 0x4000, 0x1000, 0x1000, "/a", R | X },
        { 1, 0x5000, 0x1000, 0x2000, "/b", R | X },
        { 2, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "[JIT] tid 1",
      0 },
    { "over pieces that do not follow one another in the file",
      { { 1, 0x4000, 0x1000, 0x1000, "/a", R | X },
        { 1, 0x5000, 0x1000, 0x9000, "/a", R | X },
        { 2, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "[JIT] tid 1",
      0 },
    { "over data",
      { { 1, 0x4000, 0x2000, 0x1000, "/a", R | W }, { 2, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "[JIT] tid 1",
      0 },
    { "over nothing", { { 2, 0x4000, 0x2000, 0, anon, R | X } }, false, 0x5010, "[JIT] tid 1", 0 },
    { "what is mapped later is not what was copied",
      { { 1, 0x4000, 0x2000, 0, anon, R | X },
        { 2, 0x4000, 0x2000, 0x1000, "/a", R | X },
        { 3, 0x4000, 0x2000, 0, anon, R | X } },
      false,
      0x5010,
      "a",
      0x2010 },
    { "a perf map names code in it",
      { { 1, 0x4000, 0x2000, 0x1000, "/a", R | X }, { 2, 0x4000, 0x2000, 0, anon, R | X } },
      true,
      0x5010,
      "[JIT] tid 1",
      0 },
};

static bool says(void *named, const struct map *m)
{
    return named && m->start == 0x4000;
}

static struct timeline *make_row(const struct row *row, struct problems *problems)
{
    struct record r[COUNT(row->maps)];
    size_t n = 0;
    for (; row->maps[n].path; n++) {
        r[n] = mmap_of(row->maps[n].time, 1, row->maps[n].start, row->maps[n].len, row->maps[n].path);
        r[n].mmap.pgoff = row->maps[n].foff;
        r[n].mmap.prot = row->maps[n].prot;
    }
    return make_with(problems, r, n);
}

static void test_rows(void **state UNUSED)
{
    bool named = true;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct made m = { 0 };
        m.t = make_row(&rows[i], &m.problems);
        timeline_assume_remapped(m.t, says, rows[i].named ? &named : NULL);
        struct when from, until, when = { 99, 0 };
        const struct space *s = timeline_space(m.t, -1, 1, when, &from, &until);
        const struct map *map = space_find(s, rows[i].avma, when, &from, &until);
        const bool assumed = rows[i].at;
        if (strcmp(map->how->object->name, rows[i].shows) || map->how->is_assumed != assumed ||
            (assumed && rows[i].avma - map->start + map->how->pgoff != rows[i].at) ||
            (m.problems.of[PROBLEM_REMAPPED].n > 0) != assumed)
            fail_msg("%s: %s", rows[i].what, map->how->object->name);
        timeline_free(m.t);
    }
}

/* What an exec leaves behind is no code of the new image, and a child has its parent's. */
static void test_spaces(void **state UNUSED)
{
    const struct record code = mmap_of(1, 1, 0x4000, 0x1000, "/a"),
                        over = mmap_of(5, 1, 0x4000, 0x1000, anon),
                        child = mmap_of(5, 2, 0x4000, 0x1000, anon);
    const struct record execed[] = { code, comm_of(3, 1, 1, "new", true), over };
    const struct record forked[] = { code, fork_of(3, 2, 1, 2, 1), child };
    struct made m = { 0 };
    m.t = make_with(&m.problems, execed, COUNT(execed));
    timeline_assume_remapped(m.t, says, NULL);
    assert_string_equal(what(&m, 1, 0x4010, 9), "[JIT] tid 1");
    timeline_free(m.t);

    m.t = make_with(&m.problems, forked, COUNT(forked));
    timeline_assume_remapped(m.t, says, NULL);
    assert_string_equal(what(&m, 2, 0x4010, 9), "a");
    assert_string_equal(what(&m, 1, 0x4010, 9), "a");
    timeline_free(m.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_spaces) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
