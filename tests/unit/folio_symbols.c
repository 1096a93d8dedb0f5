/* Tables of symbols as a folio keeps them: whatever samples touch of them, what is read is what was written,
 * in its order; what is damaged is told from it. */
#include "archive/folio/folio_symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { MOST = 10 };

static const struct table {
    const char *what;
    struct row {
        uint64_t start, size;
        const char *name;
        enum symbol_binding binding;
        bool slot; /* of the PLT: added behind the seal */
        bool object, module;
    } rows[MOST];
} tables[] = {
    { "nothing", { { 0 } } },
    { "one", { { 0x1000, 16, "one", SYMBOL_GLOBAL, false, false, false } } },
    { "one without a name", { { 0x1000, 16, "", SYMBOL_LOCAL, false, false, false } } },
    { "every binding, functions and data",
      { { 0x1000, 16, "local", SYMBOL_LOCAL, false, false, false },
        { 0x1010, 16, "global", SYMBOL_GLOBAL, false, false, false },
        { 0x1020, 16, "weak", SYMBOL_WEAK, false, false, false },
        { 0x2000, 8, "data", SYMBOL_LOCAL, false, true, false },
        { 0x2008, 8, "global_data", SYMBOL_GLOBAL, false, true, false } } },
    { "without sizes, and the last one's end is a guess",
      { { 0x1000, 0, "a", SYMBOL_GLOBAL, false, false, false },
        { 0x1234, 0, "b", SYMBOL_LOCAL, false, false, false },
        { 0x9000, 0, "c", SYMBOL_WEAK, false, false, false } } },
    { "the ends of the numbers",
      { { 0, 0, "first", SYMBOL_GLOBAL, false, false, false },
        { 0, UINT64_MAX, "all", SYMBOL_LOCAL, false, false, false },
        { 1, UINT64_MAX - 1, "all_but_one", SYMBOL_LOCAL, false, false, false },
        { UINT64_C(1) << 63, UINT64_C(1) << 62, "half", SYMBOL_LOCAL, false, false, false },
        { UINT64_MAX - 1, 1, "before_last", SYMBOL_LOCAL, false, false, false },
        { UINT64_MAX, 0, "last", SYMBOL_GLOBAL, false, false, false } } },
    { "in each other",
      { { 0x1000, 0x1000, "outer", SYMBOL_GLOBAL, false, false, false },
        { 0x1100, 0x100, "inner", SYMBOL_GLOBAL, false, false, false },
        { 0x1110, 0x10, "innermost", SYMBOL_LOCAL, false, false, false },
        { 0x1180, 0x800, "across", SYMBOL_LOCAL, false, false, false } } },
    { "slots of the PLT, two where symbols are, one where a guess was, one nameless",
      { { 0x1000, 0x10, "at_slot", SYMBOL_GLOBAL, false, false, false },
        { 0x1020, 0x40, "over_slot", SYMBOL_LOCAL, false, false, false },
        { 0x1080, 0, "guess", SYMBOL_LOCAL, false, false, false },
        { 0x1000, 0x10, "puts", SYMBOL_GLOBAL, true, false, false },
        { 0x1020, 0x10, "write", SYMBOL_GLOBAL, true, false, false },
        { 0x1030, 0x10, "", SYMBOL_GLOBAL, true, false, false },
        { 0x1090, 0x10, "read", SYMBOL_GLOBAL, true, false, false } } },
    { "the kernel's and its modules'",
      { { 0xffffffff81000000, 0, "_text", SYMBOL_GLOBAL, false, false, false },
        { 0xffffffff81000040, 0, "start", SYMBOL_LOCAL, false, false, false },
        { 0xffffffff82000000, 0, "table", SYMBOL_LOCAL, false, true, false },
        { 0xffffffffa0000000, 0, "init", SYMBOL_LOCAL, false, false, true },
        { 0xffffffffa0000100, 0, "state", SYMBOL_GLOBAL, false, true, true } } },
    { "alike, and the ends of others",
      { { 0x10, 4, "vprintf", SYMBOL_LOCAL, false, false, false },
        { 0x20, 4, "printf", SYMBOL_LOCAL, false, false, false },
        { 0x30, 4, "printf", SYMBOL_LOCAL, false, false, false },
        { 0x40, 4, "f", SYMBOL_LOCAL, false, false, false },
        { 0x50, 4, "\xc3\xbc \n", SYMBOL_LOCAL, false, false, false } } },
};
enum { TABLES = sizeof(tables) / sizeof(*tables) };

