/* Listings of a kernel's symbols as text, and the tables they give. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/text/kallsyms.h"

enum { MAX = 8 };

static const struct object kernel = { .kind = OBJECT_KERNEL,
                                      .path = "[kernel.kallsyms]",
                                      .name = "[kernel.kallsyms]" };
static const struct object ext4 = { .kind = OBJECT_MODULE, .path = "/lib/ext4.ko", .name = "[ext4]" };

static const char listing[] = "0000000000000000 A fixed_percpu_data\n"
                              "ffffffff81000000 T _stext\n"
                              "ffffffff81000000 T _text\n"
                              "ffffffff81000100 t do_it.part.0\n"
                              "ffffffff81000200 W weak_one\n"
                              "ffffffff81000300 r __func__.1\n"
                              "ffffffff81000400 t $x.12\n"
                              "not a line\n"
                              "ffffffff81000500 D\n"
                              "ffffffff81000600 d some_data\n"
                              "ffffffffc0001010 t ext4_b\t[ext4]\n"
                              "ffffffffc0001000 T ext4_a\t[ext4]\n"
                              "ffffffffc0001008 t .LVL943\t[ext4]\n"
                              "ffffffffc0001008 t .L0 \t[ext4]\n"
                              "ffffffffc0001008 d L0\001\t[ext4]\n"
                              "ffffffffc0001018 T .LZ4_dot\t[ext4]\n"
                              "ffffffffc0009000 t jbd_a\t[jbd2]\n"
                              "ffffffffc000a000 t ext4_late\t[ext4]";

struct left {
    uint64_t start, end;
    const char *name;
    enum symbol_binding binding;
};

static const struct listed {
    const struct object *object;
    const char *text;
    struct left out[MAX];
    const char *error;
} rows[] = {
    { &kernel,
      listing,
      { { 0xffffffff81000000, 0xffffffff81000100, "_text", SYMBOL_GLOBAL },
        { 0xffffffff81000100, 0xffffffff81000200, "do_it.part.0", SYMBOL_LOCAL },
        { 0xffffffff81000200, 0xffffffff81000600, "weak_one", SYMBOL_WEAK },
        { 0xffffffff81000600, 0xffffffff81002000, "some_data", SYMBOL_LOCAL } },
      NULL },
    { &ext4,
      listing,
      { { 0xffffffffc0001000, 0xffffffffc0001010, "ext4_a", SYMBOL_GLOBAL },
        { 0xffffffffc0001010, 0xffffffffc0001018, "ext4_b", SYMBOL_LOCAL },
        { 0xffffffffc0001018, 0xffffffffc0009000, ".LZ4_dot", SYMBOL_GLOBAL },
        { 0xffffffffc000a000, 0xffffffffc000b000, "ext4_late", SYMBOL_LOCAL } },
      NULL },
    { &ext4, /* addresses that were withheld are not where it is */
      "ffffffffc0001000 T ext4_a\t[ext4]\n0000000000000000 t ext4_b\t[ext4]\n",
      { { 0xffffffffc0001000, 0xffffffffc0002000, "ext4_a", SYMBOL_GLOBAL } },
      NULL },
    { &kernel, "00000000 T _text\n00000000 T _stext\n", { { 0 } }, "all addresses are 0" },
    { &kernel, "hello\n", { { 0 } }, "lists no symbols" },
    { &kernel, "", { { 0 } }, "lists no symbols" },
    { &kernel,
      "10000000 T _text\n10000010 T cut",
      { { 0x10000000, 0x10000010, "_text", SYMBOL_GLOBAL },
        { 0x10000010, 0x10002000, "cut", SYMBOL_GLOBAL } },
      NULL },
    { &kernel, "111112222233333444 T too_long\n1 T a\n", { { 1, 0x2000, "a", SYMBOL_GLOBAL } }, NULL },
};

