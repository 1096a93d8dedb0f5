/* losses: each row is the records of a capture as they come, and what has to be counted of them. */
#include "formats/perf/file/perfdata.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { PLAIN = 1, COUNTED, PRECISE, TIMELESS, UNKNOWN }; /* ids of events, and one that none has */

struct lost {
    uint32_t type;
    uint64_t n, id, time;
    uint16_t misc;
};

#define LOST(n)                                                                                              \
    {                                                                                                        \
        PERF_RECORD_LOST, n, COUNTED, 7, 0                                                                   \
    }
#define SAMPLES(n, id, time)                                                                                 \
    {                                                                                                        \
        PERF_RECORD_LOST_SAMPLES, n, id, time, 0                                                             \
    }
#define DROPPED(n, id)                                                                                       \
    {                                                                                                        \
        PERF_RECORD_LOST_SAMPLES, n, id, 0, PERF_RECORD_MISC_LOST_SAMPLES_BPF                                \
    }

static const struct {
    struct lost records[5];
    uint64_t events, samples, perhaps, dropped, perfs; /* perfs: what perf adds up */
} rows[] = {
    { { LOST(5), LOST(6) }, 11, 0, 0, 0, 0 },
    { { SAMPLES(4, COUNTED, 0) }, 0, 4, 0, 0, 4 },                      /* after the last LOST record */
    { { LOST(5), LOST(6), SAMPLES(11, COUNTED, 0) }, 11, 0, 0, 0, 11 }, /* one and the same */
    { { LOST(5), SAMPLES(3, COUNTED, 0), SAMPLES(4, PRECISE, 0) }, 5, 2, 0, 0, 7 },
    { { LOST(5), SAMPLES(3, COUNTED, 0) }, 5, 0, 0, 0, 3 },                         /* not of all events */
    { { LOST(5), SAMPLES(5, COUNTED, 0), SAMPLES(2, PRECISE, 9) }, 5, 2, 0, 0, 7 }, /* the kernel's own */
    { { LOST(5), SAMPLES(5, PLAIN, 0) }, 5, 5, 0, 0, 5 }, /* its event is not counted */
    { { LOST(5), SAMPLES(5, TIMELESS, 0) }, 5, 0, 5, 0, 5 },
    { { SAMPLES(5, TIMELESS, 0) }, 0, 5, 0, 0, 5 },
    { { LOST(5), SAMPLES(5, UNKNOWN, 0) }, 5, 0, 0, 0, 5 },
    { { LOST(5), SAMPLES(5, UNKNOWN, 9) }, 5, 5, 0, 0, 5 },
    { { LOST(5), DROPPED(8, COUNTED), SAMPLES(5, COUNTED, 0) }, 5, 0, 0, 8, 5 },
    { { SAMPLES(UINT64_MAX, COUNTED, 0), LOST(UINT64_MAX) }, UINT64_MAX, 0, 0, 0, UINT64_MAX },
};

static void add_event(struct capture *c, uint64_t read_format, uint64_t flags, uint64_t id)
{
    const struct attr a = { .sample_type = PERF_SAMPLE_TIME, .read_format = read_format, .flags = flags };
    events_add(&c->events, &a);
    event_add_id(&c->events, c->events.n - 1, id);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct capture c = { 0 };
        struct losses l = { 0 };
        add_event(&c, 0, 0, PLAIN);
        add_event(&c, PERF_FORMAT_LOST, 0, COUNTED);
        add_event(&c, PERF_FORMAT_LOST, UINT64_C(2) << ATTR_PRECISE_IP, PRECISE);
        add_event(&c, PERF_FORMAT_LOST, UINT64_C(2) << ATTR_PRECISE_IP, TIMELESS);
        for (const struct lost *k = rows[i].records; k->type; k++) {
            struct record r = { .type = k->type, .misc = k->misc, .when.time = k->time, .at = 8 };
            r.id.id = k->id;
            r.id.has = k->id == TIMELESS ? 0 : PERF_SAMPLE_TIME;
            r.lost.lost = k->n;
            losses_see(&l, &c, &r);
        }
        losses_finish(&l, &c);
        assert_int_equal(c.problems.of[PROBLEM_LOST_EVENTS].n, rows[i].events);
        assert_int_equal(c.problems.of[PROBLEM_LOST_SAMPLES].n, rows[i].samples);
        assert_int_equal(c.problems.of[PROBLEM_LOST_PERHAPS].n, rows[i].perhaps);
        assert_int_equal(c.problems.of[PROBLEM_DROPPED_SAMPLES].n, rows[i].dropped);
        assert_int_equal(c.lost_samples, rows[i].perfs);
        events_free(&c.events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
