/*
 * calls: refuses system calls, with a program for the kernel's filter (linux, Documentation/userspace-api/
 * seccomp_filter.rst). The program is made of two tables: names of calls by what they do, and the calls whose arguments
 * decide. Their numbers are those of the tables of arch/. A call that no table of this program has is later than it,
 * and is refused as if the kernel had no such call: C libraries do without it.
 */
#define _GNU_SOURCE /* O_TMPFILE, syscall(), CLONE_THREAD */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h> /* FIOSETOWN of the GNU C library */
#include <unistd.h>

#include "arch/arch.h"
#include "arch/syscalls.h"
#include "cli/cage/cage.h"

/* The interface of the kernel: linux/filter.h, linux/bpf_common.h, linux/seccomp.h and linux/audit.h. */
struct calls_instruction {
    uint16_t code;
    uint8_t then, otherwise; /* how many instructions a jump skips */
    uint32_t k;
};

struct calls_program {
    unsigned short n;
    struct calls_instruction *v;
};

/* What the program sees of a call (struct seccomp_data). */
struct calls_data {
    int32_t number;
    uint32_t arch;
    uint64_t at, arguments[6];
};

enum {
    BPF_LOAD = 0x20,           /* BPF_LD | BPF_W | BPF_ABS: a word of struct calls_data */
    BPF_AND = 0x54,            /* BPF_ALU | BPF_AND | BPF_K */
    BPF_EQUAL = 0x15,          /* BPF_JMP | BPF_JEQ | BPF_K */
    BPF_AT_LEAST = 0x35,       /* BPF_JMP | BPF_JGE | BPF_K */
    BPF_HAS_BITS = 0x45,       /* BPF_JMP | BPF_JSET | BPF_K */
    BPF_ANSWER = 0x06,         /* BPF_RET | BPF_K */
    CALLS_MODE_FILTER = 2,     /* SECCOMP_MODE_FILTER, of prctl(2) */
    CALLS_SET_FILTER = 1,      /* SECCOMP_SET_MODE_FILTER, of seccomp(2) */
    CALLS_HAS_ACTION = 2,      /* SECCOMP_GET_ACTION_AVAIL */
    CALLS_ALL_THREADS = 1,     /* SECCOMP_FILTER_FLAG_TSYNC */
    CALLS_KEEP_SPEED = 4,      /* SECCOMP_FILTER_FLAG_SPEC_ALLOW */
    CALLS_REFUSE = 0x00050000, /* SECCOMP_RET_ERRNO; the low 16 bits are the errno */
    CALLS_ALLOW = 0x7fff0000,  /* SECCOMP_RET_ALLOW */
};
#define CALLS_64_BITS 0x80000000u /* __AUDIT_ARCH_64BIT */
#define CALLS_LITTLE  0x40000000u /* __AUDIT_ARCH_LE */