static struct symtab make(const struct table *made)
{
    struct symtab t = { 0 };
    for (int slots = 0; slots < 2; slots++) {
        for (const struct row *r = made->rows; r->name; r++) {
            if (r->slot != slots)
                continue;
            struct symbol *s = symtab_add(&t, r->start, r->size, r->binding, r->name);
            s->is_plt = r->slot;
            s->is_object = r->object;
            s->is_module = r->module;
        }
        if (slots)
            symtab_sort(&t);
        else
            symtab_seal(&t);
    }
    return t;
}

static void same(const struct symtab *a, const struct symtab *b, const char *what)
{
    if (a->n != b->n)
        fail_msg("%s: %zu symbols, and %zu", what, a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        const struct symbol *x = &a->v[i], *y = &b->v[i];
        if (x->start != y->start || x->end != y->end || strcmp(x->name, y->name) ||
            x->binding != y->binding || x->is_guess != y->is_guess || x->is_plt != y->is_plt ||
            x->is_object != y->is_object || x->is_module != y->is_module || x->outer != y->outer)
            fail_msg("%s: symbol %zu, %s, is another: %s", what, i, x->name, y->name);
    }
}

/* What a table is written as. */
struct written {
    struct text symtab, rest;
    struct strings *strings;
    uint32_t info;
};

static struct written put(const struct symtab *t, const uint8_t *touched)
{
    struct written w = { .strings = strings_new() };
    struct err e = { 0 };
    for (size_t i = 0; i < t->n; i++)
        if (folio_symbols_is_reachable(touched, i))
            strings_add(w.strings, t->v[i].name);
    assert_true(strings_seal(w.strings, UINT32_MAX, &e));
    w.info = folio_put_symtab(t, touched, w.strings, &w.symtab);
    folio_put_rest(t, touched, &w.rest);
    return w;
}

static void drop(struct written *w)
{
    text_free(&w->symtab);
    text_free(&w->rest);
    strings_free(w->strings);
}

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

static void test_round_trip(void **state)
{
    (void)state;
    for (size_t k = 0; k < TABLES; k++) {
        struct symtab t = make(&tables[k]);
        for (unsigned bits = 0; bits < 1U << t.n; bits++) { /* whatever is touched */
            const uint8_t touched[2] = { (uint8_t)bits, (uint8_t)(bits >> 8) };
            struct written w = put(&t, touched);
            struct symtab back = { 0 };
            struct err e = { 0 };
            assert_int_equal(w.symtab.n % FOLIO_SYM_BYTES, 0);
            for (size_t i = 1; i < w.symtab.n / FOLIO_SYM_BYTES;
                 i++) /* sh_info: the first that is not local */
                assert_int_equal((uint8_t)w.symtab.s[i * FOLIO_SYM_BYTES + 4] >> 4 != SYMBOL_LOCAL,
                                 i >= w.info);
            assert_true(folio_take_symtab(span_of(&w.symtab), strings_bytes(w.strings), &back, &e));
            assert_true(folio_take_rest(span_of(&w.rest), &back, &e));
            folio_sort_symbols(&back);
            same(&t, &back, tables[k].what);
            symtab_free(&back);
            drop(&w);
        }
        struct text all = { 0 };
        struct symtab back = { 0 };
        struct err e = { 0 };
        folio_put_rest(&t, NULL, &all);
        assert_true(folio_take_rest(span_of(&all), &back, &e));
        folio_sort_symbols(&back);
        same(&t, &back, tables[k].what);
        text_free(&all);
        symtab_free(&back);
        symtab_free(&t);
    }
}

