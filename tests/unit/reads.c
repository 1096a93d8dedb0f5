/* reads: growth of counters by id, of those that threads inherited also by thread; a tid may have several in turn. */
#include "core/profile/keys/reads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

static uint64_t growth(struct reads *r, const struct events *es, int32_t tid, uint64_t value)
{
    struct bytes b = { .order = ORDER_LITTLE };
    const struct event *of;
    uint64_t grown = UINT64_MAX;
    put_fields(&b, (const struct field[]){ U64(value), U64(7), { 0 } });
    const struct sample s = { .event = &es->v[0], .order = ORDER_LITTLE, .tid = tid, .read = span_of(&b) };
    struct reading at = reading_of(&s);
    assert_true(reads_next(r, &at, es, &of, &grown));
    assert_ptr_equal(of, s.event);
    assert_false(reads_next(r, &at, es, &of, &grown));
    free(b.p);
    return grown;
}

static void check(bool inherited)
{
    struct events es = { 0 };
    struct reads r = { 0 };
    const struct attr a = { .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_READ,
                            .read_format = PERF_FORMAT_ID,
                            .flags = inherited ? UINT64_C(1) << ATTR_INHERIT : 0 };
    events_add(&es, &a);
    event_add_id(&es, 0, 7);
    assert_int_equal(growth(&r, &es, 1, 100), 100);
    assert_int_equal(growth(&r, &es, 2, 130), inherited ? 130 : 30);
    assert_int_equal(growth(&r, &es, 1, 150), inherited ? 50 : 20);
    assert_int_equal(growth(&r, &es, 1, 20), 20); /* a new thread has the tid */
    assert_int_equal(growth(&r, &es, 1, 25), 5);
    reads_free(&r);
    events_free(&es);
}

static void test_growth(void **state)
{
    (void)state;
    check(false);
    check(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_growth) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
