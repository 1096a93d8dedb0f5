/* transform_options: the options that change call stacks (core/profile/places/transforms.h), the same for every
   command. */
#ifndef PERFOLIO_LIB_OPTIONS_TRANSFORM_OPTIONS_H
#define PERFOLIO_LIB_OPTIONS_TRANSFORM_OPTIONS_H

#include "core/profile/places/transforms.h"
#include "lib/options/option.h"

/* Rows of a command's option table; `to` is a struct transforms in its options. */
// clang-format off
#define TRANSFORM_ROWS(to) \
    TRANSFORM_ROW(to, "focus", FOCUS, "SYM", \
                  "only samples with this function in their stack, which begins there (repeatable, as all of these)"), \
    TRANSFORM_ROW(to, "callers-of", CALLERS, "SYM", "... which ends there: callees count as this function"), \
    TRANSFORM_ROW(to, "drop", DROP, "SYM", "leave out samples with this function in their stack"), \
    TRANSFORM_ROW(to, "merge", MERGE, "SYM", "this function counts as its caller"), \
    TRANSFORM_ROW(to, "hide-object", HIDE, "DSO", "functions of this object count as their caller"), \
    TRANSFORM_ROW(to, "collapse-recursion", COLLAPSE, "SYM", \
                  "successive calls of a function by itself count as one; without SYM of every function", \
                  .loose = true)
#define TRANSFORM_ROW(to, name, how, argument, ...) \
    OPT(name, 0, CALL, to, argument, __VA_ARGS__, .value = TRANSFORM_##how, .take = transform_take, \
        .drop = transforms_drop)
// clang-format on

/* The name of the option of a transform, without dashes. */
const char *transform_option_name(enum transform_how how);

/* take() and drop() of these rows; `target` is a struct transforms. */
bool transform_take(void *target, const struct option_row *row, const char *value, struct err *e);
void transforms_drop(void *target);

#endif
