/* syscall_show: functions that print arguments of system calls. Private to this folder. */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHOW_H
#define PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_SHOW_H

#include "core/replay/calls/syscall.h"

/* The shape of the i-th argument of a call, from the table of arguments (syscall_shapes.c), or if the
   argument is not there, from its type and name. */
const struct shape *syscall_shape_of(const char *syscall, unsigned i, const char *type, const char *name);

/* Set the members of a kind that describe its result: timeout, hex, is_task. */
void syscall_set_result_shape(struct call_kind *kind);

syscall_show_fn syscall_show_long, syscall_show_int, syscall_show_hex, syscall_show_pointer,
    syscall_show_file_name, syscall_show_directory, syscall_show_task, syscall_show_mode, syscall_show_choice,
    syscall_show_choice_hex, syscall_show_flags, syscall_show_flags_none, syscall_show_bits,
    syscall_show_access;

/* syscall_special.c: these arguments decide how later arguments, or the result, are printed. */
syscall_show_fn syscall_show_open, syscall_show_map_protection, syscall_show_map_flags,
    syscall_show_remap_flags, syscall_show_clone, syscall_show_futex_op, syscall_show_futex_val3,
    syscall_show_fcntl_command, syscall_show_fcntl_argument, syscall_show_prctl_option,
    syscall_show_prctl_arg2, syscall_show_prctl_arg3, syscall_show_socket_type, syscall_show_protocol,
    syscall_show_advice, syscall_show_policy, syscall_show_ioctl, syscall_show_kcmp_type,
    syscall_show_mount_flags;

/* The index of a name in a list of words; SIZE_MAX: it is not in the list. */
size_t syscall_word_index(const char *words, const char *name);

/* The name of an argument's constant with this value; NULL: no constant has this value. */
const char *syscall_constant_name(const struct call_arg *a, uint32_t value);

/* The value of an argument's constant with this name; 0: the set has no such constant. */
uint32_t syscall_constant_value(const struct call_arg *a, const char *name);

/* Add the name of a constant of the i-th argument, or its value in hexadecimal. */
void syscall_add_constant(const struct call_line *c, unsigned i, uint32_t value, struct text *out);

/* Add a number as "0x1f"; 0 is "0". */
void syscall_add_hex(uint64_t v, struct text *out);

/* Append the names of the flags that are set, with "|" between them. Bits without a name follow in
   hexadecimal. */
void syscall_add_flags(struct call_line *c, unsigned i, uint32_t flags, struct text *out);

/* Append " (NAME)" with the name of a thread. */
void syscall_add_comm(const char *comm, struct text *out);

#endif
