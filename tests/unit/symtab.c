/* Tables of symbols as added, and what perf's rules leave of them. */
#include "core/resolve/symtab.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { MAX = 8 };

struct row {
    uint64_t start, size;
    enum symbol_binding binding;
    const char *name;
    bool is_module;
};

struct left {
    uint64_t start, end;
    const char *name;
};

static const struct rule {
    const char *what;
    struct row in[MAX];
    struct left out[MAX];
} rules[] = {
    { "a gap ends at the next symbol, the last one a page later",
      { { 0x2100, 0, SYMBOL_GLOBAL, "b", false }, { 0x1000, 0, SYMBOL_GLOBAL, "a", false } },
      { { 0x1000, 0x2100, "a" }, { 0x2100, 0x4000, "b" } } },
    { "sizes stay",
      { { 0x10, 4, SYMBOL_LOCAL, "a", false }, { 0x20, 8, SYMBOL_LOCAL, "b", false } },
      { { 0x10, 0x14, "a" }, { 0x20, 0x28, "b" } } },
    { "between kernel and module the gap stays",
      { { 0x1010, 0, SYMBOL_GLOBAL, "kernel", false }, { 0x900000, 0, SYMBOL_GLOBAL, "module", true } },
      { { 0x1010, 0x3000, "kernel" }, { 0x900000, 0x901000, "module" } } },
    { "of unsized aliases the last one has a size and wins",
      { { 0x1000, 0, SYMBOL_GLOBAL, "long_global", false },
        { 0x1000, 0, SYMBOL_LOCAL, "__l", false },
        { 0x2000, 4, SYMBOL_GLOBAL, "next", false } },
      { { 0x1000, 0x2000, "__l" }, { 0x2000, 0x2004, "next" } } },
    { "not weak",
      { { 8, 4, SYMBOL_WEAK, "w", false }, { 8, 4, SYMBOL_LOCAL, "__l", false } },
      { { 8, 12, "__l" } } },
    { "global",
      { { 8, 4, SYMBOL_LOCAL, "l", false }, { 8, 4, SYMBOL_GLOBAL, "__g", false } },
      { { 8, 12, "__g" } } },
    { "fewer underscores",
      { { 8, 4, SYMBOL_WEAK, "__write", false }, { 8, 4, SYMBOL_WEAK, "write", false } },
      { { 8, 12, "write" } } },
    { "the longer",
      { { 8, 4, SYMBOL_WEAK, "open", false }, { 8, 4, SYMBOL_WEAK, "open64", false } },
      { { 8, 12, "open64" } } },
    { "the first",
      { { 8, 4, SYMBOL_WEAK, "aaa", false }, { 8, 4, SYMBOL_WEAK, "bbb", false } },
      { { 8, 12, "aaa" } } },
    { "but not SyS_",
      { { 8, 4, SYMBOL_GLOBAL, "SyS_ab", false }, { 8, 4, SYMBOL_GLOBAL, "sys_ab", false } },
      { { 8, 12, "sys_ab" } } },
    { "the winner meets the next",
      { { 8, 4, SYMBOL_WEAK, "wwwww", false },
        { 8, 4, SYMBOL_GLOBAL, "gg", false },
        { 8, 4, SYMBOL_GLOBAL, "g", false } },
      { { 8, 12, "gg" } } },
    { "names count as they are shown",
      { { 8, 4, SYMBOL_GLOBAL, "_c", false }, { 8, 4, SYMBOL_GLOBAL, "_Zx", false } },
      { { 8, 12, "_Zx" } } },
    { "ends do not wrap",
      { { UINT64_MAX - 4, 100, SYMBOL_GLOBAL, "a", false },
        { UINT64_MAX - 1, 0, SYMBOL_GLOBAL, "b", false } },
      { { UINT64_MAX - 4, UINT64_MAX, "a" }, { UINT64_MAX - 1, UINT64_MAX, "b" } } },
};

static char *plain(const char *name)
{
    return strncmp(name, "_Z", 2) ? NULL : mem_copy("y", 1);
}

