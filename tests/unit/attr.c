/*
 * attr: every row is one event, encoded as a machine of either byte order would have written it, at every
 * size that the ABI had; it must come out as one name and one text. The encoder here follows how compilers
 * lay out bitfields and shares nothing with the decoder.
 */
#include "formats/perf/fields/attr.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BIGGEST = 144 };

static const size_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 }; /* PERF_ATTR_SIZE_VER0... */

static void put(uint8_t *at, unsigned width, uint64_t v, enum byte_order order)
{
    for (unsigned i = 0; i < width; i++)
        at[order == ORDER_BIG ? width - 1 - i : i] = (uint8_t)(v >> 8 * i);
}

/* A bitfield word of `width` bytes: little-endian compilers fill it from the least significant bit,
   big-endian ones from the most significant; a field of two bits stays one number. */
static void put_bits(uint8_t *at, unsigned width, uint64_t flags, enum byte_order order)
{
    uint64_t v = flags;
    if (order == ORDER_BIG) {
        v = 0;
        for (unsigned bit = 0; bit < width * 8; bit++)
            if (bit != ATTR_PRECISE_IP && bit != ATTR_PRECISE_IP + 1)
                v |= (flags >> bit & 1) << (width * 8 - 1 - bit);
        if (width == 8)
            v |= (flags >> ATTR_PRECISE_IP & 3) << (64 - ATTR_PRECISE_IP - 2);
    }
    put(at, width, v, order);
}

static void encode(const struct attr *a, uint8_t *to, enum byte_order order)
{
    put(to, 4, a->type, order);
    put(to + 4, 4, a->size, order);
    put(to + 8, 8, a->config, order);
    put(to + 16, 8, a->sample_period, order);
    put(to + 24, 8, a->sample_type, order);
    put(to + 32, 8, a->read_format, order);
    put_bits(to + 40, 8, a->flags, order);
    put(to + 48, 4, a->wakeup_events, order);
    put(to + 52, 4, a->bp_type, order);
    put(to + 56, 8, a->config1, order);
    put(to + 64, 8, a->config2, order);
    put(to + 72, 8, a->branch_sample_type, order);
    put(to + 80, 8, a->sample_regs_user, order);
    put(to + 88, 4, a->sample_stack_user, order);
    put(to + 92, 4, (uint32_t)a->clockid, order);
    put(to + 96, 8, a->sample_regs_intr, order);
    put(to + 104, 4, a->aux_watermark, order);
    put(to + 108, 2, a->sample_max_stack, order);
    put(to + 110, 2, 0, order);
    put(to + 112, 4, a->aux_sample_size, order);
    put_bits(to + 116, 4, a->aux_action, order);
    put(to + 120, 8, a->sig_data, order);
    put(to + 128, 8, a->config3, order);
    put(to + 136, 8, a->config4, order);
}

/* Reads from a copy that ends where the bytes end, so that ASan sees a read behind them. */
static bool read_copy(const uint8_t *bytes, size_t n, enum byte_order order, struct attr *a,
                      struct problems *problems)
{
    uint8_t *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    bool ok = attr_read((struct span){ copy, n }, order, a, problems);
    free(copy);
    return ok;
}

#define F(name) (UINT64_C(1) << ATTR_##name)
#define KU      F(EXCLUDE_KERNEL) | F(EXCLUDE_USER)

