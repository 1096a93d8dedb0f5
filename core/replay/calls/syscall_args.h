/*
 * syscall_args: the arguments of a system call as perf trace 6.1 shows them, with the names and values of the
 * recorded architecture. Which argument is shown how is a table (syscall_shapes.c); what an argument is
 * called and what type it has are facts of arch/tables.
 */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_ARGS_H
#define PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_ARGS_H

#include "core/replay/calls/syscall.h"

/* The kind of a number; `name` is what the capture calls it, NULL when it does not. Borrowed until the end.
 */
const struct call_kind *syscall_kind(struct call_kinds *k, uint32_t number, const char *name);

/* "openat(dfd: CWD, ...", without the closing parenthesis. */
void syscall_show(struct call_line *c, struct text *out);

/* One argument alone, "" when it means nothing here. */
void syscall_show_arg(struct call_line *c, unsigned i, struct text *out);

/* What follows the equals sign. */
void syscall_show_result(struct call_line *c, int64_t result, struct text *out);

void syscall_kinds_free(struct call_kinds *k);

#endif
