/* Memory that fails ends what is within a boundary, wherever it fails, and what is to be undone is. */
#include "core/base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/cur.h"

static void no_memory(void)
{
    mem_must(NULL, 3, 5);
}

static void assert_failed(const struct err *e)
{
    assert_int_equal(e->kind, ERR_MEMORY);
    assert_string_equal(e->msg, "out of memory (3 x 5 bytes wanted)");
}

/* What was undone, a letter each. */
struct letters {
    char s[8];
};

struct letter {
    struct letters *to;
    char c;
    struct mem_undo undo;
};

static void write_letter(void *arg)
{
    const struct letter *l = arg;
    l->to->s[strlen(l->to->s)] = l->c;
}

static void begin(struct letter *l, struct letters *to, char c)
{
    *l = (struct letter){ .to = to, .c = c };
    mem_undo_add(&l->undo, write_letter, l);
}

enum how { WHOLE, FAILS, INNER_FAILS, INNER_FAILS_ON };

struct case_of {
    enum how how;
    bool whole;
    const char *undone;
    struct letters letters;
};

static void work_inside(void *arg)
{
    struct case_of *r = arg;
    struct letter d;
    begin(&d, &r->letters, 'd');
    if (r->how >= INNER_FAILS)
        no_memory();
    mem_undo_drop(&d.undo);
}

static void work(void *arg)
{
    struct case_of *r = arg;
    struct err e = { 0 };
    struct letter a, b, c;
    begin(&a, &r->letters, 'a');
    begin(&b, &r->letters, 'b');
    begin(&c, &r->letters, 'c');
    mem_undo_drop(&b.undo);
    assert_int_equal(mem_within(work_inside, r, &e), r->how < INNER_FAILS);
    if (r->how >= INNER_FAILS)
        assert_failed(&e);
    if (r->how == INNER_FAILS_ON)
        mem_fail(&e);
    if (r->how == FAILS)
        no_memory();
    mem_undo_drop(&c.undo);
    mem_undo_drop(&a.undo);
}

static void test_boundaries(void **state)
{
    (void)state;
    static const struct case_of cases[] = {
        { WHOLE, true, "", { "" } },
        { FAILS, false, "ca", { "" } },
        { INNER_FAILS, true, "d", { "" } },
        { INNER_FAILS_ON, false, "dca", { "" } },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct case_of r = cases[i];
        struct err e = { 0 };
        assert_int_equal(mem_within(work, &r, &e), r.whole);
        if (r.whole)
            assert_int_equal(e.kind, ERR_NONE);
        else
            assert_failed(&e);
        assert_string_equal(r.letters.s, r.undone);
    }
}

/* An array that cannot grow is as it was. */
struct array {
    char *v;
    size_t n, cap;
};

static void grow(void *arg)
{
    struct array *a = arg;
    a->v = mem_room(a->v, a->n, &a->cap, SIZE_MAX / 8);
}

static void test_room(void **state)
{
    (void)state;
    char one;
    struct array a = { &one, 3, 3 };
    struct err e = { 0 };
    assert_false(mem_within(grow, &a, &e));
    assert_int_equal(e.kind, ERR_MEMORY);
    assert_ptr_equal(a.v, &one);
    assert_int_equal(a.cap, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boundaries),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