/* Calls that are refused whatever their arguments are, unless the process has one of the rights. */
static const struct calls_family {
    unsigned unless;
    const char *names;
} families[] = {
    /* sockets */
    { CAGE_NETWORK, "socket socketcall socketpair connect bind listen accept accept4" },
    /* programs */
    { CAGE_RUNS, "execve execveat execv exec_with_loader fork vfork kill" },
    /* names of files */
    { CAGE_PLACES | CAGE_WRITES,
      "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat "
      "fchmod fchown fchown32" },
    /* what files have beside their bytes, and bytes by name */
    { CAGE_WRITES,
      "creat truncate truncate64 chmod fchmodat fchmodat2 chown chown32 lchown lchown32 fchownat utime utimes "
      "osf_utimes futimesat" },
    { 0, "setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat "
         "mknod mknodat" },
    /* other processes, and memory that they share */
    { 0,
      "ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_open pidfd_getfd "
      "pidfd_send_signal kcmp rt_sigqueueinfo rt_tgsigqueueinfo move_pages migrate_pages "
      "shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semtimedop semtimedop_time64 semctl ipc "
      "mq_open mq_unlink mq_timedsend mq_timedsend_time64 mq_timedreceive mq_timedreceive_time64 mq_notify "
      "mq_getsetattr spu_create spu_run" },
    /* what other processes get of the machine; nothing here asks for more or less of it itself */
    { CAGE_RUNS,
      "setpriority ioprio_set sched_setaffinity sched_set_affinity sched_setscheduler sched_setattr "
      "sched_setparam" },
    /* what the kernel is and does */
    { 0,
      "mount osf_mount umount umount2 oldumount pivot_root chroot move_mount open_tree open_tree_attr fsopen "
      "fsconfig fsmount fspick mount_setattr swapon osf_swapon swapoff reboot kexec_load kexec_file_load "
      "init_module finit_module delete_module create_module "
      "bpf perf_event_open io_uring_setup io_uring_enter io_uring_register add_key request_key keyctl userfaultfd "
      "unshare setns quotactl quotactl_fd acct settimeofday osf_settimeofday stime clock_settime "
      "clock_settime64 adjtimex clock_adjtime clock_adjtime64 sethostname setdomainname iopl ioperm modify_ldt vm86 vm86old personality "
      "syslog nfsservctl lookup_dcookie fanotify_init fanotify_mark open_by_handle_at name_to_handle_at vhangup "
      "uselib _sysctl sysfs memfd_secret rtas pciconfig_read pciconfig_write s390_pci_mmio_read "
      "s390_pci_mmio_write" },
    /* who the process is */
    { 0,
      "setuid setuid32 setgid setgid32 setreuid setreuid32 setregid setregid32 setresuid setresuid32 setresgid "
      "setresgid32 setfsuid setfsuid32 setfsgid setfsgid32 setgroups setgroups32 capset" },
};

/* How an argument decides about a call. */
enum calls_test {
    CALLS_IS_LATER,    /* none does: the call is refused as if the kernel did not have it */
    CALLS_OPENS,       /* the argument has the flags of open(2) */
    CALLS_UNLESS_ZERO, /* it is refused unless all of the argument is 0 */
    CALLS_UNLESS_OWN,  /* unless it is 0 or the number of this process */
    CALLS_UNLESS_BITS, /* unless the argument has a bit of `k` */
    CALLS_IF_REACHES,  /* it is refused if it is a command of ioctl(2) that is in `reaching` */
    CALLS_IF_SIGNALS,  /* if it is a command of fcntl(2) that is in `signalling` */
};

#ifdef __s390__ /* the order of the arguments of clone(2): linux, kernel/fork.c, CONFIG_CLONE_BACKWARDS2 */
enum { CLONE_FLAGS_AT = 1 };
#else
enum { CLONE_FLAGS_AT = 0 };
#endif

/* Commands of ioctl(2) that put characters into the input of a terminal, from where a shell would take them, and those
   that say who is signalled about a file. */
static const uint32_t reaching[] = {
#ifdef TIOCSTI
    TIOCSTI,
#endif
#ifdef TIOCLINUX
    TIOCLINUX,
#endif
#ifdef FIOSETOWN
    FIOSETOWN,
#endif
#ifdef SIOCSPGRP
    SIOCSPGRP,
#endif
#ifdef FIOASYNC
    FIOASYNC,
#endif
};

/* Commands of fcntl(2) that say who is signalled about a file, with what, or that make another process wait for this
   one. F_SETFL is one of them if it has O_ASYNC: of a terminal, the kernel signals the group in its foreground. */
static const uint32_t signalling[] = { F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY };

static const struct calls_row {
    const char *name;
    unsigned unless;
    uint8_t test, argument; /* enum calls_test; the number of the argument */
    uint32_t k;
} by_argument[] = {
    { "open", CAGE_WRITES, CALLS_OPENS, 1, 0 },
    { "openat", CAGE_WRITES, CALLS_OPENS, 2, 0 },
    { "openat2", CAGE_WRITES, CALLS_IS_LATER, 0, 0 }, /* its flags are in memory, as are those of clone3() */
    { "clone3", CAGE_RUNS, CALLS_IS_LATER, 0, 0 },
    { "clone", CAGE_RUNS, CALLS_UNLESS_BITS, CLONE_FLAGS_AT, CLONE_THREAD },
    { "tkill", CAGE_RUNS, CALLS_UNLESS_OWN, 0, 0 },
    { "tgkill", CAGE_RUNS, CALLS_UNLESS_OWN, 0, 0 },
    { "utimensat", CAGE_WRITES, CALLS_UNLESS_ZERO, 1, 0 }, /* no path: the file is open */
    { "utimensat_time64", CAGE_WRITES, CALLS_UNLESS_ZERO, 1, 0 },
    { "prlimit64", CAGE_RUNS, CALLS_UNLESS_OWN, 0, 0 },
    { "fcntl", CAGE_RUNS, CALLS_IF_SIGNALS, 1, O_ASYNC },
    { "fcntl64", CAGE_RUNS, CALLS_IF_SIGNALS, 1, O_ASYNC },
    { "ioctl", 0, CALLS_IF_REACHES, 1, 0 },
};

