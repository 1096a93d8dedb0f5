/*
 * feature: every row is one header feature, written out field by field; encoded in either byte order it must
 * be read into the same capture and shown as the same text. The same bytes, cut off anywhere and with counts
 * that lie, must be counted and never be read beyond.
 */
#include "formats/perf/features/feature.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "formats/perf/file/file_simpleperf.h"

/* ---- writing a feature ---- */

/* Fields in words: w7 u16, d7 u32, q7 u64, 'text' a perf string, z7 so many zero bytes, xNN.. bytes as they
   are, "text" bytes of text and a NUL, f7 the flags word of an attr (bit 7 alone). */
static void write_fields(struct text *out, const char *s, enum byte_order order)
{
    while (*s) {
        char kind = *s++, *end = NULL;
        if (kind == ' ')
            continue;
        if (kind == '\'' || kind == '"') {
            const char *close = strchr(s, kind);
            size_t n = (size_t)(close - s), padded = (n + 64) / 64 * 64;
            if (kind == '\'') {
                for (int i = 0; i < 4; i++)
                    text_char(out, (char)(padded >> 8 * (order == ORDER_BIG ? 3 - i : i)), 1);
            } else
                padded = n + 1;
            text_add_n(out, s, n);
            text_char(out, 0, padded - n);
            s = close + 1;
        } else if (kind == 'x') {
            for (unsigned byte; sscanf(s, "%2x", &byte) == 1 && *s != ' '; s += 2)
                text_char(out, (char)byte, 1);
        } else {
            unsigned long long v = strtoull(s, &end, 0);
            int width = kind == 'w' ? 2 : kind == 'd' ? 4 : 8;
            s = end;
            if (kind == 'z')
                text_char(out, 0, (size_t)v);
            else if (kind == 'f')
                v = 1ULL << (order == ORDER_BIG ? 63 - v : v);
            for (int i = 0; kind != 'z' && i < width; i++)
                text_char(out, (char)(v >> 8 * (order == ORDER_BIG ? width - 1 - i : i)), 1);
        }
    }
}

/* ---- a capture that has what a test gives it ---- */

static struct perfdata *new_perfdata(enum byte_order order, uint8_t bits)
{
    struct perfdata *p = mem_new(1, sizeof(*p));
    p->version = 2;
    p->capture.order = order;
    p->capture.bits = bits;
    p->capture.data_at = 264;
    p->capture.data_size = 1000;
    return p;
}

/* The bytes are copied to where ASan sees their end. */
static void give(struct perfdata *p, unsigned bit, const char *bytes, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    p->features[bit] = (struct feature_bytes){ .present = true, .at = 4096, .s = { copy, n } };
    feature_read(p, bit);
}

static void give_fields(struct perfdata *p, unsigned bit, const char *fields)
{
    struct text t = { 0 };
    text_add(&t, "");
    write_fields(&t, fields, p->capture.order);
    give(p, bit, t.s, t.n);
    text_free(&t);
}

static void free_perfdata(struct perfdata *p)
{
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        free((void *)(uintptr_t)p->features[bit].s.p);
    free(p->capture.env.build_ids);
    free(p->capture.env.facts);
    simpleperf_free(&p->simpleperf);
    hiperf_stacks_free(&p->stacks);
    events_free(&p->capture.events);
    arena_free(&p->arena);
    free(p);
}

static void see_line(void *arg, const char *line)
{
    text_printf(arg, "# %s\n", line ? line : "========");
}

/* What features_show gives between the offsets and the missing features. */
static char *shown(const struct perfdata *p, bool full)
{
    struct text t = { 0 };
    features_show(&p->capture, full, see_line, &t);
    char *from = strstr(t.s, "# feat offset    : 1264\n"), *to = strstr(t.s, "# missing features: ");
    assert_non_null(from);
    assert_non_null(to);
    from = strchr(from, '\n') + 1;
    char *text = mem_copy(from, (size_t)(to - from));
    text_free(&t);
    return text;
}

static uint64_t problems_of(const struct perfdata *p, enum problem_kind kind)
{
    return p->capture.problems.of[kind].n;
}

/* ---- the rows ---- */

// clang-format off
#define ATTR64(type, config, flag) "d" #type " d64 q" #config " q250 q0x107 q4 f" #flag " d0 d0 q0 "

