/*
 * sample: the fields of a sample in ABI order, all of them and any of them, in both byte orders; whose sample
 * it is; and what becomes of one that is cut off or has unknown fields.
 */
#include "formats/perf/records/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

#define EVERYTHING (PERF_SAMPLE_KNOWN & ~PERF_SAMPLE_WEIGHT)

/* ABI order (linux/perf_event.h, PERF_RECORD_SAMPLE). */
static const struct part {
    uint64_t bit;
    struct field fields[9];
} parts[] = {
    { PERF_SAMPLE_IDENTIFIER, { U64(5) } },
    { PERF_SAMPLE_IP, { U64(0xffffffff81000042) } },
    { PERF_SAMPLE_TID, { U32(10), U32(11) } },
    { PERF_SAMPLE_TIME, { U64(1234567890123) } },
    { PERF_SAMPLE_ADDR, { U64(0xadd4) } },
    { PERF_SAMPLE_ID, { U64(5) } },
    { PERF_SAMPLE_STREAM_ID, { U64(6) } },
    { PERF_SAMPLE_CPU, { U32(3), U32(0xffffffff) } },
    { PERF_SAMPLE_PERIOD, { U64(4000000) } },
    { PERF_SAMPLE_READ, { U64(777), U64(50), U64(40), U64(5) } }, /* ENABLED | RUNNING | ID */
    { PERF_SAMPLE_CALLCHAIN, { U64(3), U64(-128), U64(0xffffffff81000042), U64(0x1000) } },
    { PERF_SAMPLE_RAW, { U32(12), RAW("twelve bytes", 12) } },
    { PERF_SAMPLE_BRANCH_STACK,
      { U64(2), U64(9), U64(0x10), U64(0x20), U64(1), U64(0x30), U64(0x40), U64(2) } }, /* HW_INDEX */
    { PERF_SAMPLE_REGS_USER, { U64(2), U64(0x71), U64(0x72), U64(0x73) } },             /* three registers */
    { PERF_SAMPLE_STACK_USER, { U64(16), RAW("the user's stack", 16), U64(10) } },
    { PERF_SAMPLE_WEIGHT, { U64(0x1234567890) } },
    { PERF_SAMPLE_WEIGHT_STRUCT, { U64(0x0009000800000007) } },
    { PERF_SAMPLE_DATA_SRC, { U64(0x68100142) } },
    { PERF_SAMPLE_TRANSACTION, { U64(0x1d) } },
    { PERF_SAMPLE_REGS_INTR, { U64(1), U64(0x81), U64(0x82) } }, /* two registers */
    { PERF_SAMPLE_PHYS_ADDR, { U64(0x7000) } },
    { PERF_SAMPLE_CGROUP, { U64(0xc6) } },
    { PERF_SAMPLE_DATA_PAGE_SIZE, { U64(4096) } },
    { PERF_SAMPLE_CODE_PAGE_SIZE, { U64(65536) } },
    { PERF_SAMPLE_AUX, { U64(8), RAW("aux data", 8) } },
};

enum { PARTS = sizeof(parts) / sizeof(*parts) };

static struct attr attr_of(uint64_t type)
{
    return (struct attr){ .sample_type = type,
                          .sample_period = 1000,
                          .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
                                         PERF_FORMAT_ID,
                          .branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX,
                          .sample_regs_user = 0x8000000000000005,
                          .sample_regs_intr = 3 };
}

static struct perfdata capture_of(enum byte_order order, uint64_t type)
{
    struct perfdata p = { .capture = { .order = order } };
    struct attr a = attr_of(type);
    events_add(&p.capture.events, &a)->name = "e";
    return p;
}

static void put_head(struct bytes *b)
{
    put(b, 4, PERF_RECORD_SAMPLE);
    put(b, 2, PERF_RECORD_MISC_USER);
    put(b, 2, 0);
}