enum { CALLS_MOST = 1024 }; /* instructions; the kernel takes 4096 (BPF_MAXINSNS) */

struct calls_writing {
    struct calls_instruction v[CALLS_MOST];
    unsigned short n;
    enum byte_order order;
    unsigned rights;
};

/* The beginning of the program's file in memory, which the linker names. */
extern const unsigned char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* The architecture for which this program was compiled, by its ELF header; NULL: unknown. *audit: the kernel's number
   for it. */
static const struct arch *calls_own_arch(uint32_t *audit)
{
    uint16_t machine;
    if (!__ehdr_start)
        return NULL;
    memcpy(&machine, __ehdr_start + 18, sizeof(machine)); /* e_machine (gabi, "ELF Header") */
    const bool is_64 = __ehdr_start[4] == 2, is_little = __ehdr_start[5] == 1;
    *audit = machine | (is_64 ? CALLS_64_BITS : 0) | (is_little ? CALLS_LITTLE : 0);
    return arch_by_elf(machine, is_64 ? 64 : 32, is_little ? ORDER_LITTLE : ORDER_BIG);
}

int calls_number(const char *name)
{
    uint32_t audit;
    const struct arch *a = calls_own_arch(&audit);
    const char *row;
    int32_t number;
    for (size_t i = 0; a && (row = syscall_row(i, a->abis[0], &number)) != NULL; i++)
        if (number >= 0 && !strcmp(row, name))
            return number;
    return -1;
}

static void calls_put(struct calls_writing *w, uint16_t code, uint32_t k, uint8_t then, uint8_t otherwise)
{
    if (w->n < CALLS_MOST)
        w->v[w->n++] = (struct calls_instruction){ code, then, otherwise, k };
}

static void calls_answer(struct calls_writing *w, uint32_t answer)
{
    calls_put(w, BPF_ANSWER, answer, 0, 0);
}

/* Loads half of an argument. */
static void calls_load(struct calls_writing *w, unsigned argument, bool high)
{
    const size_t at = offsetof(struct calls_data, arguments) + argument * sizeof(uint64_t);
    calls_put(w, BPF_LOAD, (uint32_t)at + (high == (w->order == ORDER_LITTLE) ? 4 : 0), 0, 0);
}

/* Answers an open: it may read; create a file without a name; where files are placed, create one that was not there;
   where they are updated, also write to one that is there. */
static void calls_put_open(struct calls_writing *w, unsigned argument)
{
    enum { READS_OR_WRITES = 3, NEW = O_CREAT | O_EXCL }; /* not O_ACCMODE, which musl says has O_PATH */
    calls_load(w, argument, false);
    calls_put(w, BPF_HAS_BITS, READS_OR_WRITES | O_CREAT | O_TRUNC, 1, 0);
    calls_answer(w, CALLS_ALLOW);
    calls_put(w, BPF_AND, O_TMPFILE | O_CREAT | O_EXCL | O_TRUNC, 0, 0);
    if (w->rights & CAGE_UPDATES) {
        calls_put(w, BPF_EQUAL, 0, 0, 1);
        calls_answer(w, CALLS_ALLOW);
    }
    if (w->rights & CAGE_PLACES) {
        calls_put(w, BPF_EQUAL, NEW, 0, 1);
        calls_answer(w, CALLS_ALLOW);
    }
    calls_put(w, BPF_AND, O_TMPFILE | O_CREAT | O_TRUNC, 0, 0);
    calls_put(w, BPF_EQUAL, O_TMPFILE, 0, 1);
    calls_answer(w, CALLS_ALLOW);
}

