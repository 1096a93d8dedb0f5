/* flow: blocks, arrows and loops of a function that is made of rows; and of one that is made to cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/annotate/flow.h"
#include "core/annotate/inlined.h"
#include "core/base/mem.h"

enum { START = 0x1000 };

/* Instructions of 4 bytes: `to` is the row that each leads to; below 0: nowhere, END outside. */
struct made {
    enum insn_kind kind;
    int to;
};

enum { NOWHERE = -1, END = 1 << 20 };

static struct listing make(const struct made *m, size_t n)
{
    struct listing l = { .n = n };
    struct insn *insns = mem_new(n, sizeof(*insns));
    l.rows = mem_new(n, sizeof(*l.rows));
    for (size_t i = 0; i < n; i++) {
        insns[i] = (struct insn){ .addr = START + 4 * i, .length = 4, .kind = m[i].kind };
        insns[i].has_target = m[i].to >= 0;
        insns[i].target = START + 4 * (uint64_t)(m[i].to < 0 ? 0 : m[i].to);
        l.rows[i] = (struct listing_row){ .at = 4 * i, .size = 4, .svma = insns[i].addr, .insn = &insns[i] };
    }
    return l;
}

static void drop(struct listing *l)
{
    free((void *)(uintptr_t)l->rows[0].insn);
    free(l->rows);
}

static void test_loop(void **state)
{
    static const struct made m[] = { { INSN_PLAIN, NOWHERE }, { INSN_CONDITIONAL, 5 },
                                     { INSN_CALL, END },      { INSN_PLAIN, NOWHERE },
                                     { INSN_CONDITIONAL, 2 }, { INSN_RETURN, NOWHERE },
                                     { INSN_CONDITIONAL, 6 }, { INSN_JUMP, END },
                                     { INSN_JUMP, NOWHERE } };
    static const struct {
        size_t first, end;
        uint32_t loops;
    } blocks[] = { { 0, 2, 0 }, { 2, 5, 1 }, { 5, 6, 0 }, { 6, 7, 1 }, { 7, 8, 0 }, { 8, 9, 0 } };
    static const char *const drawn[] = { "      ", ",---- ", "| ,-> ", "| |   ", "| `-- ",
                                         "`---> ", "  >-> ", "      ", "      " };
    struct listing l = make(m, COUNT(m));
    struct flow f;
    (void)state;
    flow_make(&f, &l);
    assert_int_equal(f.nblocks, COUNT(blocks));
    for (size_t i = 0; i < f.nblocks; i++) {
        assert_int_equal(f.blocks[i].first, blocks[i].first);
        assert_int_equal(f.blocks[i].end, blocks[i].end);
        assert_int_equal(f.blocks[i].loops, blocks[i].loops);
    }
    assert_int_equal(f.njumps, 3);
    for (size_t i = 0; i < l.n; i++) {
        struct text t = { 0 };
        flow_draw(&f, i, 1, &t);
        assert_string_equal(t.s, drawn[i]);
        text_free(&t);
    }
    flow_free(&f);
    drop(&l);
}

/* A delay slot is of its jump's block, and of the loop that the jump makes; what leads to it begins with it. */
static void test_delay(void **state)
{
    static const struct made m[] = {
        { INSN_PLAIN, NOWHERE }, { INSN_PLAIN, NOWHERE },  { INSN_CONDITIONAL, 1 }, { INSN_PLAIN, NOWHERE },
        { INSN_CALL, END },      { INSN_PLAIN, NOWHERE },  { INSN_CONDITIONAL, 9 }, { INSN_PLAIN, NOWHERE },
        { INSN_JUMP, 7 },        { INSN_RETURN, NOWHERE }, { INSN_PLAIN, NOWHERE }
    };
    static const struct {
        size_t first, end, last;
        uint32_t loops;
    } blocks[] = { { 0, 1, 0, 0 }, { 1, 4, 2, 1 }, { 4, 7, 6, 0 },
                   { 7, 8, 7, 1 }, { 8, 9, 8, 1 }, { 9, 11, 9, 0 } };
    static const size_t delayed[] = { 2, 4, 6, 9 };
    struct listing l = make(m, COUNT(m));
    struct flow f;
    (void)state;
    for (size_t i = 0; i < COUNT(delayed); i++)
        ((struct insn *)(uintptr_t)l.rows[delayed[i]].insn)->has_delay = true;
    flow_make(&f, &l);
    assert_int_equal(f.nblocks, COUNT(blocks));
    for (size_t i = 0; i < f.nblocks; i++) {
        assert_int_equal(f.blocks[i].first, blocks[i].first);
        assert_int_equal(f.blocks[i].end, blocks[i].end);
        assert_int_equal(f.blocks[i].last, blocks[i].last);
        assert_int_equal(f.blocks[i].loops, blocks[i].loops);
    }
    flow_free(&f);
    drop(&l);
}

/* Rows that are folded into one line: where jumps lead that begin or end among them, and none that stays there. */
static void test_folded(void **state)
{
    static const struct made m[] = { { INSN_CONDITIONAL, 3 }, { INSN_PLAIN, NOWHERE },
                                     { INSN_PLAIN, NOWHERE }, { INSN_PLAIN, NOWHERE },
                                     { INSN_CONDITIONAL, 2 }, { INSN_CONDITIONAL, 1 } };
    static const struct {
        size_t row, n;
        const char *drawn;
    } lines[] = { { 0, 1, "  ,---- " }, { 1, 4, ",-`---> " }, { 5, 1, "`------ " } };
    struct listing l = make(m, COUNT(m));
    struct flow f;
    (void)state;
    flow_make(&f, &l);
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct text t = { 0 };
        flow_draw(&f, lines[i].row, lines[i].n, &t);
        assert_string_equal(t.s, lines[i].drawn);
        text_free(&t);
    }
    flow_free(&f);
    drop(&l);
}