static const struct {
    unsigned bit;
    uint8_t bits; /* word size of the recorder */
    const char *nrcpus, *fields, *text;
} rows[] = {
    { 3,  64, NULL, "'amd64'",          "# hostname : amd64\n" },
    { 3,  64, NULL, "d5 \"a\x1b[m\"",   "# hostname : a\\x1b[m\n" },
    { 4,  64, NULL, "'6.1.0-50-amd64'", "# os release : 6.1.0-50-amd64\n" },
    { 5,  64, NULL, "'6.1.176'",        "# perf version : 6.1.176\n" },
    { 6,  64, NULL, "'x86_64'",         "# arch : x86_64\n" },
    { 7,  64, NULL, "d8 d6",            "# nrcpus online : 6\n# nrcpus avail : 8\n" },
    { 8,  64, NULL, "'PA-RISC 1.1e'",   "# cpudesc : PA-RISC 1.1e\n" },
    { 9,  64, NULL, "'GenuineIntel,6'", "# cpuid : GenuineIntel,6\n" },
    { 10, 64, NULL, "q2012128",         "# total memory : 2012128 kB\n" },
    { 11, 64, NULL, "d3 '/bin/perf' 'a b' \"\" d0 ",
      "# cmdline : /bin/perf a b  \n" },
    { 11, 64, NULL, "d2 'sh' d16 x2727782700 z11", "# cmdline : sh \\'\\'x\\' \n" },
    { 12, 64, NULL, "d2 d64 " ATTR64(1, 0, 10) "d2 'cpu-clock' q18 q0x100000013 "
                      ATTR64(0, 1, 5) "d0 'instructions:u'",
      "# event : name = cpu-clock, , id = { 18, 4294967315 }, type = 1, size = 64, "
      "{ sample_period, sample_freq } = 250, sample_type = IP|TID|TIME|PERIOD, read_format = ID, freq = 1\n"
      "# event : name = instructions:u, , size = 64, config = 0x1, { sample_period, sample_freq } = 250, "
      "sample_type = IP|TID|TIME|PERIOD, read_format = ID, exclude_kernel = 1\n" },
    { 13, 64, "d2 d2", "d1 '0-1' d2 '0' '1'",
      "# nrcpus online : 2\n# nrcpus avail : 2\n# sibling sockets : 0-1\n"
      "# sibling threads : 0\n# sibling threads : 1\n"
      "# Core ID and Socket ID information is not available\n" },
    { 13, 64, "d2 d2", "d1 '0-1' d1 '0-1' d0 d7 d1 d0xffffffff",
      "# nrcpus online : 2\n# nrcpus avail : 2\n# sibling sockets : 0-1\n# sibling threads : 0-1\n"
      "# CPU 0: Core ID 0, Socket ID 7\n# CPU 1: Core ID 1, Socket ID -1\n" },
    { 13, 64, "d2 d2", "d1 '0-1' d1 '0-1' d0 d7 d1 d7 d1 '0-1' d4 d5",
      "# nrcpus online : 2\n# nrcpus avail : 2\n# sibling sockets : 0-1\n"
      "# sibling dies    : 0-1\n# sibling threads : 0-1\n"
      "# CPU 0: Core ID 0, Die ID 4, Socket ID 7\n# CPU 1: Core ID 1, Die ID 5, Socket ID 7\n" },
    { 14, 64, NULL, "d2 d0 q2012128 q1927164 '0-1' d1 q9 q8 ''",
      "# node0 meminfo  : total = 2012128 kB, free = 1927164 kB\n# node0 cpu list : 0-1\n"
      "# node1 meminfo  : total = 9 kB, free = 8 kB\n# node1 cpu list : -1\n" },
    { 15, 64, NULL, "", "# contains samples with branch stack\n" },
    { 16, 64, NULL, "d2 d1 'software' d7 'uprobe'", "# pmu mappings: software = 1, uprobe = 7\n" },
    { 16, 64, NULL, "d0", "# pmu mappings: not available\n" },
    { 18, 64, NULL, "", "# contains AUX area data (e.g. instruction trace)\n" },
    { 19, 64, NULL, "", "# contains stat data\n" },
    { 20, 64, NULL, "d1 d2 d1 d64 d64 d8 'Data' '64K' '0' d3 d64 d0 d0 'Unified' '16384K' '0-1'",
      "# CPU cache info:\n#  L1 Data                 64K [0]\n#  L3 Unified           16384K [0-1]\n" },
    { 21, 64, NULL, "q8255313012 q9793683999",
      "# time of first sample : 8.255313\n# time of last sample : 9.793683\n"
      "# sample duration :   1538.371 ms\n" },
    { 22, 64, NULL, "q1 q0x8000000 q1 q0 q24 q24 q0xffff80",
      "# memory nodes (nr 1, block size 0x8000000):\n#    0 [2G]: 7-23\n" },
    { 22, 32, NULL, "q1 q0x100000 q1 q3 q40 q40 d0x80000001 d0x81",
      "# memory nodes (nr 1, block size 0x100000):\n#    3 [4M]: 0,31-32,39\n" },
    { 23, 64, NULL, "q4000000", "# clockid frequency: 4000000000 MHz\n" },
    { 24, 64, NULL, "q1", "# directory data version : 1\n" },
    { 26, 64, NULL, "d2 d5 d3 x010203 d9 d0", "# btf info of id 5\n# btf info of id 9\n" },
    { 27, 64, NULL, "d1 d1 d1 d7 d528384", "# compressed : Zstd, level = 1, ratio = 7\n" },
    { 27, 64, NULL, "d0 d0 d0 d0 d0", "# compressed : Unknown, level = 0, ratio = 0\n" },
    { 28, 64, NULL, "d2 'branches' '32' 'max_precise' '3'",
      "# cpu pmu capabilities: branches=32, max_precise=3\n" },
    { 28, 64, NULL, "d0", "# cpu pmu capabilities: not available\n" },
    { 29, 64, NULL, "d1 d1 q1795165595822835000 q356822956600",
      "# clockid: monotonic (1)\n"
      "# reference time: 2026-11-20 09:06:35.822835 = 1795165595.822835 (TOD) = "
      "356.822956600 (monotonic)\n" },
    { 29, 64, NULL, "d1 d99 q951782399999999999 q0",
      "# clockid: (not found) (99)\n"
      "# reference time: 2000-02-28 23:59:59.999999 = 951782399.999999 (TOD) = 0.000000000 ((not found))\n" },
    { 29, 64, NULL, "d1 d7 q951782400000000000 q0",
      "# clockid: boottime (7)\n"
      "# reference time: 2000-02-29 00:00:00.000000 = 951782400.000000 (TOD) = 0.000000000 (boottime)\n" },
    { 30, 64, NULL, "d2 'cpu_core' '0-7' 'cpu_atom' '8-15'",
      "# hybrid cpu system:\n# cpu_core cpu list : 0-7\n# cpu_atom cpu list : 8-15\n" },
    { 31, 64, NULL, "d2 d1 'slots' '0x1' 'armv8_pmuv3' d0 'ibs_op'",
      "# armv8_pmuv3 pmu capabilities: slots=0x1\n# ibs_op pmu capabilities: not available\n" },
    { 32, 64, NULL, "d17 d2 d0 d1 d3 'MC' '3' '0-1'",
      "# schedstat version\t: 17\n# Maximum sched domains\t: 2\n# cpu\t\t: 0\n# nr_domains\t: 1\n"
      "# Domain\t\t: 3\n"
      "# Domain name      : MC\n# Domain cpu map   : 3\n# Domain cpu list  : 0-1\n" },
    { 32, 64, NULL, "d16 d2 d0 d0 d1 d1 d3 '3' '0-1'",
      "# schedstat version\t: 16\n# Maximum sched domains\t: 2\n# cpu\t\t: 0\n# nr_domains\t: 0\n"
      "# cpu\t\t: 1\n# nr_domains\t: 1\n# Domain\t\t: 3\n# Domain cpu map   : 3\n# Domain cpu list  : 0-1\n" },
    { 33, 64, NULL, "d62 d5", "# e_machine : 62\n# e_flags : 0x5\n" },
    { 34, 64, NULL, "d64", "# cache line size : 64\n" },
    { 77, 64, NULL, "x0102", "# unknown feature 77 : 2 bytes\n" },
    { 128, 64, NULL, "d33 \"/x\" x02000000 z8 x01000000 x1000000000000000 z4 x6600",
      "# symbols that simpleperf kept : 1 of 1 files\n" },
    { 132, 64, NULL, "d6 x0a02 x2f78 x1002", "# symbols that simpleperf kept : 0 of 1 files\n" },
    { 193, 64, NULL, "d5 x64656d6f00", "# workload : demo\n" },
    { 195, 64, NULL, "q1", "# cpu_off : 1\n" },
    { 129, 64, NULL, "x6b657900 x76616c756500", "# key : value\n" },
};