/* Adds what follows if the number of a row's call is loaded: all of it ends with an answer. */
static void calls_put_row(struct calls_writing *w, const struct calls_row *row)
{
    uint32_t no = CALLS_REFUSE | EPERM;
    switch ((enum calls_test)row->test) {
    case CALLS_IS_LATER:
        no = CALLS_REFUSE | ENOSYS;
        break;
    case CALLS_OPENS:
        calls_put_open(w, row->argument);
        break;
    case CALLS_UNLESS_ZERO:
        calls_load(w, row->argument, true);
        calls_put(w, BPF_EQUAL, 0, 0, 3);
        calls_load(w, row->argument, false);
        calls_put(w, BPF_EQUAL, 0, 0, 1);
        calls_answer(w, CALLS_ALLOW);
        break;
    case CALLS_UNLESS_OWN:
        calls_load(w, row->argument, false);
        calls_put(w, BPF_EQUAL, 0, 1, 0);
        calls_put(w, BPF_EQUAL, (uint32_t)getpid(), 0, 1);
        calls_answer(w, CALLS_ALLOW);
        break;
    case CALLS_UNLESS_BITS:
        calls_load(w, row->argument, false);
        calls_put(w, BPF_HAS_BITS, row->k, 0, 1);
        calls_answer(w, CALLS_ALLOW);
        break;
    case CALLS_IF_REACHES:
        calls_load(w, row->argument, false);
        for (size_t i = 0; i < COUNT(reaching); i++)
            calls_put(w, BPF_EQUAL, reaching[i], (uint8_t)(COUNT(reaching) - i), 0);
        calls_answer(w, CALLS_ALLOW);
        break;
    case CALLS_IF_SIGNALS:
        calls_load(w, row->argument, false);
        for (size_t i = 0; i < COUNT(signalling); i++)
            calls_put(w, BPF_EQUAL, signalling[i], (uint8_t)(COUNT(signalling) - i + 3), 0);
        calls_put(w, BPF_EQUAL, F_SETFL, 0, 2);
        calls_load(w, row->argument + 1, false);
        calls_put(w, BPF_HAS_BITS, row->k, 1, 0);
        calls_answer(w, CALLS_ALLOW);
        break;
    }
    calls_answer(w, no);
}

/* Whether a list of words, separated by blanks, has a word. */
static bool calls_has(const char *words, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += n)
        if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

static bool calls_in_family(const char *name, unsigned rights)
{
    for (size_t i = 0; i < COUNT(families); i++)
        if (!(rights & families[i].unless) && calls_has(families[i].names, name))
            return true;
    return false;
}

static const struct calls_row *calls_row_of(const char *name, unsigned rights)
{
    for (size_t i = 0; i < COUNT(by_argument); i++)
        if (!(rights & by_argument[i].unless) && !strcmp(by_argument[i].name, name))
            return &by_argument[i];
    return NULL;
}

bool calls_refuses(const char *name, unsigned rights)
{
    return calls_in_family(name, rights) || calls_row_of(name, rights);
}

static void calls_put_call(struct calls_writing *w, const char *name, uint32_t number)
{
    const struct calls_row *row;
    if (calls_in_family(name, w->rights)) {
        calls_put(w, BPF_EQUAL, number, 0, 1);
        calls_answer(w, CALLS_REFUSE | EPERM);
    } else if ((row = calls_row_of(name, w->rights)) != NULL) {
        const unsigned short jump = w->n;
        calls_put(w, BPF_EQUAL, number, 0, 0);
        calls_put_row(w, row);
        w->v[jump].otherwise = (uint8_t)(w->n - jump - 1);
    }
}

/* Refuses numbers between the last one that is known and the private calls of architectures (0x0f0000 on arm), and those
   of other ABIs of this architecture (bit 30: x32). */
static void calls_put_unknown(struct calls_writing *w, uint32_t last)
{
    enum { PRIVATE = 0xf0000, OTHER_ABI = 0x40000000 };
    calls_put(w, BPF_AT_LEAST, OTHER_ABI, 2, 0);
    calls_put(w, BPF_AT_LEAST, PRIVATE, 2, 0);
    calls_put(w, BPF_AT_LEAST, last + 1, 0, 1);
    calls_answer(w, CALLS_REFUSE | ENOSYS);
}

