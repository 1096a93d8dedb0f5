/*
 * formulas: the metrics of a count, beside other counts of its round: each row is the counts of one round, of which the first is asked
 * about, and what the metrics of that are. The expected numbers are those of perf 6.1's formulas (util/stat-shadow.c), by hand.
 */
#include "core/replay/stat/formulas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

enum { EVENTS = 6, OTHER = PERF_TYPE_RAW };

struct counted_event {
    uint32_t type;
    uint64_t config;
    const char *name; /* NULL: the end */
    uint64_t value;
};

struct case_of {
    const char
        *metrics; /* of the first: value, suffix and unit; '?': not known; '|' between those of two lines */
    struct counted_event events[EVENTS];
    uint64_t wall; /* ns; 0: the round is not the last */
};

#define HW(config, name, value)                                                                              \
    {                                                                                                        \
        PERF_TYPE_HARDWARE, config, name, value                                                              \
    }
#define CACHE(config, name, value)                                                                           \
    {                                                                                                        \
        PERF_TYPE_HW_CACHE, config, name, value                                                              \
    }
#define NAMED(name, value)                                                                                   \
    {                                                                                                        \
        OTHER, 0, name, value                                                                                \
    }
#define CYCLES_OF(value) HW(HW_CYCLES, "cycles", value)
#define CLOCK(value)                                                                                         \
    {                                                                                                        \
        PERF_TYPE_SOFTWARE, 1, "task-clock", value                                                           \
    }