/* Two programs: one with a name of its own, one of two parts that BTF names. */
static const char bpf_btf[] = "d1 d7 d82 "
    "w0xeb9f x0100 d24 d0 d48 d48 d10 "
    "d0 d0x1000000 d4 d32 "        /* 1: int, 4 bytes more */
    "d0 d0xd000001 d0 d0 d1 "      /* 2: prototype with one parameter */
    "d1 d0xc000000 d2 "            /* 3: function, its name at 1 */
    "x00 \"main_fn\" x00";
static const char bpf_info[] = "d2 "
    "d192 d40 q0x118 d6 d24 z56 \"sd_devices\" z5 z24 d1 d1 q0 q8 d0 d0 q0 z36 d1 q16 "
    "q0xffffffffc0001234 d64 d0 x6deef7357e7b4530 z16 "
    "d192 d72 q0x138 d6 d25 z96 d2 d2 q0 q16 d7 d8 q24 z36 d2 q40 "
    "q0x1000 q0x2000 d10 d20 d0 d3 d9 d3 x1111111111111111 x2222222222222222 z16 ";
// clang-format on

static void each_row_in_both_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct perfdata *p = new_perfdata(order, rows[i].bits);
            if (rows[i].nrcpus)
                give_fields(p, 7, rows[i].nrcpus);
            give_fields(p, rows[i].bit, rows[i].fields);
            char *text = shown(p, true);
            assert_string_equal(text, rows[i].text);
            assert_true(feature_is_sound(p, rows[i].bit));
            assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), 0);
            assert_int_equal(problems_of(p, PROBLEM_UNKNOWN_FEATURE), rows[i].bit == 77);
            free(text);
            free_perfdata(p);
        }
}