static void test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
        const struct rule *r = &rules[i];
        struct symtab t = { .demangle = plain };
        size_t n = 0;
        for (const struct row *row = r->in; row->name && row < r->in + MAX; row++)
            symtab_add(&t, row->start, row->size, row->binding, row->name)->is_module = row->is_module;
        symtab_seal(&t);
        while (n < MAX && r->out[n].name)
            n++;
        print_message("%s\n", r->what);
        assert_int_equal(t.n, n);
        for (size_t k = 0; k < n; k++) {
            assert_string_equal(t.v[k].name, r->out[k].name);
            assert_true(t.v[k].start == r->out[k].start && t.v[k].end == r->out[k].end);
        }
        symtab_free(&t);
    }
}

/* What gives way to an alias is kept when that is asked for, and by which rule it does. */
static void test_losers(void **state)
{
    (void)state;
    static const struct {
        struct row winner, loser;
        enum alias_rule rule;
    } rows[] = {
        { { 8, 4, SYMBOL_LOCAL, "sized", false }, { 8, 0, SYMBOL_GLOBAL, "empty", false }, ALIAS_SIZED },
        { { 8, 4, SYMBOL_LOCAL, "_l", false }, { 8, 4, SYMBOL_WEAK, "weak", false }, ALIAS_NOT_WEAK },
        { { 8, 4, SYMBOL_GLOBAL, "_g", false }, { 8, 4, SYMBOL_LOCAL, "local", false }, ALIAS_GLOBAL },
        { { 8, 4, SYMBOL_GLOBAL, "_a", false }, { 8, 4, SYMBOL_GLOBAL, "__aa", false }, ALIAS_UNDERSCORES },
        { { 8, 4, SYMBOL_GLOBAL, "open64", false }, { 8, 4, SYMBOL_GLOBAL, "open", false }, ALIAS_LONGER },
        { { 8, 4, SYMBOL_GLOBAL, "sys_ab", false }, { 8, 4, SYMBOL_GLOBAL, "SyS_ab", false }, ALIAS_FIRST },
    };
    for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(*rows); i++) {
        const struct row *first = i % 2 ? &rows[i / 2].winner : &rows[i / 2].loser;
        const struct row *second = i % 2 ? &rows[i / 2].loser : &rows[i / 2].winner;
        struct symtab t = { .keep_losers = true };
        symtab_add(&t, first->start, first->size, first->binding, first->name);
        symtab_add(&t, second->start, second->size, second->binding, second->name);
        symtab_add(&t, 8, 0, SYMBOL_WEAK, "_"); /* fills the gap of none */
        symtab_seal(&t);
        assert_int_equal(t.n, 1);
        assert_int_equal(t.nlosers, 2);
        assert_string_equal(t.v[0].name, rows[i / 2].winner.name);
        for (size_t k = 0; k < 2; k++)
            if (!strcmp(t.losers[k].name, rows[i / 2].loser.name))
                assert_int_equal(symtab_alias_rule(&t, &t.v[0], &t.losers[k]), rows[i / 2].rule);
        symtab_free(&t);
    }
    for (enum alias_rule r = 0; r < ALIAS_RULES; r++)
        assert_non_null(symtab_alias_rule_text(r));
}

/* A label inside of a function names nothing, be the function known only after it; a function without a size does. */
static void test_inner_labels(void **state)
{
    (void)state;
    static const struct left left[] = {
        { 0x100, 0x180, "f" }, { 0x130, 0x180, "entry" }, { 0x180, 0x200, "behind" }, { 0x200, 0x210, "late" }
    };
    struct symtab t = { .keep_losers = true };
    symtab_add(&t, 0x100, 0x80, SYMBOL_LOCAL, "f");
    symtab_add(&t, 0x100, 0, SYMBOL_LOCAL, "_at_start")->is_label = true;
    symtab_add(&t, 0x120, 0, SYMBOL_GLOBAL, "inside")->is_label = true;
    symtab_add(&t, 0x130, 0, SYMBOL_LOCAL, "entry");
    symtab_add(&t, 0x180, 0, SYMBOL_LOCAL, "behind")->is_label = true;
    symtab_add(&t, 0x208, 0, SYMBOL_LOCAL, "inside_late")->is_label = true;
    symtab_seal(&t);
    symtab_add(&t, 0x200, 0x10, SYMBOL_GLOBAL, "late"); /* of another table of the file */
    symtab_seal(&t);
    assert_int_equal(t.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(t.v[i].name, left[i].name);
        assert_true(t.v[i].start == left[i].start && (t.v[i].end == left[i].end || i == 2));
    }
    assert_int_equal(t.nlosers, 3);
    symtab_free(&t);
}

