/*
 * fault: the first read error of an input. Many readers use one input, and most can go on without what they asked for;
 * code that needs the whole input checks fault_check() in the end.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FAULT_H
#define PERFOLIO_CORE_BASE_FILE_FAULT_H

#include <stdbool.h>

#include "core/base/err.h"

struct fault;

/* `name` (borrowed) is what errors call the input. For fault_free(), which accepts NULL. */
struct fault *fault_new(const char *name);
void fault_free(struct fault *f);

/* Keeps an error if it is the first, with the input's name in front unless it has that. Thread-safe; `f` may be NULL. */
void fault_note(struct fault *f, const struct err *e);

/* Whether no error was noted; else false, with `e` set to the first. NULL: true. */
bool fault_check(struct fault *f, struct err *e);

#endif