/* Cut anywhere, and with any 4 bytes turned into a huge count: no read beyond the end (ASan), no hang.
   `other` is a feature that goes with it and stays whole. */
static void damage(unsigned bit, uint8_t bits, const char *fields, unsigned other, const char *other_fields)
{
    struct text t = { 0 };
    text_add(&t, "");
    write_fields(&t, fields, ORDER_BIG);
    for (size_t n = 0; n < t.n * 2; n++) {
        struct perfdata *p = new_perfdata(ORDER_BIG, bits);
        char *bytes = mem_copy(t.s, t.n);
        bool cut = n < t.n;
        if (!cut)
            memset(bytes + (n - t.n), 0xff, 2 * t.n - n < 4 ? 2 * t.n - n : 4);
        if (other_fields)
            give_fields(p, other, other_fields);
        give(p, bit, bytes, cut ? n : t.n);
        free(shown(p, true));
        free(bytes);
        free_perfdata(p);
    }
    text_free(&t);
}

static void each_row_damaged(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        damage(rows[i].bit, rows[i].bits, rows[i].fields, 7, rows[i].nrcpus);
    damage(25, 64, bpf_info, 26, bpf_btf);
    damage(26, 64, bpf_btf, 25, bpf_info);
}

static void damage_is_counted_and_shown(void **state)
{
    (void)state;
    static const struct {
        unsigned bit;
        const char *fields, *text;
    } bad[] = {
        { 3, "d64 x41", "# HOSTNAME could not be read\n" },
        { 7, "d8", "# NRCPUS could not be read\n" },
        { 11, "d0xffffffff 'sh'", "# cmdline : sh \n# CMDLINE could not be read\n" },
        { 12, "d0xffffffff d64 ", "# EVENT_DESC could not be read\n" },
        { 12, "d1 d8 q0 d0 'x'", "# EVENT_DESC could not be read\n" },
        { 29, "d2 d0 q0 q0", "# CLOCK_DATA could not be read\n" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct perfdata *p = new_perfdata(ORDER_LITTLE, 64);
        give_fields(p, bad[i].bit, bad[i].fields);
        char *text = shown(p, true);
        assert_string_equal(text, bad[i].text);
        assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), 1);
        assert_false(p->capture.env.has_clock);
        assert_null(p->capture.env.hostname);
        free(text);
        free_perfdata(p);
    }
}

