/* syscall_show: how an argument of a system call is shown. Private to core/replay. */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHOW_H
#define PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHOW_H

#include "core/replay/calls/syscall.h"

void syscall_show_long(struct call_line *c, unsigned i, struct text *out);
void syscall_show_int(struct call_line *c, unsigned i, struct text *out);
void syscall_show_hex(struct call_line *c, unsigned i, struct text *out);
void syscall_show_pointer(struct call_line *c, unsigned i, struct text *out);
void syscall_show_file_name(struct call_line *c, unsigned i, struct text *out);
void syscall_show_directory(struct call_line *c, unsigned i, struct text *out);
void syscall_show_task(struct call_line *c, unsigned i, struct text *out);
void syscall_show_mode(struct call_line *c, unsigned i, struct text *out);
void syscall_show_choice(struct call_line *c, unsigned i, struct text *out);
void syscall_show_choice_hex(struct call_line *c, unsigned i, struct text *out);
void syscall_show_flags(struct call_line *c, unsigned i, struct text *out);
void syscall_show_flags_none(struct call_line *c, unsigned i, struct text *out);
void syscall_show_bits(struct call_line *c, unsigned i, struct text *out);
void syscall_show_access(struct call_line *c, unsigned i, struct text *out);

/* syscall_special.c: those that change how other arguments or the result are shown */
void syscall_show_open(struct call_line *c, unsigned i, struct text *out);
void syscall_show_map_protection(struct call_line *c, unsigned i, struct text *out);
void syscall_show_map_flags(struct call_line *c, unsigned i, struct text *out);
void syscall_show_remap_flags(struct call_line *c, unsigned i, struct text *out);
void syscall_show_clone(struct call_line *c, unsigned i, struct text *out);
void syscall_show_futex_op(struct call_line *c, unsigned i, struct text *out);
void syscall_show_futex_val3(struct call_line *c, unsigned i, struct text *out);
void syscall_show_fcntl_command(struct call_line *c, unsigned i, struct text *out);
void syscall_show_fcntl_argument(struct call_line *c, unsigned i, struct text *out);
void syscall_show_prctl_option(struct call_line *c, unsigned i, struct text *out);
void syscall_show_prctl_arg2(struct call_line *c, unsigned i, struct text *out);
void syscall_show_prctl_arg3(struct call_line *c, unsigned i, struct text *out);
void syscall_show_socket_type(struct call_line *c, unsigned i, struct text *out);
void syscall_show_protocol(struct call_line *c, unsigned i, struct text *out);
void syscall_show_advice(struct call_line *c, unsigned i, struct text *out);
void syscall_show_policy(struct call_line *c, unsigned i, struct text *out);
void syscall_show_ioctl(struct call_line *c, unsigned i, struct text *out);
void syscall_show_kcmp_type(struct call_line *c, unsigned i, struct text *out);
void syscall_show_mount_flags(struct call_line *c, unsigned i, struct text *out);

/* Helpers of both: where a name stands among words, SIZE_MAX when it does not; the name of a constant, and
   whether perf 6.1 prints it. */
size_t syscall_place_in(const char *words, const char *name);
const char *syscall_constant_name(const struct call_arg *a, uint32_t value);
bool syscall_shape_says(const struct call_line *c, unsigned i, const char *name);
/* A flag set by value, "|" between; what has no name follows as a number. */
void syscall_add_flags(struct call_line *c, unsigned i, uint32_t flags, struct text *out);
/* 0 when there is none of this name. */
uint32_t syscall_constant_value(const struct call_arg *a, const char *name);

#endif