// clang-format off
static const struct {
    struct attr attr;
    const char *name, *text;
} rows[] = {
    { { .type = PERF_TYPE_HARDWARE, .size = 64, .sample_period = 4000, .sample_type = 0x107,
        .flags = F(FREQ) | F(DISABLED) | F(EXCLUDE_GUEST) },
      "cycles", "size: 64, { sample_period, sample_freq }: 4000, sample_type: IP|TID|TIME|PERIOD, "
                "disabled: 1, freq: 1, exclude_guest: 1" },
    { { .type = PERF_TYPE_HARDWARE, .size = 64, .config = 1,
        .flags = F(EXCLUDE_KERNEL) | F(EXCLUDE_HV) | UINT64_C(1) << ATTR_PRECISE_IP },
      "instructions:up", "size: 64, config: 0x1, exclude_kernel: 1, exclude_hv: 1, precise_ip: 1" },
    { { .type = PERF_TYPE_HARDWARE, .size = 64, .config = 5,
        .flags = UINT64_C(2) << ATTR_PRECISE_IP | F(EXCLUDE_GUEST) },
      "branch-misses:ppH", "size: 64, config: 0x5, precise_ip: 2, exclude_guest: 1" },
    { { .type = PERF_TYPE_HARDWARE, .size = 64, .config = UINT64_C(10) << 32, .flags = F(EXCLUDE_GUEST) },
      "cpu/cycles/", "size: 64, config: 0xa00000000, exclude_guest: 1" },
    { { .type = PERF_TYPE_HARDWARE, .size = 64, .config = 99, .flags = F(EXCLUDE_GUEST) },
      "unknown-hardware", "size: 64, config: 0x63, exclude_guest: 1" },
    { { .type = PERF_TYPE_SOFTWARE, .size = 64, .config = 9,
        .flags = F(MMAP) | F(TASK) | F(SAMPLE_ID_ALL) | F(MMAP2) },
      "dummy:HG", "type: 1, size: 64, config: 0x9, mmap: 1, task: 1, sample_id_all: 1, mmap2: 1" },
    { { .type = PERF_TYPE_SOFTWARE, .size = 64, .config = 12, .flags = F(EXCLUDE_HOST) },
      "unknown-software:G", "type: 1, size: 64, config: 0xc, exclude_host: 1" },
    { { .type = PERF_TYPE_TRACEPOINT, .size = 64, .config = 314, .sample_period = 1, .sample_type = 0x10587 },
      "unknown tracepoint", "type: 2, size: 64, config: 0x13a, { sample_period, sample_freq }: 1, "
                            "sample_type: IP|TID|TIME|CPU|PERIOD|RAW|IDENTIFIER" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x10000, .flags = F(EXCLUDE_GUEST) },
      "L1-dcache-load-misses", "type: 3, size: 64, config: 0x10000, exclude_guest: 1" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x0102, .flags = F(EXCLUDE_GUEST) },
      "LLC-stores", "type: 3, size: 64, config: 0x102, exclude_guest: 1" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x0101, .flags = F(EXCLUDE_GUEST) },
      "invalid-cache", "type: 3, size: 64, config: 0x101, exclude_guest: 1" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 7, .flags = F(EXCLUDE_GUEST) },
      "unknown-ext-hardware-cache-type", "type: 3, size: 64, config: 0x7, exclude_guest: 1" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x300, .flags = F(EXCLUDE_GUEST) },
      "unknown-ext-hardware-cache-op", "type: 3, size: 64, config: 0x300, exclude_guest: 1" },
    { { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x20000, .flags = F(EXCLUDE_GUEST) },
      "unknown-ext-hardware-cache-result", "type: 3, size: 64, config: 0x20000, exclude_guest: 1" },
    { { .type = PERF_TYPE_RAW, .size = 64, .config = 0x1a, .flags = KU },
      "raw 0x1a:h", "type: 4, size: 64, config: 0x1a, exclude_user: 1, exclude_kernel: 1" },
    { { .type = PERF_TYPE_BREAKPOINT, .size = 72, .bp_type = 3, .config1 = 0x400000, .config2 = 4,
        .flags = F(EXCLUDE_GUEST) },
      "mem:0x400000:rw", "type: 5, size: 72, exclude_guest: 1, bp_type: 3, { bp_addr, config1 }: 0x400000, "
                         "{ bp_len, config2 }: 0x4" },
    { { .type = 17, .size = 80, .branch_sample_type = 0x20089 },
      "unknown attr type: 17", "type: 17, size: 80, branch_sample_type: USER|ANY|ABORT_TX|HW_INDEX" },
    { { .type = 1, .size = 96, .sample_regs_user = 0xff0fff, .sample_stack_user = 8192, .clockid = -3,
        .read_format = 31, .flags = F(USE_CLOCKID) | F(EXCLUDE_GUEST) },
      "cpu-clock", "type: 1, size: 96, read_format: TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP|LOST, "
                   "exclude_guest: 1, use_clockid: 1, sample_regs_user: 0xff0fff, "
                   "sample_stack_user: 8192, clockid: -3" },
    { { .type = 1, .size = 144, .wakeup_events = 7, .sample_regs_intr = 0x10, .aux_watermark = 4096,
        .sample_max_stack = 127, .aux_sample_size = 64, .aux_action = 5, .sig_data = 9, .config3 = 3,
        .config4 = 4,
        .flags = F(SIGTRAP) | F(BUILD_ID) | F(DEFER_CALLCHAIN) | F(DEFER_OUTPUT) | F(EXCLUDE_GUEST) },
      "cpu-clock", "type: 1, size: 144, exclude_guest: 1, build_id: 1, sigtrap: 1, defer_callchain: 1, "
                   "defer_output: 1, { wakeup_events, wakeup_watermark }: 7, sample_regs_intr: 0x10, "
                   "aux_watermark: 4096, sample_max_stack: 127, aux_sample_size: 64, aux_start_paused: 1, "
                   "aux_resume: 1, sig_data: 9, config3: 0x3, config4: 0x4" },
};
// clang-format on

