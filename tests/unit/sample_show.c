/* sample_show: what `dump` says of the fields of a sample, in both byte orders. */
#include "formats/perf/fields/sample_show.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

static struct bytes encode(enum byte_order order, const struct field *fields)
{
    struct bytes b = { .order = order };
    put_fields(&b, fields);
    return b;
}

static void check(const struct sample *s, const char *expected)
{
    struct text t = { 0 };
    text_add(&t, "");
    sample_show(s, &t);
    assert_string_equal(t.s, expected);
    text_free(&t);
}

static void test_words(void **state)
{
    (void)state;
    struct event ev = { .attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED };
    check(&(struct sample){ .event = &ev }, "");
    check(&(struct sample){ .event = &ev,
                            .has = PERF_SAMPLE_KNOWN & ~(PERF_SAMPLE_READ | PERF_SAMPLE_WEIGHT),
                            .addr = 1,
                            .id = 2,
                            .stream_id = 3,
                            .weight = 4,
                            .weight2 = 5,
                            .weight3 = 6,
                            .data_src = 7,
                            .transaction = 8,
                            .phys_addr = 9,
                            .cgroup = 10,
                            .data_page_size = 11,
                            .code_page_size = 12 },
          " addr 0x1 id 2 stream_id 3 chain 0 raw 0 branches 0 regs_user abi 0 stack 0 weight 4/5/6 data_src "
          "0x7"
          " transaction 0x8 regs_intr abi 0 phys_addr 0x9 cgroup 10 data_page 11 code_page 12 aux 0");
}

static void test_lists(void **state)
{
    (void)state;
    for (enum byte_order o = ORDER_LITTLE; o <= ORDER_BIG; o++) {
        struct bytes chain = encode(
            o, (const struct field[]){ U64(-128), U64(0x10), U64(-640), U64(7), U64(-2560), U64(-9), { 0 } });
        /* mispredicted, 5 cycles, a call; predicted, in a transaction, aborted */
        struct bytes branches =
            encode(o, (const struct field[]){ U64(1),
                                              U64(2),
                                              U64(o == ORDER_BIG ? 0x8000530000000000 : 0x300051),
                                              U64(3),
                                              U64(4),
                                              U64(o == ORDER_BIG ? 0x7000000000000000 : 0xe),
                                              { 0 } });
        struct bytes group =
            encode(o, (const struct field[]){
                          U64(2), U64(50), U64(40), U64(7), U64(1), U64(0), U64(8), U64(2), U64(3), { 0 } });
        struct bytes regs = encode(o, (const struct field[]){ U64(0x71), U64(0x72), { 0 } });
        struct event ev = { .attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
                                                PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID |
                                                PERF_FORMAT_GROUP | PERF_FORMAT_LOST,
                            .attr.branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX };
        struct sample s = { .event = &ev,
                            .order = o,
                            .has = PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK |
                                   PERF_SAMPLE_REGS_INTR,
                            .read = span_of(&group),
                            .nchain = 6,
                            .chain = span_of(&chain),
                            .nbranches = 2,
                            .branch_hw_index = UINT64_MAX,
                            .branches = span_of(&branches),
                            .intr_abi = 2,
                            .intr_regs = span_of(&regs) };
        check(&s, " read enabled 50 running 40 7 of id 1 lost 0, 8 of id 2 lost 3"
                  " chain 6: [kernel] 0x10 [user deferred] 0x7 [guest user] [context -9]"
                  " branches 2 hw_index -1: 0x1->0x2/M/-/-/5/type 3 0x3->0x4/P/X/A/0"
                  " regs_intr abi 2: 0x71 0x72");
        free(chain.p);
        free(branches.p);
        free(group.p);
        free(regs.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_words), cmocka_unit_test(test_lists) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