/* A label at the first byte of a function names nothing either, on whichever side of it the table has the label, and in
   whichever of a file's tables: OCaml's camlBar__code_begin. Of a function without a size it is an alias. */
static void test_label_at_start(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        struct symtab t = { .keep_losers = true };
        for (int part = 0; part < 2; part++) {
            if (part == way % 2)
                symtab_add(&t, 0x100, 0, SYMBOL_GLOBAL, "unit_code_begin")->is_label = true;
            else
                symtab_add(&t, 0x100, 10, SYMBOL_GLOBAL, "f");
            if (way / 2)
                symtab_seal(&t);
        }
        symtab_add(&t, 0x200, 0, SYMBOL_LOCAL, "unsized");
        symtab_add(&t, 0x200, 0, SYMBOL_LOCAL, "alias")->is_label = true;
        symtab_seal(&t);
        assert_int_equal(t.n, 2);
        assert_string_equal(t.v[0].name, "f");
        assert_int_equal(t.v[0].end, 0x10a);
        assert_string_equal(t.v[1].name, "alias");
        assert_int_equal(t.nlosers, 2);
        symtab_free(&t);
    }
}

/* Code of no symbol ends one whose end is a guess, and no other. */
static void test_cut(void **state)
{
    static const uint64_t places[] = { 0x100, 0x180, 0x190, 0x250, 0x350 };
    (void)state;
    struct symtab t = { 0 };
    symtab_add(&t, 0x100, 0, SYMBOL_LOCAL, "_init");
    symtab_add(&t, 0x200, 0x80, SYMBOL_GLOBAL, "sized");
    symtab_add(&t, 0x300, 0, SYMBOL_GLOBAL, "last");
    symtab_seal(&t);
    symtab_cut_guessed_ends(&t, places, 5);
    assert_int_equal(t.v[0].end, 0x180);
    assert_int_equal(t.v[1].end, 0x280);
    assert_int_equal(t.v[2].end, 0x350);
    symtab_free(&t);
}

