/*
 * tree: stacks of one-letter functions, written from the outermost caller inwards with a weight behind, and
 * what -g draws of one function's row.
 */
#include "core/profile/show/tree/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/question/report/graph.h"

enum { LETTERS = 26 };

static void show(const struct key_cell *c)
{
    text_char(c->text, (char)c->cell->v, 1);
}

static int compare(const struct shown_cell *a, const struct shown_cell *b)
{
    return strcmp(a->text, b->text);
}

static const struct key by_letter = { .name = "letter", .header = "L", .show = show, .compare = compare };

struct test {
    const char *name, *stacks, *graph;
    bool children, two_workers;
    char row;
    const char *want;
    uint64_t row_children; /* with children: what the row counts */
};

static const struct test tests[] = {
    { "one trunk", "abc 4", "caller", true, false, 'a',
      "            |\n"
      "            ---a\n"
      "               b\n"
      "               c\n"
      "\n",
      4 },
    { "a fork, the heavier branch first", "abc 1, abd 3", "caller", true, false, 'b',
      "            |\n"
      "            ---b\n"
      "               |          \n"
      "               |--75.00%--d\n"
      "               |          \n"
      "                --25.00%--c\n"
      "\n",
      4 },
    { "what ends on the way has no bar of its own", "ab 1, abc 3", "caller", true, false, 'a',
      "            |\n"
      "            ---a\n"
      "               b\n"
      "               |          \n"
      "                --75.00%--c\n"
      "\n",
      4 },
    { "a row's own samples have their callers in front", "ab 1, abc 3", "caller", true, false, 'b',
      "            |          \n"
      "            |--75.00%--b\n"
      "            |          c\n"
      "            |          \n"
      "             --25.00%--a\n"
      "                       b\n"
      "\n",
      4 },
    { "of a recursion the outermost occurrence counts, once", "abab 2", "caller", true, false, 'a',
      "            |\n"
      "            ---a\n"
      "               b\n"
      "               a\n"
      "               b\n"
      "\n",
      2 },
    { "and seen from inside the innermost", "abac 2", "callee", true, false, 'a',
      "            |\n"
      "            ---a\n"
      "               b\n"
      "               a\n"
      "\n",
      2 },
    { "callers of a leaf", "abx 1, acx 3", "callee", false, false, 'x',
      "            |\n"
      "            ---x\n"
      "               |          \n"
      "               |--75.00%--c\n"
      "               |          a\n"
      "               |          \n"
      "                --25.00%--b\n"
      "                          a\n"
      "\n",
      0 },
    { "shares of the branch above, and what is left of it", "abx 1, acx 1, adx 8", "callee,fractal,50", false,
      false, 'x',
      "            |\n"
      "            ---x\n"
      "               |          \n"
      "               |--80.00%--d\n"
      "               |          a\n"
      "                --20.00%--[...]\n"
      "\n",
      0 },
    { "light branches are left out", "abx 1, acx 1, adx 8", "callee,20", false, false, 'x',
      "            |\n"
      "            ---x\n"
      "               |          \n"
      "                --80.00%--d\n"
      "                          a\n"
      "\n",
      0 },
    { "counts, two entries of a level", "abx 1, acx 3, adx 8", "callee,count,0,2", false, false, 'x',
      "            |\n"
      "            ---x\n"
      "               |          \n"
      "               |--1--d\n"
      "               |          a\n"
      "               |          \n"
      "               |--1--c\n"
      "               |          a\n"
      "\n",
      0 },
    { "folded", "abx 1, acx 3, cx 4", "folded,caller,period", false, false, 'x', "4 c;x\n3 a;c;x\n1 a;b;x\n",
      0 },
    { "flat", "abx 1, acx 3", "flat,callee", false, false, 'x',
      "           75.00%\n"
      "                x\n"
      "                c\n"
      "                a\n"
      "\n"
      "           25.00%\n"
      "                x\n"
      "                b\n"
      "                a\n"
      "\n",
      0 },
    { "none", "abx 1", "none", false, false, 'x', "", 0 },
    { "two workers saw half each", "abc 1, abd 3, abc 2, ab 2", "caller", true, true, 'b',
      "            |          \n"
      "            |--75.00%--b\n"
      "            |          |          \n"
      "            |          |--37.50%--c\n"
      "            |          |          \n"
      "            |           --37.50%--d\n"
      "            |          \n"
      "             --25.00%--a\n"
      "                       b\n"
      "\n",
      8 },
};

/* Higher letters lie lower, so that the first ones come first among branches of equal weight. */
static struct symbol symbols[LETTERS];
static char names[LETTERS][2];
static struct object object = { .path = "/x", .name = "x" };

static uint32_t row_of(struct profile *p, char letter)
{
    struct cell cell = { .v = (uint64_t)letter };
    return profile_find_or_add_row(p, 0, &cell);
}

static void count(struct profile *p, const char *stack, size_t n, uint64_t weight, bool children,
                  uint64_t seq)
{
    uint32_t at = PATH_OUTSIDE, row = row_of(p, stack[n - 1]);
    struct sample s = { .when = { 0, seq }, .tid = 1 };
    for (size_t i = 0; i < n; i++) {
        struct path_frame f = { .object = &object, .symbol = &symbols[stack[i] - 'a'] };
        uint32_t in = children ? row_of(p, stack[i]) : NO_ROW;
        at = paths_add_step(&p->paths, at,
                            paths_kind_number(&p->paths, paths_frame_number(&p->paths, &f), in));
    }
    profile_count(p, row, &s, weight, true);
    p->totals[0].samples++;
    p->totals[0].period += weight;
    paths_count_sample(&p->paths, at, row, &s, weight);
}

