/* syscall_shapes: which argument of which system call is shown how. Private to core/replay. */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHAPES_H
#define PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHAPES_H

#include "core/replay/calls/syscall.h"

/* The shape of the i-th argument of a call: of its row, else of its type and name. */
const struct shape *syscall_shape_of(const char *syscall, unsigned i, const char *type, const char *name);

/* What is special about the result of a call: sets timeout, hex and is_task. */
void syscall_shape_result(struct call_kind *kind);

#endif