static void test_find(void **state)
{
    (void)state;
    struct symtab t = { 0 };
    symtab_add(&t, 0x100, 0x100, SYMBOL_GLOBAL, "outer");
    symtab_add(&t, 0x120, 0x10, SYMBOL_GLOBAL, "inner");
    symtab_add(&t, 0x140, 0x20, SYMBOL_GLOBAL, "second");
    symtab_add(&t, 0x300, 0x10, SYMBOL_GLOBAL, "far");
    symtab_seal(&t);
    symtab_add(&t, 0x400, 0, SYMBOL_GLOBAL, "empty");
    symtab_add(&t, 0x300, 0x8, SYMBOL_GLOBAL, "slot")->is_plt = true;
    symtab_sort(&t);

    static const struct {
        uint64_t addr;
        const char *name;
    } rows[] = {
        { 0xff, NULL },     { 0x100, "outer" }, { 0x11f, "outer" },  { 0x120, "inner" },
        { 0x12f, "inner" }, { 0x130, "outer" }, { 0x15f, "second" }, { 0x160, "outer" },
        { 0x1ff, "outer" }, { 0x200, NULL },    { 0x300, "slot" },   { 0x308, "far" },
        { 0x310, NULL },    { 0x400, "empty" }, { 0x401, NULL },     { UINT64_MAX, NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct symbol *s = symtab_find(&t, rows[i].addr);
        assert_string_equal(s ? s->name : "", rows[i].name ? rows[i].name : "");
    }
    struct text name = { 0 };
    symtab_symbol_name(t.demangle, symtab_find(&t, 0x300), &name);
    assert_string_equal(name.s, "slot@plt");
    text_free(&name);
    symtab_free(&t);
    assert_null(symtab_find(&t, 0));
}

static void test_refs(void **state)
{
    (void)state;
    struct symtab t = { 0 };
    uint64_t addr;
    symtab_note_ref(&t, "_stext", 5);
    symtab_note_ref(&t, "_stext", 6);
    symtab_note_ref(&t, "_start", 7);
    assert_true(symtab_ref_addr(&t, "_stext", &addr));
    assert_int_equal(addr, 5);
    assert_false(symtab_ref_addr(&t, "_text", &addr));
    assert_false(symtab_ref_addr(&t, "_start", &addr));
    symtab_free(&t);
}

/* The sort against the definition: ascending, and equal starts in the order of arrival. */
static void test_sort_is_stable(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct symtab t = { 0 };
    uint32_t x = 12345;
    for (uintptr_t i = 0; i < N; i++) {
        x = x * 1664525 + 1013904223;
        uint64_t start = x >> 20;
        symtab_add(&t, start, i + 1, SYMBOL_LOCAL, "n");
    }
    symtab_sort(&t);
    assert_int_equal(t.n, N);
    for (size_t i = 1; i < N; i++) {
        uint64_t a = t.v[i - 1].end - t.v[i - 1].start, b = t.v[i].end - t.v[i].start;
        assert_true(t.v[i - 1].start < t.v[i].start || (t.v[i - 1].start == t.v[i].start && a < b));
    }
    symtab_free(&t);
}

/* Against a picture: what was painted last on a byte shows. */
static void test_latest(void **state)
{
    (void)state;
    enum { BYTES = 64, N = 12 };
    uint32_t x = 99;
    for (int round = 0; round < 2000; round++) {
        struct symtab t = { 0 };
        int last[BYTES];
        memset(last, -1, sizeof(last));
        for (int i = 0; i < N; i++) {
            static const char *const names[N] = {
                "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"
            };
            x = x * 1664525 + 1013904223;
            uint64_t start = x >> 16 & 31, size = 1 + (x >> 24 & 15);
            symtab_add(&t, start, size, SYMBOL_LOCAL, names[i]);
            for (uint64_t k = start; k < start + size; k++)
                last[k] = i;
        }
        symtab_flatten_by_time(&t);
        for (int k = 0; k < BYTES; k++) {
            const struct symbol *s = symtab_find(&t, (uint64_t)k);
            assert_int_equal(s ? s->name[0] - 'a' : -1, last[k]);
        }
        symtab_free(&t);
    }
}

/* A kernel's names are plain, unless it is asked for that they be not (--demangle-kernel). */
static void test_demangle(void **state)
{
    (void)state;
    struct symtab t = { .keep_losers = true };
    struct text name = { 0 };
    symtab_add(&t, 0x100, 0x10, SYMBOL_GLOBAL, "_Z1fv");
    symtab_sort(&t);
    symtab_set_demangler(&t, NULL);
    symtab_symbol_name(plain, t.v, &name);
    assert_string_equal(name.s, "_Z1fv");
    symtab_set_demangler(&t, plain);
    name.n = 0;
    symtab_symbol_name(plain, t.v, &name);
    assert_string_not_equal(name.s, "_Z1fv");
    name.n = 0;
    symtab_symbol_name(NULL, t.v, &name); /* --no-demangle */
    assert_string_equal(name.s, "_Z1fv");
    text_free(&name);
    symtab_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_losers),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_refs),
        cmocka_unit_test(test_latest),
        cmocka_unit_test(test_sort_is_stable),
        cmocka_unit_test(test_demangle),
        cmocka_unit_test(test_inner_labels),
        cmocka_unit_test(test_label_at_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