/* Jumps that all cross each other, more than are drawn; and so many to one row. */
static void test_many(void **state)
{
    enum { N = 60000 };
    struct made *m = mem_new(N, sizeof(*m));
    (void)state;
    for (int one = 0; one < 2; one++) {
        for (int i = 0; i < N; i++)
            m[i] = (struct made){ INSN_CONDITIONAL, one ? N / 2 : (i + N / 2) % N };
        struct listing l = make(m, N);
        struct flow f;
        struct text t = { 0 };
        flow_make(&f, &l);
        assert_int_equal(f.njumps, N);
        assert_int_equal(f.narrows, one ? 1 : N);
        assert_int_equal(f.undrawn, one ? 0 : N);
        for (size_t i = 0; i < N; i++) {
            t.n = 0;
            flow_draw(&f, i, 1, &t);
        }
        text_free(&t);
        flow_free(&f);
        drop(&l);
    }
    free(m);
}

static void test_inlined(void **state)
{
    static const struct line_frame own[] = { { .function = "f", .file = "a.c", .line = 1 } },
                                   once[] = { { .function = "g", .file = "a.h", .line = 9 },
                                              { .function = "f", .file = "a.c", .line = 2 } },
                                   twice[] = { { .function = "h", .file = "b.h", .line = 4 },
                                               { .function = "g", .file = "a.h", .line = 8 },
                                               { .function = "f", .file = "a.c", .line = 2 } };
    static const struct {
        const struct line_frame *frames;
        size_t n;
    } of[] = { { own, 1 }, { once, 2 }, { twice, 3 }, { once, 2 }, { NULL, 0 }, { twice, 3 } };
    struct made m[COUNT(of)] = { { INSN_PLAIN, NOWHERE } };
    struct weight_row rows[COUNT(of)];
    struct weights w = { .rows = rows, .n = COUNT(of), .nevents = 1 };
    struct inlined_tree t;
    (void)state;
    for (size_t i = 0; i < COUNT(of); i++)
        m[i] = (struct made){ INSN_PLAIN, NOWHERE };
    struct listing l = make(m, COUNT(of));
    for (size_t i = 0; i < COUNT(of); i++) {
        rows[i] = (struct weight_row){ .at = 4 * i, .weight = { 1, (uint64_t)1 << i } };
        l.rows[i].frames = of[i].frames;
        l.rows[i].nframes = of[i].n;
        l.rows[i].first = i;
        l.rows[i].end = i + 1;
    }
    inlined_make(&t, &l, &w, 0, 1);
    assert_int_equal(t.n, 3);
    assert_int_equal(t.all[0].period, 63);
    assert_int_equal(t.own[0].period, 1 + 16);
    assert_string_equal(t.v[1].function, "g");
    assert_int_equal(t.v[1].line, 2);
    assert_int_equal(t.all[1].period, 2 + 4 + 8 + 32);
    assert_int_equal(t.own[1].period, 2 + 8);
    assert_int_equal(t.v[1].all_insns, 4);
    assert_string_equal(t.v[2].function, "h");
    assert_int_equal(t.v[2].line, 8);
    assert_int_equal(t.v[2].depth, 2);
    assert_int_equal(inlined_count_rows(&l, 0), 0);
    assert_int_equal(inlined_count_rows(&l, 1), 3);
    assert_int_equal(inlined_count_rows(&l, 5), 1);
    inlined_free(&t);
    drop(&l);
}

/* Calls without number, which hostile tables of lines can have: the first of them are nodes, the rest their callers', and a
   name that is another text is the same name. */
static void test_many_inlined(void **state)
{
    enum { CALLS = 60000, KNOWN = 3000 };
    struct made *m = mem_new(CALLS, sizeof(*m));
    struct line_frame *frames = mem_new(2 * CALLS, sizeof(*frames));
    const struct weights none = { .nevents = 1 };
    struct inlined_tree t;
    (void)state;
    for (size_t i = 0; i < CALLS; i++)
        m[i] = (struct made){ INSN_PLAIN, NOWHERE };
    struct listing l = make(m, CALLS);
    char names[2][2] = { "g", "g" };
    for (uint32_t most = KNOWN; most <= CALLS; most += CALLS - KNOWN) {
        for (uint32_t i = 0; i < CALLS; i++) {
            frames[2 * i] = (struct line_frame){ .function = names[i % 2], .file = "a.h", .line = 1 };
            frames[2 * i + 1] =
                (struct line_frame){ .function = "f", .file = "a.c", .line = 1 + i / 2 % most };
            l.rows[i].frames = &frames[2 * i];
            l.rows[i].nframes = 2;
        }
        inlined_make(&t, &l, &none, 0, 1);
        assert_int_equal(t.cut, most == CALLS);
        if (most == KNOWN) {
            assert_int_equal(t.n, KNOWN + 1);
            assert_int_equal(t.v[7].insns, CALLS / KNOWN);
        }
        inlined_free(&t);
    }
    free(frames);
    drop(&l);
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_loop),    cmocka_unit_test(test_delay),
                                        cmocka_unit_test(test_folded),  cmocka_unit_test(test_many),
                                        cmocka_unit_test(test_inlined), cmocka_unit_test(test_many_inlined) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
