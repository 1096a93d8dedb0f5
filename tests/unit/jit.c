/* What programs say of the code they made: perf maps and jitdumps, whole, damaged and cut anywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/resolve/resolve_lines.h"
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
    put(d, 4, 8); /* EM_MIPS, which has either order */
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
        assert_int_equal(t.nreplaced, 2);
        assert_memory_equal(&t.replaced[0], (&(struct replaced_code){ 0x1000, 0x100, 0, SYMTAB_REPLACED }),
                            sizeof(struct replaced_code));
        assert_memory_equal(&t.replaced[1], (&(struct replaced_code){ 0x1080, 0x100, 5, 0x1080 }),
                            sizeof(struct replaced_code));
        assert_string_equal(name_at(&t, SYMTAB_REPLACED + 0xff), "old one");
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

static void put_debug(struct dump *d, uint64_t addr, uint64_t shift, size_t n, const uint64_t *at,
                      const char *const *files)
{
    const size_t begin = d->n;
    put(d, 4, 2);
    put(d, 4, 0);
    put(d, 8, 4);
    put(d, 8, addr);
    put(d, 8, n);
    for (size_t i = 0; i < n; i++) {
        put(d, 8, at[i] + shift);
        put(d, 4, 10 + i);
        put(d, 4, 0);
        memcpy(d->bytes + d->n, files[i], strlen(files[i]) + 1);
        d->n += strlen(files[i]) + 1;
    }
    const size_t end = d->n;
    d->n = begin + 4;
    put(d, 4, end - begin);
    d->n = end;
}

/* Lines of source, as the specification has them and as V8 writes them, of what was moved, and of what was made over it; cut
   anywhere they are none, or fewer. */
static void test_lines(void **state)
{
    static const uint64_t first[] = { 0x1000, 0x1010, 0x1020 }, second[] = { 0x2038 };
    static const char *const files[] = { "a.js", "\xff", "b.js" };
    (void)state;
    for (int form = 0; form < 4; form++) {
        const uint64_t shift = form & 2 ? 0x34 : 0; /* of EM_MIPS of 32 bits */
        struct dump d = { .order = form & 1 };
        put_header(&d, 40);
        put_debug(&d, 0x1000, shift, 3, first, files);
        put_load(&d, 0x1000, 0x40, "one");
        put_debug(&d, 0x2000, shift, 1, second, files); /* behind the size of the header, in either form */
        put_load(&d, 0x2000, 0x40, "two");
        put_debug(&d, 0x2000, shift, 1, second, files); /* not of what comes next */
        put_load(&d, 0x1030, 0x20, "over");
        put_move(&d, 0x1000, 0x3000, 0x40);
        for (size_t n = 0; n <= d.n; n++) {
            uint8_t *copy = malloc(n + 1);
            assert_non_null(copy);
            memcpy(copy, d.bytes, n);
            const struct blob blob = { .bytes = { copy, n } };
            struct err e = { 0 };
            const uint64_t lines = jitdump_reader.content(&blob).lines;
            struct lines *l = jitdump_reader.lines->open(&blob, &blob, &jit, NULL, &e);
            struct line_frame f;
            uint64_t end = 0;
            static const struct {
                uint64_t at, end;
                uint32_t line; /* 0: none */
                const char *file, *function;
            } rows[] = {
                { 0x0fff, 0x1000, 0, NULL, NULL },     { 0x1000, 0x1010, 10, "a.js", "one" },
                { 0x101f, 0x1020, 11, "a.js", "one" }, { 0x1020, 0x1030, 12, "b.js", "one" },
                { 0x1030, 0x1040, 0, NULL, NULL },     { 0x2037, 0x2038, 0, NULL, NULL },
                { 0x2038, 0x2040, 10, "a.js", "two" }, { 0x3015, 0x3020, 11, "a.js", "one" },
                { 0x3030, 0x3040, 12, "b.js", "one" }, { 0x3040, UINT64_MAX, 0, NULL, NULL },
            };
            for (size_t i = 0; l && i < COUNT(rows); i++) {
                const size_t frames = jitdump_reader.lines->at(l, rows[i].at, &f, 1, &end);
                assert_true(n < d.n || frames == (rows[i].line != 0));
                if (n < d.n)
                    continue;
                assert_int_equal(end, rows[i].end);
                assert_int_equal(lines, 3 * 16 + 16 * 5 + 5 * 4 + 2);
                if (frames) {
                    assert_int_equal(f.line, rows[i].line);
                    assert_string_equal(f.file, rows[i].file);
                    assert_string_equal(f.function, rows[i].function);
                }
            }
            if (l)
                jitdump_reader.lines->close(l);
            free(copy);
        }
    }
}

/* A function whose code the dump has, of which it says that it has `size` bytes. */
static void put_code(struct dump *d, uint64_t addr, uint64_t size, const char *code)
{
    put(d, 4, 0);
    put(d, 4, 16 + 40 + 2 + strlen(code));
    put(d, 8, 5);
    put(d, 4, 7);
    put(d, 4, 7);
    put(d, 8, addr);
    put(d, 8, addr);
    put(d, 8, size);
    put(d, 8, 1);
    memcpy(d->bytes + d->n, "f", 2);
    memcpy(d->bytes + d->n + 2, code, strlen(code));
    d->n += 2 + strlen(code);
}

