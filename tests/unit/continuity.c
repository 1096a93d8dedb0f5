/*
 * continuity: samples that can, and that cannot, be in a part that continues a stream, in either byte order. The times are those of the
 * second part; the first one ends at LAST.
 */
#include "formats/perf/salvage/continuity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

enum { MOST = 8, CPUS = 2, ID = 5, OTHER_ID = 6, NO_ID = 7, BODY = 24 };
#define MS   UINT64_C(1000000)
#define LAST UINT64_C(50000000000)

static const char none[] = "";

static const struct {
    const char *fault; /* a part of the sentence; empty: there is none */
    uint64_t flags;    /* of the attr */
    struct {
        uint64_t time, id, cpu;
    } samples[MOST]; /* time 0: no more */
    size_t beyond;   /* bytes behind the fields of each */
} rows[] = {
    { none, 0, { { LAST + 1, ID, 0 }, { LAST + 2, OTHER_ID, 1 }, { LAST + 3, ID, 0 } }, 0 },
    { "no event", 0, { { LAST + 1, ID, 0 }, { LAST + 2, NO_ID, 0 } }, 0 },
    { "a CPU that", 0, { { LAST + 1, ID, CPUS } }, 0 },
    { "do not fill it", 0, { { LAST + 1, ID, 0 } }, 8 },
    { "goes back",
      0,
      { { LAST - 10001 * MS, OTHER_ID, 0 } },
      0 }, /* of another buffer: one that was emptied before */
    { none, 0, { { LAST - 9999 * MS, OTHER_ID, 0 } }, 0 },
    { "goes back", 0, { { LAST - 101 * MS, ID, 0 } }, 0 },
    { none, 0, { { LAST - 99 * MS, ID, 0 }, { LAST + 1, ID, 0 } }, 0 },
    { none, 0, { { LAST - 1, ID, 0 }, { LAST - 2, ID, 0 }, { LAST - 3, ID, 0 } }, 0 },
    { "goes back",
      0,
      { { LAST - 1, ID, 0 }, { LAST - 2, ID, 0 }, { LAST - 3, ID, 0 }, { LAST - 4, ID, 0 } },
      0 },
    { "goes back",
      UINT64_C(1) << ATTR_INHERIT, /* a buffer for each CPU: the other id is in it, too */
      { { LAST - 101 * MS, OTHER_ID, 0 } },
      0 },
    { none, UINT64_C(1) << ATTR_INHERIT, { { LAST - 101 * MS, OTHER_ID, 1 } }, 0 },
    { none,
      UINT64_C(1) << ATTR_INHERIT | UINT64_C(2) << ATTR_PRECISE_IP,
      { { LAST - 101 * MS, OTHER_ID, 0 } },
      0 },
    { none,
      UINT64_C(1) << ATTR_USE_CLOCKID,
      { { LAST - 20000 * MS, ID, 0 } },
      0 }, /* the clock 0 is of the wall */
};

static void put_timed(struct bytes *b, uint64_t time, uint64_t id, uint64_t cpu, size_t beyond)
{
    const size_t at = b->n;
    put_fields(b, (const struct field[]){
                      U32(PERF_RECORD_SAMPLE), U16(0), U16(0), U64(time), U64(id), U32(cpu), U32(0), { 0 } });
    for (size_t i = 0; i < beyond; i += 8)
        put(b, 8, 0);
    put_size_at(b, at);
}

/* What a continuity says of a part. */
static const char *fault_of_part(struct continuity *c, const struct perfdata *p, struct bytes *b)
{
    struct block block = { 0 };
    capture_block_begin(&block, (struct span){ b->p, b->n }, 0, 0);
    continuity_begin_part(c);
    const char *fault = continuity_see(c, p, &block);
    free(b->p);
    return fault ? fault : continuity_end_part(c);
}

static void test_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        struct perfdata p = { .capture.order = i % 2 ? ORDER_BIG : ORDER_LITTLE,
                              .capture.env.cpus_available = CPUS };
        struct continuity c = { .n = 0 };
        struct bytes first = { .order = p.capture.order }, second = first;
        const char *expected = rows[i / 2].fault;
        for (uint64_t id = ID; id <= OTHER_ID; id++) {
            events_add(&p.capture.events,
                       &(struct attr){ .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU,
                                       .flags = rows[i / 2].flags });
            event_add_id(&p.capture.events, p.capture.events.n - 1, id);
        }
        put_timed(&first, LAST, ID, 0, 0);
        for (size_t k = 0; k < MOST && rows[i / 2].samples[k].time; k++)
            put_timed(&second, rows[i / 2].samples[k].time, rows[i / 2].samples[k].id,
                      rows[i / 2].samples[k].cpu, rows[i / 2].beyond);
        assert_null(fault_of_part(&c, &p, &first));
        const char *fault = fault_of_part(&c, &p, &second);
        if (!!fault != !!*expected || (fault && !strstr(fault, expected)))
            fail_msg("row %zu: %s", i / 2, fault ? fault : "no fault");
        continuity_free(&c);
        events_free(&p.capture.events);
    }
}

/* A part whose header tells the times of its samples. */
static void test_header(void **state)
{
    (void)state;
    for (uint64_t time = LAST - 1; time <= LAST + 11; time++) {
        struct perfdata p = { .capture.env = { .first_time = LAST, .last_time = LAST + 10 } };
        struct continuity c = { .n = 0 };
        struct bytes b = { .order = p.capture.order };
        events_add(&p.capture.events,
                   &(struct attr){ .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU });
        put_timed(&b, time, ID, 0, 0);
        const char *fault = fault_of_part(&c, &p, &b);
        assert_int_equal(!!fault, time < LAST || time > LAST + 10);
        continuity_free(&c);
        events_free(&p.capture.events);
    }
}

/* Types: of the kernel and known; none at all; of a kernel to come; of perf itself, which are beside the stream. */
static void test_types(void **state)
{
    (void)state;
    static const struct {
        uint32_t type;
        bool good;
    } types[] = { { PERF_RECORD_LOST, true },
                  { 0, false },
                  { 63, true },
                  { PERF_RECORD_FINISHED_ROUND, true },
                  { UINT32_C(1) << 30, false } };
    for (size_t i = 0; i < COUNT(types); i++) {
        struct perfdata p = { .capture.order = ORDER_LITTLE };
        struct continuity c = { .n = 0 };
        struct bytes b = { .order = p.capture.order };
        events_add(&p.capture.events, &(struct attr){ .sample_type = PERF_SAMPLE_TIME });
        put_fields(&b, (const struct field[]){
                           U32(types[i].type), U16(0), U16(8 + BODY), U64(1), U64(1), U64(1), { 0 } });
        assert_int_equal(!fault_of_part(&c, &p, &b), types[i].good);
        continuity_free(&c);
        events_free(&p.capture.events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_samples), cmocka_unit_test(test_header),
                                        cmocka_unit_test(test_types) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
