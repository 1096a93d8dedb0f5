/* hiperf_entries: a file with two symbols as hiperf writes it, by its path and kind, and cut off at each byte; options of engines. */
#include "formats/perf/file/hiperf_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/disasm/engine.h"
#include "tests/unit/perf_make.h"

static void put_text(struct bytes *b, const char *s)
{
    put(b, 4, strlen(s) + 1);
    put_raw(b, s, strlen(s) + 1);
}

static struct bytes entry_made(const char *path, uint32_t kind)
{
    struct bytes b = { .order = ORDER_LITTLE };
    put_text(&b, path);
    put_fields(&b, (const struct field[]){ U32(kind), U64(0x1000), U64(0x200), { 0, 0, NULL } });
    put_text(&b, "abcd");
    put_fields(&b, (const struct field[]){ U32(2), U64(0x1100), U32(16), { 0, 0, NULL } });
    put_text(&b, "first");
    put_fields(&b, (const struct field[]){ U64(0x1200), U32(32), { 0, 0, NULL } });
    put_text(&b, "second");
    return b;
}

static void test_entries(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t kind;
        enum simpleperf_kind is;
        bool has_foff, placed; /* its addresses are those of the file */
        uint32_t len;          /* of the first symbol */
    } rows[] = {
        { "/system/lib/libc.so", 2, SIMPLEPERF_ELF, true, true, 16 },
        { "[kernel.kallsyms]", 0, SIMPLEPERF_KERNEL, false, false, 16 },
        { "[kernel.kallsyms]2", 0, SIMPLEPERF_ELF, true, true, 16 },
        { "[kernel.other_so]", 0, SIMPLEPERF_ELF, true, true, 16 },
        { "/vendor/a.ko", 1, SIMPLEPERF_MODULE, false, false, 16 },
        { "[anon:ark]", 2, SIMPLEPERF_ELF, true, false, 1 },
        { "/data/a.hap", 2, SIMPLEPERF_ELF, true, false, 1 },
        { "/data/a.hsp", 2, SIMPLEPERF_ELF, true, false, 1 },
        { "/data/a.abc", 2, SIMPLEPERF_ELF, true, false, 1 },
        { "/data/a.hqf", 2, SIMPLEPERF_ELF, true, false, 1 },
        { "a", 2, SIMPLEPERF_ELF, true, true, 16 }, /* shorter than any of these ends */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes b = entry_made(rows[i].path, rows[i].kind);
        struct simpleperf_file f;
        struct simpleperf_symbol s;
        assert_true(hiperf_file_read(span_of(&b), &f));
        assert_int_equal(f.kind, rows[i].is);
        assert_int_equal(f.has_foff, rows[i].has_foff);
        assert_int_equal(f.min_vaddr, rows[i].placed ? 0x1000 : 0);
        assert_int_equal(f.min_foff, rows[i].placed ? 0x200 : 0);
        assert_int_equal(f.build_id.n, 4);
        assert_true(hiperf_symbol(&f, &s));
        assert_int_equal(s.vaddr, 0x1100);
        assert_int_equal(s.len, rows[i].len);
        assert_memory_equal(s.name.p, "first", s.name.n);
        assert_true(hiperf_symbol(&f, &s));
        assert_memory_equal(s.name.p, "second", s.name.n);
        assert_false(hiperf_symbol(&f, &s));
        free(b.p);
    }
}

static void test_cut(void **state)
{
    (void)state;
    struct bytes b = entry_made("/system/lib/libc.so", 2);
    for (size_t n = 0; n <= b.n + 3; n++) { /* behind it something else */
        uint8_t *copy = mem_new(b.n + 3, 1);
        memcpy(copy, b.p, b.n);
        struct cur c = cur_of((struct span){ copy, n }, ORDER_LITTLE);
        assert_int_equal(hiperf_entry(&c).n, n < b.n ? 0 : b.n);
        assert_int_equal(c.bad, n < b.n);
        free(copy);
    }
    struct cur bad = cur_of(span_of(&b), ORDER_LITTLE);
    bad.bad = true;
    assert_int_equal(hiperf_entry(&bad).n, 0);
    free(b.p);
}

static void test_options(void **state)
{
    (void)state;
    static const struct {
        const char *options, *word;
        bool has;
    } rows[] = {
        { NULL, "intel", false },
        { "", "intel", false },
        { "intel", "intel", true },
        { "x,intel", "intel", true },
        { "intel-mnemonic", "intel", true },
        { "intelligent", "intel", false },
        { "int", "intel", false },
        { "att,other", "intel", false },
        { "att,intel,", "intel", true },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(engine_option(rows[i].options, rows[i].word), rows[i].has);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_entries), cmocka_unit_test(test_cut),
                                        cmocka_unit_test(test_options) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
