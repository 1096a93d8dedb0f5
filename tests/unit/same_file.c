/* When a file counts as the recorded one, and what is said when it does not. */
#include "core/resolve/files/same_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { UNTIL = 1000 };
#define UNPROVEN "it may be"

static void test_rows(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct file_id was;
        struct file_facts now;
        const char *why; /* NULL: it is the same, and that is proven */
    } rows[] = {
        { "as recorded", { 8, 1, 70, 5 }, { 8, 1, 70, 5, 900, 1000, false }, NULL },
        { "as perf makes it up", { 8, 1, 70, 0 }, { 8, 1, 70, 5, 900, 1000, false }, NULL },
        { "where nothing tells generations", { 8, 1, 70, 5 }, { 8, 1, 70, 0, 900, 1000, false }, NULL },
        { "deleted afterwards", { 8, 1, 70, 5 }, { 8, 1, 70, 5, 900, 2000, true }, NULL },
        { "nothing recorded",
          { 0 },
          { 8, 1, 70, 5, 900, 900, false },
          "neither its build-id nor its inode was recorded" },
        { "another inode",
          { 8, 1, 70, 5 },
          { 8, 1, 71, 5, 900, 900, false },
          "no build-id was recorded, and it is inode 71 of device 8:1 here, but inode 70 of device 8:1 was recorded" },
        { "another device",
          { 0, 0x1f, 70, 5 },
          { 0, 0x20, 70, 5, 900, 900, false },
          "no build-id was recorded, and it is inode 70 of device 0:20 here, but inode 70 of device 0:1f was recorded" },
        { "another disk",
          { 8, 1, 70, 5 },
          { 9, 1, 70, 5, 900, 900, false },
          "no build-id was recorded, and it is inode 70 of device 9:1 here, but inode 70 of device 8:1 was recorded" },
        { "its inode used again",
          { 8, 1, 70, 5 },
          { 8, 1, 70, 6, 900, 900, false },
          "no build-id was recorded, and inode 70 is a new file of generation 6; generation 5 was recorded" },
        { "its inode used again, by nobody knows whom",
          { 8, 1, 70, 0 },
          { 8, 1, 70, 6, 900, 1001, false },
          UNPROVEN },
        { "written in place",
          { 8, 1, 70, 5 },
          { 8, 1, 70, 5, 1001, 1001, false },
          "no build-id was recorded, and the file was written to after the recording" },
        { "written in place, and its time set back",
          { 8, 1, 70, 5 },
          { 8, 1, 70, 5, 900, 1001, false },
          UNPROVEN },
        { "written in place, then deleted",
          { 8, 1, 70, 5 },
          { 8, 1, 70, 5, 1001, 1002, true },
          "no build-id was recorded, and the file was written to after the recording" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err why = { 0 };
        print_message("%s\n", rows[i].what);
        bool proven = false, unproven = rows[i].why && !strcmp(rows[i].why, UNPROVEN);
        bool same = same_file(&rows[i].was, &rows[i].now, UNTIL, &proven, &why);
        assert_int_equal(same, !rows[i].why || unproven);
        assert_int_equal(proven, !rows[i].why);
        assert_string_equal(why.msg, same ? "" : rows[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