static struct bytes encode(enum byte_order order, uint64_t type)
{
    struct bytes b = { .order = order };
    put_head(&b);
    for (size_t i = 0; i < PARTS; i++)
        if (type & parts[i].bit)
            put_fields(&b, parts[i].fields);
    put_size(&b);
    return b;
}

static uint64_t word(const struct sample *s, struct span words, size_t i)
{
    assert_true(8 * i + 8 <= words.n);
    return load_u64(words.p + 8 * i, s->order);
}

static void assert_bytes(struct span s, const char *text)
{
    assert_int_equal(s.n, strlen(text));
    assert_memory_equal(s.p, text, s.n);
}

/* Every field holds what was put there, or what stands for nothing. */
static void check(const struct sample *s, uint64_t type)
{
#define HAS(name) (type & PERF_SAMPLE_##name)
    assert_true(s->has == type);
    assert_int_equal(s->misc, PERF_RECORD_MISC_USER);
    assert_int_equal(s->at, 0x400);
    assert_int_equal(s->when.seq, 0x500);
    assert_true(s->id == (HAS(IDENTIFIER) || HAS(ID) ? 5 : 0));
    assert_true(s->ip == (HAS(IP) ? 0xffffffff81000042 : 0));
    assert_int_equal(s->pid, HAS(TID) ? 10 : -1);
    assert_int_equal(s->tid, HAS(TID) ? 11 : -1);
    assert_int_equal(s->when.time, HAS(TIME) ? 1234567890123 : 0);
    assert_int_equal(s->addr, HAS(ADDR) ? 0xadd4 : 0);
    assert_int_equal(s->stream_id, HAS(STREAM_ID) ? 6 : 0);
    assert_int_equal(s->cpu, HAS(CPU) ? 3 : UINT32_MAX);
    assert_int_equal(s->period, HAS(PERIOD) ? 4000000 : 1000);
    assert_int_equal(s->read.n, HAS(READ) ? 32 : 0);
    if (HAS(READ))
        assert_int_equal(word(s, s->read, 3), 5);
    assert_int_equal(s->nchain, HAS(CALLCHAIN) ? 3 : 0);
    if (HAS(CALLCHAIN))
        assert_int_equal(word(s, s->chain, 2), 0x1000);
    assert_bytes(s->raw, HAS(RAW) ? "twelve bytes" : "");
    assert_int_equal(s->nbranches, HAS(BRANCH_STACK) ? 2 : 0);
    assert_int_equal(s->branch_hw_index, HAS(BRANCH_STACK) ? 9 : 0);
    if (HAS(BRANCH_STACK))
        assert_int_equal(word(s, s->branches, 4), 0x40);
    assert_int_equal(s->user_abi, HAS(REGS_USER) ? 2 : 0);
    assert_int_equal(s->user_regs.n, HAS(REGS_USER) ? 24 : 0);
    if (HAS(REGS_USER))
        assert_int_equal(word(s, s->user_regs, 2), 0x73);
    assert_bytes(s->user_stack, HAS(STACK_USER) ? "the user's stack" : "");
    assert_int_equal(s->user_stack_size, HAS(STACK_USER) ? 10 : 0);
    assert_int_equal(s->weight, HAS(WEIGHT_STRUCT) ? 7 : HAS(WEIGHT) ? 0x1234567890 : 0);
    assert_int_equal(s->weight2, HAS(WEIGHT_STRUCT) ? 8 : 0);
    assert_int_equal(s->weight3, HAS(WEIGHT_STRUCT) ? 9 : 0);
    assert_int_equal(s->data_src, HAS(DATA_SRC) ? 0x68100142 : 0);
    assert_int_equal(s->transaction, HAS(TRANSACTION) ? 0x1d : 0);
    assert_int_equal(s->intr_abi, HAS(REGS_INTR) ? 1 : 0);
    assert_int_equal(s->intr_regs.n, HAS(REGS_INTR) ? 16 : 0);
    assert_int_equal(s->phys_addr, HAS(PHYS_ADDR) ? 0x7000 : 0);
    assert_int_equal(s->cgroup, HAS(CGROUP) ? 0xc6 : 0);
    assert_int_equal(s->data_page_size, HAS(DATA_PAGE_SIZE) ? 4096 : 0);
    assert_int_equal(s->code_page_size, HAS(CODE_PAGE_SIZE) ? 65536 : 0);
    assert_bytes(s->aux, HAS(AUX) ? "aux data" : "");
#undef HAS
}

