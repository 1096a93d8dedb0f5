/*
 * child: runs another program and reads what it prints. There is no shell. The program gets the given environment without
 * variables that would change its output (language, servers to ask), and one open file.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_CHILD_H
#define PERFOLIO_CORE_BASE_FILE_CHILD_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"

#define CHILD_INPUT "/dev/fd/3" /* the path under which it may open the input */

/* Finds a program in the absolute folders of `path` (surroundings.h), in their order. The caller frees the result; NULL:
   none. */
char *child_find(const char *path, const char *name);

/* Runs a program and adds its standard output to `out`. False with `e` set, which ends with the last line of its standard
   error: it cannot be run, prints more than `most` bytes, prints nothing or does not end for `seconds`, or exits with
   anything but 0. `argv` begins with the program's path and ends with NULL; `environment` is as in surroundings.h. */
bool child_run(const char *const *argv, const char *const *environment, const struct file *input,
               unsigned seconds, size_t most, struct text *out, struct err *e);

#endif
