/* Branches as frames of call paths: which passes of loops are left out, and what is said behind a name. */
#include "core/profile/places/branch_frames.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Branches are letters, each of which takes as many cycles as its place in the alphabet; what stays is
 * written with the passes that were left out, and their cycles, behind those that began them. */
static void test_unroll(void **state)
{
    (void)state;
    static const struct {
        const char *taken, *left;
    } tests[] = {
        { "", "" },
        { "a", "a" },
        { "abc", "abc" },
        { "aaaaab", "a(4,4)b" },
        { "ababab", "a(2,6)b" },
        { "cababad", "ca(1,3)bad" },    /* the last pass is cut off */
        { "aabaab", "a(1,1)ba(1,1)b" }, /* a loop in a loop: only what is right next to it */
        { "bbabab", "b(2,5)ab" },       /* of two loops that begin alike */
    };
    for (size_t t = 0; t < sizeof(tests) / sizeof(*tests); t++) {
        struct branch_entry v[16];
        struct branch_passes passes[16];
        struct text left = { 0 };
        size_t n = strlen(tests[t].taken);
        for (size_t i = 0; i < n; i++)
            v[i] = (struct branch_entry){ .from = (uint64_t)tests[t].taken[i],
                                          .cycles = (uint16_t)(tests[t].taken[i] - 'a' + 1) };
        n = branch_frames_drop_loops(v, passes, n);
        text_add(&left, "");
        for (size_t i = 0; i < n; i++) {
            text_char(&left, (char)v[i].from, 1);
            if (passes[i].n)
                text_printf(&left, "(%u,%u)", passes[i].n, passes[i].cycles);
        }
        assert_string_equal(left.s, tests[t].left);
        text_free(&left);
    }
}

/* Branches from one place to another are another loop than those to a third. */
static void test_where_to(void **state)
{
    (void)state;
    struct branch_entry v[] = { { .from = 1, .to = 2 }, { .from = 1, .to = 3 }, { .from = 1, .to = 3 } };
    struct branch_passes passes[3];
    assert_int_equal(branch_frames_drop_loops(v, passes, 3), 2);
    assert_int_equal(passes[0].n, 0);
    assert_int_equal(passes[1].n, 1);
}

static void test_show(void **state)
{
    (void)state;
    const struct arch *arm64 = arch_by_name("arm64", 64, ORDER_LITTLE);
    static const struct {
        struct {
            struct branch_entry entry;
            uint64_t to, from; /* times */
            struct branch_passes passes;
        } ends[3];
        const char *want;
    } tests[] = {
        { { { { 0 }, 0, 0, { 0 } } }, " (calltrace)" },
        { { { { .from = 9, .to = 1 }, 3, 0, { 0 } } }, "" }, /* the CPU told nothing */
        { { { { .from = 9, .to = 1, .predicted = true }, 3, 0, { 0 } } }, "" },
        { { { { .from = 9, .to = 1, .predicted = true }, 3, 0, { 0 } },
            { { .from = 9, .to = 1, .mispredicted = true }, 1, 0, { 0 } },
            { { .from = 9, .to = 1 }, 4, 0, { 0 } } },
          " (predicted:75.0%)" },
        { { { { .from = 9, .to = 1, .type = 1, .abort = true }, 1, 0, { 0 } },
            { { .from = 4096, .to = 5 << 20, .type = 4 }, 2, 0, { 0 } },
            { { .from = 4095, .to = 4096, .type = 15, .new_type = 3 }, 1, 0, { 0 } } },
          " (COND_BWD CALL ARM64_FIQ CROSS_4K CROSS_2M abort:25.0%)" },
        { { { { .cycles = 7 }, 0, 3, { 0 } }, { { .cycles = 65535 }, 0, 1, { 0 } } }, " (cycles:16389)" },
        { { { { .cycles = 1 }, 0, 1, { 0 } }, { { .cycles = 0 }, 0, 1, { 0 } } }, "" },
        { { { { .cycles = 4 }, 0, 1, { 5, 15 } }, { { .cycles = 4 }, 0, 1, { 0 } } },
          " (cycles:4 iter:2 avg_cycles:3)" },
        { { { { .cycles = 4 }, 0, 1, { 2729, 178845015 } } }, " (cycles:4 iter:2729 avg_cycles:65535)" },
        { { { { .cycles = 4 }, 0, 1, { 1, 3 } }, { { .cycles = 4 }, 0, 1, { 0 } } }, " (cycles:4)" },
        { { { { .from = 9, .to = 9, .type = 6, .cycles = 2 }, 2, 2, { 3, 6 } } },
          " (RET cycles:2 iter:3 avg_cycles:2)" },
    };
    for (size_t t = 0; t < sizeof(tests) / sizeof(*tests); t++) {
        struct branch_sum sum = { 0 };
        struct text out = { 0 };
        for (size_t i = 0; i < 3; i++) {
            const struct branch_entry *e = &tests[t].ends[i].entry;
            if (tests[t].ends[i].to)
                branch_frames_add(&sum, branch_frames_to(e), tests[t].ends[i].to);
            if (tests[t].ends[i].from)
                branch_frames_add(&sum, branch_frames_from(e, &tests[t].ends[i].passes),
                                  tests[t].ends[i].from);
            branch_frames_add(&sum, 0, 1); /* a frame of the chain */
        }
        text_add(&out, "");
        branch_frames_show(&sum, arm64, &out);
        assert_string_equal(out.s, tests[t].want);
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unroll),
        cmocka_unit_test(test_where_to),
        cmocka_unit_test(test_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
