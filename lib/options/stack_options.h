/* stack_options: the options --max-stack and --unwind, for every command that shows call chains. */
#ifndef PERFOLIO_LIB_OPTIONS_STACK_OPTIONS_H
#define PERFOLIO_LIB_OPTIONS_STACK_OPTIONS_H

#include "lib/options/option.h"
#include "core/profile/places/stack.h"

enum { STACK_MOST = 1 << 13 /* more entries than a record can hold */ };

/* Rows of a command's option table; `stack` is the struct stack_opts in its options. */
// clang-format off
#define STACK_ROWS(stack) \
    STACK_MAX_ROW(stack, "use at most so many entries of a call chain (127)"), STACK_UNWIND_ROW(stack)
#define STACK_MAX_ROW(stack, what) OPT("max-stack", 0, NUMBER, stack.max, "N", what, .most = STACK_MOST)
#define PATHS_MAX_ROW(target) \
    OPT("max-paths", 0, COUNT, target, "N", \
        "keep only so many steps of call paths, the heaviest; the rest is [other] (all)", \
        .least = 1, .most = UINT32_MAX)
#define STACK_UNWIND_ROW(stack) \
    OPT("unwind", 0, CALL, stack, "WAY,...", \
        "how to unwind stack dumps without unwind tables: fp (frame pointers), scan", \
        .words = "tables fp scan", .take = stack_unwind_take)
// clang-format on

/* The take() of --unwind; `target` is a struct stack_opts. */
bool stack_unwind_take(void *target, const struct option_row *row, const char *value, struct err *e);

#endif
