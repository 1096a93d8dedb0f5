/*
 * sound_record: what records say of events that cannot be, each in either byte order: attrs with bits that no event has, ids that
 * are none, records of events that the capture does not have.
 */
#include "formats/perf/salvage/sound.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/perf/fields/attr.h"
#include "formats/perf/records/records.h"
#include "tests/unit/perf_make.h"

enum {
    USUAL_TYPE = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID,
    FIRST = 18,
    SECOND = 19
};

static const char none[] = "";

/* The ids of an ATTR record, and its attr but for the size. */
static const struct {
    struct attr attr;
    uint64_t ids[3];
    const char *fault; /* a part of the sentence; empty: there is none */
    bool alone;        /* the stream has no other event */
} attrs[] = {
    { { .sample_type = USUAL_TYPE }, { 20, 21 }, none, false },
    { { .sample_type = USUAL_TYPE }, { 0 }, none, false },
    { { .sample_type = PERF_SAMPLE_IP }, { 20 }, none, true },
    { { .sample_type = USUAL_TYPE | UINT64_C(1) << 25 }, { 20 }, none, false }, /* of a later kernel */
    { { .sample_type = USUAL_TYPE | UINT64_C(1) << 40 }, { 20 }, none, false }, /* a bit that was flipped */
    { { .sample_type = USUAL_TYPE | UINT64_C(15) << 40 }, { 20 }, "describes no event", false },
    { { .sample_type = USUAL_TYPE, .read_format = UINT64_C(15) << 32 }, { 20 }, "describes no event", false },
    { { .sample_type = USUAL_TYPE, .flags = UINT64_C(15) << 60 }, { 20 }, "describes no event", false },
    { { .sample_type = USUAL_TYPE | UINT64_C(3) << 32, .flags = UINT64_C(3) << 48 },
      { 20 },
      "describes no event",
      false },
    { { .sample_type = USUAL_TYPE | PERF_SAMPLE_IDENTIFIER }, { 20 }, "could not be told from", false },
    { { .sample_type = USUAL_TYPE | PERF_SAMPLE_ADDR }, { 20 }, "could not be told from", false },
    { { .sample_type = USUAL_TYPE, .flags = UINT64_C(1) << ATTR_SAMPLE_ID_ALL },
      { 20 },
      "could not be told from",
      false },
    { { .sample_type = USUAL_TYPE }, { 20, UINT64_MAX }, none, false },
    { { .sample_type = USUAL_TYPE }, { 20, 20 }, "its ids", false },
    { { .sample_type = USUAL_TYPE }, { FIRST }, "its ids", false },
};

static void add_event(struct events *es, uint64_t flags, uint64_t id)
{
    events_add(es, &(struct attr){ .sample_type = USUAL_TYPE, .flags = flags })->name = "cycles";
    event_add_id(es, es->n - 1, id);
}

/* The fault of a record, whose size is set; a capture of `n` events. */
static void expect(struct bytes *b, uint32_t n, bool id_all, const char *fault)
{
    struct perfdata p = { .capture = { .order = b->order, .is_pipe = true } };
    struct record r;
    put_size(b);
    for (uint32_t i = 0; i < n; i++)
        add_event(&p.capture.events, (uint64_t)id_all << ATTR_SAMPLE_ID_ALL, FIRST + i);
    assert_true(record_read(&p, span_of(b), 0, 1, &r));
    const char *found = sound_record_fault(&p, &r);
    if (!*fault && found)
        fail_msg("%s", found);
    else if (*fault && (!found || !strstr(found, fault)))
        fail_msg("%s, not %s", found, fault);
    events_free(&p.capture.events);
    free(b->p);
}

static void test_attrs(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(attrs); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct bytes b = { .order = order };
            struct attr a = attrs[i].attr;
            struct text put = { 0 };
            a.size = ATTR_KNOWN;
            attr_put(&a, order, &put);
            put_fields(&b, (const struct field[]){
                               U32(PERF_RECORD_HEADER_ATTR), U16(0), U16(0), RAW(put.s, put.n), { 0 } });
            for (size_t k = 0; attrs[i].ids[k]; k++)
                put_fields(&b, (const struct field[]){ U64(attrs[i].ids[k]), { 0 } });
            expect(&b, !attrs[i].alone, false, attrs[i].fault);
            text_free(&put);
        }
}

/* An id of 0, and half an id. */
static void test_ids(void **state)
{
    (void)state;
    const struct attr a = { .sample_type = USUAL_TYPE, .size = ATTR_KNOWN };
    for (int half = 0; half < 2; half++) {
        struct bytes b = { .order = ORDER_LITTLE };
        struct text put = { 0 };
        attr_put(&a, b.order, &put);
        put_fields(&b, (const struct field[]){
                           U32(PERF_RECORD_HEADER_ATTR), U16(0), U16(0), RAW(put.s, put.n), U32(0), { 0 } });
        if (!half)
            put_fields(&b, (const struct field[]){ U32(0), { 0 } });
        expect(&b, 0, false, "its ids");
        text_free(&put);
    }
}