/* What perf opens no capture with, though some of it can be read. */
static void what_is_not_sound(void **state)
{
    (void)state;
    static const struct {
        unsigned bit;
        const char *fields;
    } bad[] = {
        { 3, "d64 x41" },
        { 7, "d8" },
        { 11, "d2 'perf'" },
        { 12, "d1 d8 q0 d0 'x'" },
        { 13, "d1 '0-1' d1 '0-1' d0 d7 d1 d7" }, /* of how many processors NRCPUS has to say */
        { 14, "d2 d0 q1 q1 '0-1'" },
        { 14, "d1 d0 q1 q1 '3-1'" },
        { 14, "d1 d0 q1 q1 '0,0'" },
        { 14, "d1 d0 q1 q1 '0-'" },
        { 14, "d1 d0 q1 q1 '0,'" },
        { 14, "d1 d0 q1 q1 'x'" },
        { 16, "d2 d1 'software'" },
        { 20, "d2 d0" }, /* of an unknown version */
        { 22, "q2 q0 q0" },
        { 25, "d1 d192 d40 q0" },
        { 26, "d1 d5 d3" },
        { 29, "d2 d0 q0 q0" },
        { 31, "d1 d0" },
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct perfdata *p = new_perfdata(order, 64);
            assert_false(feature_is_sound(p, bad[i].bit));
            give_fields(p, bad[i].bit, bad[i].fields);
            if (feature_is_sound(p, bad[i].bit))
                fail_msg("feature %u: %s", bad[i].bit, bad[i].fields);
            free_perfdata(p);
        }
}

/* Descriptions that disagree with the events' own attrs. */
static void other_descriptions(void **state)
{
    (void)state;
    static const struct {
        const char *fields;
        bool sound;
    } lists[] = {
        { "d1 d64 " ATTR64(1, 0, 10) "d1 'x' q5", true },
        { "d1 d64 " ATTR64(1, 2, 10) "d1 'x' q5", false },
        { "d1 d64 " ATTR64(1, 0, 11) "d1 'x' q5", false },
        { "d1 d64 " ATTR64(1, 0, 10) "d1 'x' q6", true }, /* the first, by its place */
        { "d2 d64 " ATTR64(1, 0, 10) "d1 'x' q5 " ATTR64(1, 3, 10) "d1 'y' q6", true },
        /* the first event is lost, and the other has its id */
        { "d2 d64 " ATTR64(1, 3, 10) "d1 'y' q6 " ATTR64(1, 0, 10) "d1 'x' q5", true },
        { "d2 d64 " ATTR64(1, 3, 10) "d1 'y' q6 " ATTR64(1, 2, 10) "d1 'x' q5", false },
    };
    for (size_t i = 0; i < COUNT(lists); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct perfdata *p = new_perfdata(order, 64);
            const struct attr a = { .type = 1,
                                    .sample_period = 250,
                                    .sample_type = 0x107,
                                    .read_format = 4,
                                    .flags = UINT64_C(1) << 10 };
            events_add(&p->capture.events, &a)->name = "known";
            event_add_id(&p->capture.events, 0, 5);
            give_fields(p, 12, lists[i].fields);
            assert_int_equal(feature_is_sound(p, 12), lists[i].sound);
            free_perfdata(p);
        }
}

static void bpf_programs(void **state)
{
    (void)state;
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct perfdata *p = new_perfdata(order, 64);
        give_fields(p, 25, bpf_info);
        give_fields(p, 26, bpf_btf);
        char *text = shown(p, true);
        assert_string_equal(text, "# bpf_prog_info 24: bpf_prog_6deef7357e7b4530_sd_devices addr "
                                  "0xffffffffc0001234 size 64\n"
                                  "# bpf_prog_info 25:\n"
                                  "# \tsub_prog 0: bpf_prog_1111111111111111_main_fn addr 0x1000 size 10\n"
                                  "# \tsub_prog 1: bpf_prog_2222222222222222_main_fn addr 0x2000 size 20\n"
                                  "# btf info of id 7\n");
        free(text);
        free_perfdata(p);
    }
}

