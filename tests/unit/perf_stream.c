/*
 * perf_stream: a stream of an attr with the id 7 and one more record, by hand, in either byte order: what the record changes, or the
 * problem that is counted.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "core/model/record.h"
#include "formats/perf/open.h"
#include "tests/unit/perf_make.h"

enum { ATTR = 64, EVENT_TYPE, FINISHED_ROUND = 68, UPDATE = 78, FEATURE = 80, FIELDS = 8 };

/* Kinds of EVENT_UPDATE. */
enum { UNIT, SCALE, NAME, CPUS };

static const struct case_of {
    uint16_t type;
    struct field body[FIELDS];
    const char *seen;
} cases[] = {
#define PLAIN "context-switches:HG 1"
    { FINISHED_ROUND, { { 0, 0, NULL } }, PLAIN },
    { UPDATE, { U64(NAME), U64(7), TEXT("mine"), { 0, 0, NULL } }, "mine 1" },
    { UPDATE, { U64(UNIT), U64(7), TEXT("ms"), { 0, 0, NULL } }, PLAIN " ms" },
    { UPDATE,
      { U64(SCALE), U64(7), U64(UINT64_C(0x3fe0000000000000)), { 0, 0, NULL } },
      "context-switches:HG 0.5" },
    { UPDATE, { U64(CPUS), U64(7), U16(0), U16(2), U16(1), U16(3), { 0, 0, NULL } }, PLAIN " cpus 2" },
    { UPDATE, { U64(9), U64(7), TEXT("x"), { 0, 0, NULL } }, PLAIN },        /* of a later perf */
    { UPDATE, { U64(NAME), U64(8), TEXT("other"), { 0, 0, NULL } }, PLAIN }, /* of no event */
    { UPDATE, { U64(NAME), U64(7), { 0, 0, NULL } }, PLAIN "; 1 bad-records: EVENT_UPDATE record for id 7" },
    { UPDATE,
      { U64(UNIT), U64(7), RAW("unending", 8), { 0, 0, NULL } },
      PLAIN "; 1 bad-records: EVENT_UPDATE record for id 7" },
    { UPDATE,
      { U64(SCALE), U64(7), U32(1), { 0, 0, NULL } },
      PLAIN "; 1 bad-records: EVENT_UPDATE record for id 7" },
    { FEATURE, { U64(3), U32(8), RAW("host\0\0\0", 8), { 0, 0, NULL } }, PLAIN " on host" },
    { FEATURE, { U64(3), { 0, 0, NULL } }, PLAIN }, /* it ends the list */
    { FEATURE, { U64(256), U32(8), RAW("host\0\0\0", 8), { 0, 0, NULL } }, PLAIN },
    { FEATURE, { U32(3), { 0, 0, NULL } }, PLAIN },
    { FEATURE,
      { U64(3), U32(80), RAW("host\0\0\0", 8), { 0, 0, NULL } },
      PLAIN "; 1 bad-features: HOSTNAME at 0x70, 12 bytes" },
    { ATTR,
      { U32(1), U32(100), U64(0), { 0, 0, NULL } },
      PLAIN "; 1 bad-records: ATTR record: attr of 100 bytes does not fit" },
    { EVENT_TYPE, { U64(0), TEXT("cycles"), { 0, 0, NULL } }, PLAIN }, /* it comes after its attr */
    { EVENT_TYPE, { U64(0), RAW("unending", 8), { 0, 0, NULL } }, PLAIN },
};

static void put_record(struct bytes *b, uint16_t type, const struct field *body)
{
    const size_t from = b->n;
    put_fields(b, (const struct field[]){ U32(type), U16(0), U16(0), { 0, 0, NULL } });
    put_fields(b, body);
    struct bytes size = { .order = b->order };
    put(&size, 2, b->n - from);
    memcpy(b->p + from + 6, size.p, 2);
    free(size.p);
}

static struct bytes stream_made(const struct case_of *c, enum byte_order order)
{
    struct bytes b = { .order = order };
    static const struct field attr[] = { U32(1), U32(64), U64(3), U64(1), U64(0),        U64(0),
                                         U64(0), U64(0),  U64(0), U64(7), { 0, 0, NULL } };
    put_raw(&b, order == ORDER_BIG ? "2ELIFREP" : "PERFILE2", 8);
    put(&b, 8, 16);
    put_record(&b, ATTR, attr);
    put_record(&b, c->type, c->body);
    return b;
}

static void ignore(void *arg, const struct record *r)
{
    (void)arg, (void)r;
}

static void describe(const struct capture *c, struct text *out)
{
    const struct event *v = c->events.v;
    assert_int_equal(c->events.n, 1);
    assert_int_equal(v->nids, 1);
    text_printf(out, "%s %g", v->name, v->scale);
    if (v->unit)
        text_printf(out, " %s", v->unit);
    if (v->cpus.n)
        text_printf(out, " cpus %u", (unsigned)cpus_count(&v->cpus));
    if (c->env.hostname)
        text_printf(out, " on %s", c->env.hostname);
    for (int i = 0; i < PROBLEM_COUNT; i++)
        if (c->problems.of[i].n)
            text_printf(out, "; %" PRIu64 " %s: %s", c->problems.of[i].n, problem_key(i),
                        c->problems.of[i].first);
}

static void test_records(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        struct bytes b = stream_made(&cases[i / 2], i % 2 ? ORDER_BIG : ORDER_LITTLE);
        char path[] = "/tmp/perfolio-test-XXXXXX";
        struct err e = { 0 };
        struct text out = { 0 };
        const int fd = mkstemp(path);
        assert_true(fd >= 0 && write(fd, b.p, b.n) == (ssize_t)b.n);
        close(fd);
        struct capture *c = perfdata_open(path, NULL, &e);
        assert_non_null(c);
        assert_true(c->ops->walk(c, &(struct visitor){ .visit = ignore }, &e));
        describe(c, &out);
        assert_string_equal(text_str(&out), cases[i / 2].seen);
        c->ops->close(c);
        unlink(path);
        text_free(&out);
        free(b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_records) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
