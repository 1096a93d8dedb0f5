/* parallel: how many threads ran, out of switches and exits in any order, some of which were lost. */
#include "core/model/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

enum { MAX = 8 };

enum told { IN = 1, OUT, WIDE_IN, WIDE_OUT, EXIT };

static const struct {
    struct {
        uint64_t time;
        int32_t tid;
        enum told what; /* 0 ends them */
    } records[MAX];
    int32_t running[MAX]; /* at times 5, 15, 25... */
} rows[] = {
    { { { 0 } }, { 1, 1, 1 } },
    { { { 10, 7, OUT }, { 20, 7, IN } }, { 1, 1, 1 } }, /* it is sampled, so it runs */
    { { { 10, 8, IN }, { 20, 8, EXIT }, { 30, 7, EXIT } }, { 1, 2, 1, 1 } },
    { { { 30, 7, EXIT }, { 10, 8, IN }, { 20, 8, EXIT } }, { 1, 2, 1, 1 } },
    { { { 10, 7, OUT }, { 20, 8, OUT }, { 30, 9, OUT } }, { 3, 2, 1, 1 } },
    { { { 10, 0, WIDE_OUT }, { 10, 8, WIDE_IN }, { 20, 0, WIDE_IN }, { 20, 8, WIDE_OUT } }, { 1, 1, 1 } },
    { { { 10, 8, IN }, { 20, 9, IN }, { 30, 9, IN }, { 40, 9, OUT }, { 50, 7, OUT } }, { 1, 2, 3, 3, 2, 1 } },
    { { { 10, 8, IN }, { 20, 8, OUT }, { 30, 8, OUT }, { 40, 8, EXIT }, { 50, 8, IN }, { 60, 7, EXIT } },
      { 1, 2, 1, 1, 1, 2, 1 } },
    { { { 10, -1, OUT }, { 20, -1, EXIT } }, { 1, 1, 1 } },
};

static struct record record_of(enum told what, int32_t tid, uint64_t time)
{
    struct record r = { .when = { time, time }, .id = { .tid = tid, .pid = tid } };
    r.type = what == EXIT                          ? PERF_RECORD_EXIT
             : what == WIDE_IN || what == WIDE_OUT ? PERF_RECORD_SWITCH_CPU_WIDE
                                                   : PERF_RECORD_SWITCH;
    if (what == EXIT)
        r.task.tid = tid;
    else
        r.context_switch.out = what == OUT || what == WIDE_OUT;
    return r;
}

static void test_running(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct parallel p = { 0 };
        parallel_add(&p, &(struct record){ .type = PERF_RECORD_COMM, .comm = { .tid = 9 } });
        for (size_t k = 0; k < MAX && rows[i].records[k].what; k++) {
            struct record r =
                record_of(rows[i].records[k].what, rows[i].records[k].tid, rows[i].records[k].time);
            parallel_add(&p, &r);
        }
        parallel_seal(&p);
        for (size_t k = 0; k < MAX && rows[i].running[k]; k++)
            assert_int_equal(parallel_at(&p, (struct when){ 10 * k + 5, 0 }), rows[i].running[k]);
        parallel_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_running) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