static void each_row_in_both_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            uint8_t bytes[BIGGEST];
            struct problems problems = { 0 };
            struct attr a;
            struct text name = { 0 }, text = { 0 };
            encode(&rows[i].attr, bytes, order);
            assert_true(read_copy(bytes, rows[i].attr.size, order, &a, &problems));
            attr_name(&a, &name);
            attr_show(&a, NULL, ": ", &text);
            assert_string_equal(name.s, rows[i].name);
            assert_string_equal(text.s, rows[i].text);
            assert_int_equal(problems.of[PROBLEM_BIGGER_ATTR].n, 0);
            text_free(&name);
            text_free(&text);
        }
}

/* Every bit of the flags word on its own, and every value of the one field that has two. */
static void each_flag_in_both_orders(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++) {
        struct attr a = { .size = 64, .flags = UINT64_C(1) << bit }, little, big;
        uint8_t bytes[BIGGEST];
        encode(&a, bytes, ORDER_LITTLE);
        assert_true(read_copy(bytes, 64, ORDER_LITTLE, &little, NULL));
        encode(&a, bytes, ORDER_BIG);
        assert_true(read_copy(bytes, 64, ORDER_BIG, &big, NULL));
        assert_int_equal(little.flags, UINT64_C(1) << bit);
        assert_int_equal(big.flags, little.flags);
        struct text written = { 0 };
        attr_put(&a, ORDER_BIG, &written);
        assert_memory_equal(written.s + 40, bytes + 40, 8);
        text_free(&written);
    }
}

/* An attr of any size has the fields that are whole in it; the others are 0. */
static void each_size(void **state)
{
    (void)state;
    struct attr full = { .type = 1, .config = 2, .config1 = 3, .config2 = 4, .branch_sample_type = 5 };
    full.clockid = 6, full.sample_regs_intr = 7, full.sample_max_stack = 8, full.aux_sample_size = 9;
    full.sig_data = 10, full.config3 = 11, full.config4 = 12;
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++)
            for (int bounded_by_bytes = 0; bounded_by_bytes < 2; bounded_by_bytes++) {
                struct attr a;
                uint8_t bytes[BIGGEST];
                full.size = bounded_by_bytes ? 4000 : (uint32_t)sizes[i];
                encode(&full, bytes, order);
                assert_true(read_copy(bytes, bounded_by_bytes ? sizes[i] : BIGGEST, order, &a, NULL));
                assert_int_equal(a.size, full.size);
                assert_int_equal(a.config1, 3);
                assert_int_equal(a.config2, sizes[i] >= 72 ? 4 : 0);
                assert_int_equal(a.branch_sample_type, sizes[i] >= 80 ? 5 : 0);
                assert_int_equal(a.clockid, sizes[i] >= 96 ? 6 : 0);
                assert_int_equal(a.sample_regs_intr, sizes[i] >= 104 ? 7 : 0);
                assert_int_equal(a.sample_max_stack, sizes[i] >= 112 ? 8 : 0);
                assert_int_equal(a.aux_sample_size, sizes[i] >= 120 ? 9 : 0);
                assert_int_equal(a.sig_data, sizes[i] >= 128 ? 10 : 0);
                assert_int_equal(a.config3, sizes[i] >= 136 ? 11 : 0);
                assert_int_equal(a.config4, sizes[i] >= 144 ? 12 : 0);
            }
}

static void sizes_that_lie(void **state)
{
    (void)state;
    static const struct {
        uint32_t size;   /* what the attr says of itself */
        size_t n;        /* the bytes it has */
        uint8_t surplus; /* the byte behind the last known field */
        bool ok;
        uint64_t config2, bigger;
    } lies[] = {
        { 0, 144, 0, true, 0, 0 },   { 8, 144, 0, true, 0, 0 },   { 64, 63, 0, false, 0, 0 },
        { 64, 0, 0, false, 0, 0 },   { 72, 70, 0, true, 0, 0 },   { 152, 152, 0, true, 4, 0 },
        { 152, 152, 1, true, 4, 1 }, { 144, 152, 1, true, 4, 0 }, { UINT32_MAX, 152, 1, true, 4, 1 },
    };
    for (size_t i = 0; i < COUNT(lies); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct attr full = { .size = lies[i].size, .config2 = 4 }, a;
            uint8_t bytes[BIGGEST + 8] = { 0 };
            struct problems problems = { 0 };
            encode(&full, bytes, order);
            bytes[BIGGEST + 3] = lies[i].surplus;
            assert_int_equal(read_copy(bytes, lies[i].n, order, &a, &problems), lies[i].ok);
            assert_int_equal(a.config2, lies[i].config2);
            assert_int_equal(problems.of[PROBLEM_BIGGER_ATTR].n, lies[i].bigger);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_in_both_orders),
        cmocka_unit_test(each_flag_in_both_orders),
        cmocka_unit_test(each_size),
        cmocka_unit_test(sizes_that_lie),
    };
    return cmocka_run_group_tests_name("attr", tests, NULL, NULL);
}