static void calls_write(struct calls_writing *w, const struct arch *a, uint32_t audit)
{
    uint32_t last = 0;
    int32_t number;
    const char *name;
    calls_put(w, BPF_LOAD, offsetof(struct calls_data, arch), 0, 0);
    calls_put(w, BPF_EQUAL, audit, 1, 0);
    calls_answer(w, CALLS_REFUSE | EPERM);
    calls_put(w, BPF_LOAD, offsetof(struct calls_data, number), 0, 0);
    for (size_t i = 0; (name = syscall_row(i, a->abis[0], &number)) != NULL; i++) {
        if (number < 0)
            continue;
        calls_put_call(w, name, (uint32_t)number);
        if ((uint32_t)number > last)
            last = (uint32_t)number;
    }
    calls_put_unknown(w, last);
    calls_answer(w, CALLS_ALLOW);
}

/* Installs the program. The process keeps the speed of a process without a filter: kernels before 5.16 would switch
   speculative loads off, which is for programs that run code of strangers (linux, Documentation/userspace-api/
   spec_ctrl.rst). Kernels before 4.17 do not know this flag. */
static bool calls_install(struct calls_writing *w, struct err *e)
{
    const struct calls_program program = { w->n, w->v };
    const int call = calls_number("seccomp");
    if (w->n == CALLS_MOST)
        return err_set(e, ERR_UNSUPPORTED, 0, "the filter of system calls is longer than %d instructions",
                       CALLS_MOST);
    if (!syscall(call, CALLS_SET_FILTER, CALLS_ALL_THREADS | CALLS_KEEP_SPEED, &program) ||
        (errno == EINVAL && !syscall(call, CALLS_SET_FILTER, CALLS_ALL_THREADS, &program)))
        return true;
    return err_set(e, ERR_IO, 0, "system calls cannot be refused (seccomp): %s", strerror(errno));
}

/* Finds out whether `audit` is the kernel's number for calls of this process, by a filter that changes the result of a
   call without effect: with a wrong number every call would be refused. */
static bool calls_is_arch(struct calls_writing *w, uint32_t audit, bool *is, struct err *e)
{
    enum { NO_OPTION = 0x50455246 }; /* no option of prctl(2) */
    w->n = 0;
    calls_put(w, BPF_LOAD, offsetof(struct calls_data, arch), 0, 0);
    calls_put(w, BPF_EQUAL, audit, 0, 4);
    calls_load(w, 0, false);
    calls_put(w, BPF_EQUAL, NO_OPTION, 0, 2);
    calls_put(w, BPF_LOAD, offsetof(struct calls_data, number), 0, 0);
    calls_put(w, BPF_EQUAL, (uint32_t)calls_number("prctl"), 1, 0);
    calls_answer(w, CALLS_ALLOW);
    calls_answer(w, CALLS_REFUSE | ERANGE);
    if (!calls_install(w, e))
        return false;
    *is = prctl(NO_OPTION, 0, 0, 0, 0) < 0 && errno == ERANGE;
    w->n = 0;
    return *is || errno == EINVAL ||
           err_set(e, ERR_IO, 0, "the filter of system calls was not tried: %s", strerror(errno));
}

const char *calls_lacking(void)
{
    uint32_t audit;
    const uint32_t action = CALLS_REFUSE;
    const int call = calls_number("seccomp");
    if (!calls_own_arch(&audit) || call < 0)
        return "their numbers on this machine are not known";
    if (!syscall(call, CALLS_HAS_ACTION, 0, &action))
        return NULL;
    /* EPERM: a filter of system calls around this process, such as that of a container */
    if (errno == ENOSYS || errno == EINVAL || errno == EOPNOTSUPP || errno == EPERM)
        return "this kernel has no seccomp filter, or does not let this program use it";
    return NULL;
}

bool calls_refuse(unsigned rights, struct err *e)
{
    uint32_t audit = 0;
    bool is_own = false;
    const struct arch *a = calls_own_arch(&audit);
    if (calls_lacking())
        return true;
    struct calls_writing *w = mem_new(1, sizeof(*w));
    w->order = a->order;
    w->rights = rights;
    bool ok = calls_is_arch(w, audit, &is_own, e);
    if (ok && is_own) {
        calls_write(w, a, audit);
        ok = calls_install(w, e);
    }
    free(w);
    return ok;
}