static const struct case_of cases[] = {
    { "1.50 |insn per cycle", { HW(HW_INSTRUCTIONS, "instructions", 300), CYCLES_OF(200) }, 0 },
    { "0.00 |insn per cycle?", { HW(HW_INSTRUCTIONS, "instructions", 300) }, 0 },
    { "1.50 |insn per cycle\n0.20 |stalled cycles per insn",
      { HW(HW_INSTRUCTIONS, "instructions", 300), CYCLES_OF(200), HW(HW_STALLED_FRONT, "front", 60),
        HW(HW_STALLED_BACK, "back", 30) },
      0 },
    { "1.50 |insn per cycle\n0.30 |stalled cycles per insn",
      { HW(HW_INSTRUCTIONS, "instructions", 300), CYCLES_OF(200), HW(HW_STALLED_FRONT, "front", 60),
        HW(HW_STALLED_BACK, "back", 90) },
      0 },
    { "0.00 |insn per cycle",
      { HW(HW_INSTRUCTIONS, "instructions", 0), CYCLES_OF(200), HW(HW_STALLED_BACK, "back", 90) },
      0 },
    { "5.00%|of all branches",
      { HW(HW_BRANCH_MISSES, "branch-misses", 5), HW(HW_BRANCHES, "branches", 100) },
      0 },
    { "0.00%|of all branches",
      { HW(HW_BRANCH_MISSES, "branch-misses", 5), HW(HW_BRANCHES, "branches", 0) },
      0 },
    { "0.00%|of all branches?", { HW(HW_BRANCH_MISSES, "branch-misses", 5) }, 0 },
    { "25.00%|of all L1-dcache accesses",
      { CACHE(CACHE_L1D | CACHE_READ_MISS, "misses", 1), CACHE(CACHE_L1D, "loads", 4) },
      0 },
    { "25.00%|of all L1-icache accesses",
      { CACHE(CACHE_L1I | CACHE_READ_MISS, "misses", 1), CACHE(CACHE_L1I, "loads", 4) },
      0 },
    { "25.00%|of all LL-cache accesses",
      { CACHE(CACHE_LL | CACHE_READ_MISS, "misses", 1), CACHE(CACHE_LL, "loads", 4) },
      0 },
    { "25.00%|of all dTLB cache accesses",
      { CACHE(CACHE_DTLB | CACHE_READ_MISS, "misses", 1), CACHE(CACHE_DTLB, "loads", 4) },
      0 },
    { "25.00%|of all iTLB cache accesses",
      { CACHE(CACHE_ITLB | CACHE_READ_MISS, "misses", 1), CACHE(CACHE_ITLB, "loads", 4) },
      0 },
    { "12.500 %|of all cache refs",
      { HW(HW_CACHE_MISSES, "cache-misses", 1), HW(HW_CACHE_REFS, "cache-references", 8) },
      0 },
    { "0.000 %|of all cache refs?", { HW(HW_CACHE_MISSES, "cache-misses", 1) }, 0 },
    { "30.00%|frontend cycles idle", { HW(HW_STALLED_FRONT, "front", 60), CYCLES_OF(200) }, 0 },
    { "0.00%|frontend cycles idle?", { HW(HW_STALLED_FRONT, "front", 60) }, 0 },
    { "45.00%|backend cycles idle", { HW(HW_STALLED_BACK, "back", 90), CYCLES_OF(200) }, 0 },
    { "2.500|GHz", { CYCLES_OF(5000), CLOCK(2000) }, 0 },
    { "0.000|Ghz?", { CYCLES_OF(5000) }, 0 },
    { "40.00%|transactional cycles", { NAMED("cpu/cycles-t/", 80), CYCLES_OF(200) }, 0 },
    { "0.00%|transactional cycles?", { NAMED("cpu/cycles-t/", 80) }, 0 },
    { "15.00%|aborted cycles",
      { NAMED("cpu/cycles-ct/", 50), CYCLES_OF(200), NAMED("cpu/cycles-t/", 80) },
      0 },
    { "0.00%|aborted cycles",
      { NAMED("cpu/cycles-ct/", 90), CYCLES_OF(200), NAMED("cpu/cycles-t/", 80) },
      0 },
    { "0.00%|aborted cycles?", { NAMED("cpu/cycles-ct/", 50) }, 0 },
    { "8|cycles / transaction", { NAMED("cpu/tx-start/", 10), NAMED("cpu/cycles-t/", 80) }, 0 },
    { "0|cycles / transaction", { NAMED("cpu/tx-start/", 0), NAMED("cpu/cycles-t/", 80) }, 0 },
    { "0|cycles / transaction?", { NAMED("cpu/tx-start/", 10) }, 0 },
    { "16|cycles / elision", { NAMED("cpu/el-start/", 5), NAMED("cpu/cycles-t/", 80) }, 0 },
    { "1.500|CPUs utilized", { CLOCK(3000) }, 2000 },
    { "1.500|CPUs utilized", { { PERF_TYPE_SOFTWARE, 0, "cpu-clock", 3000 } }, 2000 },
    { "0.000|CPUs utilized?", { CLOCK(3000) }, 0 },
    /* level 1 of top-down analysis, of 100 slots */
    { "20.0%|frontend bound", { NAMED("topdown-fetch-bubbles", 20), NAMED("topdown-total-slots", 100) }, 0 },
    { "0.0%|frontend bound", { NAMED("topdown-fetch-bubbles", 20) }, 0 },
    { "40.0%|retiring", { NAMED("topdown-slots-retired", 40), NAMED("topdown-total-slots", 100) }, 0 },
    { "15.0%|bad speculation",
      { NAMED("topdown-recovery-bubbles", 5), NAMED("topdown-total-slots", 100),
        NAMED("topdown-slots-issued", 50), NAMED("topdown-slots-retired", 40) },
      0 },
    { "0.0%|bad speculation", /* slightly too many retired */
      { NAMED("topdown-recovery-bubbles", 0), NAMED("topdown-total-slots", 100),
        NAMED("topdown-slots-issued", 50), NAMED("topdown-slots-retired", 52) },
      0 },
    { "-3.0%|bad speculation", /* more than that is shown as it is */
      { NAMED("topdown-recovery-bubbles", 0), NAMED("topdown-total-slots", 100),
        NAMED("topdown-slots-issued", 50), NAMED("topdown-slots-retired", 53) },
      0 },
    { "25.0%|backend bound",
      { NAMED("topdown-slots-issued", 50), NAMED("topdown-total-slots", 100),
        NAMED("topdown-recovery-bubbles", 5), NAMED("topdown-slots-retired", 40),
        NAMED("topdown-fetch-bubbles", 20) },
      0 },
    { "30.0%|backend bound/bad spec",
      { NAMED("topdown-slots-issued", 50), NAMED("topdown-total-slots", 100),
        NAMED("topdown-slots-retired", 40), NAMED("topdown-fetch-bubbles", 20) },
      0 },
    { "0.0%|backend bound/bad spec?", { NAMED("topdown-slots-issued", 50) }, 0 },
    /* shares that the kernel computes: of those that are there, if two are */
    { "25.0%|Retiring", { NAMED("topdown-retiring", 10), NAMED("topdown-be-bound", 30) }, 0 },
    { "25.0%|Frontend Bound", { NAMED("topdown-fe-bound", 10), NAMED("topdown-be-bound", 30) }, 0 },
    { "75.0%|Backend Bound", { NAMED("topdown-be-bound", 30), NAMED("topdown-retiring", 10) }, 0 },
    { "50.0%|Bad Speculation",
      { NAMED("topdown-bad-spec", 40), NAMED("topdown-be-bound", 30), NAMED("topdown-retiring", 10) },
      0 },
    { "|", { NAMED("topdown-retiring", 10) }, 0 },
    /* all others: a rate, if a clock was counted */
    { "500.000|/sec", { NAMED("faults", 1), CLOCK(2000000) }, 0 },
    { "5.000|K/sec", { NAMED("faults", 10), CLOCK(2000000) }, 0 },
    { "5.000|M/sec", { NAMED("faults", 10000), CLOCK(2000000) }, 0 },
    { "5000.000|G/sec", { NAMED("faults", 10000000000), CLOCK(2000000) }, 0 },
    { "0.000|/sec", { NAMED("faults", 5), CLOCK(0) }, 0 },
    { "|", { NAMED("faults", 5) }, 0 },
    /* what the firmware takes: cycles that APERF counted and the event did not */
    { "20.0%|SMI cycles%7|SMI#", { NAMED("msr/smi/", 7), CYCLES_OF(80), NAMED("msr/aperf/", 100) }, 0 },
    { "0.0%|SMI cycles%0|SMI#", { NAMED("msr/smi/", 0), CYCLES_OF(80), NAMED("msr/aperf/", 100) }, 0 },
    { "", { NAMED("msr/smi/", 7), NAMED("msr/aperf/", 100) }, 0 },
    { "", { NAMED("msr/smi/", 7), CYCLES_OF(80) }, 0 },
};

