/* stack_options: the options that say how the stacks of samples are found, the same for every command that
 * shows them. */
#ifndef PERFOLIO_CLI_OPTIONS_STACK_OPTIONS_H
#define PERFOLIO_CLI_OPTIONS_STACK_OPTIONS_H

#include <popt.h>

#include "core/profile/places/stack.h"

/* Values of the options, out of the way of those of the commands. */
enum { OPT_STACK_MAX = 8101, OPT_STACK_UNWIND };

/* Rows for a command's table of options. */
#define STACK_OPTIONS                                                                                         \
    {                                                                                                         \
        "max-stack", 0, POPT_ARG_STRING, NULL, OPT_STACK_MAX, "entries of a call chain that count (127)", "N" \
    },                                                                                                        \
    {                                                                                                         \
        "unwind", 0, POPT_ARG_STRING, NULL, OPT_STACK_UNWIND,                                                 \
            "how stack dumps are unwound where unwind tables do not help: fp (frame pointers), scan",         \
            "WAY,..."                                                                                         \
    }

/* Take one of these options. False with `e` set when its value cannot be understood; other options are left
 * alone. */
bool stack_take(struct stack_opts *o, int option, const char *value, struct err *e);

#endif
