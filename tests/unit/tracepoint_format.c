/* The formats of tracepoints as kernels of all ages write them, and cut off or turned at each token: what cannot be read is
   refused, and the fields before it stay. */
#include "formats/tracepoint/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/arena.h"
#include "core/base/text.h"

#define HEAD  "name: one\nID: 7\nformat:\n"
#define FIELD "\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n"

/* A field as text: its type, name, offset, size, size of an element, and a letter for each property. */
static void show(const struct trace_field *f, struct text *t)
{
    text_printf(t, "%s %s %u+%u/%u ", f->type, f->name, f->offset, f->size, f->element);
    text_add(t, f->negative ? "n" : "");
    text_add(t, f->dynamic ? "d" : "");
    text_add(t, f->relative ? "r" : "");
    text_add(t, f->array ? "a" : "");
    text_add(t, f->text ? "t" : "");
    text_add(t, f->hex ? "x" : "");
}

static const struct {
    const char *text, *fields; /* fields: with '|' between them */
    bool ok;
} rows[] = {
    { HEAD FIELD "\nprint fmt: \"x\"", "int a 8+4/0 n", true },
    { HEAD FIELD "\tfield:unsigned char b;\toffset:12;\tsize:1;\tsigned:0;\nprint fmt: \"x\"",
      "int a 8+4/0 n|unsigned char b 12+1/0 ", true },
    { HEAD "field:char a; offset:0; size:4; print fmt:", "char a 0+4/0 ", true }, /* without "signed:" */
    { HEAD "field:char a[16]; offset:0; size:16; signed:1; print fmt:", "char[16] a 0+16/1 nat", true },
    { HEAD "field:u8 a[N]; offset:0; size:16; signed:0; print fmt:", "u8[N] a 0+16/1 at", true },
    { HEAD "field:s8 a[]; offset:0; size:0; signed:1; print fmt:", "s8[] a 0+0/1 nat", true },
    { HEAD "field:unsigned long args[6]; offset:16; size:48; signed:0; print fmt:",
      "unsigned long[6] args 16+48/8 ax", true },
    { HEAD "field:unsigned long args[]; offset:16; size:48; signed:0; print fmt:",
      "unsigned long[] args 16+48/8 ax", true },
    { HEAD "field:int args[]; offset:16; size:8; signed:1; print fmt:", "int[] args 16+8/0 na", true },
    { HEAD "field:long a; offset:0; size:8; signed:1; print fmt:", "long a 0+8/0 n", true },
    { HEAD "field:long a; offset:0; size:4; signed:1; print fmt:", "long a 0+4/0 nx", true },
    { HEAD "field:const char * a; offset:0; size:8; signed:0; print fmt:", "const char * a 0+8/0 x", true },
    { HEAD "field:__data_loc char[] a; offset:8; size:4; signed:1; print fmt:",
      "__data_loc char[] a 8+4/1 ndat", true },
    { HEAD "field:__rel_loc u16[] a; offset:8; size:4; signed:0; print fmt:", "__rel_loc u16[] a 8+4/2 dra",
      true },
    { HEAD "field:__data_loc s64[] a; offset:8; size:4; signed:0; print fmt:", "__data_loc s64[] a 8+4/8 da",
      true },
    { HEAD "field:__data_loc cpumask_t[] a; offset:8; size:4; signed:0; print fmt:",
      "__data_loc cpumask_t[] a 8+4/0 da", true },
    { HEAD "field:__data_loc char a; offset:8; size:2; signed:0; print fmt:", "__data_loc char a 8+2/0 dat",
      true }, /* kernels before 2.6.32 */
    { HEAD "field:int a; offset:65535; size:1; print fmt:", "int a 65535+1/0 ", true },
    /* what no record can hold, and no number that is one */
    { HEAD FIELD "field:int b; offset:65536; size:1; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:65535; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:12345678; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:x; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b[4294967296]; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b[2][2]; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b[2; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b[-]; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:[2]; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int *; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:; offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b( offset:8; size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; size:8; offset:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:8 size:2; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:8; size:2 print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:8; size:2; signed:; print fmt:", "int a 8+4/0 n", false },
    { HEAD FIELD "field:int b; offset:8; size:2; signed:1 print fmt:", "int a 8+4/0 n", false },
    { HEAD "print fmt:", "", false },
    { "name: one\nID: 7\n" FIELD, "", false },
    { "name: one\n" FIELD, "", false },
    { "name: one\nID: x\nformat:\n" FIELD, "", false },
    { "name:\n:ID: 7\nformat:\n" FIELD, "", false },
    { "ID: 7\nformat:\n" FIELD, "", false },
    { "", "", false },
};

