/* Which events are one that CPUs of several kinds count: tables of what was recorded. */
#include "core/model/hybrid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 4,
    CORE = 4,
    ATOM = 10,
    LOW = 12,
    CYCLES = 0,
    INSTRUCTIONS = 1,
    KERNEL = 1 << ATTR_EXCLUDE_KERNEL
};

#define ON(pmu, config) ((uint64_t)(pmu) << 32 | (config))

static void test_leads(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct recorded {
            const char *name;
            uint32_t type;
            uint64_t config, flags;
        } v[MOST];
        bool any;
        uint32_t leads[MOST];
        const char *name; /* of the first and those it leads */
    } rows[] = {
        { "two kinds, two events",
          { { "cpu_core/cycles/", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cpu_core/instructions/", PERF_TYPE_HARDWARE, ON(CORE, INSTRUCTIONS), 0 },
            { "cpu_atom/cycles/", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 },
            { "cpu_atom/instructions/", PERF_TYPE_HARDWARE, ON(ATOM, INSTRUCTIONS), 0 } },
          true,
          { 0, 1, 0, 1 },
          "cpu_core/cycles/ + cpu_atom/cycles/" },
        { "three kinds",
          { { "cpu_core/cycles/", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cpu_atom/cycles/", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 },
            { "cpu_lowpower/cycles/", PERF_TYPE_HARDWARE, ON(LOW, CYCLES), 0 } },
          true,
          { 0, 0, 0 },
          "cpu_core/cycles/ + cpu_atom/cycles/ + cpu_lowpower/cycles/" },
        { "both of one name",
          { { "cycles", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cycles", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 } },
          true,
          { 0, 0 },
          "cycles" },
        { "asked for twice: the first two and the second two",
          { { "cpu_core/cycles/", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cpu_atom/cycles/", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 },
            { "cpu_core/cycles/", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cpu_atom/cycles/", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 } },
          true,
          { 0, 0, 2, 2 },
          "cpu_core/cycles/ + cpu_atom/cycles/" },
        { "of user code alone, and of all",
          { { "cpu_core/cycles/u", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), KERNEL },
            { "cpu_atom/cycles/", PERF_TYPE_HARDWARE, ON(ATOM, CYCLES), 0 } },
          false,
          { 0 },
          "cpu_core/cycles/u" },
        { "caches and the kernel's other events have the same numbers",
          { { "cpu_core/cycles/", PERF_TYPE_HARDWARE, ON(CORE, CYCLES), 0 },
            { "cpu_atom/L1-dcache-loads/", PERF_TYPE_HW_CACHE, ON(ATOM, 0), 0 } },
          false,
          { 0 },
          "cpu_core/cycles/" },
        { "events of the CPU's makers, by their names",
          { { "cpu_core/inst_retired.any/p", CORE, 0xc0, 0 },
            { "cpu_atom/inst_retired.any/p", ATOM, 0xc0, 0 } },
          true,
          { 0, 0 },
          "cpu_core/inst_retired.any/p + cpu_atom/inst_retired.any/p" },
        { "of ARM",
          { { "armv8_cortex_a53/cpu_cycles/", 8, 0x11, 0 }, { "armv8_cortex_a72/cpu_cycles/", 9, 0x11, 0 } },
          true,
          { 0, 0 },
          "armv8_cortex_a53/cpu_cycles/ + armv8_cortex_a72/cpu_cycles/" },
        { "PMUs that are no CPU's; nothing but a PMU",
          { { "ibs_op/l3missonly=1/", 8, 1, 0 },
            { "ibs_fetch/l3missonly=1/", 9, 1, 0 },
            { "cpu_core//", CORE, 0, 0 },
            { "cpu_atom//", ATOM, 0, 0 } },
          false,
          { 0 },
          "ibs_op/l3missonly=1/" },
        { "one kind of CPUs",
          { { "cycles", PERF_TYPE_HARDWARE, CYCLES, 0 },
            { "cycles", PERF_TYPE_HARDWARE, CYCLES, 0 },
            { "page-faults", PERF_TYPE_SOFTWARE, 2, 0 } },
          false,
          { 0 },
          "cycles" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct events es = { 0 };
        struct text name = { 0 };
        for (size_t k = 0; k < MOST && rows[i].v[k].name; k++)
            events_add(&es, &(struct attr){ .type = rows[i].v[k].type,
                                            .config = rows[i].v[k].config,
                                            .flags = rows[i].v[k].flags })
                ->name = rows[i].v[k].name;
        uint32_t *leads = hybrid_leaders(&es);
        if (!leads != !rows[i].any)
            fail_msg("%s: %s", rows[i].what, leads ? "are one" : "are not one");
        for (uint32_t k = 0; leads && k < es.n; k++)
            assert_int_equal(leads[k], rows[i].leads[k]);
        hybrid_add_names(&es, leads, 0, &name);
        assert_string_equal(name.s, rows[i].name);
        text_free(&name);
        free(leads);
        events_free(&es);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_leads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
