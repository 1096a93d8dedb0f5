/* recent_chain: of a thread's last chain only what would count as the same is known again. */
#include "core/profile/count/callers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/cur.h"

enum { N = 3, FROM = 100, UNTIL = 200, LEVEL = '.' };

static const struct frame frames[N] = {
    { .avma = 0x3000, .mode = PERF_RECORD_MISC_KERNEL, .found = FRAME_RECORDED },
    { .avma = 0x2000, .mode = PERF_RECORD_MISC_USER, .found = FRAME_UNWOUND, .is_return = true },
    { .avma = 0x1000, .mode = PERF_RECORD_MISC_USER, .found = FRAME_RECORDED, .is_return = true },
};

/* A chain of these; its outermost frame is in no mapping where `level` is not 0. */
static struct recent_chain chain_of(char level)
{
    struct recent_chain k = { 0 };
    recent_chain_forget(&k);
    k.level = level;
    for (uint32_t i = N; i--;)
        assert_true(recent_chain_add(&k, &frames[i], FROM, UNTIL, 10 + i, i == 1, LEVEL));
    return k;
}

static void test_same(void **state)
{
    (void)state;
    static const struct {
        uint64_t time;
        size_t at;          /* of the frame that is another one; N: none */
        struct frame other; /* what it is */
        size_t n;           /* frames, without the innermost ones */
        char was, level;    /* how frames in no mapping were marked, and are */
        uint32_t same;
    } rows[] = {
        { 150, N, { 0 }, N, 0, '.', 3 },
        { 101, N, { 0 }, N, 0, '.', 3 },
        { 199, N, { 0 }, N, 0, '.', 3 },
        { 100, N, { 0 }, N, 0, '.', 0 }, /* what was mapped then may have been another */
        { 200, N, { 0 }, N, 0, '.', 0 },
        { 150, N, { 0 }, 2, 0, '.', 2 },
        { 150, N, { 0 }, 0, 0, '.', 0 },
        { 150, N, { 0 }, N, '.', '.', 3 },
        { 150, N, { 0 }, N, '.', 'k', 0 },
        { 150, N, { 0 }, N, 0, 'k', 3 }, /* it makes no difference */
        { 150, 0, { 0x3001, PERF_RECORD_MISC_KERNEL, FRAME_RECORDED, false, 0 }, N, 0, '.', 2 },
        { 150, 0, { 0x3000, PERF_RECORD_MISC_USER, FRAME_RECORDED, false, 0 }, N, 0, '.', 2 },
        { 150, 0, { 0x3000, PERF_RECORD_MISC_KERNEL, FRAME_LEAF, false, 0 }, N, 0, '.', 2 },
        { 150, 0, { 0x3000, PERF_RECORD_MISC_KERNEL, FRAME_RECORDED, true, 0 }, N, 0, '.', 2 },
        { 150, 0, { 0x3000, PERF_RECORD_MISC_KERNEL, FRAME_RECORDED, false, 1 }, N, 0, '.', 2 },
        { 150, 1, { 0x2000, PERF_RECORD_MISC_USER, FRAME_RECORDED, true, 0 }, N, 0, '.', 1 },
        { 150, 1, { 0x2000, PERF_RECORD_MISC_KERNEL, FRAME_UNWOUND, true, 0 }, N, 0, '.', 1 },
        { 150, 1, { 0x2000, PERF_RECORD_MISC_USER, FRAME_UNWOUND, false, 0 }, N, 0, '.', 1 },
        { 150, 2, { 0x1000, PERF_RECORD_MISC_KERNEL, FRAME_RECORDED, true, 0 }, N, 0, '.', 0 },
        { 150, 2, { 0x1000, PERF_RECORD_MISC_USER, FRAME_UNWOUND, true, 0 }, N, 0, '.', 0 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct recent_chain k = chain_of(rows[i].was);
        struct frame now[N] = { frames[0], frames[1], frames[2] };
        if (rows[i].at < N)
            now[rows[i].at] = rows[i].other;
        const uint32_t same =
            recent_chain_same(&k, now + N - rows[i].n, rows[i].n, rows[i].level, rows[i].time);
        if (same != rows[i].same || k.n != same)
            fail_msg("row %zu: %u are the same, %u are kept", i, same, k.n);
        for (uint32_t f = 0; f < same; f++)
            assert_int_equal(k.v[f].found, 10 + N - 1 - f);
        if (!same) /* whatever comes next is believed for itself */
            assert_true(!k.level && !k.lacks && k.from == 0 && k.until == UINT64_MAX);
    }
}

/* What all of its frames hold for is the shortest of their times; one without room is not there. */
static void test_add(void **state)
{
    (void)state;
    struct recent_chain k = { 0 };
    recent_chain_forget(&k);
    for (uint64_t i = 0; i < RECENT_FRAMES; i++)
        assert_true(
            recent_chain_add(&k, &frames[0], i == 7 ? 50 : i % 3, i == 9 ? 60 : 1000 - i, 1, i == 5, LEVEL));
    assert_false(recent_chain_add(&k, &frames[0], 55, 56, 1, false, LEVEL));
    assert_int_equal(k.n, RECENT_FRAMES);
    assert_int_equal(k.from, 50);
    assert_int_equal(k.until, 60);
    assert_true(k.lacks);
}

/* A thread has one chain until as many others came as there are. */
static void test_threads(void **state)
{
    (void)state;
    static const struct {
        uint32_t cpus, chains;
    } rows[] = {
        { 0, 16 }, { 1, 16 }, { 8, 16 }, { 9, 18 }, { 256, 512 }, { 257, 512 }, { UINT32_MAX, 512 }
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct recent_chains c;
        recent_chains_init(&c, rows[i].cpus);
        assert_int_equal(c.n, rows[i].chains);
        struct task_slot *tasks = mem_new(c.n + 1, sizeof(*tasks));
        for (uint32_t t = 0; t < c.n; t++)
            assert_true(
                recent_chain_add(recent_chain_of(&c, &tasks[t]), &frames[0], FROM, UNTIL, t, false, LEVEL));
        for (uint32_t t = 0; t < c.n; t++)
            assert_int_equal(recent_chain_of(&c, &tasks[t])->v[0].found, t);
        assert_int_equal(recent_chain_of(&c, &tasks[c.n])->n, 0);
        assert_int_equal(recent_chain_of(&c, &tasks[0])->n, 0); /* which took that of the first */
        assert_int_equal(recent_chain_of(&c, &tasks[2])->v[0].found, 2);
        recent_chains_forget(&c);
        assert_int_equal(recent_chain_of(&c, &tasks[2])->n, 0);
        free(tasks);
        recent_chains_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_same), cmocka_unit_test(test_add),
                                      cmocka_unit_test(test_threads) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
