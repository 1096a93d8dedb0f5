/* What programs say of the code they made: perf maps and jitdumps, whole, damaged and cut anywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/perf/jitdump.h"
#include "formats/text/perf_map.h"

static const struct object jit = { .kind = OBJECT_JIT, .path = "/tmp/perf-7.map", .name = "[JIT] tid 7" };

struct dump {
    enum byte_order order;
    uint8_t bytes[1024];
    size_t n;
};

static void put(struct dump *d, unsigned size, uint64_t v)
{
    for (unsigned i = 0; i < size; i++)
        d->bytes[d->n + i] = (uint8_t)(v >> 8 * (d->order == ORDER_LITTLE ? i : size - 1 - i));
    d->n += size;
}

static void put_header(struct dump *d, uint32_t size)
{
    put(d, 4, 0x4a695444);
    put(d, 4, 1);
    put(d, 4, size);
    put(d, 4, 62);
    put(d, 4, 0);
    put(d, 4, 7);
    put(d, 8, 1000);
    put(d, 8, 0);
    while (d->n < size)
        put(d, 1, 0xee);
}

static void put_load(struct dump *d, uint64_t addr, uint64_t size, const char *name)
{
    size_t code = 8, length = 16 + 40 + strlen(name) + 1 + code;
    put(d, 4, 0);
    put(d, 4, length);
    put(d, 8, 5);
    put(d, 4, 7);
    put(d, 4, 7);
    put(d, 8, addr);
    put(d, 8, addr);
    put(d, 8, size);
    put(d, 8, 1);
    memcpy(d->bytes + d->n, name, strlen(name) + 1);
    d->n += strlen(name) + 1;
    put(d, (unsigned)code, 0);
}

static void put_move(struct dump *d, uint64_t from, uint64_t to, uint64_t size)
{
    put(d, 4, 1);
    put(d, 4, 16 + 48);
    put(d, 8, 6);
    put(d, 4, 7);
    put(d, 4, 7);
    put(d, 8, to);
    put(d, 8, from);
    put(d, 8, to);
    put(d, 8, size);
    put(d, 8, 1);
}

static const char *name_at(const struct symtab *t, uint64_t addr)
{
    const struct symbol *s = symtab_find(t, addr);
    return s ? s->name : "";
}

static void test_jitdump(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct dump d = { .order = order };
        struct symtab t = { 0 };
        struct err e = { 0 };
        put_header(&d, order ? 40 : 48);
        put_load(&d, 0x1000, 0x100, "old one");
        put_load(&d, 0x2000, 0x80, "stays");
        put(&d, 4, 2); /* debug information: passed over */
        put(&d, 4, 24);
        put(&d, 8, 0);
        put(&d, 8, 0);
        put_load(&d, 0x1080, 0x100, "new one");
        put_move(&d, 0x2000, 0x3000, 0x80);
        const struct symbol_input in = { .bytes = { d.bytes, d.n }, .object = &jit };
        assert_true(jitdump_reader.recognise(in.bytes));
        assert_true(jitdump_reader.read(&in, &t, &e));
        assert_int_equal(t.space, SYMTAB_AVMA);
        assert_string_equal(name_at(&t, 0x107f), "old one");
        assert_string_equal(name_at(&t, 0x1080), "new one");
        assert_string_equal(name_at(&t, 0x1180), "");
        assert_string_equal(name_at(&t, 0x2010), "stays");
        assert_string_equal(name_at(&t, 0x3010), "stays");
        symtab_free(&t);
        for (size_t n = 0; n < d.n; n++) { /* in a block of its own, for the sanitizer to see its end */
            uint8_t *copy = malloc(n + 1);
            assert_non_null(copy);
            memcpy(copy, d.bytes, n);
            const struct symbol_input cut = { .bytes = { copy, n }, .object = &jit };
            e = (struct err){ 0 };
            jitdump_reader.read(&cut, &t, &e);
            symtab_free(&t);
            free(copy);
        }
    }
}

static void test_perf_map(void **state)
{
    (void)state;
    static const char text[] = "7f00 80 LazyCompile:~f /a b.js:1\n"
                               "0x8000 0x10 prefixed\n"
                               "nonsense\n"
                               "9000 0 empty\n"
                               "9000 zz bad\n"
                               "11112222333344445 10 too long\n"
                               "7f40 40 later\n"
                               "a000 10 no end of line";
    const struct symbol_input in = { .bytes = { (const uint8_t *)text, sizeof(text) - 1 }, .object = &jit };
    struct symtab t = { 0 };
    struct err e = { 0 };
    assert_true(perf_map_reader.recognise(in.bytes));
    assert_true(perf_map_reader.read(&in, &t, &e));
    assert_string_equal(name_at(&t, 0x7f10), "LazyCompile:~f /a b.js:1");
    assert_string_equal(name_at(&t, 0x7f40), "later");
    assert_string_equal(name_at(&t, 0x800f), "prefixed");
    assert_string_equal(name_at(&t, 0x9000), "");
    assert_string_equal(name_at(&t, 0xa00f), "no end of line");
    assert_int_equal(t.n, 4);
    symtab_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_jitdump), cmocka_unit_test(test_perf_map) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