/* "ADDRESS:BYTES " of each piece. */
static void list_code(struct span bytes, struct text *out)
{
    struct jitdump_code code;
    struct err e = { 0 };
    if (!jitdump_code(bytes, &code, &e)) {
        text_add(out, e.msg);
        return;
    }
    for (size_t i = 0; i < code.n; i++) {
        text_printf(out, "%llx:", (unsigned long long)code.v[i].addr);
        text_add_n(out, (const char *)code.v[i].bytes.p, code.v[i].bytes.n);
        text_char(out, ' ', 1);
    }
    free(code.v);
}

/* Code by where it lies, in either order: of what overlaps the latest, and nothing of what the dump lacks. */
static void test_code(void **state)
{
    enum { LOADS = 4 };
    (void)state;
    static const struct {
        const char *code[LOADS];
        uint64_t at[LOADS], size[LOADS];
        const char *expected;
    } rows[] = {
        { { "abcd", "efgh" }, { 0x1000, 0x1004 }, { 4, 4 }, "1000:abcd 1004:efgh " },
        { { "efgh", "abcd" }, { 0x1004, 0x1000 }, { 4, 4 }, "1000:abcd 1004:efgh " },
        { { "abcdefgh", "XY" }, { 0x1000, 0x1003 }, { 8, 2 }, "1000:abc 1003:XY 1005:fgh " },
        { { "XY", "abcdefgh" }, { 0x1003, 0x1000 }, { 2, 8 }, "1000:abcdefgh " },
        { { "abcd", "abcd", "WXYZ", "m" },
          { 0x1000, 0x1002, 0x1001, 0x1002 },
          { 4, 4, 4, 1 },
          "1000:a 1001:W 1002:m 1003:YZ 1005:d " },
        { { "pad.abcd" }, { 0x1000 }, { 4 }, "1000:abcd " },
        { { "abcd", "" }, { 0x1000, 0x1001 }, { 4, 2 }, "1000:a 1003:d " },
        { { "abcd", "ab" }, { 0x1000, 0x1001 }, { 4, UINT64_MAX - 0x1001 }, "1000:a " },
        { { "abcd", "ab" }, { 0x1000, 0x1001 }, { 4, UINT64_MAX }, "1000:a " },
        { { "abcd", "ab" }, { 0x1000, 0x1001 }, { 4, 0 }, "1000:abcd " },
        { { "ab" }, { UINT64_MAX - 2 }, { 2 }, "fffffffffffffffd:ab " },
        { { "abc" }, { UINT64_MAX - 2 }, { 3 }, "fffffffffffffffd:ab " },
        { { "ab" }, { 0x1000 }, { 3 }, "" },
    };
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        struct dump d = { .order = i % 2 };
        struct text t = { 0 };
        put_header(&d, 40);
        for (size_t k = 0; k < LOADS && rows[i / 2].code[k]; k++)
            put_code(&d, rows[i / 2].at[k], rows[i / 2].size[k], rows[i / 2].code[k]);
        list_code((struct span){ d.bytes, d.n }, &t);
        assert_string_equal(t.s ? t.s : "", rows[i / 2].expected);
        text_free(&t);
    }
}

/* Moved code is at both places; cut anywhere, or with any 4 bytes turned into a huge number, nothing behind the end is
   read. */
static void test_damaged_code(void **state)
{
    (void)state;
    struct dump d = { .order = ORDER_BIG };
    struct text t = { 0 };
    put_header(&d, 40);
    put_code(&d, 0x1000, 4, "abcd");
    put_move(&d, 0x1000, 0x1002, 4);
    put_move(&d, 0x1002, 0x3000, 3);
    put_move(&d, 0x1002, 0x4000, 5);
    list_code((struct span){ d.bytes, d.n }, &t);
    assert_string_equal(t.s, "1000:ab 1002:abcd 3000:abc ");
    for (size_t n = 0; n < 2 * d.n; n++) {
        const size_t left = n < d.n ? n : d.n;
        uint8_t *copy = malloc(left + !left);
        assert_non_null(copy);
        memcpy(copy, d.bytes, left);
        for (size_t i = n - d.n; n >= d.n && i < d.n && i < n - d.n + 4; i++)
            copy[i] = 0xff;
        t.n = 0;
        list_code((struct span){ copy, left }, &t);
        free(copy);
    }
    d.bytes[14] = d.bytes[15] = 0xff;
    t.n = 0;
    list_code((struct span){ d.bytes, d.n }, &t);
    assert_string_equal(t.s, "its code is of an unknown machine (65535)");
    text_free(&t);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_jitdump), cmocka_unit_test(test_lines),
                                        cmocka_unit_test(test_code), cmocka_unit_test(test_damaged_code),
                                        cmocka_unit_test(test_perf_map) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