/* As bytes, which every host writes. */
static void test_bytes(void **state)
{
    (void)state;
    static const uint8_t symtab[] = {
        0, 0, 0, 0, 0,    0,    0,    0,    0,    0,    0, 0,
        0, 0, 0, 0, 0,    0,    0,    0,    0,    0,    0, 0, /* the null symbol */
        1, 0, 0, 0, 0x12, 0x80, 0xf1, 0xff, 0x90, 0x10, 0, 0,
        0, 0, 0, 0, 16,   0,    0,    0,    0,    0,    0, 0 /* read@plt */
    };
    static const char rest[] = "\6"                       /* as many */
                               "\x80\x20\0\x20\0\x10\x50" /* start, from one to the next */
                               "\x20\x1f\x80\1\0\x7f\x20" /* end, from where the next one starts */
                               "\x12\x12\x02\x12\x12\x02" /* st_info */
                               "\0\x80\0\x80\x80\x40"     /* flags */
                               "at_slot\0puts\0over_slot\0write\0\0guess";
    struct symtab t = make(&tables[7]);
    const uint8_t touched = 0x40;
    assert_int_equal(t.n, 7);
    struct written w = put(&t, &touched);
    assert_int_equal(w.symtab.n, sizeof(symtab));
    assert_memory_equal(w.symtab.s, symtab, sizeof(symtab));
    assert_int_equal(w.info, 1);
    assert_int_equal(w.rest.n, sizeof(rest));
    assert_memory_equal(w.rest.s, rest, sizeof(rest));
    drop(&w);
    symtab_free(&t);
}

/* Bytes at the very end of what may be read. */
static bool take(struct span symtab, struct span strings, struct span rest, struct symtab *t)
{
    struct err e = { 0 };
    struct span copies[3] = { symtab, strings, rest };
    for (int i = 0; i < 3; i++) {
        uint8_t *p = malloc(copies[i].n);
        if (copies[i].n)
            memcpy(p, copies[i].p, copies[i].n);
        copies[i].p = p;
    }
    bool ok = folio_take_symtab(copies[0], copies[1], t, &e) && folio_take_rest(copies[2], t, &e);
    free((void *)(uintptr_t)copies[0].p);
    free((void *)(uintptr_t)copies[2].p);
    assert_int_equal(ok, e.kind == ERR_NONE);
    if (ok)
        folio_sort_symbols(t);
    for (size_t i = 0; ok && i < t->n; i++) { /* a table as good as any */
        assert_true(t->v[i].start <= t->v[i].end);
        assert_true(!i || t->v[i - 1].start <= t->v[i].start);
        assert_true(strlen(t->v[i].name) <= strings.n + rest.n);
        symtab_find(t, t->v[i].start);
        symtab_find(t, t->v[i].end);
    }
    free((void *)(uintptr_t)copies[1].p);
    return ok;
}

static void test_damage(void **state)
{
    (void)state;
    for (size_t k = 0; k < TABLES; k++) {
        struct symtab t = make(&tables[k]);
        for (unsigned bits = 0; bits < 2; bits++) {
            const uint8_t half = bits ? 0x55 : 0xaa, touched[2] = { half, half };
            struct written w = put(&t, touched);
            struct span parts[3] = { span_of(&w.symtab), strings_bytes(w.strings), span_of(&w.rest) };
            for (int i = 0; i < 3; i++) {
                struct span whole = parts[i];
                uint8_t *copy = (uint8_t *)mem_copy(whole.p, whole.n);
                struct symtab back = { 0 };
                for (parts[i].n = 0; parts[i].n < whole.n; parts[i].n++) {
                    bool entries = i == 0 && parts[i].n && parts[i].n % FOLIO_SYM_BYTES == 0;
                    assert_true(!take(parts[0], parts[1], parts[2], &back) || entries || i == 1);
                    symtab_free(&back);
                }
                parts[i] = (struct span){ copy, whole.n };
                for (size_t at = 0; at < whole.n; at++)
                    for (int bit = 0; bit < 9; bit++) { /* 8: all of them */
                        copy[at] ^= (uint8_t)(bit < 8 ? 1 << bit : 0xff);
                        take(parts[0], parts[1], parts[2], &back);
                        symtab_free(&back);
                        copy[at] ^= (uint8_t)(bit < 8 ? 1 << bit : 0xff);
                    }
                parts[i] = whole;
                free(copy);
            }
            drop(&w);
        }
        symtab_free(&t);
    }
}