static void add_metrics(struct text *out, const struct metric_list *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        const struct metric *m = &l->v[i];
        if (m->on_new_line)
            text_char(out, '\n', 1);
        if (m->unit)
            text_printf(out, "%.*f", m->decimals, m->value);
        text_printf(out, "%s|%s", m->suffix, m->unit ? m->unit : "");
        if (m->unit && !m->is_known)
            text_char(out, '?', 1);
    }
}

static void test_metrics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct case_of *c = &cases[i];
        struct capture capture = { 0 };
        struct counters counters = { .capture = &capture, .round = { c->wall, c->wall != 0 } };
        struct stat_aggregate_row rows[EVENTS];
        struct stat_aggregate t = { .counters = &counters, .rows = rows };
        for (const struct counted_event *e = c->events; e < c->events + EVENTS && e->name; e++) {
            const struct attr a = { .type = e->type, .config = e->config };
            events_add(&capture.events, &a)->name = e->name;
            rows[t.nrows] =
                (struct stat_aggregate_row){ .event = (uint32_t)t.nrows, .counts = { e->value, 1, 1 } };
            t.nrows++;
        }
        struct metrics m;
        struct text out = { 0 };
        metrics_init(&m, &t);
        metrics_round(&m);
        const struct metric_list l = formulas_of(&m, &rows[0]);
        add_metrics(&out, &l);
        assert_string_equal(text_str(&out), c->metrics);
        text_free(&out);
        metrics_free(&m);
        events_free(&capture.events);
    }
}

/* Counts are compared with those of events that exclude the same; of several rounds the mean of each alone counts. */
static void test_contexts(void **state)
{
    (void)state;
    const struct attr user = { .type = PERF_TYPE_HARDWARE,
                               .config = HW_INSTRUCTIONS,
                               .flags = 1u << ATTR_EXCLUDE_KERNEL };
    const struct attr all = { .type = PERF_TYPE_HARDWARE, .config = HW_CYCLES };
    const struct attr user_cycles = { .type = PERF_TYPE_HARDWARE,
                                      .config = HW_CYCLES,
                                      .flags = 1u << ATTR_EXCLUDE_KERNEL };
    struct capture capture = { 0 };
    struct counters counters = { .capture = &capture };
    struct stat_aggregate_row rows[] = { { .event = 0, .counts = { 90, 1, 1 } },
                                         { .event = 1, .counts = { 300, 1, 1 } },
                                         { .event = 2, .counts = { 60, 1, 1 } } };
    struct stat_aggregate t = { .counters = &counters, .rows = rows, .nrows = COUNT(rows) };
    events_add(&capture.events, &user)->name = "instructions:u";
    events_add(&capture.events, &all)->name = "cycles";
    events_add(&capture.events, &user_cycles)->name = "cycles:u";
    struct metrics m;
    metrics_init(&m, &t);
    for (unsigned round = 0; round < 2; round++) {
        metrics_round(&m);
        const struct metric_list l = formulas_of(&m, &rows[0]);
        assert_int_equal(l.n, 1);
        assert_true(l.v[0].value == (round ? 3.0 : 1.5));
        rows[2].counts.value = 30;
    }
    capture.events.v[2].scale = 1e30; /* a count that no number of the file can have */
    rows[2].counts.value = UINT64_MAX;
    metrics_round(&m);
    assert_true(metrics_mean(&m, CYCLES, &capture.events.v[0], 0) == 18446744073709551616.0);
    capture.events.v[2].scale = -1;
    metrics_round(&m);
    assert_true(metrics_mean(&m, CYCLES, &capture.events.v[0], 0) == 0.0);
    metrics_free(&m);
    events_free(&capture.events);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_metrics), cmocka_unit_test(test_contexts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
