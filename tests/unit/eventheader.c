/*
 * eventheader: values of every encoding and format, structs and arrays, both byte orders, events cut off
 * anywhere, events that would take far more room than they have bytes.
 */
#include "formats/tracepoint/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "formats/tracepoint/read/header_value.h"

enum { CHAIN = 0x80, CONSTANT = 0x20, VARIABLE = 0x40, OFFSET = 8 };

static const char *error_name(void *arg, uint32_t number)
{
    (void)arg;
    return number == 2 ? "ENOENT" : NULL;
}

static const struct trace_names names = { .error = error_name };

#define BYTES(s) s, sizeof(s) - 1

static const struct {
    unsigned encoding, format;
    const char *bytes;
    size_t n;
    const char *text;
    bool literal;
} values[] = {
    { ENCODING_VALUE8, FORMAT_DEFAULT, BYTES("\xc8"), "200", true },
    { ENCODING_VALUE8, FORMAT_SIGNED_INT, BYTES("\x80"), "-128", true },
    { ENCODING_VALUE8, FORMAT_HEX_INT, BYTES("\xff"), "0xFF", false },
    { ENCODING_VALUE8, FORMAT_BOOLEAN, BYTES("\1"), "true", true },
    { ENCODING_VALUE8, FORMAT_BOOLEAN, BYTES("\xff"), "255", true },
    { ENCODING_VALUE8, FORMAT_STRING8, BYTES("\xfe"), "\xc3\xbe", false },
    { ENCODING_VALUE8, FORMAT_HEX_BYTES, BYTES("\1"), "01", false },
    { ENCODING_VALUE8, FORMAT_FLOAT, BYTES("\7"), "7", true }, /* does not fit */
    { ENCODING_VALUE16, FORMAT_DEFAULT, BYTES("\x60\xea"), "60000", true },
    { ENCODING_VALUE16, FORMAT_PORT, BYTES("\0\x50"), "80", true },
    { ENCODING_VALUE16, FORMAT_STRING_UTF, BYTES("\xfe\xff"), "\xef\xbf\xbe", false },
    { ENCODING_VALUE32, FORMAT_PID, BYTES("\xff\xff\xff\xff"), "-1", true },
    { ENCODING_VALUE32, FORMAT_ERRNO, BYTES("\2\0\0\0"), "ENOENT(2)", false },
    { ENCODING_VALUE32, FORMAT_ERRNO, BYTES("\0\0\0\x80"), "ERRNO(-2147483648)", false },
    { ENCODING_VALUE32, FORMAT_BOOLEAN, BYTES("\0\0\0\x80"), "-2147483648", true },
    { ENCODING_VALUE32, FORMAT_TIME, BYTES("\0\0\0\x80"), "1901-12-13T20:45:52", false },
    { ENCODING_VALUE32, FORMAT_FLOAT, BYTES("\xab\xaa\xaa\x3e"), "0.33333334", true },
    { ENCODING_VALUE32, FORMAT_FLOAT, BYTES("\0\0\xc0\xff"), "-nan", false },
    { ENCODING_VALUE32, FORMAT_STRING_UTF, BYTES("\xff\xff\x10\0"), "\xf4\x8f\xbf\xbf", false },
    { ENCODING_VALUE32, FORMAT_STRING_UTF, BYTES("\0\0\x11\0"), "\xef\xbf\xbd", false },
    { ENCODING_VALUE32, FORMAT_IP_ADDRESS, BYTES("\x7f\0\0\1"), "127.0.0.1", false },
    { ENCODING_VALUE64, FORMAT_DEFAULT, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff"), "18446744073709551615",
      true },
    { ENCODING_VALUE64, FORMAT_TIME, BYTES("\xff\x6e\xef\x49\xfd\xff\xff\xff"), "1600-12-31T23:59:59",
      false },
    { ENCODING_VALUE64, FORMAT_TIME, BYTES("\0\0\0\0\0\0\0\x40"), "TIME(4611686018427387904)", false },
    { ENCODING_VALUE64, FORMAT_TIME, BYTES("\0\x97\xce\x5b\0\0\0\0"), "2018-10-23T03:35:28", false },
    { ENCODING_VALUE64, FORMAT_FLOAT, BYTES("\x1f\x85\xeb\x51\xb8\x1e\x19\x40"), "6.28", true },
    { ENCODING_VALUE64, FORMAT_STRING_JSON, BYTES("\1\0\0\0\0\0\0\0"), "1", true },
    { ENCODING_VALUE128, FORMAT_DEFAULT, BYTES("\1\2\3\4\5\6\7\x08\1\2\3\4\5\6\7\x08"),
      "01 02 03 04 05 06 07 08 01 02 03 04 05 06 07 08", false },
    { ENCODING_VALUE128, FORMAT_UUID, BYTES("\1\2\3\4\5\6\7\x08\1\2\3\4\5\6\7\x08"),
      "01020304-0506-0708-0102-030405060708", false },
    { ENCODING_VALUE128, FORMAT_IP_ADDRESS, BYTES("\xfe\x80\0\0\0\0\0\0\0\0\0\1\0\0\0\2"), "fe80::1:0:2",
      false },
    { ENCODING_VALUE128, FORMAT_IP_ADDRESS, BYTES("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "::", false },
    { ENCODING_VALUE128, FORMAT_IP_ADDRESS_OBSOLETE, BYTES("\0\1\0\2\0\3\0\4\0\5\0\6\0\0\0\x08"),
      "1:2:3:4:5:6:0:8", false },
    { ENCODING_ZSTRING_CHAR8, FORMAT_DEFAULT, BYTES("hi\0"), "hi", false },
    { ENCODING_ZSTRING_CHAR16, FORMAT_DEFAULT, BYTES("h\0\x3d\xd8\0\xde\0\0"), "h\xf0\x9f\x98\x80", false },
    { ENCODING_ZSTRING_CHAR32, FORMAT_DEFAULT, BYTES("h\0\0\0\0\0\0\0"), "h", false },
    { ENCODING_ZSTRING_CHAR16, FORMAT_HEX_BYTES, BYTES("h\0i\0\0\0"), "68 00 69 00", false },
    { ENCODING_STRING_LENGTH16_CHAR8, FORMAT_DEFAULT, BYTES("\0\0"), "", false },
    { ENCODING_STRING_LENGTH16_CHAR8, FORMAT_STRING_XML,
      BYTES("\6\0\xff\xfe"
            "a\0b\0"),
      "ab", false },
    { ENCODING_STRING_LENGTH16_CHAR8, FORMAT_STRING_UTF_BOM,
      BYTES("\4\0\xef\xbb\xbf"
            "a"),
      "a", false },
    { ENCODING_STRING_LENGTH16_CHAR16, FORMAT_STRING_JSON, BYTES("\2\0\xfe\xff\0a"), "a", false },
    { ENCODING_STRING_LENGTH16_CHAR32, FORMAT_DEFAULT, BYTES("\1\0a\0\0\0"), "a", false },
    { ENCODING_STRING_LENGTH16_CHAR8, FORMAT_SIGNED_INT, BYTES("\2\0\xfe\xff"), "-2", true },
    { ENCODING_BINARY_LENGTH16_CHAR8, FORMAT_DEFAULT, BYTES("\2\0\1\2"), "01 02", false },
    { ENCODING_BINARY_LENGTH16_CHAR8, FORMAT_SIGNED_INT, BYTES("\0\0"), "null", true },
    { ENCODING_BINARY_LENGTH16_CHAR8, FORMAT_SIGNED_INT, BYTES("\3\0abc"), "61 62 63", false },
    { ENCODING_BINARY_LENGTH16_CHAR8, FORMAT_UUID, BYTES("\1\0a"), "61", false },
};

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        struct text t = { 0 };
        struct cur c = cur_of((struct span){ (const uint8_t *)values[i].bytes, values[i].n }, ORDER_LITTLE);
        struct span s = header_value_take(&c, values[i].encoding);
        assert_false(c.bad);
        assert_int_equal(c.left, 0);
        const struct value v =
            header_value_decode(s, values[i].encoding, values[i].format, ORDER_LITTLE, &names, &t);
        assert_int_equal(v.type != VALUE_TEXT, values[i].literal);
        assert_string_equal(t.s, values[i].text);
        text_free(&t);
    }
}