/* Columns by hand: {how many; starts; ends; st_info; flags; names}. */
static void test_columns(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct span bytes;
        bool ok;
    } rows[] = {
        { "none", { (const uint8_t *)"\0", 1 }, true },
        { "nothing at all", { (const uint8_t *)"", 0 }, false },
        { "one of no size", { (const uint8_t *)"\1\5\0\2\0a\0", 7 }, true },
        { "one without a name", { (const uint8_t *)"\1\5\0\2\0\0", 6 }, true },
        { "no name at all", { (const uint8_t *)"\1\5\0\2\0", 5 }, false },
        { "a name without an end", { (const uint8_t *)"\1\5\0\2\0a", 6 }, false },
        { "two, one name", { (const uint8_t *)"\2\5\1\0\0\2\2\0\0a\0", 11 }, false },
        { "as many as no file has",
          { (const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\xff\xff\1a", 11 },
          false },
        { "a number of 65 bits",
          { (const uint8_t *)"\xff\xff\xff\xff\xff\xff\xff\xff\xff\2a\0", 12 },
          false },
        { "up to the end of all addresses",
          { (const uint8_t *)"\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\0\2\0a\0", 16 },
          true },
        { "beyond it",
          { (const uint8_t *)"\2\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\1\0\0\2\2\0\0a\0b\0", 22 },
          false },
        { "an end before its start", { (const uint8_t *)"\1\5\1\2\0a\0", 7 }, false },
        { "an end beyond all addresses",
          { (const uint8_t *)"\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\2\2\0a\0", 16 },
          false },
        { "an unknown binding", { (const uint8_t *)"\1\5\0\x32\0a\0", 7 }, false },
        { "none, and something behind them", { (const uint8_t *)"\0a\0", 3 }, false },
        { "more names than symbols", { (const uint8_t *)"\1\5\0\2\0a\0b\0", 9 }, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct symtab t = { 0 };
        struct err e = { 0 };
        uint8_t *copy = malloc(rows[i].bytes.n + !rows[i].bytes.n);
        memcpy(copy, rows[i].bytes.p, rows[i].bytes.n);
        if (folio_take_rest((struct span){ copy, rows[i].bytes.n }, &t, &e) != rows[i].ok)
            fail_msg("%s", rows[i].what);
        assert_int_equal(e.kind, rows[i].ok ? ERR_NONE : ERR_FORMAT);
        symtab_free(&t);
        free(copy);
    }
}

/* Enough of them for numbers of every length, and for the index of a table. */
static void test_many(void **state)
{
    (void)state;
    enum { N = 5000 };
    struct symtab t = { 0 }, back = { 0 };
    struct err e = { 0 };
    uint8_t touched[N / 8 + 1] = { 0 };
    uint64_t at = 0;
    for (uint64_t i = 0; i < N; i++) {
        char name[32];
        uint64_t random = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        at += random >> 32 >> (i % 31);
        snprintf(name, sizeof(name), "f%llu", (unsigned long long)(random >> (63 - i % 60)));
        struct symbol *s = symtab_add(&t, at, random >> 8 >> (random % 56),
                                      (enum symbol_binding)(random >> 3) % 3,
                                      arena_text(&t.arena, name, strlen(name)));
        s->is_object = random >> 5 & 1;
        touched[i / 8] |= (uint8_t)((random >> 7 & 1) << i % 8);
    }
    symtab_seal(&t);
    struct written w = put(&t, touched);
    assert_true(folio_take_symtab(span_of(&w.symtab), strings_bytes(w.strings), &back, &e));
    assert_true(folio_take_rest(span_of(&w.rest), &back, &e));
    folio_sort_symbols(&back);
    same(&t, &back, "many");
    for (size_t i = 0; i < t.n; i++) {
        const struct symbol *a = symtab_find(&t, t.v[i].end), *b = symtab_find(&back, t.v[i].end);
        assert_int_equal(a ? a - t.v : -1, b ? b - back.v : -1);
    }
    symtab_free(&back);
    symtab_free(&t);
    drop(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_bytes), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_columns),    cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
