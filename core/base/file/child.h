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

#define CHILD_INPUT "/dev/fd/3" /* the path by which the program can open the input */

/* Finds a program in the folders of `path` (surroundings.h), in their order; folders that are not absolute are skipped.
   The caller frees the result; NULL: not found. */
char *child_find(const char *path, const char *name);

/* Runs a program and adds its standard output to `out`. False with `e` set: the program cannot be run, prints more than
   `most` bytes, prints nothing for `seconds` or does not end within `seconds` after its output, or exits with another
   status than 0. The message ends with the last line of its standard error. `argv` begins with the program's path and
   ends with NULL; `environment` is as in surroundings.h. */
bool child_run(const char *const *argv, const char *const *environment, const struct file *input,
               unsigned seconds, size_t most, struct text *out, struct err *e);

#endif
