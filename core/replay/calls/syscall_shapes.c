/* Which argument is shown how: perf, builtin-trace.c, syscall_fmts[], and syscall_arg_fmt__init_array() for
   those that have no row there. */
#include "core/replay/calls/syscall_shapes.h"

#include <string.h>

#include "core/replay/calls/syscall_show.h"

/* The order in which perf says flags of open, where that is not the order of their values. */
#define OPEN_ORDER                                                                                           \
    "RDWR APPEND ASYNC CLOEXEC CREAT DIRECT DIRECTORY EXCL LARGEFILE NOFOLLOW TMPFILE NOATIME NOCTTY "       \
    "NONBLOCK PATH SYNC DSYNC TRUNC WRONLY"

// clang-format off
static const struct row {
    const char *syscall;
    unsigned argument;
    struct shape shape;
} rows[] = {
    { "access",             1, { .show = syscall_show_access } },
    { "arch_prctl",         0, { .show = syscall_show_choice_hex, .set = "ARCH_" } },
    { "arch_prctl",         1, { .show = syscall_show_pointer } },
    { "bind",               0, { .show = syscall_show_int } },
    { "bind",               1, { .show = syscall_show_hex } },
    { "bind",               2, { .show = syscall_show_int } },
    { "bpf",                0, { .show = syscall_show_choice, .set = "BPF_", .zero = true } },
    { "brk",                0, { .show = syscall_show_pointer } },
    { "clock_gettime",      0, { .show = syscall_show_choice, .set = "CLOCK_", .zero = true } },
    { "clone",              0, { .show = syscall_show_clone, .set = "CLONE_" } }, /* which of the first two the flags */
    { "clone",              1, { .show = syscall_show_clone, .set = "CLONE_" } }, /* are depends on the architecture */
    { "clone",              2, { .show = syscall_show_hex } },
    { "clone",              3, { .show = syscall_show_hex } },
    { "clone",              4, { .show = syscall_show_hex } },
    { "connect",            0, { .show = syscall_show_int } },
    { "connect",            1, { .show = syscall_show_hex } },
    { "connect",            2, { .show = syscall_show_int } },
    { "epoll_ctl",          1, { .show = syscall_show_choice, .set = "EPOLL_CTL_", .zero = true } },
    { "eventfd2",           1, { .show = syscall_show_flags_none, .set = "EFD_", .order = "SEMAPHORE CLOEXEC NONBLOCK" } },
    { "execveat",           0, { .show = syscall_show_directory } },
    { "execveat",           4, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH EXECVE_CHECK" } },
    { "faccessat",          0, { .show = syscall_show_directory } },
    { "faccessat",          2, { .show = syscall_show_access } },
    { "faccessat2",         0, { .show = syscall_show_directory } },
    { "faccessat2",         2, { .show = syscall_show_access } },
    { "faccessat2",         3, { .show = syscall_show_flags, .set = "AT_",
                                 .only = "EACCESS SYMLINK_NOFOLLOW EMPTY_PATH", .order = "EACCESS" } },
    { "fchmodat",           0, { .show = syscall_show_directory } },
    { "fchmodat2",          0, { .show = syscall_show_directory } },
    { "fchmodat2",          3, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "fchownat",           0, { .show = syscall_show_directory } },
    { "fchownat",           4, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "fcntl",              1, { .show = syscall_show_fcntl_command, .set = "F_", .zero = true,
                                 .unsaid = "OFD_GETLK OFD_SETLK OFD_SETLKW" } },
    { "fcntl",              2, { .show = syscall_show_fcntl_argument, .set = "O_", .order = OPEN_ORDER } },
    { "flock",              1, { .show = syscall_show_flags_none, .set = "LOCK_", .order = "SH EX NB UN MAND RW READ WRITE" } },
    { "fsconfig",           1, { .show = syscall_show_choice, .set = "FSCONFIG_", .zero = true } },
    { "fsmount",            1, { .show = syscall_show_bits, .set = "FSMOUNT_" } },
    { "fsmount",            2, { .show = syscall_show_bits, .set = "MOUNT_ATTR_" } },
    { "fspick",             0, { .show = syscall_show_directory } },
    { "fspick",             1, { .show = syscall_show_file_name } },
    { "fspick",             2, { .show = syscall_show_bits, .set = "FSPICK_" } },
    { "fstatat64",          0, { .show = syscall_show_directory } },
    { "fstatat64",          3, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH" } },
    { "futex",              1, { .show = syscall_show_futex_op, .set = "FUTEX_" } },
    { "futex",              5, { .show = syscall_show_futex_val3 } },
    { "futimesat",          0, { .show = syscall_show_directory } },
    { "getitimer",          0, { .show = syscall_show_choice, .set = "ITIMER_", .zero = true } },
    { "getrandom",          2, { .show = syscall_show_flags, .set = "GRND_", .order = "RANDOM NONBLOCK" } },
    { "getrlimit",          0, { .show = syscall_show_choice, .set = "RLIMIT_", .zero = true } },
    { "getsockopt",         1, { .show = syscall_show_choice, .set = "SOL_", .zero = true, .unsaid = "SOCKET" } },
    { "getxattrat",         0, { .show = syscall_show_directory } },
    { "getxattrat",         2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "ioctl",              1, { .show = syscall_show_ioctl } },
    { "ioctl",              2, { .show = syscall_show_hex } },
    { "kcmp",               0, { .show = syscall_show_task } },
    { "kcmp",               1, { .show = syscall_show_task } },
    { "kcmp",               2, { .show = syscall_show_kcmp_type, .set = "KCMP_" } },
    { "keyctl",             0, { .show = syscall_show_choice, .set = "KEYCTL_", .zero = true } },
    { "kill",               1, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "linkat",             0, { .show = syscall_show_directory } },
    { "linkat",             2, { .show = syscall_show_directory } },
    { "linkat",             4, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_FOLLOW EMPTY_PATH" } },
    { "listxattrat",        0, { .show = syscall_show_directory } },
    { "listxattrat",        2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "lseek",              2, { .show = syscall_show_choice, .set = "SEEK_", .zero = true } },
    { "madvise",            0, { .show = syscall_show_hex } },
    { "madvise",            2, { .show = syscall_show_advice, .set = "MADV_" } },
    { "mkdirat",            0, { .show = syscall_show_directory } },
    { "mknodat",            0, { .show = syscall_show_directory } },
    { "mmap",               2, { .show = syscall_show_map_protection, .set = "PROT_" } },
    { "mmap",               3, { .show = syscall_show_map_flags, .set = "MAP_" } },
    { "mmap",               5, { .show = syscall_show_hex } },
    { "mmap2",              2, { .show = syscall_show_map_protection, .set = "PROT_" } },
    { "mmap2",              3, { .show = syscall_show_map_flags, .set = "MAP_" } },
    { "mmap2",              5, { .show = syscall_show_hex } },
    { "mount",              0, { .show = syscall_show_file_name } },
    { "mount",              3, { .show = syscall_show_mount_flags, .set = "MS_" } },
    { "mount_setattr",      0, { .show = syscall_show_directory } },
    { "mount_setattr",      2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH RECURSIVE" } },
    { "move_mount",         0, { .show = syscall_show_directory } },
    { "move_mount",         1, { .show = syscall_show_file_name } },
    { "move_mount",         2, { .show = syscall_show_directory } },
    { "move_mount",         3, { .show = syscall_show_file_name } },
    { "move_mount",         4, { .show = syscall_show_bits, .set = "MOVE_MOUNT_" } },
    { "mprotect",           0, { .show = syscall_show_hex } },
    { "mprotect",           2, { .show = syscall_show_map_protection, .set = "PROT_" } },
    { "mq_unlink",          0, { .show = syscall_show_file_name } },
    { "mremap",             3, { .show = syscall_show_remap_flags, .set = "MREMAP_" } },
    { "name_to_handle_at",  0, { .show = syscall_show_directory } },
    { "name_to_handle_at",  4, { .show = syscall_show_bits, .set = "AT_",
                                 .only = "SYMLINK_FOLLOW EMPTY_PATH HANDLE_FID HANDLE_MNT_ID_UNIQUE HANDLE_CONNECTABLE" } },
    { "newfstatat",         0, { .show = syscall_show_directory } },
    { "newfstatat",         3, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH" } },
    { "open",               1, { .show = syscall_show_open, .set = "O_", .order = OPEN_ORDER } },
    { "open_by_handle_at",  0, { .show = syscall_show_directory } },
    { "open_by_handle_at",  2, { .show = syscall_show_open, .set = "O_", .order = OPEN_ORDER } },
    { "open_tree",          0, { .show = syscall_show_directory } },
    { "open_tree",          2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH RECURSIVE" } },
    { "open_tree_attr",     0, { .show = syscall_show_directory } },
    { "open_tree_attr",     2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH RECURSIVE" } },
    { "openat",             0, { .show = syscall_show_directory } },
    { "openat",             2, { .show = syscall_show_open, .set = "O_", .order = OPEN_ORDER } },
    { "perf_event_open",    2, { .show = syscall_show_int } },
    { "perf_event_open",    3, { .show = syscall_show_int } },
    { "perf_event_open",    4, { .show = syscall_show_flags, .set = "PERF_FLAG_" } },
    { "pipe2",              1, { .show = syscall_show_flags, .set = "O_", .order = "CLOEXEC NONBLOCK" } },
    { "pkey_alloc",         1, { .show = syscall_show_bits, .set = "PKEY_" } },
    { "pkey_free",          0, { .show = syscall_show_int } },
    { "pkey_mprotect",      0, { .show = syscall_show_hex } },
    { "pkey_mprotect",      2, { .show = syscall_show_map_protection, .set = "PROT_" } },
    { "pkey_mprotect",      3, { .show = syscall_show_int } },
    { "prctl",              0, { .show = syscall_show_prctl_option, .set = "PR_" } },
    { "prctl",              1, { .show = syscall_show_prctl_arg2, .set = "PR_SET_MM_" } },
    { "prctl",              2, { .show = syscall_show_prctl_arg3 } },
    { "prlimit64",          1, { .show = syscall_show_choice, .set = "RLIMIT_", .zero = true } },
    { "readlinkat",         0, { .show = syscall_show_directory } },
    { "recvfrom",           3, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "recvmmsg",           3, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "recvmsg",            2, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "removexattrat",      0, { .show = syscall_show_directory } },
    { "removexattrat",      2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "renameat",           0, { .show = syscall_show_directory } },
    { "renameat",           2, { .show = syscall_show_directory } },
    { "renameat2",          0, { .show = syscall_show_directory } },
    { "renameat2",          2, { .show = syscall_show_directory } },
    { "renameat2",          4, { .show = syscall_show_bits, .set = "RENAME_" } },
    { "rt_sigaction",       0, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "rt_sigprocmask",     0, { .show = syscall_show_choice, .set = "SIG_", .zero = true } },
    { "rt_sigqueueinfo",    1, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "rt_tgsigqueueinfo",  2, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "sched_setscheduler", 1, { .show = syscall_show_policy, .set = "SCHED_" } },
    { "seccomp",            0, { .show = syscall_show_choice_hex, .set = "SECCOMP_", .unsaid = "GET_ACTION_AVAIL GET_NOTIF_SIZES" } },
    { "seccomp",            1, { .show = syscall_show_flags, .set = "SECCOMP_FILTER_FLAG_" } },
    { "sendmmsg",           3, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "sendmsg",            2, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "sendto",             3, { .show = syscall_show_flags_none, .set = "MSG_" } },
    { "sendto",             4, { .show = syscall_show_hex } },
    { "setitimer",          0, { .show = syscall_show_choice, .set = "ITIMER_", .zero = true } },
    { "setrlimit",          0, { .show = syscall_show_choice, .set = "RLIMIT_", .zero = true } },
    { "setsockopt",         1, { .show = syscall_show_choice, .set = "SOL_", .zero = true, .unsaid = "SOCKET" } },
    { "setxattrat",         0, { .show = syscall_show_directory } },
    { "setxattrat",         2, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "socket",             0, { .show = syscall_show_choice, .set = "AF_", .zero = true } },
    { "socket",             1, { .show = syscall_show_socket_type, .set = "SOCK_", .order = "CLOEXEC" } },
    { "socket",             2, { .show = syscall_show_protocol, .set = "IPPROTO_" } },
    { "socketpair",         0, { .show = syscall_show_choice, .set = "AF_", .zero = true } },
    { "socketpair",         1, { .show = syscall_show_socket_type, .set = "SOCK_", .order = "CLOEXEC" } },
    { "socketpair",         2, { .show = syscall_show_protocol, .set = "IPPROTO_" } },
    { "statx",              0, { .show = syscall_show_directory } },
    { "statx",              2, { .show = syscall_show_bits, .set = "AT_",
                                 .only = "SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH STATX_FORCE_SYNC STATX_DONT_SYNC" } },
    { "statx",              3, { .show = syscall_show_bits, .set = "STATX_" } },
    { "swapoff",            0, { .show = syscall_show_file_name } },
    { "swapon",             0, { .show = syscall_show_file_name } },
    { "symlinkat",          0, { .show = syscall_show_directory } },
    { "sync_file_range",    3, { .show = syscall_show_bits, .set = "SYNC_FILE_RANGE_" } },
    { "tgkill",             2, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "tkill",              1, { .show = syscall_show_choice_hex, .set = "SIG" } },
    { "umount2",            0, { .show = syscall_show_file_name } },
    { "unlinkat",           0, { .show = syscall_show_directory } },
    { "unlinkat",           2, { .show = syscall_show_bits, .set = "AT_", .only = "REMOVEDIR" } },
    { "utimensat",          0, { .show = syscall_show_directory } },
    { "utimensat",          3, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "utimensat_time64",   0, { .show = syscall_show_directory } },
    { "utimensat_time64",   3, { .show = syscall_show_bits, .set = "AT_", .only = "SYMLINK_NOFOLLOW EMPTY_PATH" } },
    { "wait4",              2, { .show = syscall_show_flags, .set = "W" } },
    { "waitid",             3, { .show = syscall_show_flags, .set = "W" } },
};

/* What calls give back, where it is not a plain number.         */
static const struct { const char *syscall; bool timeout, hex, is_task; } results[] = {
    { "brk",             .hex = true },     { "mmap",            .hex = true },     { "mremap",  .hex = true },
    { "mmap2",           .hex = true },     { "clone",           .is_task = true },
    { "getpgid",         .is_task = true }, { "getppid",         .is_task = true }, { "gettid",  .is_task = true },
    { "set_tid_address", .is_task = true }, { "wait4",           .is_task = true }, { "waitid",  .is_task = true },
    { "poll",            .timeout = true }, { "ppoll",           .timeout = true }, { "select",  .timeout = true },
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
    for (size_t k = 0; k < COUNT(rows); k++)
        if (rows[k].argument == i && !strcmp(rows[k].syscall, syscall))
            return &rows[k].shape;
    if (!strcmp(type, "const char *") && (ends_with(name, "name") || strstr(name, "path")))
        return &file_name;
    if (ends_with(type, "*") || strstr(name, "addr"))
        return &pointer;
    if (!strcmp(type, "pid_t"))
        return &task;
    if (!strcmp(type, "umode_t"))
        return &mode;
    return is_integer(type) && ends_with(name, "fd") ? &fd : &number;
}

void syscall_shape_result(struct call_kind *kind)
{
    for (size_t i = 0; i < COUNT(results); i++)
        if (!strcmp(results[i].syscall, kind->name)) {
            kind->timeout = results[i].timeout;
            kind->hex = results[i].hex;
            kind->is_task = results[i].is_task;
        }
}