static bool decode(const struct perfdata *p, const struct bytes *b, uint64_t at, uint64_t seq,
                   struct sample *s, struct problems *problems)
{
    const struct block in = { .bytes = span_of(b), .at = at, .seq = seq };
    return record_read_sample(&p->capture, &in, 0, s, problems);
}

static void ask(enum byte_order order, uint64_t type)
{
    struct perfdata p = capture_of(order, type);
    struct bytes b = encode(order, type);
    struct problems problems = { 0 };
    struct sample s = { 0 };
    memset(&s, 0xee, sizeof(s)); /* nothing of the sample before may stay */
    assert_true(decode(&p, &b, 0x400, 0x500, &s, &problems));
    check(&s, type);
    assert_int_equal(record_sample_time(&p, span_of(&b)), s.when.time);
    free(b.p);
    events_free(&p.capture.events);
}

static void test_fields(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int order = 0; order < 2; order++) {
        enum byte_order o = order ? ORDER_BIG : ORDER_LITTLE;
        ask(o, EVERYTHING);
        ask(o, (EVERYTHING & ~PERF_SAMPLE_WEIGHT_STRUCT) | PERF_SAMPLE_WEIGHT);
        ask(o, 0);
        for (size_t i = 0; i < PARTS; i++) {
            ask(o, parts[i].bit);
            if (parts[i].bit != PERF_SAMPLE_WEIGHT)
                ask(o, EVERYTHING & ~parts[i].bit);
        }
        for (int i = 0; i < 20000; i++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            ask(o, seed >> 20 & EVERYTHING);
        }
    }
}

/* One that is cut off anywhere is refused, and counted once; in memory of exactly that size. */
static void test_cut(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct perfdata p = capture_of(order ? ORDER_BIG : ORDER_LITTLE, EVERYTHING);
        struct bytes b = encode(p.capture.order, EVERYTHING);
        for (size_t n = 8; n < b.n; n++) {
            struct problems problems = { 0 };
            struct sample s = { 0 };
            struct bytes cut = { .p = mem_new(n, 1), .n = n, .order = b.order };
            memcpy(cut.p, b.p, n);
            put_size(&cut);
            assert_false(decode(&p, &cut, 0, 0, &s, &problems));
            assert_int_equal(problems.of[PROBLEM_BAD_RECORD].n, 1);
            record_sample_time(&p, span_of(&cut));
            free(cut.p);
        }
        free(b.p);
        events_free(&p.capture.events);
    }
}

/* Counts that say more than there is; each is the first word of a field. */
static void test_counts(void **state)
{
    (void)state;
    static const uint64_t bits[] = { PERF_SAMPLE_READ,         PERF_SAMPLE_CALLCHAIN,  PERF_SAMPLE_RAW,
                                     PERF_SAMPLE_BRANCH_STACK, PERF_SAMPLE_STACK_USER, PERF_SAMPLE_AUX };
    static const uint64_t counts[] = {
        100, 1u << 28, UINT64_C(1) << 32, UINT64_C(1) << 61, UINT64_MAX / 24 + 1, UINT64_MAX
    };
    for (size_t i = 0; i < sizeof(bits) / sizeof(*bits); i++)
        for (size_t k = 0; k < sizeof(counts) / sizeof(*counts); k++) {
            struct perfdata p = capture_of(ORDER_LITTLE, bits[i]);
            struct bytes b = { .order = ORDER_LITTLE };
            struct problems problems = { 0 };
            struct sample s = { 0 };
            p.capture.events.v[0].attr.read_format = PERF_FORMAT_GROUP;
            put_head(&b);
            put(&b, 8, bits[i] == PERF_SAMPLE_RAW ? counts[k] | 100 : counts[k]);
            put(&b, 8, 0);
            put_size(&b);
            assert_false(decode(&p, &b, 0, 0, &s, &problems));
            assert_int_equal(problems.of[PROBLEM_BAD_RECORD].n, 1);
            free(b.p);
            events_free(&p.capture.events);
        }
}

