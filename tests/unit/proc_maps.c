/* Lines of /proc/PID/maps, and what is none. */
#include "formats/text/proc_maps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *text, *name; /* name NULL: no line */
    uint64_t start, end, dev, ino;
    bool exec, deleted;
} rows[] = {
    { "00400000-0040b000 r-xp 00000000 fd:01 1837 /bin/cat\n", "/bin/cat", 0x400000, 0x40b000,
      0xfdull << 32 | 1, 1837, true, false },
    { "7ffd0a1fe000-7ffd0a200000 r-xp 00000000 00:00 0                          [vdso]\n", "[vdso]",
      0x7ffd0a1fe000, 0x7ffd0a200000, 0, 0, true, false },
    { "10-20 r--p 00000000 00:01 5 /memfd:a b (deleted)", "/memfd:a b", 0x10, 0x20, 1, 5, false, true },
    { "10-20 rw-p 00000000 00:00 0 \n", "", 0x10, 0x20, 0, 0, false, false },
    { "10-20 rw-p 00000000 00:00 0", "", 0x10, 0x20, 0, 0, false, false },
    { "hello\n\n10-20 --xp 0 0:0 0 x\n", "x", 0x10, 0x20, 0, 0, true, false },
    { "10-20 r-xp 0 0:30 18446744073709551615 x", "x", 0x10, 0x20, 0x30, UINT64_MAX, true, false },
    { "10-20 r-xp 0 0:0 0 (deleted)", "(deleted)", 0x10, 0x20, 0, 0, true, false },
    { "20-10 r-xp 0 0:0 0 x\n", NULL, 0, 0, 0, 0, false, false },
    { "11111111111111111-2 r-xp 0 0:0 0 x\n", NULL, 0, 0, 0, 0, false, false },
    { "10-20 r-xp", NULL, 0, 0, 0, 0, false, false },
    { "10-20 r-xp 0 0", NULL, 0, 0, 0, 0, false, false },
    { "10-20 r-xpx 0 0:0 0 x", NULL, 0, 0, 0, 0, false, false },
    { "10-20", NULL, 0, 0, 0, 0, false, false },
    { "", NULL, 0, 0, 0, 0, false, false },
};

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct span text = { (const uint8_t *)rows[i].text, strlen(rows[i].text) };
        struct proc_map m;
        assert_int_equal(proc_maps_next(&text, &m), rows[i].name != NULL);
        if (!rows[i].name)
            continue;
        assert_int_equal(m.start, rows[i].start);
        assert_int_equal(m.end, rows[i].end);
        assert_int_equal(m.dev, rows[i].dev);
        assert_int_equal(m.ino, rows[i].ino);
        assert_int_equal(m.exec, rows[i].exec);
        assert_int_equal(m.deleted, rows[i].deleted);
        assert_int_equal(m.name.n, strlen(rows[i].name));
        assert_true(!m.name.n || !memcmp(m.name.p, rows[i].name, m.name.n));
        assert_false(proc_maps_next(&text, &m));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
