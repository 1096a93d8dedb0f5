/* match: parts that have most in common are one, none twice; and calls that were inlined, by function and level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/annotate/match/match.h"

static void test_votes(void **state)
{
    /* both: 0-0 1-1 2-2 3-3; row 4 is of the first alone, row 4' of the second alone */
    static const uint32_t old[] = { 0, 0, 1, 1, 2 }, new[] = { 1, 1, 1, 0, 2 };
    struct align_line lines[] = {
        { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, ALIGN_NONE }, { ALIGN_NONE, 4 }
    };
    const struct alignment al = { .v = lines, .n = 6 };
    struct match_votes votes = { 0 };
    struct match m;
    (void)state;
    match_init(&m, 3, 3);
    match_vote_rows(&votes, &al, (const uint32_t *const[]){ old, new });
    match_by_votes(&m, &votes, NULL, NULL);
    assert_int_equal(m.of[0][0], 1); /* two in common; 1 and 1 have one, and so have 1 and 0 */
    assert_int_equal(m.of[0][1], 0);
    assert_int_equal(m.of[1][1], 0);
    assert_int_equal(m.of[1][0], 1);
    assert_true(m.of[0][2] == MATCH_NONE && m.of[1][2] == MATCH_NONE);
    assert_true(match_are_unpaired(&m, 2, 2));
    assert_false(match_are_unpaired(&m, 2, 1));
    free(votes.v);
    match_free(&m);
}

/* Rows of which each lies in calls of functions, the outermost first: "f:12 g:3"; "": in none. */
struct made {
    struct line_frame frames[8][4];
    struct listing_row rows[8];
    struct listing l;
    struct inlined_tree tree;
};

static void make(struct made *m, const char *const *calls, size_t n)
{
    static const struct weights none = { .n = 0 };
    *m = (struct made){ .l = { .n = n } };
    m->l.rows = m->rows;
    for (size_t i = 0; i < n; i++) {
        struct line_frame stack[4] = { { .function = "outer" } }, *f = m->frames[i];
        size_t depth = 0;
        for (const char *s = calls[i]; *s; s += strcspn(s, " "), s += *s == ' ') {
            static const char *const names[] = { "f", "g" };
            stack[depth].line = (uint32_t)atoi(s + 2);
            stack[++depth] = (struct line_frame){ .function = names[*s == 'g'] };
        }
        for (size_t k = 0; k <= depth; k++)
            f[k] = stack[depth - k];
        m->rows[i] = (struct listing_row){ .frames = f, .nframes = depth + 1 };
    }
    inlined_make(&m->tree, &m->l, &none, 0, 1);
}

static void test_inlined(void **state)
{
    /* f at 10 and 20 of the old are f at 11 and 20 of the new, by their instructions; in the first g, too. What was
       inlined at 30 has nothing in common with the other f but its name. */
    static const char *const old[] = { "f:10", "f:10 g:1", "f:20", "f:30", "" }, *const new[] = {
        "f:11", "f:11 g:2", "f:20", "f:40", "g:5"
    };
    struct align_line lines[] = {
        { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, ALIGN_NONE }, { ALIGN_NONE, 3 }, { 4, 4 }
    };
    const struct alignment al = { .v = lines, .n = 6 };
    struct made a, b;
    struct match m;
    (void)state;
    make(&a, old, 5);
    make(&b, new, 5);
    match_inlined(&m, (const struct inlined_tree *const[]){ &a.tree, &b.tree }, &al);
    assert_int_equal(m.of[0][0], 0);
    for (size_t row = 0; row < 4; row++)
        assert_int_equal(m.of[0][a.tree.of[row]], b.tree.of[row]);
    assert_int_equal(m.of[0][a.tree.of[4]], 0);
    assert_int_equal(m.of[1][b.tree.of[4]], MATCH_NONE); /* no g is called there by the old */
    uint32_t *at = match_inlined_ancestors(&a.tree, 1);
    assert_int_equal(at[a.tree.of[1]], a.tree.of[0]);
    assert_int_equal(at[0], MATCH_NONE);
    free(at);
    match_free(&m);
    inlined_free(&a.tree);
    inlined_free(&b.tree);
}

/* Which row's call of the new is a row's call of the old; -1: none. */
static void assert_rest(const char *const *old, size_t nold, const char *const *new, size_t nnew,
                        const struct alignment *al, const int *expected)
{
    struct made a, b;
    struct match m;
    make(&a, old, nold);
    make(&b, new, nnew);
    match_inlined(&m, (const struct inlined_tree *const[]){ &a.tree, &b.tree }, al);
    for (size_t row = 0; row < nold; row++)
        assert_int_equal(m.of[0][a.tree.of[row]], expected[row] < 0 ? MATCH_NONE : b.tree.of[expected[row]]);
    match_free(&m);
    inlined_free(&a.tree);
    inlined_free(&b.tree);
}

static void test_inlined_rest(void **state)
{
    /* no instruction in common: by the lines of the calls, each function in its caller; an f of the old is too many */
    static const char *const old[] = { "f:30", "f:10", "g:5", "f:20", "f:10 g:7", "f:20 g:8", "g:5 f:1" },
                             *const new[] = { "g:9", "f:25", "f:12", "f:25 g:3", "g:9 g:1", "f:12 g:6" };
    const struct alignment none = { .n = 0 };
    (void)state;
    assert_rest(old, 7, new, 6, &none, (const int[]){ -1, 2, 0, 1, 5, 3, -1 });

    /* an instruction in a call's call that is in the call itself of the other speaks for the call */
    static const char *const deep[] = { "f:10", "f:20 g:1 g:2", "f:20" }, *const flat[] = { "f:10", "f:20" };
    struct align_line lines[] = { { 1, 0 } }, back[] = { { 0, 1 } };
    const struct alignment to = { .v = lines, .n = 1 }, from = { .v = back, .n = 1 };
    assert_rest(deep, 3, flat, 2, &to, (const int[]){ 1, -1, 0 });
    assert_rest(flat, 2, deep, 3, &from, (const int[]){ 2, 0 });
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_votes), cmocka_unit_test(test_inlined),
                                        cmocka_unit_test(test_inlined_rest) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