static void what_goes_into_the_capture(void **state)
{
    (void)state;
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct perfdata *p = new_perfdata(order, 64);
        const struct env *e = &p->capture.env;
        give_fields(p, 3, "'desk'");
        give_fields(p, 4, "'6.1'");
        give_fields(p, 5, "'7.2'");
        give_fields(p, 6, order == ORDER_BIG ? "'s390x'" : "'x86_64'");
        give_fields(p, 7, "d4 d3");
        give_fields(p, 8, "'fast'");
        give_fields(p, 9, "'id'");
        give_fields(p, 10, "q77");
        give_fields(p, 11, "d2 'perf' 'record'");
        give_fields(p, 13, "d0 d0 d0 d5 d1 d6 d2 d7 d3 d8");
        give_fields(p, 21, "q10 q20");
        give_fields(p, 29, "d1 d4 q30 q40");
        assert_string_equal(e->hostname, "desk");
        assert_string_equal(e->release, "6.1");
        assert_string_equal(e->version, "7.2");
        assert_string_equal(e->arch_name, order == ORDER_BIG ? "s390x" : "x86_64");
        assert_non_null(e->arch);
        assert_string_equal(e->arch->name, e->arch_name);
        assert_string_equal(e->cpudesc, "fast");
        assert_string_equal(e->cpuid, "id");
        assert_int_equal(e->cpus_available, 4);
        assert_int_equal(e->cpus_online, 3);
        assert_int_equal(e->total_mem_kb, 77);
        assert_int_equal(e->ncmdline, 2);
        assert_string_equal(e->cmdline[1], "record");
        assert_int_equal(e->ncpus, 4);
        assert_int_equal(e->cpus[3].socket, 8);
        assert_int_equal(e->cpus[3].core, 3);
        assert_int_equal(e->cpus[3].node, -1);
        assert_int_equal(e->first_time, 10);
        assert_int_equal(e->last_time, 20);
        assert_true(e->has_clock);
        assert_int_equal(e->clockid, 4);
        assert_int_equal(e->wall_ns, 30);
        assert_int_equal(e->clock_ns, 40);
        assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), 0);
        free_perfdata(p);
    }
}

#define BYTES20 "x000102030405060708090a0b0c0d0e0f10111213 "

static void build_ids(void **state)
{
    (void)state;
    static const struct {
        const char *fields;
        size_t n;
        struct {
            int32_t pid;
            uint16_t misc;
            uint8_t n;
            const char *path;
        } first, last;
        bool bad;
    } tables[] = {
        { "d0 w1 w64 d0xffffffff " BYTES20 "x00 z3 \"[kernel.kallsyms]\" z10 "
          "d0 w0x8002 w44 d0xffffffff x0102030405060708 z12 x08 z3 \"/bin/ls\"",
          2,
          { -1, 1, 20, "[kernel.kallsyms]" },
          { -1, 0x8002, 8, "/bin/ls" },
          false },
        { "d67 w5 w44 d7 " BYTES20 "z4 \"/bin/ls\"",
          1,
          { 7, 5, 20, "/bin/ls" },
          { 7, 5, 20, "/bin/ls" },
          false },
        /* no pids: before 2.6.34 */
        { "d0 w1 w60 " BYTES20 "z4 \"[kernel.kallsyms]\" z10 d0 w5 w40 " BYTES20 "z4 \"/bin/ls\"",
          2,
          { -1, 1, 20, "[kernel.kallsyms]" },
          { 0, 5, 20, "/bin/ls" },
          false },
        /* a path without an end; a table without one */
        { "d0 w2 w44 d1 " BYTES20 "z4 x4141414141414141 d0 w2 w44 d1 " BYTES20 "z4 \"/bin/ls\"",
          1,
          { 1, 2, 20, "/bin/ls" },
          { 1, 2, 20, "/bin/ls" },
          true },
        { "d0 w2 w44 d1 " BYTES20 "z4 \"/bin/ls\" d0 w2 w0",
          1,
          { 1, 2, 20, "/bin/ls" },
          { 1, 2, 20, "/bin/ls" },
          true },
    };
    for (size_t i = 0; i < COUNT(tables); i++)
        for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
            struct perfdata *p = new_perfdata(order, 64);
            give_fields(p, 2, tables[i].fields);
            assert_int_equal(p->capture.env.nbuild_ids, tables[i].n);
            const struct env_build_id *first = p->capture.env.build_ids, *last = first + tables[i].n - 1;
            assert_string_equal(first->path, tables[i].first.path);
            assert_int_equal(first->pid, tables[i].first.pid);
            assert_int_equal(first->misc, tables[i].first.misc);
            assert_int_equal(first->id.n, tables[i].first.n);
            assert_int_equal(first->id.bytes[19], 19);
            assert_string_equal(last->path, tables[i].last.path);
            assert_int_equal(last->pid, tables[i].last.pid);
            assert_int_equal(last->misc, tables[i].last.misc);
            assert_int_equal(last->id.n, tables[i].last.n);
            assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), tables[i].bad);
            free_perfdata(p);
        }
}

/* Two events that the header knows, in an order of its own, with names and a group to come. */
static struct perfdata *with_events(enum byte_order order, uint32_t n)
{
    struct perfdata *p = new_perfdata(order, 64);
    for (uint32_t i = 0; i < n; i++) {
        struct attr a = { .type = i == 2 ? PERF_TYPE_TRACEPOINT : PERF_TYPE_SOFTWARE,
                          .size = 64,
                          .config = i };
        a.sample_period = 100 + i;
        a.flags = i ? 0 : 1 << ATTR_FREQ;
        events_add(&p->capture.events, &a)->name = "?";
        event_add_id(&p->capture.events, i, 10 + i);
    }
    return p;
}

