/*
 * perf_header: one small capture, whose header has other numbers, or whose file ends earlier, in each row: the error, or what was
 * read of it and the problems that were counted.
 */
#include "formats/perf/open.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "tests/unit/perf_make.h"

/* Where things are. */
enum { IDS = 104, ATTRS = 120, NAMES = 200, DATA = 272, FEATURES = 288, HOST = 304, END = 320 };
/* Fields of the header. */
enum {
    SIZE = 8,
    ATTR_SIZE = 16,
    ATTRS_AT = 24,
    ATTRS_SIZE = 32,
    DATA_AT = 40,
    DATA_SIZE = 48,
    NAMES_AT = 56,
    NAMES_SIZE = 64,
    BITS = 72
};

enum { MOST_PATCHES = 3, MOST_SEEN = 700 };

struct case_of {
    const char *magic; /* NULL: PERFILE2 as the order has it */
    bool big;
    struct patch {
        size_t at; /* 0: no more */
        uint64_t value;
    } patches[MOST_PATCHES];
    size_t end; /* 0: END */
    const char *seen;
};

#define SOUND "1 event made-name 2 ids, records 272+16, host host\n"

static const struct case_of cases[] = {
    { NULL, false, { { 0, 0 } }, 0, SOUND },
    { NULL, true, { { 0, 0 } }, 0, "64 bits, " SOUND },
    { NULL, true, { { BITS, UINT64_C(8) << 32 } }, 0, "32 bits, " SOUND }, /* words of 32 bits */
    { NULL, true, { { BITS, 0 } }, 0, "1 event made-name 2 ids, records 272+16, host -\n" },
    { "PERFFILE", false, { { 0, 0 } }, 0, SOUND },
    { "PERFFILE", true, { { 0, 0 } }, 0, "64 bits, " SOUND },
    { "ELIFFREP", false, { { 0, 0 } }, 0, SOUND },
    { "PERFFILE",
      false,
      { { ATTR_SIZE, 1 << 16 } },
      0,
      "not a perf.data file: it begins with 5045524646494c45, not with PERFILE2" },
    { "PERFFILE",
      false,
      { { ATTR_SIZE, 79 } },
      0,
      "not a perf.data file: it begins with 5045524646494c45, not with PERFILE2" },
    { "PERFFILE",
      false,
      { { SIZE, 1 << 16 } },
      0,
      "not a perf.data file: it begins with 5045524646494c45, not with PERFILE2" },
    { "PERFFILE", false, { { SIZE, 16 } }, 0, "stream 16+304" },
    { "PERFFILE", true, { { SIZE, 16 } }, 16, "stream 16+0" },
    { "PERFFILE",
      false,
      { { 0, 0 } },
      17,
      "not a perf.data file: it begins with 5045524646494c45, not with PERFILE2" },
    { "PERFILE3",
      false,
      { { 0, 0 } },
      0,
      "not a perf.data file: it begins with 50455246494c4533, not with PERFILE2" },
    { NULL,
      false,
      { { 0, 0 } },
      15,
      "not a perf.data file: 15 bytes are less than its smallest header (16)" },
    { NULL, true, { { SIZE, 16 } }, 0, "stream 16+304" },
    { NULL,
      false,
      { { SIZE, 71 } },
      0,
      "the header says that it has 71 bytes, expected 104 (16 for a pipe stream)" },
    { NULL, false, { { 0, 0 } }, 71, "it is cut off: it ends at 71, inside of its header of 104 bytes" },
    { NULL, false, { { ATTR_SIZE, 79 } }, 0, "attr_size is 79, expected 80 to 65536" },
    { NULL, false, { { ATTR_SIZE, 65537 } }, 0, "attr_size is 65537, expected 80 to 65536" },
    { NULL, false, { { ATTRS_AT, END } }, 0, "the attrs (80 bytes at 320) lie outside of the file" },
    { NULL,
      false,
      { { ATTRS_SIZE, UINT64_MAX } },
      0,
      "the attrs (18446744073709551615 bytes at 120) lie outside of the file" },
    { NULL,
      false,
      { { ATTRS_SIZE, 0 } },
      0,
      "the file describes no event: its attrs have 0 bytes, and one attr has 80" },
    { NULL,
      false,
      { { ATTRS_SIZE, 79 } },
      0,
      "the file describes no event: its attrs have 79 bytes, and one attr has 80" },
    { NULL, false, { { DATA_AT, END + 1 } }, 0, "the records begin at offset 321, the file ends at 320" },
    /* ids that lie elsewhere are counted, and the event has none */
    { NULL,
      false,
      { { ATTRS + 64, END } },
      0,
      "1 event made-name 0 ids, records 272+16, host host\n1 bad-features: ids of attr 0 (16 bytes at 320) lie outside of the file\n" },
    { NULL,
      false,
      { { ATTRS + 72, END + 1 } },
      0,
      "1 event made-name 0 ids, records 272+16, host host\n1 bad-features: ids of attr 0 (321 bytes at 104) lie outside of the file\n" },
    { NULL, false, { { ATTRS + 72, 0 } }, 0, "1 event made-name 0 ids, records 272+16, host host\n" },
    { NULL, false, { { ATTRS + 72, 15 } }, 0, "1 event made-name 1 ids, records 272+16, host host\n" },
    /* names that lie elsewhere are left out */
    { NULL,
      false,
      { { NAMES_AT, END } },
      0,
      "1 event unknown tracepoint 2 ids, records 272+16, host host\n" },
    { NULL,
      false,
      { { NAMES_SIZE, 71 } },
      0,
      "1 event unknown tracepoint 2 ids, records 272+16, host host\n" },
    { NULL, false, { { NAMES, 6 } }, 0, "1 event unknown tracepoint 2 ids, records 272+16, host host\n" },
    /* a recorder that did not finish, a file that was cut */
    { NULL,
      false,
      { { DATA_SIZE, 0 } },
      0,
      "1 event made-name 2 ids, records 272+48, host -\n1 unfinished: data.size is 0; reading on to the end of the file\n" },
    { NULL,
      false,
      { { DATA_SIZE, 49 } },
      0,
      "1 event made-name 2 ids, records 272+49, host -\n1 truncated: the file ends at 320, its records should end at 321\n"
      "1 unfinished: the header features are missing: they follow the records\n" },
    { NULL,
      false,
      { { 0, 0 } },
      280,
      "1 event made-name 2 ids, records 272+16, host -\n8 truncated: the file ends at 280, its records should end at 288\n"
      "1 unfinished: the header features are missing: they follow the records\n" },
    /* features */
    { NULL, false, { { SIZE, 72 } }, 0, "1 event made-name 2 ids, records 272+16, host -\n" },
    { NULL, false, { { BITS, 0 } }, 0, "1 event made-name 2 ids, records 272+16, host -\n" },
    { NULL,
      false,
      { { 0, 0 } },
      303,
      "1 event made-name 2 ids, records 272+16, host -\n1 bad-features: HOSTNAME: 0 bytes at 0 lie outside of the file\n" },
    { NULL,
      false,
      { { FEATURES, END } },
      0,
      "1 event made-name 2 ids, records 272+16, host -\n1 bad-features: HOSTNAME: 12 bytes at 320 lie outside of the file\n" },
    { NULL,
      false,
      { { FEATURES + 8, UINT64_MAX } },
      0,
      "1 event made-name 2 ids, records 272+16, host -\n1 bad-features: HOSTNAME: 18446744073709551615 bytes at 304 lie outside of the file\n" },
    { NULL,
      false,
      { { FEATURES + 8, 0 } },
      0,
      "1 event made-name 2 ids, records 272+16, host -\n1 bad-features: HOSTNAME at 0x130, 0 bytes\n" },
    { NULL,
      false,
      { { BITS + 24, UINT64_C(1) << 63 }, { BITS, 0 } },
      0,
      "1 event made-name 2 ids, records 272+16, host -\n1 unknown-features: feature 255 at 0x130\n" },
};

