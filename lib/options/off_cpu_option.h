/* off_cpu_option: the option --off-cpu, the same for every command that counts waits (lib/session/off_cpu.h). */
#ifndef PERFOLIO_LIB_OPTIONS_OFF_CPU_OPTION_H
#define PERFOLIO_LIB_OPTIONS_OFF_CPU_OPTION_H

#include "lib/options/option.h"

/* A row of a command's option table. `to` is an int: 1 + the index of the word (enum wait_weight); 0: not given. */
// clang-format off
#define OFF_CPU_ROW(to) \
    OPT("off-cpu", 0, CALL, to, "PART", \
        "count time off the CPU, in ns, by the stack that left it: %s; default: all", \
        .loose = true, .words = "all blocked runnable", .take = off_cpu_take)
// clang-format on

bool off_cpu_take(void *target, const struct option_row *row, const char *value, struct err *e);

#endif