static void names_find_their_events(void **state)
{
    (void)state;
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct perfdata *p = with_events(order, 2);
        const struct events *es = &p->capture.events;
        give_fields(p, 12,
                    "d3 d64 " ATTR64(1, 1, 0) "d1 'second' q11 " ATTR64(1, 0, 0) "d1 'first' q10 " ATTR64(
                        1, 2, 0) "d1 'lost' q12");
        assert_int_equal(es->n, 3);
        assert_string_equal(es->v[0].name, "first");
        assert_string_equal(es->v[1].name, "second");
        assert_string_equal(es->v[2].name, "lost");
        assert_int_equal(es->v[0].nids, 1);
        assert_int_equal(es->v[2].nids, 1);
        assert_ptr_equal(events_find(es, 12), &es->v[2]);
        free_perfdata(p);
    }
}

/* Each event may have been opened by its thousands and be in as many lines: its name is kept once. */
static void recorders_names_find_their_events(void **state)
{
    (void)state;
    struct perfdata *p = with_events(ORDER_LITTLE, 2);
    const struct event *v = p->capture.events.v;
    for (uint32_t i = 2; i < 4; i++)
        events_add(&p->capture.events, &(struct attr){ .type = PERF_TYPE_TRACEPOINT, .config = 77 })->name =
            "?";
    v = p->capture.events.v;
    give_fields(p, 129,
                "\"event_type_info\" \"cpu-clock,1,0\nold:name,2,77\n,2,77\nnone,2\ndemo:tick,2,77\n\" "
                "\"clockid\" \"monotonic\" \"event_type_info\" \"other,2,78\"");
    assert_string_equal(v[0].name, "?");
    assert_string_equal(v[2].name, "demo:tick");
    assert_ptr_equal(v[3].name, v[2].name);
    assert_int_equal(p->capture.env.nfacts, 1);
    free_perfdata(p);
}

/* What is behind a damaged symbol is lost, and that has to be known. */
static void damaged_symbols_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n, symbols;
        bool bad;
    } files[] = {
        /* /x, of kind 1, with symbols a and b; the second one's name is of wire type 3 */
        { "\x0a\x02/x\x10\x01\x22\x05\x08\x10\x1a\x01"
          "a\x22\x05\x08\x20\x1a\x01"
          "b",
          20, 2, false },
        { "\x0a\x02/x\x10\x01\x22\x05\x08\x10\x1a\x01"
          "a\x22\x05\x08\x20\x1b\x01"
          "b",
          20, 1, true },
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        struct simpleperf_file f;
        struct simpleperf_symbol s;
        size_t n = 0;
        const struct span entry = { (const uint8_t *)files[i].bytes, files[i].n };
        assert_true(simpleperf_file_read(entry, SIMPLEPERF_MESSAGE, &f));
        while (simpleperf_symbol(&f, &s))
            n++;
        assert_int_equal(n, files[i].symbols);
        assert_int_equal(f.rest.bad, files[i].bad);
    }
}

static void groups_and_evlist(void **state)
{
    (void)state;
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct perfdata *p = with_events(order, 3);
        give_fields(p, 12,
                    "d3 d64 " ATTR64(1, 0, 0) "d0 'a' " ATTR64(1, 1, 0) "d0 'b' " ATTR64(2, 2, 0) "d0 's:t'");
        give_fields(p, 17, "d1 '{anon_group}' d0 d2");
        assert_int_equal(p->capture.events.v[1].leader, 0);
        assert_int_equal(p->capture.events.v[0].members, 2);
        assert_null(p->capture.events.v[0].group_name);
        char *header = shown(p, true);
        assert_non_null(strstr(header, "\n# group: {a,b}\n"));
        free(header);
        static const char tip[] =
            "# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events\n";
        static const char *const texts[] = {
            "a\nb\ns:t\n",
            "a: sample_freq=100\nb: sample_period=101\ns:t: sample_period=102\n",
            "a: type: 1, size: 64, { sample_period, sample_freq }: 100, freq: 1\n"
            "b: type: 1, size: 64, config: 0x1, { sample_period, sample_freq }: 101\n"
            "s:t: type: 2, size: 64, config: 0x2, { sample_period, sample_freq }: 102\n",
            "{a,b}\ns:t\n",
        };
        for (int i = 0; i < 4; i++) {
            struct text t = { 0 };
            features_events_show(&p->capture, i == 2, i == 1, i == 3, &t);
            assert_int_equal(strncmp(t.s, texts[i], strlen(texts[i])), 0);
            assert_string_equal(t.s + strlen(texts[i]), tip);
            text_free(&t);
        }
        free_perfdata(p);
    }
}