static void draw(const struct test *t)
{
    static const struct key *const keys[] = { &by_letter };
    struct profile p[2];
    struct key_context kc = { .addr_digits = 16 };
    struct graph_opts o = { 0 };
    struct err e = { 0 };
    struct text out = { 0 };
    assert_true(graph_read(t->graph, &o, &e));
    for (int i = 0; i < 2; i++)
        profile_init(&p[i], keys, 1, 1, t->children);
    uint64_t seq = 0;
    for (const char *s = t->stacks; *s; seq++) {
        size_t n = strcspn(s, " ");
        char *end;
        uint64_t weight = strtoull(s + n, &end, 10);
        count(&p[t->two_workers && seq % 2], s, n, weight, t->children, seq);
        s = end + strspn(end, ", ");
    }
    profile_merge(&p[0], &p[1], (struct merging){ .threads = 2 });
    profile_settle(&p[0], t->children, 0, 2);

    struct table table;
    uint32_t row = row_of(&p[0], t->row);
    table_init(&table, &p[0], &kc);
    struct tree_frames *frames =
        tree_frames_new(&p[0].paths, &(struct tree_naming){ .key = TREE_FUNCTION }, &kc);
    struct tree_opts to = {
        .children = t->children, .callers_first = o.callers_first, .by_class = graph_is_list(&o), .threads = 3
    };
    struct forest *forest = tree_forest_new(&table, frames->v, to);
    const struct row *r = row_at(&p[0], row);
    const struct style file = { .columns = 0 };
    struct graph g = { .o = &o,
                       .style = &file,
                       .frames = frames,
                       .total = p[0].totals[0].period,
                       .shown = p[0].totals[0].period,
                       .row = row_children(&p[0], r) };
    if (t->children)
        assert_int_equal(row_children(&p[0], r), t->row_children);
    tree_forest_make_trees(forest, &row, 1, graph_least_drawn_period(&g));
    struct tree tree = tree_of_forest(forest, 0);
    text_add(&out, "");
    graph_draw(&g, &tree, &out);
    if (strcmp(out.s, t->want))
        fail_msg("%s:\n%s\nand not\n%s", t->name, out.s, t->want);
    struct tree_growth *growing = tree_plant(forest, row);
    assert_int_equal(!growing, t->children);
    for (uint32_t i = 0; growing && i < tree_so_far(growing).n; i++)
        tree_branch_out(growing, i);
    if (growing) {
        out.n = 0;
        tree = tree_so_far(growing);
        graph_draw(&g, &tree, &out);
        if (strcmp(text_str(&out), t->want))
            fail_msg("%s, branch by branch:\n%s\nand not\n%s", t->name, text_str(&out), t->want);
    }
    tree_growth_free(growing);
    text_free(&out);
    tree_forest_free(forest);
    tree_frames_free(frames);
    table_free(&table);
    profile_free(&p[0]);
}

static void test_drawings(void **state)
{
    (void)state;
    for (int i = 0; i < LETTERS; i++) {
        names[i][0] = (char)('a' + i);
        symbols[i] = (struct symbol){ .start = (uint64_t)(LETTERS - i) * 16, .name = names[i] };
    }
    for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++)
        draw(&tests[i]);
}

/* A stack deeper than one of ours: a chain of 8192 entries may have 255 inlined functions in each. */
static void test_deep(void **state)
{
    (void)state;
    enum { DEEP = 1 << 20 };
    struct text stack = { 0 }, want = { 0 };
    for (int i = 0; i < DEEP; i++) {
        text_char(&stack, 'a', 1);
        text_add(&want, i ? ";a" : "1 a");
    }
    text_add(&stack, " 1");
    text_char(&want, '\n', 1);
    draw(&(struct test){ "deep", stack.s, "folded,caller,period", false, false, 'a', want.s, 0 });
    text_free(&stack);
    text_free(&want);
}

/* A fork below a fork, and so on: drawn 1024 deep. */
static void test_wide(void **state)
{
    (void)state;
    enum { DEEP = 1030, DRAWN = 1024 };
    struct text stacks = { 0 }, want = { 0 };
    for (int i = 1; i <= DEEP; i++) {
        for (int k = 0; k < i; k++)
            text_char(&stacks, 'a', 1);
        text_add(&stacks, i < DEEP ? " 1, " : " 1");
    }
    text_printf(&want, "%*s|\n%*s---a\n", 12, "", 12, "");
    for (int i = 0; i < DRAWN; i++)
        text_printf(&want, "%*s|          \n%*s --%.2f%%--a\n", 15 + 11 * i, "", 15 + 11 * i, "",
                    100.0 * (DEEP - 1 - i) / DEEP);
    text_printf(&want, "%*s[...]\n\n", 15 + 11 * (DRAWN - 1), "");
    draw(&(struct test){ "wide", stacks.s, "caller", false, false, 'a', want.s, 0 });
    text_free(&stacks);
    text_free(&want);
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool good;
    } lists[] = {
        { "", true },
        { "caller,0.5,callee", true },
        { "graph,0.5,10,callee,address,period", true },
        { "g", true },
        { "fo,0,cal", true },
        { "1,2,3", false },
        { "perf.data", false },
        { "-1", false },
        { "callers", false },
        { "nan", false },
    };
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        if (graph_read(lists[i].words, &(struct graph_opts){ 0 }, &(struct err){ 0 }) != lists[i].good)
            fail_msg("'%s' is %s", lists[i].words, lists[i].good ? "not understood" : "understood");
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_drawings), cmocka_unit_test(test_deep),
                                      cmocka_unit_test(test_wide), cmocka_unit_test(test_words) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
