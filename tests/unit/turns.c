/* An output in parts and its compressed form: all of it arrives in order, by any number of threads, and a sink that fails
   ends nothing but the output. */
#include "formats/export/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "core/base/mem.h"
#include "formats/export/protobuf.h"

struct target {
    struct text got;
    size_t room; /* bytes until it fails */
};

static bool take(void *arg, const void *p, size_t n, struct err *e)
{
    struct target *t = arg;
    if (n > t->room - t->got.n)
        return err_set(e, ERR_IO, 0, "full");
    text_add_n(&t->got, p, n);
    return true;
}

static void make(void *arg, unsigned worker, size_t part, struct export_sink *to)
{
    assert_in_range(worker, 0, *(unsigned *)arg - 1);
    text_printf(&to->text, "%zu;", part);
    export_flush(to);
}

static void test_turns(void **state)
{
    (void)state;
    static const size_t parts[] = { 0, 1, 3, 1000 };
    for (unsigned workers = 1; workers <= 4; workers++)
        for (size_t i = 0; i < COUNT(parts) * 2; i++) {
            const bool fails = i % 2;
            struct target t = { .room = fails ? 1 : SIZE_MAX };
            struct export_sink out = { .keeps = 1, .write = take, .arg = &t };
            struct text expected = { 0 };
            text_add(&out.text, "<");
            text_add(&expected, "<");
            for (size_t k = 0; k < parts[i / 2] && !fails; k++)
                text_printf(&expected, "%zu;", k);
            export_flush(&out);
            turns_run_parts(workers, parts[i / 2], make, &workers, &out);
            assert_int_equal(export_end(&out), !fails || !parts[i / 2]);
            assert_int_equal(t.got.n, expected.n);
            assert_memory_equal(t.got.s, expected.s, expected.n);
            text_free(&expected);
            text_free(&t.got);
        }
}

static void test_gzip(void **state)
{
    (void)state;
    enum { TIMES = 20, MUCH = 300000 };
    uint32_t random = 1;
    struct text all = { 0 };
    while (all.n < (size_t)TIMES * MUCH) {
        random = random * 1103515245u + 12345u;
        text_char(&all, (char)(random >> 24), 1);
    }
    for (int i = 0; i < 4; i++) {
        const bool beside = i % 2, fails = i / 2;
        struct target t = { .room = fails ? 100000 : SIZE_MAX };
        struct export_sink out = { .write = take, .arg = &t };
        struct gzip *g = gzip_begin(&out, beside);
        for (size_t k = 0; k < TIMES; k++)
            assert_true(gzip_add(g, all.s + k * MUCH, MUCH, NULL));
        gzip_end(g);
        assert_int_equal(export_end(&out), !fails);
        z_stream z = { .next_in = (Bytef *)t.got.s, .avail_in = (uInt)t.got.n };
        char *back = mem_new(all.n, 1);
        z.next_out = (Bytef *)back;
        z.avail_out = (uInt)all.n;
        assert_int_equal(inflateInit2(&z, 16 + MAX_WBITS), Z_OK);
        if (!fails) {
            assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
            assert_int_equal(z.avail_out, 0);
            assert_memory_equal(back, all.s, all.n);
        }
        inflateEnd(&z);
        free(back);
        text_free(&t.got);
    }
    text_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_turns), cmocka_unit_test(test_gzip) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