static void test_listings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct symtab t = { 0 };
        struct err e = { 0 };
        /* A copy of exactly that size: reading past the end is seen by the sanitizer. */
        size_t n = strlen(rows[i].text);
        uint8_t *copy = malloc(n ? n : 1);
        memcpy(copy, rows[i].text, n);
        struct symbol_input in = { .bytes = { copy, n }, .object = rows[i].object };
        bool ok = kallsyms_reader.read(&in, &t, &e);
        free(copy);
        if (rows[i].error) {
            assert_false(ok);
            assert_non_null(strstr(e.msg, rows[i].error));
        } else {
            assert_true(ok);
            size_t k = 0;
            for (; k < MAX && rows[i].out[k].name; k++) {
                assert_true(k < t.n);
                assert_string_equal(t.v[k].name, rows[i].out[k].name);
                assert_true(t.v[k].start == rows[i].out[k].start);
                assert_true(t.v[k].end == rows[i].out[k].end);
                assert_int_equal(t.v[k].binding, rows[i].out[k].binding);
            }
            assert_int_equal(t.n, k);
        }
        symtab_free(&t);
    }
}

static void test_refs_and_space(void **state)
{
    (void)state;
    struct symtab t = { 0 };
    struct err e = { 0 };
    uint64_t addr = 0;
    struct symbol_input in = { .bytes = { (const uint8_t *)listing, sizeof(listing) - 1 },
                               .object = &kernel };
    assert_true(kallsyms_reader.read(&in, &t, &e));
    assert_true(symtab_ref_addr(&t, "_stext", &addr)); /* although _text won its place */
    assert_true(addr == 0xffffffff81000000);
    assert_int_equal(t.space, SYMTAB_KERNEL);
    symtab_free(&t);
    in.object = &ext4;
    assert_true(kallsyms_reader.read(&in, &t, &e));
    assert_int_equal(t.space, SYMTAB_AVMA);
    symtab_free(&t);
}

static void read_listing(const struct object *o, struct span bytes, struct symtab *t)
{
    struct err e = { 0 };
    const struct symbol_input in = { .bytes = bytes, .object = o };
    assert_true(kallsyms_reader.read(&in, t, &e));
}

static void check_again(const struct symtab *t, const struct object *o, const struct text *written)
{
    struct symtab again = { 0 };
    uint64_t a, b;
    read_listing(o, (struct span){ (const uint8_t *)written->s, written->n }, &again);
    assert_int_equal(again.n, t->n);
    for (size_t i = 0; i < t->n; i++) {
        assert_string_equal(again.v[i].name, t->v[i].name);
        assert_true(again.v[i].start == t->v[i].start && again.v[i].end == t->v[i].end);
        assert_int_equal(again.v[i].binding, t->v[i].binding);
        assert_int_equal(again.v[i].is_object, t->v[i].is_object);
        assert_int_equal(again.v[i].is_module, t->v[i].is_module);
    }
    assert_int_equal(symtab_ref_addr(&again, "_text", &a), symtab_ref_addr(t, "_text", &b));
    assert_true(!symtab_ref_addr(t, "_text", &b) || a == b);
    symtab_free(&again);
}

/* The kernel's table and a module's, each alone and both together, with every subset of the kernel's symbols:
   what is left out leaves holes. */
