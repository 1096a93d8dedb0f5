/*
 * The shape of each argument, which says how it is printed. This is perf's table (builtin-trace.c, syscall_fmts[]).
 * Arguments without a row in the table follow the rules of syscall_arg_fmt__init_array().
 */
#include "core/replay/calls/syscall_show.h"

#include <string.h>

/* perf's order of open flags, where that is not the order of their values. */
#define OPEN_ORDER                                                                                           \
    "RDWR APPEND ASYNC CLOEXEC CREAT DIRECT DIRECTORY EXCL LARGEFILE NOFOLLOW TMPFILE NOATIME NOCTTY "       \
    "NONBLOCK PATH SYNC DSYNC TRUNC WRONLY"

// clang-format off
static const struct row {
    const char *arguments; /* words: a call and which of its arguments, from 0 on */
    struct shape shape;
} rows[] = {
    { "access.1 faccessat.2 faccessat2.2", { .show = syscall_show_access } },
    { "arch_prctl.0", { .show = syscall_show_choice_hex, .set = "ARCH_" } },
    { "kill.1 rt_sigaction.0 rt_sigqueueinfo.1 rt_tgsigqueueinfo.2 tgkill.2 tkill.1",
      { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "seccomp.0",
      { .show = syscall_show_choice_hex, .set = "SECCOMP_", .unsaid = "GET_ACTION_AVAIL GET_NOTIF_SIZES" } },
    { "arch_prctl.1 brk.0", { .show = syscall_show_pointer } },
    { "bind.0 bind.2 connect.0 connect.2 perf_event_open.2 perf_event_open.3 pkey_free.0 "
      "pkey_mprotect.3", { .show = syscall_show_int } },
    { "bind.1 clone.2 clone.3 clone.4 connect.1 ioctl.2 madvise.0 mmap.5 mmap2.5 mprotect.0 "
      "pkey_mprotect.0 sendto.4", { .show = syscall_show_hex } },
    { "bpf.0", { .show = syscall_show_choice, .set = "BPF_", .zero = true } },
    { "clock_gettime.0", { .show = syscall_show_choice, .set = "CLOCK_", .zero = true } },
    { "epoll_ctl.1", { .show = syscall_show_choice, .set = "EPOLL_CTL_", .zero = true } },
    { "fsconfig.1", { .show = syscall_show_choice, .set = "FSCONFIG_", .zero = true } },
    { "getitimer.0 setitimer.0", { .show = syscall_show_choice, .set = "ITIMER_", .zero = true } },
    { "getrlimit.0 prlimit64.1 setrlimit.0", { .show = syscall_show_choice, .set = "RLIMIT_", .zero = true } },
    { "getsockopt.1 setsockopt.1", { .show = syscall_show_choice, .set = "SOL_", .zero = true, .unsaid = "SOCKET" } },
    { "keyctl.0", { .show = syscall_show_choice, .set = "KEYCTL_", .zero = true } },
    { "lseek.2", { .show = syscall_show_choice, .set = "SEEK_", .zero = true } },
    { "rt_sigprocmask.0", { .show = syscall_show_choice, .set = "SIG_", .zero = true } },
    { "socket.0 socketpair.0", { .show = syscall_show_choice, .set = "AF_", .zero = true } },
    { "clone.0 clone.1", { .show = syscall_show_clone, .set = "CLONE_" } },
    { "eventfd2.1", { .show = syscall_show_flags_none, .set = "EFD_", .order = "SEMAPHORE CLOEXEC NONBLOCK" } },
    { "flock.1", { .show = syscall_show_flags_none, .set = "LOCK_", .order = "SH EX NB UN MAND RW READ WRITE" } },
    { "recvfrom.3 recvmmsg.3 recvmsg.2 sendmmsg.3 sendmsg.2 sendto.3",
      { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "execveat.0 faccessat.0 faccessat2.0 fchmodat.0 fchmodat2.0 fchownat.0 fspick.0 fstatat64.0 "
      "futimesat.0 getxattrat.0 linkat.0 linkat.2 listxattrat.0 mkdirat.0 mknodat.0 mount_setattr.0 "
      "move_mount.0 move_mount.2 name_to_handle_at.0 newfstatat.0 open_by_handle_at.0 open_tree.0 "
      "open_tree_attr.0 openat.0 readlinkat.0 removexattrat.0 renameat.0 renameat.2 renameat2.0 "
      "renameat2.2 setxattrat.0 statx.0 symlinkat.0 unlinkat.0 utimensat.0 utimensat_time64.0",
      { .show = syscall_show_directory } },
    { "execveat.4", { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH EXECVE_CHECK" } },
    { "fchmodat2.3 fchownat.4 getxattrat.2 listxattrat.2 removexattrat.2 setxattrat.2 utimensat.3 "
      "utimensat_time64.3", { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "fsmount.1", { .show = syscall_show_bits, .set = "FSMOUNT_" } },
    { "fsmount.2", { .show = syscall_show_bits, .set = "MOUNT_ATTR_" } },
    { "fspick.2", { .show = syscall_show_bits, .set = "FSPICK_" } },
    { "fstatat64.3 newfstatat.3",
      { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH" } },
    { "linkat.4", { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_FOLLOW EMPTY_PATH" } },
    { "mount_setattr.2 open_tree.2 open_tree_attr.2",
      { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH RECURSIVE" } },
    { "move_mount.4", { .show = syscall_show_bits, .set = "MOVE_MOUNT_" } },
    { "name_to_handle_at.4",
      { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_FOLLOW EMPTY_PATH HANDLE_FID HANDLE_MNT_ID_UNIQUE HANDLE_CONNECTABLE" } },
    { "pkey_alloc.1", { .show = syscall_show_bits, .set = "PKEY_" } },
    { "renameat2.4", { .show = syscall_show_bits, .set = "RENAME_" } },
    { "statx.2",
      { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH STATX_FORCE_SYNC STATX_DONT_SYNC" } },
    { "statx.3", { .show = syscall_show_bits, .set = "STATX_" } },
    { "sync_file_range.3", { .show = syscall_show_bits, .set = "SYNC_FILE_RANGE_" } },
    { "unlinkat.2", { .show = syscall_show_bits, .set = "AT_", .only = "REMOVEDIR" } },
    { "faccessat2.3",
      { .show = syscall_show_flags, .set = "AT_", .only = "EACCESS SYMLINK_NOFOLLOW EMPTY_PATH", .order = "EACCESS" } },
    { "getrandom.2", { .show = syscall_show_flags, .set = "GRND_", .order = "RANDOM NONBLOCK" } },
    { "perf_event_open.4", { .show = syscall_show_flags, .set = "PERF_FLAG_" } },
    { "pipe2.1", { .show = syscall_show_flags, .set = "O_", .order = "CLOEXEC NONBLOCK" } },
    { "seccomp.1", { .show = syscall_show_flags, .set = "SECCOMP_FILTER_FLAG_" } },
    { "wait4.2 waitid.3", { .show = syscall_show_flags, .set = "W" } },
    { "fcntl.1",
      { .show = syscall_show_fcntl_command, .set = "F_", .zero = true, .unsaid = "OFD_GETLK OFD_SETLK OFD_SETLKW" } },
    { "fcntl.2", { .show = syscall_show_fcntl_argument, .set = "O_", .order = OPEN_ORDER } },
    { "fspick.1 mount.0 move_mount.1 move_mount.3 mq_unlink.0 swapoff.0 swapon.0 umount2.0",
      { .show = syscall_show_file_name } },
    { "futex.1", { .show = syscall_show_futex_op, .set = "FUTEX_" } },
    { "futex.5", { .show = syscall_show_futex_val3 } },
    { "ioctl.1", { .show = syscall_show_ioctl } },
    { "kcmp.0 kcmp.1", { .show = syscall_show_task } },
    { "kcmp.2", { .show = syscall_show_kcmp_type, .set = "KCMP_" } },
    { "madvise.2", { .show = syscall_show_advice, .set = "MADV_" } },
    { "mmap.2 mmap2.2 mprotect.2 pkey_mprotect.2", { .show = syscall_show_map_protection, .set = "PROT_" } },
    { "mmap.3 mmap2.3", { .show = syscall_show_map_flags, .set = "MAP_" } },
    { "mount.3", { .show = syscall_show_mount_flags, .set = "MS_" } },
    { "mremap.3", { .show = syscall_show_remap_flags, .set = "MREMAP_" } },
    { "open.1 open_by_handle_at.2 openat.2", { .show = syscall_show_open, .set = "O_", .order = OPEN_ORDER } },
    { "prctl.0", { .show = syscall_show_prctl_option, .set = "PR_" } },
    { "prctl.1", { .show = syscall_show_prctl_arg2, .set = "PR_SET_MM_" } },
    { "prctl.2", { .show = syscall_show_prctl_arg3 } },
    { "sched_setscheduler.1", { .show = syscall_show_policy, .set = "SCHED_" } },
    { "socket.1 socketpair.1", { .show = syscall_show_socket_type, .set = "SOCK_", .order = "CLOEXEC" } },
    { "socket.2 socketpair.2", { .show = syscall_show_protocol, .set = "IPPROTO_" } },
};

// clang-format on

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static bool is_integer(const char *type)
{
    return !strcmp(type, "int") || !strcmp(type, "unsigned int") || !strcmp(type, "long");
}

const struct shape *syscall_shape_of(const char *syscall, unsigned i, const char *type, const char *name)
{
    static const struct shape file_name = { .show = syscall_show_file_name },
                              pointer = { .show = syscall_show_pointer },
                              task = { .show = syscall_show_task }, mode = { .show = syscall_show_mode },
                              fd = { .show = syscall_show_int }, number = { .show = syscall_show_long };
    struct text argument = { 0 };
    const struct shape *shape = NULL;
    text_printf(&argument, "%s.%u", syscall, i);
    for (size_t k = 0; k < COUNT(rows) && !shape; k++)
        if (syscall_word_index(rows[k].arguments, argument.s) != SIZE_MAX)
            shape = &rows[k].shape;
    text_free(&argument);
    if (shape)
        return shape;
    const bool is_text = !strcmp(type, "const char *"),
               is_path = ends_with(name, "name") || strstr(name, "path");
    if (is_text && is_path)
        return &file_name;
    if (ends_with(type, "*") || strstr(name, "addr"))
        return &pointer;
    if (!strcmp(type, "pid_t"))
        return &task;
    if (!strcmp(type, "umode_t"))
        return &mode;
    if (is_integer(type) && ends_with(name, "fd"))
        return &fd;
    return &number;
}

/* Calls whose result is not a plain number. */
void syscall_set_result_shape(struct call_kind *kind)
{
    static const char addresses[] = "brk mmap mmap2 mremap", timeouts[] = "poll ppoll select",
                      tasks[] = "clone getpgid getppid gettid set_tid_address wait4 waitid";
    kind->hex = syscall_word_index(addresses, kind->name) != SIZE_MAX;
    kind->timeout = syscall_word_index(timeouts, kind->name) != SIZE_MAX;
    kind->is_task = syscall_word_index(tasks, kind->name) != SIZE_MAX;
}
