/* env_wall: what a capture states of the time of day, and what that makes of a moment of its clock. */
#include "core/model/env.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/date.h"
#include "core/model/event.h"

#define CLOCKED (UINT64_C(1) << ATTR_USE_CLOCKID)

static const struct row {
    const char *key, *value; /* what the recorder says besides; NULL: nothing */
    bool has_clock;
    uint64_t wall, clock;
    struct {
        uint64_t flags;
        int32_t clockid;
    } events[2];
    enum env_wall_source source;
    uint64_t time;
    int64_t at; /* of ENV_WALL_RECORDER wall_ns */
} rows[] = {
    { .source = ENV_WALL_UNKNOWN },
    /* A pair of times; samples may be older than it. */
    { .has_clock = true, .wall = 5000, .clock = 700, .source = ENV_WALL_CLOCK_DATA, .time = 800, .at = 5100 },
    { .has_clock = true, .wall = 50, .clock = 700, .source = ENV_WALL_CLOCK_DATA, .time = 600, .at = -50 },
    { .has_clock = true, .source = ENV_WALL_UNKNOWN }, /* as perf stat record leaves it */
    /* Clocks: all events have to be by the one that is the time of day; 11 is TAI, without leap seconds. */
    { .events = { { CLOCKED, 0 }, { CLOCKED, 0 } }, .source = ENV_WALL_CLOCK, .time = 9, .at = 9 },
    { .events = { { CLOCKED, 0 }, { 0, 0 } }, .source = ENV_WALL_UNKNOWN },
    { .events = { { CLOCKED, 11 }, { CLOCKED, 11 } }, .source = ENV_WALL_UNKNOWN },
    { .has_clock = true,
      .wall = 5000,
      .clock = 700,
      .events = { { CLOCKED, 1 }, { CLOCKED, 1 } },
      .source = ENV_WALL_CLOCK_DATA,
      .time = 700,
      .at = 5000 },
    /* simpleperf. */
    { "timestamp", "1516268753", .source = ENV_WALL_RECORDER, .at = INT64_C(1516268753) * NSEC_PER_SEC },
    { "clockid", "1516268753", .source = ENV_WALL_UNKNOWN },
    { "timestamp", "-1", .source = ENV_WALL_UNKNOWN },
    { "timestamp", "", .source = ENV_WALL_UNKNOWN },
    { "timestamp", "12h", .source = ENV_WALL_UNKNOWN },
    { "timestamp", "18446744073709551616", .source = ENV_WALL_UNKNOWN },
    { "timestamp", "9223372037", .source = ENV_WALL_UNKNOWN }, /* ns of it are no int64_t */
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct row *row = &rows[i];
        struct env_fact fact = { row->key, row->value };
        struct event v[2] = {
            { .attr = { .flags = row->events[0].flags, .clockid = row->events[0].clockid } },
            { .attr = { .flags = row->events[1].flags, .clockid = row->events[1].clockid } }
        };
        const struct env env = { .facts = &fact,
                                 .nfacts = row->key != NULL,
                                 .has_clock = row->has_clock,
                                 .wall_ns = row->wall,
                                 .clock_ns = row->clock };
        const struct events events = { .v = v, .n = 2 }, none = { .n = 0 };
        const struct env_wall w = env_wall_clock(&env, &events);
        assert_int_equal(w.source, row->source);
        if (w.source == ENV_WALL_RECORDER)
            assert_int_equal(w.wall_ns, row->at);
        else if (w.source != ENV_WALL_UNKNOWN)
            assert_int_equal(env_wall_at(&w, row->time), row->at);
        assert_int_equal(env_wall_clock(&(struct env){ 0 }, &none).source, ENV_WALL_UNKNOWN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