static void test_read_formats(void **state)
{
    (void)state;
    for (uint64_t format = 0; format < 32; format++)
        for (unsigned n = 0; n < 4; n++) {
            if (!(format & PERF_FORMAT_GROUP) && n != 1)
                continue;
            struct perfdata p = capture_of(ORDER_BIG, PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN);
            struct bytes b = { .order = ORDER_BIG };
            struct problems problems = { 0 };
            struct sample s = { 0 };
            unsigned words = 0;
            p.capture.events.v[0].attr.read_format = format;
            put_head(&b);
            if (format & PERF_FORMAT_GROUP)
                words += 1, put(&b, 8, n);
            else
                words += 1, put(&b, 8, 1000);
            for (uint64_t bit = 1; bit <= 2; bit++)
                if (format & bit)
                    words += 1, put(&b, 8, 2000);
            for (unsigned i = 0; i < n; i++) {
                if (format & PERF_FORMAT_GROUP)
                    words += 1, put(&b, 8, 1000);
                if (format & PERF_FORMAT_ID)
                    words += 1, put(&b, 8, 3000);
                if (format & PERF_FORMAT_LOST)
                    words += 1, put(&b, 8, 4000);
            }
            put(&b, 8, 1); /* the chain that follows shows that the length was right */
            put(&b, 8, 0x1234);
            put_size(&b);
            assert_true(decode(&p, &b, 0, 0, &s, &problems));
            assert_int_equal(s.read.n, 8 * words);
            assert_int_equal(s.nchain, 1);
            assert_int_equal(word(&s, s.chain, 0), 0x1234);
            free(b.p);
            events_free(&p.capture.events);
        }
}

/* Lengths of zero: no registers were there, no stack, no branch, no chain. */
static void test_nothing_inside(void **state)
{
    (void)state;
    uint64_t type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
                    PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_AUX | PERF_SAMPLE_CGROUP;
    struct perfdata p = capture_of(ORDER_BIG, type);
    struct bytes b = { .order = ORDER_BIG };
    struct problems problems = { 0 };
    struct sample s = { 0 };
    put_head(&b);
    put_fields(
        &b, (const struct field[]){ U64(0), U64(0), U64(-1), U64(0), U64(0), U64(0), U64(7), U64(0), { 0 } });
    put_size(&b);
    assert_true(decode(&p, &b, 0, 0, &s, &problems));
    assert_int_equal(s.user_regs.n, 0);
    assert_int_equal(s.user_stack.n, 0);
    assert_int_equal(s.user_stack_size, 0);
    assert_int_equal(s.intr_regs.n, 0);
    assert_int_equal(s.cgroup, 7);
    free(b.p);
    events_free(&p.capture.events);
}

static void test_branch_counters(void **state)
{
    (void)state;
    struct perfdata p = capture_of(ORDER_LITTLE, PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CGROUP);
    struct bytes b = { .order = ORDER_LITTLE };
    struct problems problems = { 0 };
    struct sample s = { 0 };
    p.capture.events.v[0].attr.branch_sample_type = PERF_SAMPLE_BRANCH_COUNTERS;
    put_head(&b);
    put_fields(&b, (const struct field[]){ U64(1), U64(0x10), U64(0x20), U64(1), U64(0x55), U64(7), { 0 } });
    put_size(&b);
    assert_true(decode(&p, &b, 0, 0, &s, &problems));
    assert_int_equal(word(&s, s.branch_counters, 0), 0x55);
    assert_int_equal(s.cgroup, 7);
    free(b.p);
    events_free(&p.capture.events);
}

