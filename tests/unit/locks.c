/* locks: lives of locks by hand, as recorded by a kernel with lockdep: what follows on what, what is broken by it,
 * and how locks of one name become one. */
#include "core/replay/kernel/locks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const events[] = {
    ['+'] = "lock:lock_acquire",  ['t'] = "lock:lock_acquire",   ['r'] = "lock:lock_acquire",
    ['!'] = "lock:lock_acquired", ['w'] = "lock:lock_contended", ['-'] = "lock:lock_release"
};

/* Something happens to a lock: each letter is an event, 10 ns behind the last one. */
static void happen(struct locks *l, const char *letters, int32_t tid, uint64_t address, const char *name)
{
    static const struct event any = { 0 };
    static const struct trace_event tracepoint = { 0 };
    const struct trace_field its_name = { .size = (uint32_t)strlen(name), .array = true, .text = true };
    const struct trace_field *const fields[REPLAY_FIELDS] = { [2] = &its_name };
    uint64_t time = 1000;
    for (const char *s = letters; *s; s++) {
        const struct sample sample = { .event = &any,
                                       .tid = tid,
                                       .raw = { (const uint8_t *)name, strlen(name) } };
        struct moment m = { .sample = &sample,
                            .time = time += 10,
                            .number = { (int64_t)address, *s == 't'   ? 1
                                                          : *s == 'r' ? 2
                                                                      : 0 },
                            .event = &tracepoint,
                            .fields = fields,
                            .has = { true, true, true } };
        for (size_t i = 0; i < nlock_rows; i++)
            if (!strcmp(lock_rows[i].tracepoint, events[(unsigned char)*s]))
                lock_rows[i].see(l, &m);
    }
}

static void test_lives(void **state)
{
    (void)state;
    static const struct {
        const char *letters;
        uint64_t acquired, contended, waited;
        int fault; /* -1: none */
    } cases[] = {
        { "+!-", 1, 0, 0, -1 },
        { "+w!-", 1, 1, 10, -1 },
        { "+w!-+w!-", 2, 2, 20, -1 },
        { "t-t-", 2, 0, 0, -1 },
        { "rr--r-", 3, 0, 0, -1 },
        { "!w-", 0, 0, 0, -1 }, /* it was wanted before */
        { "+w", 0, 1, 0, -1 },  /* it is wanted still   */
        { "+-", 0, 0, 0, LOCK_RELEASE },
        { "+w-", 0, 1, 0, LOCK_RELEASE },
        { "+!!", 1, 0, 0, LOCK_ACQUIRED },
        { "++", 0, 0, 0, LOCK_ACQUIRE },
        { "r+", 1, 0, 0, LOCK_ACQUIRE },
        { "+!r", 1, 0, 0, LOCK_ACQUIRE },
        { "+ww", 0, 1, 0, LOCK_CONTENDED },
        { "rw", 1, 0, 0, LOCK_CONTENDED },
        { "+++!!+!-", 2, 0, 0, LOCK_ACQUIRE }, /* counted once, and then it is a life again */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct locks l = { .by = LOCK_BY_ADDRESS };
        happen(&l, cases[i].letters, 7, 0xc0001000, "a");
        print_message("%s\n", cases[i].letters);
        assert_int_equal(l.n, 1);
        assert_int_equal(l.v[0].acquired, cases[i].acquired);
        assert_int_equal(l.v[0].contended, cases[i].contended);
        assert_int_equal(l.v[0].waited, cases[i].waited);
        for (int fault = 0; fault < LOCK_FAULTS; fault++)
            assert_int_equal(l.faults[fault], fault == cases[i].fault);
        locks_free(&l);
    }
}

/* Threads go their own ways with one lock, and one of them with two. */
static void test_apart(void **state)
{
    (void)state;
    struct locks l = { .by = LOCK_BY_ADDRESS };
    happen(&l, "+w", 7, 0x1000, "a");
    happen(&l, "+!-", 8, 0x1000, "a");
    happen(&l, "+!", -1, 0x2000, "b");
    happen(&l, "!-", 7, 0x1000, "a");
    assert_int_equal(l.n, 2);
    assert_int_equal(l.v[0].acquired, 2);
    assert_int_equal(l.v[1].acquired, 1);
    assert_int_equal(l.ntids, 3);
    for (int fault = 0; fault < LOCK_FAULTS; fault++)
        assert_int_equal(l.faults[fault], 0);
    locks_free(&l);

    l.by = LOCK_BY_THREAD;
    happen(&l, "+!", 7, 0x1000, "a");
    happen(&l, "+!-", 7, 0x2000, "b");
    happen(&l, "+!", -1, 0x1000, "a");
    assert_int_equal(l.n, 2);
    assert_int_equal(l.v[0].acquired, 2);
    assert_int_equal(l.v[1].key, UINT32_MAX);
    locks_free(&l);
}

static void test_combine(void **state)
{
    (void)state;
    struct locks l = { .by = LOCK_BY_ADDRESS };
    bool gone[4] = { false };
    happen(&l, "+w!-", 7, 0x1000, "same");
    happen(&l, "+!-", 7, 0x2000, "other");
    happen(&l, "+w!-+w!-", 7, 0x3000, "same");
    happen(&l, "++", 7, 0x4000, "same");
    locks_combine(&l, (const uint32_t[]){ 2, 1, 0, 3 }, gone);
    assert_true(gone[0] && gone[3] && !gone[1] && !gone[2]);
    assert_int_equal(l.v[2].acquired, 3);
    assert_int_equal(l.v[2].contended, 3);
    assert_int_equal(l.v[2].waited, 30);
    assert_int_equal(l.v[2].average, 10);
    assert_true(l.v[2].broken);
    assert_int_equal(l.v[1].acquired, 1);
    locks_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lives),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_combine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
