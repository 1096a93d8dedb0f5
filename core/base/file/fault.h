/*
 * fault: the first thing that went wrong while an input was read. Many read it, at many times, and most of
 * them can go on without what they asked for; who makes a whole of what was read asks here before it is
 * called one.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_FAULT_H
#define PERFOLIO_CORE_BASE_FILE_FAULT_H

#include <stdbool.h>

#include "core/base/err.h"

struct fault;

/* `name`, borrowed, is what errors call the input. Freed with fault_free(), which takes NULL. */
struct fault *fault_new(const char *name);
void fault_free(struct fault *f);

/* Keep an error if it is the first one; one that does not name the input gets its name in front. Any thread
 * may; on NULL nothing is kept. */
void fault_note(struct fault *f, const struct err *e);

/* Whether there was none (nor on NULL); else false, and `e` is set to the first. */
bool fault_none(struct fault *f, struct err *e);

#endif
