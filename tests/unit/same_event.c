/* Which events of two captures are compared: tables of what each recorded. */
#include "core/model/same_event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4, CYCLES = 0, CPU_CLOCK = 0, PAGE_FAULTS = 2 };

struct recorded {
    const char *name;
    uint32_t type;
    uint64_t config;
};

static struct events events_of(const struct recorded *v)
{
    struct events es = { 0 };
    for (size_t i = 0; i < MOST && v[i].name; i++)
        events_add(&es, &(struct attr){ .type = v[i].type, .config = v[i].config })->name = v[i].name;
    return es;
}

static void test_same(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct recorded known[MOST], other[MOST];
        uint32_t found[MOST];
    } rows[] = {
        { "in another order",
          { { "cpu-clock", PERF_TYPE_SOFTWARE, CPU_CLOCK },
            { "page-faults", PERF_TYPE_SOFTWARE, PAGE_FAULTS } },
          { { "page-faults", PERF_TYPE_SOFTWARE, PAGE_FAULTS },
            { "cpu-clock", PERF_TYPE_SOFTWARE, CPU_CLOCK } },
          { 1, 0 } },
        { "called otherwise",
          { { "cpu-clock:ppp", PERF_TYPE_SOFTWARE, CPU_CLOCK },
            { "faults", PERF_TYPE_SOFTWARE, PAGE_FAULTS } },
          { { "page-faults", PERF_TYPE_SOFTWARE, PAGE_FAULTS },
            { "cpu-clock:u", PERF_TYPE_SOFTWARE, CPU_CLOCK } },
          { 1, 0 } },
        { "names before numbers",
          { { "cycles:u", PERF_TYPE_HARDWARE, CYCLES }, { "cycles:k", PERF_TYPE_HARDWARE, CYCLES } },
          { { "cycles:k", PERF_TYPE_HARDWARE, CYCLES },
            { "cycles", PERF_TYPE_HARDWARE, CYCLES },
            { "cycles:H", PERF_TYPE_HARDWARE, CYCLES } },
          { 1, 0, NO_EVENT } },
        { "of one name",
          { { "cycles", PERF_TYPE_HARDWARE, CYCLES }, { "cycles", PERF_TYPE_HARDWARE, CYCLES } },
          { { "cycles", PERF_TYPE_HARDWARE, CYCLES },
            { "cycles", PERF_TYPE_HARDWARE, CYCLES },
            { "cycles", PERF_TYPE_HARDWARE, CYCLES } },
          { 0, 1, NO_EVENT } },
        { "tracepoints have other numbers after each boot",
          { { "sched:sched_switch", PERF_TYPE_TRACEPOINT, 300 },
            { "sched:sched_wakeup", PERF_TYPE_TRACEPOINT, 301 } },
          { { "sched:sched_wakeup", PERF_TYPE_TRACEPOINT, 300 },
            { "sched:sched_stat", PERF_TYPE_TRACEPOINT, 301 } },
          { 1, NO_EVENT } },
        { "one number of two types",
          { { "cycles", PERF_TYPE_HARDWARE, 0 }, { "r0", PERF_TYPE_RAW, 0 } },
          { { "cpu-clock", PERF_TYPE_SOFTWARE, 0 }, { "r00", PERF_TYPE_RAW, 0 } },
          { NO_EVENT, NO_EVENT } },
        { "nothing in the baseline", { { 0 } }, { { "cycles", PERF_TYPE_HARDWARE, 0 } }, { NO_EVENT } },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct events known = events_of(rows[i].known), other = events_of(rows[i].other);
        struct known_events k;
        same_event_init(&k, &known);
        events_free(&known); /* is not looked at any more */
        for (int twice = 0; twice < 2; twice++) {
            uint32_t *found = same_event_match(&k, &other);
            for (uint32_t e = 0; e < other.n; e++)
                if (found[e] != rows[i].found[e])
                    fail_msg("%s: event %u is %u", rows[i].what, e, found[e]);
            free(found);
        }
        same_event_free(&k);
        events_free(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_same) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