static void test_written(void **state)
{
    (void)state;
    const struct span bytes = { (const uint8_t *)listing, sizeof(listing) - 1 };
    struct symtab whole = { 0 }, of_module = { 0 };
    read_listing(&kernel, bytes, &whole);
    read_listing(&ext4, bytes, &of_module);
    for (unsigned subset = 1; subset < 1u << whole.n; subset++) {
        struct symtab t = { .space = SYMTAB_KERNEL };
        symtab_note_ref(&t, "_text", whole.ref_addr[SYMTAB_REF_TEXT]);
        for (size_t i = 0; i < whole.n; i++)
            if (subset & 1u << i) {
                const struct symbol *s = &whole.v[i];
                struct symbol *to = symtab_add(&t, s->start, s->end - s->start, s->binding, s->name);
                to->is_object = s->is_object;
            }
        symtab_sort(&t);
        const struct kallsyms_part parts[] = { { &of_module, "[ext4]" }, { &t, NULL } };
        struct text out = { 0 };
        kallsyms_write(parts + 1, 1, &out);
        check_again(&t, &kernel, &out);
        out.n = 0;
        kallsyms_write(parts, 2, &out);
        check_again(&t, &kernel, &out);
        check_again(&of_module, &ext4, &out);
        text_free(&out);
        symtab_free(&t);
    }
    struct text out = { 0 };
    kallsyms_write(&(struct kallsyms_part){ &whole, NULL }, 1, &out);
    assert_string_equal(out.s, "ffffffff81000000 T _stext\n"
                               "ffffffff81000000 T _text\n"
                               "ffffffff81000100 t do_it.part.0\n"
                               "ffffffff81000200 W weak_one\n"
                               "ffffffff81000600 d some_data\n");
    text_free(&out);
    symtab_free(&whole);
    symtab_free(&of_module);
}

/* Names that would be lines or modules of their own. */
static void test_written_names(void **state)
{
    (void)state;
    struct symtab t = { .space = SYMTAB_KERNEL };
    struct text out = { 0 };
    symtab_add(&t, 0x1000, 16, SYMBOL_GLOBAL, "a\n2000 T b\t[c]");
    symtab_seal(&t);
    kallsyms_write(&(struct kallsyms_part){ &t, NULL }, 1, &out);
    assert_string_equal(out.s,
                        "0000000000001000 T a\\x0a2000 T b\\x09[c]\n0000000000001010 t perfolio_end\n");
    text_free(&out);
    symtab_free(&t);
}

static void test_every_cut(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof(listing); n++) {
        struct symtab t = { 0 };
        struct err e = { 0 };
        uint8_t *copy = malloc(n + 1);
        memcpy(copy, listing, n);
        struct symbol_input in = { .bytes = { copy, n }, .object = n % 2 ? &kernel : &ext4 };
        kallsyms_reader.recognise(in.bytes);
        kallsyms_reader.read(&in, &t, &e);
        symtab_free(&t);
        free(copy);
    }
}

/* Listings of several parts: lines go on from one to the next, and the first _text is the one that counts. */
static void test_parts(void **state)
{
    (void)state;
    enum { LINES = 40000, EACH = 16, BASE = 0x81000000 };
    struct text listed = { 0 };
    struct symtab t = { 0 };
    struct kernel_marks m;
    struct err e = { 0 };
    for (unsigned i = 0; i < LINES; i++) {
        text_printf(&listed, "%016x T %s_%u", BASE + i * EACH, i % 3 ? "short" : "a_name_that_is_longer", i);
        if (i == LINES / 2 || i == LINES - 1)
            text_printf(&listed, "\n%016x T _text", BASE + i * EACH);
        text_add(&listed, i + 1 < LINES ? "\n" : "");
    }
    struct symbol_input in = { .bytes = { (const uint8_t *)listed.s, listed.n }, .object = &kernel };
    assert_true(kallsyms_reader.marks(in.bytes, &m, &e));
    assert_int_equal(m.addr[MARK_TEXT], BASE + LINES / 2 * EACH);
    assert_int_equal(m.last_end, symtab_guess_last_end(BASE + (LINES - 1) * EACH));
    assert_true(kallsyms_reader.read(&in, &t, &e));
    assert_int_equal(t.n, LINES);
    for (unsigned i = 0; i < LINES; i++) {
        const char *number = strrchr(t.v[i].name, '_');
        assert_int_equal(t.v[i].start, BASE + i * EACH);
        assert_true(!strcmp(t.v[i].name, "_text") || strtoul(number + 1, NULL, 10) == i);
    }
    assert_int_equal(t.ref_addr[SYMTAB_REF_TEXT], m.addr[MARK_TEXT]);
    text_free(&listed);
    symtab_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_listings),  cmocka_unit_test(test_refs_and_space),
        cmocka_unit_test(test_written),   cmocka_unit_test(test_written_names),
        cmocka_unit_test(test_every_cut), cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
