/*
 * fault: remembers the first read error of an input. An input has many readers, and most can go on without the bytes
 * that could not be read. Code that needs the whole input calls fault_check() in the end.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FAULT_H
#define PERFOLIO_CORE_BASE_FILE_FAULT_H

#include <stdbool.h>

#include "core/base/err.h"

struct fault;

/* `name` (borrowed): the name of the input in error messages. The result is for fault_free(), which accepts NULL. */
struct fault *fault_new(const char *name);
void fault_free(struct fault *f);

/* Stores the error if it is the first. The message gets the name of the input as a prefix, unless it has that already.
   Thread-safe; `f` may be NULL. */
void fault_note(struct fault *f, const struct err *e);

/* True if no error was noted, or if `f` is NULL. False: *e receives the first error. */
bool fault_check(struct fault *f, struct err *e);

#endif