static void shown_of(const struct trace_event *ev, struct text *t)
{
    for (size_t i = 0; i < ev->n; i++) {
        text_add(t, i ? "|" : "");
        show(&ev->fields[i], t);
    }
}

static void test_formats(void **state)
{
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct arena a = { 0 };
        struct trace_event ev = { .n = 0 };
        struct span print;
        struct text t = { 0 };
        const bool ok = format_read((struct span){ (const uint8_t *)rows[i].text, strlen(rows[i].text) }, 8,
                                    &a, &ev, &print);
        shown_of(&ev, &t);
        if (ok != rows[i].ok || strcmp(text_str(&t), rows[i].fields) != 0) {
            print_error("%s:\n  %d \"%s\"\ninstead of\n  %d \"%s\"\n", rows[i].text, ok, text_str(&t),
                        rows[i].ok, rows[i].fields);
            bad++;
        }
        text_free(&t);
        arena_free(&a);
    }
    assert_int_equal(bad, 0);
}

/* However short it is cut, the bytes behind the end are not read (a sanitizer sees it), and no field is made up. */
static void test_cut_off(void **state)
{
    (void)state;
    static const char whole[] = HEAD FIELD
        "\tfield:__data_loc char[] b;\toffset:12;\tsize:4;\tsigned:0;\nprint fmt:";
    for (size_t n = 0; n < sizeof(whole); n++) {
        struct arena a = { 0 };
        struct trace_event ev = { .n = 0 };
        struct span print;
        uint8_t *copy = malloc(n + !n);
        memcpy(copy, whole, n);
        const bool ok = format_read((struct span){ copy, n }, 8, &a, &ev, &print);
        assert_int_equal(ok, n == sizeof(whole) - 1);
        assert_true(ev.n <= 2);
        for (size_t k = 0; k < ev.n; k++) { /* "signed:" may be cut off, which old kernels do not write */
            assert_string_equal(ev.fields[k].name, k ? "b" : "a");
            assert_int_equal(ev.fields[k].offset, k ? 12 : 8);
            assert_int_equal(ev.fields[k].size, 4);
        }
        arena_free(&a);
        free(copy);
    }
}

/* The size of the recorded kernel's long, by its header_page. */
static void test_long(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned size;
    } pages[] = {
        { "field: u64 timestamp; offset:0; size:8; signed:0; field: local_t commit; offset:8; size:8; signed:1;",
          8 },
        { "field: u64 timestamp; offset:0; size:8; signed:0; field: local_t commit; offset:8; size:4; signed:1;",
          4 },
        { "field: u64 timestamp; offset:0; size:8; signed:0; field: local_t commit; offset:8; size:2; signed:1;",
          0 },
        { "field: u64 timestamp; offset:0; size:8; signed:0;", 0 },
        { "", 0 },
    };
    for (size_t i = 0; i < COUNT(pages); i++)
        assert_int_equal(format_long((struct span){ (const uint8_t *)pages[i].text, strlen(pages[i].text) }),
                         pages[i].size);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_formats), cmocka_unit_test(test_cut_off),
                                        cmocka_unit_test(test_long) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