/* An event under way. */
struct made {
    struct text head, meta, data;
    bool big;
};

static void add(struct text *t, const struct made *m, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(t, (char)(v >> 8 * (m->big ? bytes - 1 - i : i)), 1);
}

static void define(struct made *m, const char *name, unsigned encoding, unsigned format, unsigned count)
{
    text_add_n(&m->meta, name, strlen(name) + 1);
    text_char(&m->meta, (char)(encoding | (format ? CHAIN : 0)), 1);
    if (format)
        text_char(&m->meta, (char)format, 1);
    if (format & CHAIN)
        add(&m->meta, m, 0xbeef, 2);
    if (encoding & CONSTANT)
        add(&m->meta, m, count, 2);
}

static void begin(struct made *m, bool big)
{
    *m = (struct made){ .big = big };
    text_add_n(&m->meta, "Event;a=b", 10);
}

static void add_extension(struct made *m, unsigned kind, const char *p, size_t n)
{
    add(&m->head, m, n, 2);
    add(&m->head, m, kind, 2);
    text_add_n(&m->head, p, n);
}

static void end(struct made *m)
{
    text_char(&m->head, 0, OFFSET);
    text_char(&m->head, m->big ? 5 : 7, 1);
    text_char(&m->head, 1, 1);
    add(&m->head, m, 1000, 2);
    add(&m->head, m, 0x1234, 2);
    text_char(&m->head, 3, 1);
    text_char(&m->head, 4, 1);
    add_extension(m, 0x8002, "0123456789abcdef", 16);
    add_extension(m, 1, m->meta.s, m->meta.n);
    text_add_n(&m->head, m->data.s ? m->data.s : "", m->data.n);
}