/* Several events whose samples have no ids, as some recorders write them into streams. */
static void test_without_ids(void **state)
{
    (void)state;
    struct perfdata p = { .capture = { .order = ORDER_LITTLE, .is_pipe = true } };
    struct bytes b = { .order = ORDER_LITTLE };
    struct text put = { 0 };
    struct record r;
    const struct attr a = { .sample_type = PERF_SAMPLE_IP, .size = ATTR_KNOWN };
    attr_put(&a, b.order, &put);
    put_fields(
        &b, (const struct field[]){ U32(PERF_RECORD_HEADER_ATTR), U16(0), U16(0), RAW(put.s, put.n), { 0 } });
    put_size(&b);
    events_add(&p.capture.events, &a)->name = "cycles";
    assert_true(record_read(&p, span_of(&b), 0, 1, &r));
    assert_null(sound_record_fault(&p, &r));
    events_free(&p.capture.events);
    text_free(&put);
    free(b.p);
}

#define STAT(id, cpu, thread)                                                                                \
    (const struct field[])                                                                                   \
    {                                                                                                        \
        U32(PERF_RECORD_STAT), U16(0), U16(0), U64(id), U32(cpu), U32(thread), U64(1), U64(1), U64(1),       \
        {                                                                                                    \
            0                                                                                                \
        }                                                                                                    \
    }

static void test_others(void **state)
{
    (void)state;
    const struct {
        const struct field *fields;
        uint32_t events;
        const char *fault;
    } others[] = {
        { (const struct field[]){
              U32(PERF_RECORD_ID_INDEX), U16(0), U16(0), U64(1), U64(FIRST), U64(0), U64(0), U64(7), { 0 } },
          1, none },
        { (const struct field[]){
              U32(PERF_RECORD_ID_INDEX), U16(0), U16(0), U64(1), U64(7), U64(0), U64(0), U64(7), { 0 } },
          1, "of no event" },
        { (const struct field[]){
              U32(PERF_RECORD_ID_INDEX), U16(0), U16(0), U64(2), U64(FIRST), U64(0), U64(0), U64(7), { 0 } },
          1, "of no event" }, /* fewer than it says */
        { (const struct field[]){
              U32(PERF_RECORD_EVENT_UPDATE), U16(0), U16(0), U64(0), U64(FIRST), TEXT("ns"), { 0 } },
          1, none },
        { (const struct field[]){
              U32(PERF_RECORD_EVENT_UPDATE), U16(0), U16(0), U64(0), U64(7), TEXT("ns"), { 0 } },
          1, "of no event" },
        { STAT(FIRST, -1, 0), 1, none },
        { STAT(FIRST, 8191, 3), 1, none },
        { STAT(7, -1, 0), 1, "of no event" },
        { STAT(FIRST, -2, 0), 1, "of no CPU or thread" },
        { STAT(FIRST, 1 << 20, 0), 1, "of no CPU or thread" },
        { STAT(FIRST, 0, -1), 1, "of no CPU or thread" },
        { STAT(FIRST, 0, 1 << 24), 1, "of no CPU or thread" },
        /* a sample_id of thread, time and id */
        { (const struct field[]){ U32(PERF_RECORD_COMM),
                                  U16(0),
                                  U16(0),
                                  U32(1),
                                  U32(1),
                                  TEXT("a"),
                                  U64(1),
                                  U64(2),
                                  U64(SECOND),
                                  { 0 } },
          2, none },
        { (const struct field[]){ U32(PERF_RECORD_COMM),
                                  U16(0),
                                  U16(0),
                                  U32(1),
                                  U32(1),
                                  TEXT("a"),
                                  U64(1),
                                  U64(2),
                                  U64(0),
                                  { 0 } },
          2, none },
        { (const struct field[]){ U32(PERF_RECORD_COMM),
                                  U16(0),
                                  U16(0),
                                  U32(1),
                                  U32(1),
                                  TEXT("a"),
                                  U64(1),
                                  U64(2),
                                  U64(7),
                                  { 0 } },
          2, "of no event" },
        { (const struct field[]){ U32(PERF_RECORD_COMM),
                                  U16(0),
                                  U16(0),
                                  U32(1),
                                  U32(1),
                                  TEXT("a"),
                                  U64(1),
                                  U64(2),
                                  U64(7),
                                  { 0 } },
          1, "of no event" },
    };
    for (size_t i = 0; i < COUNT(others); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct bytes b = { .order = order };
            put_fields(&b, others[i].fields);
            expect(&b, others[i].events, true, others[i].fault);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_attrs), cmocka_unit_test(test_ids),
                                        cmocka_unit_test(test_without_ids), cmocka_unit_test(test_others) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
