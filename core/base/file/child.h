/*
 * child: a program that is run for what it prints. No shell: its arguments are those given. It sees the environment that it is given without
 * what would make its output another one (language, servers to ask), and of our files one.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_CHILD_H
#define PERFOLIO_CORE_BASE_FILE_CHILD_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"

#define CHILD_INPUT "/dev/fd/3" /* how it may open the file that it is given */

/* Where on `path` (surroundings.h) a program is: in its absolute folders alone, in their order. The caller frees it; NULL: nowhere. */
char *child_find(const char *path, const char *name);

/* Run a program and add what it prints to `out`: of more than `most` bytes, of one that prints nothing for
   `seconds` or does not end for as long, that cannot be run, or that ends with anything but 0, `e` says so, with the
   last of what it complained about; false. `argv` ends with NULL, its first is the program's path; `environment` as in
   surroundings.h. */
bool child_run(const char *const *argv, const char *const *environment, const struct file *input,
               unsigned seconds, size_t most, struct text *out, struct err *e);

#endif