/* An unknown field stands behind the known ones. */
static void test_unknown_bits(void **state)
{
    (void)state;
    uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_AUX;
    struct perfdata p = capture_of(ORDER_LITTLE, type | UINT64_C(1) << 25 | UINT64_C(1) << 63);
    struct bytes b = encode(ORDER_LITTLE, type);
    struct problems problems = { 0 };
    struct sample s = { 0 };
    put_raw(&b, "whatever", 8);
    put_size(&b);
    assert_true(decode(&p, &b, 0x400, 0x500, &s, &problems));
    check(&s, type);
    assert_int_equal(problems.of[PROBLEM_UNKNOWN_BITS].n, 1);
    free(b.p);
    events_free(&p.capture.events);
}

/* With several events, the id at its fixed place says whose sample it is, and so what is in it. */
static void test_whose(void **state)
{
    (void)state;
    static const struct {
        uint64_t first, second;
        struct field fields[7];
        int event; /* -1: of none */
        uint64_t addr;
    } rows[] = {
        { PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP,
          PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR,
          { U64(100), U64(1) },
          0,
          0 },
        { PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP,
          PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR,
          { U64(200), U64(9) },
          1,
          9 },
        { PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP,
          PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR,
          { U64(300), U64(9) },
          -1,
          0 },
        { PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP, PERF_SAMPLE_IDENTIFIER, { { 0 } }, -1, 0 },
        { PERF_SAMPLE_IP | PERF_SAMPLE_ID, PERF_SAMPLE_IP | PERF_SAMPLE_ID, { U64(1), U64(200) }, 1, 0 },
        { PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID,
          PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID,
          { U64(1), U64(2), U64(3), U64(4), U64(200) },
          1,
          4 },
        { PERF_SAMPLE_ID | PERF_SAMPLE_CPU, PERF_SAMPLE_ID | PERF_SAMPLE_CPU, { U64(100), U64(1) }, 0, 0 },
        { PERF_SAMPLE_IP, PERF_SAMPLE_IP, { U64(1) }, 0, 0 },                 /* none says: the first */
        { PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IDENTIFIER, { U64(0) }, 0, 0 }, /* id 0: the first */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (int order = 0; order < 2; order++) {
            struct perfdata p = capture_of(order ? ORDER_BIG : ORDER_LITTLE, rows[i].first);
            struct attr second = attr_of(rows[i].second);
            struct bytes b = { .order = p.capture.order };
            struct problems problems = { 0 };
            struct sample s = { 0 };
            events_add(&p.capture.events, &second)->name = "second";
            event_add_id(&p.capture.events, 0, 100);
            event_add_id(&p.capture.events, 1, 200);
            put_head(&b);
            put_fields(&b, rows[i].fields);
            put_size(&b);
            bool ok = decode(&p, &b, 0, 0, &s, &problems);
            assert_int_equal(ok, rows[i].event >= 0);
            assert_int_equal(problems.of[PROBLEM_UNKNOWN_EVENT].n, !ok);
            if (ok) {
                assert_ptr_equal(s.event, &p.capture.events.v[rows[i].event]);
                assert_int_equal(s.addr, rows[i].addr);
            }
            free(b.p);
            events_free(&p.capture.events);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),         cmocka_unit_test(test_cut),
        cmocka_unit_test(test_counts),         cmocka_unit_test(test_read_formats),
        cmocka_unit_test(test_nothing_inside), cmocka_unit_test(test_branch_counters),
        cmocka_unit_test(test_unknown_bits),   cmocka_unit_test(test_whose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
