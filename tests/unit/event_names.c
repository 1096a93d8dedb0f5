/* Which names of events kernels and perf give, and which ones users choose. */
#include "lib/question/share/scrub/event_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct {
    const char *name;
    bool standard;
} cases[] = {
    { "cycles", true },
    { "cycles:u", true },
    { "cycles:ppp", true },
    { "cpu-clock:uHG", true },
    { "L1-dcache-loads", true },
    { "LLC-load-misses:u", true },
    { "L1-dcache-load-misses-of-alice", false },
    { "branch-loads", true },
    { "offcpu-time", true },
    { "r1a8", true },
    { "r1a8:p", true },
    { "r", false },
    { "radar", false },
    { "mem:w", true },
    { "mem:0x401000/4:rw", true },
    { "mem:alice", false },
    { "kprobe", true },
    { "cpu_core/cycles/", true },
    { "cpu/event=0x3c,umask=0x1/u", true },
    { "cpu/inst_retired.any/", true },
    { "cpu-clock/freq=200,call-graph=fp/", true },
    { "page-faults/period=1/", true },
    { "intel_pt//u", true },
    { "cpu/event=0x3c,name=alice/", false },
    { "cpu/alice hunts/", false },
    { "cpu/event=0x3c", false },
    { "cpu/event=0x3c/u/alice", false },
    { "sched:sched_switch", true },
    { "syscalls:sys_enter_openat", true },
    { "sched:two words", false },
    { "sched:", false },
    { "probe:tcp_sendmsg", false },
    { "probe_app:main", false },
    { "sdt_app:begin", false },
    { "alice:tick", false },
    { "inst_retired.any", false },
    { "alice", false },
    { "cycles:alice", false },
    { "", false },
};

static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        if (event_name_is_standard(cases[i].name) != cases[i].standard)
            fail_msg("%s is %sstandard", cases[i].name, cases[i].standard ? "not " : "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