static struct bytes made(const struct case_of *c)
{
    struct bytes b = { .order = c->big ? ORDER_BIG : ORDER_LITTLE };
    const uint64_t header[] = { IDS,   80,           ATTRS,  80, DATA, FEATURES - DATA,
                                NAMES, DATA - NAMES, 1 << 3, 0,  0,    0 };
    const char *magic = c->big ? "2ELIFREP" : "PERFILE2";
    put_raw(&b, c->magic ? c->magic : magic, 8);
    for (size_t i = 0; i < COUNT(header); i++)
        put(&b, 8, header[i]);
    put_fields(&b, (const struct field[]){ U64(7), U64(9), U32(2), U32(64), U64(5), { 0, 0, NULL } });
    while (b.n < ATTRS + 64)
        put(&b, 8, 0);
    put_fields(&b, (const struct field[]){ U64(IDS), U64(16), U64(5), RAW("made-name", 9), { 0, 0, NULL } });
    while (b.n < DATA)
        put(&b, 1, 0);
    put_fields(&b, (const struct field[]){ U32(68),
                                           U16(0),
                                           U16(8),
                                           U32(68),
                                           U16(0),
                                           U16(8),
                                           U64(HOST),
                                           U64(12),
                                           U32(8),
                                           RAW("host\0\0\0\0\0\0\0\0", 12),
                                           { 0, 0, NULL } });
    assert_int_equal(b.n, END);
    for (const struct patch *p = c->patches; p < c->patches + MOST_PATCHES && p->at; p++) {
        struct bytes word = { .order = b.order };
        put(&word, 8, p->value);
        memcpy(b.p + p->at, word.p, 8);
        free(word.p);
    }
    if (c->end)
        b.n = c->end;
    return b;
}

static void add_problems(const struct problems *p, struct text *out)
{
    for (int i = 0; i < PROBLEM_COUNT; i++)
        if (p->of[i].n)
            text_printf(out, "%" PRIu64 " %s: %s\n", p->of[i].n, problem_key(i), p->of[i].first);
}

static void describe(const struct capture *c, struct text *out)
{
    if (c->is_pipe) {
        text_printf(out, "stream %" PRIu64 "+%" PRIu64, c->data_at, c->data_size);
        return;
    }
    const struct event *v = c->events.v;
    if (c->bits)
        text_printf(out, "%u bits, ", c->bits);
    text_printf(out, "%u event %s %zu ids, records %" PRIu64 "+%" PRIu64 ", host %s\n", c->events.n, v->name,
                v->nids, c->data_at, c->data_size, c->env.hostname ? c->env.hostname : "-");
    add_problems(&c->problems, out);
}

static void test_headers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bytes b = made(&cases[i]);
        char path[] = "/tmp/perfolio-test-XXXXXX";
        struct text out = { 0 };
        struct err e = { 0 };
        const int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, b.p, b.n), (ssize_t)b.n);
        close(fd);
        struct capture *c = perfdata_open(path, NULL, &e);
        if (c)
            describe(c, &out);
        else
            text_add(&out, e.msg + strlen(path) + 2); /* which begins with the path */
        assert_string_equal(text_str(&out), cases[i].seen);
        if (c)
            c->ops->close(c);
        unlink(path);
        text_free(&out);
        free(b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_headers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
