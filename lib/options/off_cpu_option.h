/* off_cpu_option: the options --off-cpu and --wall-clock, the same for every command that counts waits
   (lib/session/off_cpu.h). */
#ifndef PERFOLIO_LIB_OPTIONS_OFF_CPU_OPTION_H
#define PERFOLIO_LIB_OPTIONS_OFF_CPU_OPTION_H

#include "lib/columns/waits.h"
#include "lib/options/option.h"

/* Rows of a command's option table. `to` is an int: 1 + enum wait_weight, whose first values are the words of --off-cpu;
   0: neither is given. */
// clang-format off
#define OFF_CPU_ROWS(to) \
    OPT("off-cpu", 0, CALL, to, "PART", \
        "count time off the CPU, in ns, by the stack that left it: %s; default: all", \
        .loose = true, .words = "all blocked runnable", .take = off_cpu_take), \
    OPT("wall-clock", 0, SET, to, NULL, \
        "count time on and off the CPU together, in ns: samples of cpu-clock or task-clock, and all waits", \
        .value = 1 + WAIT_AND_RUN)
// clang-format on

bool off_cpu_take(void *target, const struct option_row *row, const char *value, struct err *e);

#endif