static void groups_that_lie(void **state)
{
    (void)state;
    static const char *const lies[] = {
        "d1 'g' d3 d1",          "d1 'g' d2 d2",           "d1 'g' d0 d0",
        "d1 'g' d0xffffffff d2", "d2 'g' d0 d2 'h' d1 d2", "d9 'g' d0 d2",
    };
    for (size_t i = 0; i < COUNT(lies); i++) {
        struct perfdata *p = with_events(ORDER_LITTLE, 3);
        give_fields(p, 17, lies[i]);
        assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), 1);
        free_perfdata(p);
    }
}

/* Of three events the first two have no attrs of their own. They are added behind the third, so groups cannot be told by index. */
static void events_in_their_order(void **state)
{
    (void)state;
    static const char head[] = "d3 d64 ", a[] = ATTR64(1, 2, 10) "d1 'a' q12 ",
                      b[] = ATTR64(1, 3, 10) "d1 'b' q13 ", c[] = ATTR64(1, 0, 10) "d1 'c' q10 ";
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct perfdata *p = with_events(order, 1);
        struct text given = { 0 }, expected = { 0 }, found = { 0 };
        text_printf(&given, "%s%s%s%s", head, a, b, c);
        give_fields(p, 12, given.s);
        assert_int_equal(p->capture.events.n, 3);
        assert_string_equal(p->capture.events.v[0].name, "c");
        assert_string_equal(p->capture.events.v[1].name, "a");
        write_fields(&expected, head, order);
        write_fields(&expected, c, order);
        write_fields(&expected, a, order);
        write_fields(&expected, b, order);
        feature_events_in_order(p, &found);
        assert_int_equal(found.n, expected.n);
        assert_memory_equal(found.s, expected.s, found.n);
        give_fields(p, 17, "d1 'g' d0 d2");
        assert_int_equal(problems_of(p, PROBLEM_BAD_FEATURE), 1);
        assert_int_equal(p->capture.events.v[1].leader, 1);
        text_free(&given);
        text_free(&expected);
        text_free(&found);
        free_perfdata(p);
    }
}

/* Without -I the long ones are only announced; a stream's header ends before its features. */
static void short_and_pipe(void **state)
{
    (void)state;
    struct perfdata *p = new_perfdata(ORDER_BIG, 32);
    struct text t = { 0 };
    give_fields(p, 3, "'h'");
    give_fields(p, 14, "d0");
    p->capture.is_pipe = true;
    features_show(&p->capture, false, see_line, &t);
    assert_string_equal(t.s, "# ========\n# header version : 1\n# data offset    : 0\n# data size      : 0\n"
                             "# feat offset    : 0\n# ========\n# hostname : h\n"
                             "# NUMA_TOPOLOGY info available, use -I to display\n");
    text_free(&t);
    free_perfdata(p);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(feature_name(3), "HOSTNAME");
    assert_string_equal(feature_name(128), "FILE");
    assert_null(feature_name(0));
    assert_null(feature_name(127));
    assert_null(feature_name(PERF_FEATURES - 1));
    assert_null(feature_name(UINT32_MAX));
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        for (unsigned other = 0; other < bit && feature_name(bit); other++)
            if (feature_name(other))
                assert_string_not_equal(feature_name(other), feature_name(bit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_in_both_orders),
        cmocka_unit_test(each_row_damaged),
        cmocka_unit_test(damage_is_counted_and_shown),
        cmocka_unit_test(what_is_not_sound),
        cmocka_unit_test(other_descriptions),
        cmocka_unit_test(bpf_programs),
        cmocka_unit_test(what_goes_into_the_capture),
        cmocka_unit_test(build_ids),
        cmocka_unit_test(names_find_their_events),
        cmocka_unit_test(recorders_names_find_their_events),
        cmocka_unit_test(damaged_symbols_are_told),
        cmocka_unit_test(groups_and_evlist),
        cmocka_unit_test(groups_that_lie),
        cmocka_unit_test(events_in_their_order),
        cmocka_unit_test(short_and_pipe),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("feature", tests, NULL, NULL);
}