static void drop(struct made *m)
{
    text_free(&m->head);
    text_free(&m->meta);
    text_free(&m->data);
}

static const struct trace_field fields[] = { { .name = "common_type", .size = 2 },
                                             { .name = "eventheader_flags", .offset = OFFSET, .size = 1 } };
static const struct trace_event event = { .system = "user_events",
                                          .name = "My_Lprovider_L4K85Ggroup",
                                          .fields = fields,
                                          .n = 2,
                                          .order = ORDER_LITTLE };

static bool print_n(const struct made *m, size_t n, struct text *out)
{
    /* behind a copy of its own no byte of the heap is readable by accident */
    uint8_t *copy = mem_new(n ? n : 1, 1);
    memcpy(copy, m->head.s, n);
    bool ok = eventheader_print(&event, (struct span){ copy, n }, &names, out);
    free(copy);
    return ok;
}

static void make_all(struct made *m, bool big)
{
    begin(m, big);
    define(m, "one;tag=1", ENCODING_VALUE32, FORMAT_SIGNED_INT | CHAIN, 0);
    add(&m->data, m, 7, 4);
    define(m, "s", ENCODING_STRUCT, 2, 0);
    define(m, "a", ENCODING_VALUE16 | VARIABLE, 0, 0);
    define(m, "c", ENCODING_ZSTRING_CHAR8 | CONSTANT, 0, 2);
    add(&m->data, m, 2, 2);
    add(&m->data, m, 8, 2);
    add(&m->data, m, 9, 2);
    text_add_n(&m->data, "x\0y\0", 4);
    define(m, "none", ENCODING_STRUCT | VARIABLE, 1, 0);
    define(m, "in", ENCODING_STRUCT, 1, 0);
    define(m, "deep", ENCODING_VALUE8, 0, 0);
    add(&m->data, m, 0, 2);
    define(m, "some", ENCODING_STRUCT | VARIABLE, 1, 0);
    define(m, "v", ENCODING_VALUE8, 0, 0);
    add(&m->data, m, 2, 2);
    text_add_n(&m->data, "\1\2", 2);
    end(m);
}

static void test_structs(void **state)
{
    (void)state;
    assert_true(eventheader_recognise(&event));
    assert_false(eventheader_recognise(&(struct trace_event){ .fields = fields, .n = 1 }));
    for (int big = 0; big < 2; big++) {
        struct made m;
        struct text t = { 0 };
        make_all(&m, big);
        text_add(&t, "level=4");
        assert_true(print_n(&m, m.head.n, &t));
        assert_string_equal(t.s,
                            "level=4 My_Lprovider:Event activity=30313233-3435-3637-3839-616263646566 one=7 "
                            "s={a=[8 9] c=[x y]} none=[] some=[{v=1} {v=2}]");
        text_free(&t);
        drop(&m);
    }
}

static void test_cut_anywhere(void **state)
{
    struct made m;
    (void)state;
    make_all(&m, false);
    for (size_t n = 0; n < m.head.n; n++) {
        struct text t = { 0 };
        assert_false(print_n(&m, n, &t));
        text_free(&t);
    }
    drop(&m);
}

/* Structs in structs without end; a long name for each of many small elements. */
static void test_too_much(void **state)
{
    struct made m;
    struct text t = { 0 };
    char name[2000] = { 0 };
    (void)state;
    begin(&m, false);
    for (int i = 0; i < 20; i++)
        define(&m, "s", ENCODING_STRUCT, 1, 0);
    define(&m, "v", ENCODING_VALUE8, 0, 0);
    text_char(&m.data, 1, 1);
    end(&m);
    assert_false(print_n(&m, m.head.n, &t));
    drop(&m);
    begin(&m, false);
    define(&m, "a", ENCODING_STRUCT | VARIABLE, 1, 0);
    memset(name, 'n', sizeof(name) - 1);
    define(&m, name, ENCODING_VALUE8, 0, 0);
    add(&m.data, &m, 20000, 2);
    text_char(&m.data, 1, 20000);
    end(&m);
    t.n = 0;
    assert_false(print_n(&m, m.head.n, &t));
    assert_true(t.n < 80 * m.head.n);
    drop(&m);
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_values), cmocka_unit_test(test_structs),
                                        cmocka_unit_test(test_cut_anywhere),
                                        cmocka_unit_test(test_too_much) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
