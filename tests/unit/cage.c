/* What a process can still do in a cage: each right in a process of its own, each attempt in each. Skipped where the kernel
   refuses nothing, and in builds without a cage. */
#define _GNU_SOURCE /* O_TMPFILE, clone(), syscall() */
#include "cli/cage/cage.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arch/syscalls.h"
#include "core/base/file/threads.h"

/* Where the attempts are made: /tmp/X/in is named in lists, /tmp/X/out is not; both have a file "old". */
static char place[64];

static const char *at(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", place, name);
    return path;
}

/* The errno of a call; 0: it succeeded. */
static int result(long returned)
{
    return returned < 0 ? errno : 0;
}

static int opens(const char *name, int flags)
{
    const int fd = open(at(name), flags | O_CLOEXEC, 0600), why = result(fd);
    if (fd >= 0)
        close(fd);
    return why;
}

static int reads_in(void)
{
    return opens("in/old", O_RDONLY);
}

static int reads_out(void)
{
    return opens("out/old", O_RDONLY);
}

static int creates_in(void)
{
    return opens("in/new", O_CREAT | O_EXCL | O_RDWR);
}

static int creates_out(void)
{
    return opens("out/new", O_CREAT | O_EXCL | O_RDWR);
}

static int overwrites(void)
{
    return opens("in/old", O_CREAT | O_TRUNC | O_WRONLY);
}

static int truncates(void)
{
    return opens("in/old", O_RDONLY | O_TRUNC);
}

static int updates(void)
{
    return opens("in/old", O_RDWR);
}

static int makes_nameless(void)
{
    const int why = opens("in", O_TMPFILE | O_RDWR);
    return why == EOPNOTSUPP || why == EISDIR ? 0 : why; /* the file system has none */
}

static int renames(void)
{
    char from[128];
    snprintf(from, sizeof(from), "%s", at("in/renamed"));
    return result(rename(from, at("in/other")));
}

static int renames_out(void)
{
    char from[128];
    snprintf(from, sizeof(from), "%s", at("out/renamed"));
    return result(rename(from, at("out/other")));
}

static int makes_folder(void)
{
    return result(mkdir(at("in/folder"), 0700));
}

static int changes_mode(void)
{
    return result(chmod(at("in/old"), 0600));
}

static int changes_times(void)
{
    return result(utimensat(AT_FDCWD, at("in/old"), NULL, 0));
}

static int changes_times_of_open(void)
{
    const int fd = open(at("in/old"), O_RDONLY | O_CLOEXEC);
    const int why = result(fd < 0 ? fd : futimens(fd, NULL));
    close(fd);
    return why;
}

static int connects(void)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return result(fd);
}

static int forks(void)
{
    const pid_t pid = fork();
    if (!pid)
        _exit(0);
    return pid < 0 ? errno : result(waitpid(pid, NULL, 0) - pid);
}

static void nothing(void *arg, unsigned number)
{
    (void)arg;
    (void)number;
}

static int starts_thread(void)
{
    struct threads_beside *t = threads_start(nothing, NULL, NULL);
    if (t)
        threads_join(t);
    return t ? 0 : EPERM;
}

static int signals(void)
{
    return result(kill(getppid(), 0));
}

static int signals_itself(void)
{
    signal(SIGUSR1, SIG_IGN);
    return raise(SIGUSR1) ? errno : 0;
}

static int traces(void)
{
    return result(syscall(calls_number("process_vm_readv"), getppid(), NULL, 0UL, NULL, 0UL, 0UL));
}

static int uses_ring(void)
{
    const long e = syscall(calls_number("io_uring_setup"), 0, NULL);
    return result(e) == EPERM ? EPERM : 0;
}

static int calls_later(void)
{
    return result(syscall(calls_number("set_mempolicy_home_node") + 40, 0, 0, 0)) == ENOSYS ? EPERM : 0;
}

/* 0 also if the call fails for another reason than the cage. */
static int refused(long returned)
{
    return result(returned) == EPERM ? EPERM : 0;
}

static int commands(unsigned long command, const void *with)
{
    const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int why = refused(ioctl(fd, command, with));
    close(fd);
    return why;
}

#ifdef TIOCSTI
static int types(void)
{
    return commands(TIOCSTI, "x");
}
#endif

#ifdef FIOSETOWN
static int owns_by_ioctl(void)
{
    const int pid = getppid();
    return commands(FIOSETOWN, &pid);
}
#endif

static int asks_size(void)
{
    struct winsize size = { 0 };
    return commands(TIOCGWINSZ, &size);
}

/* fcntl(2) on the end of a pipe. */
static int controls(int command, long with)
{
    int ends[2];
    if (pipe(ends) < 0)
        return errno;
    const int why = result(fcntl(ends[0], command, with));
    close(ends[0]);
    close(ends[1]);
    return why;
}

static int owns(void)
{
    return controls(F_SETOWN, getppid());
}

static int owns_as_told(void)
{
    int ends[2];
    const struct f_owner_ex owner = { F_OWNER_PID, getppid() };
    if (pipe(ends) < 0)
        return errno;
    const int why = result(fcntl(ends[0], F_SETOWN_EX, &owner));
    close(ends[0]);
    close(ends[1]);
    return why;
}

static int picks_signal(void)
{
    return controls(F_SETSIG, SIGUSR1);
}

static int signals_of_file(void)
{
    return controls(F_SETFL, O_ASYNC | O_NONBLOCK);
}

static int does_not_wait(void)
{
    return controls(F_SETFL, O_NONBLOCK);
}

static int limits(void)
{
    struct rlimit is;
    return result(prlimit(getppid(), RLIMIT_CORE, NULL, &is));
}

static int limits_itself(void)
{
    struct rlimit is;
    const int why = result(prlimit(0, RLIMIT_CORE, NULL, &is));
    return why ? why : result(prlimit(getpid(), RLIMIT_CORE, &is, NULL));
}

static int ranks(void)
{
    const id_t other = (id_t)getppid();
    return result(setpriority(PRIO_PROCESS, other, getpriority(PRIO_PROCESS, other)));
}

static int ranks_reading(void)
{
    return refused(syscall(calls_number("ioprio_set"), 1, getppid(), 0));
}

static int schedules(void)
{
    cpu_set_t on;
    const int why = result(sched_getaffinity(getppid(), sizeof(on), &on));
    return why ? why : result(sched_setaffinity(getppid(), sizeof(on), &on));
}

static int schedules_by(void)
{
    return refused(syscall(calls_number("sched_setscheduler"), getppid(), -1, NULL));
}

static int changes_mode_newly(void)
{
    return refused(syscall(calls_number("fchmodat2"), AT_FDCWD, at("in/old"), 0600, 0));
}

static int sets_attribute_newly(void)
{
    return refused(syscall(calls_number("setxattrat"), AT_FDCWD, "", 0, "user.a", NULL, 0UL));
}

static int removes_attribute_newly(void)
{
    return refused(syscall(calls_number("removexattrat"), AT_FDCWD, "", 0, "user.a"));
}

static int opens_tree_newly(void)
{
    return refused(syscall(calls_number("open_tree_attr"), -1, "", 0, NULL, 0UL));
}

static int waits_for_semaphore(void)
{
    const int call = calls_number("semtimedop"), later = calls_number("semtimedop_time64");
    return refused(syscall(call < 0 ? later : call, -1, NULL, 0UL, NULL));
}

static int sends_message(void)
{
    const int call = calls_number("mq_timedsend_time64");
    return refused(syscall(call < 0 ? calls_number("mq_timedsend") : call, -1, "", 0UL, 0, NULL));
}

enum { FILES = CAGE_PLACES | CAGE_UPDATES, ANY = -1 };

static const struct {
    const char *name;
    int (*attempt)(void);
    unsigned with; /* it succeeds with one of these rights; ANY: always; 0: never */
    bool out;      /* where folders are named it does not, with EACCES */
} attempts[] = {
    { "reads in", reads_in, (unsigned)ANY, false },
    { "reads out", reads_out, (unsigned)ANY, true },
    { "creates in", creates_in, CAGE_PLACES | CAGE_WRITES, false },
    { "creates out", creates_out, CAGE_PLACES | CAGE_WRITES, true },
    { "overwrites", overwrites, CAGE_WRITES, false },
    { "truncates", truncates, CAGE_WRITES, false },
    { "updates", updates, CAGE_UPDATES | CAGE_WRITES, false },
    { "makes a nameless file", makes_nameless, (unsigned)ANY, false },
    { "renames", renames, CAGE_PLACES | CAGE_WRITES, false },
    { "renames out", renames_out, CAGE_PLACES | CAGE_WRITES, true },
    { "makes a folder", makes_folder, CAGE_PLACES | CAGE_WRITES, false },
    { "changes a mode", changes_mode, CAGE_WRITES, false },
    { "changes times", changes_times, CAGE_WRITES, false },
    { "changes times of an open file", changes_times_of_open, (unsigned)ANY, false },
    { "connects", connects, CAGE_NETWORK, false },
    { "forks", forks, CAGE_RUNS, false },
    { "starts a thread", starts_thread, (unsigned)ANY, false },
    { "signals", signals, CAGE_RUNS, false },
    { "signals itself", signals_itself, (unsigned)ANY, false },
    { "traces", traces, 0, false },
    { "uses a ring", uses_ring, 0, false },
    { "makes a call that is later than the tables", calls_later, 0, false },
#ifdef TIOCSTI
    { "types into a terminal", types, 0, false },
#endif
#ifdef FIOSETOWN
    { "has another process signalled (ioctl)", owns_by_ioctl, 0, false },
#endif
    { "asks a terminal", asks_size, (unsigned)ANY, false },
    { "has another process signalled (fcntl)", owns, CAGE_RUNS, false },
    { "has another process signalled (structure)", owns_as_told, CAGE_RUNS, false },
    { "picks the signal of a file", picks_signal, CAGE_RUNS, false },
    { "gets signals of a file", signals_of_file, CAGE_RUNS, false },
    { "does not wait for a file", does_not_wait, (unsigned)ANY, false },
    { "asks for another's limits", limits, CAGE_RUNS, false },
    { "sets its own limits", limits_itself, (unsigned)ANY, false },
    { "ranks another process", ranks, CAGE_RUNS, false },
    { "ranks another's reading", ranks_reading, CAGE_RUNS, false },
    { "places another process", schedules, CAGE_RUNS, false },
    { "schedules another process", schedules_by, CAGE_RUNS, false },
    { "changes a mode (fchmodat2)", changes_mode_newly, CAGE_WRITES, false },
    { "sets an attribute (setxattrat)", sets_attribute_newly, 0, false },
    { "removes an attribute (removexattrat)", removes_attribute_newly, 0, false },
    { "takes a tree (open_tree_attr)", opens_tree_newly, 0, false },
    { "waits for a semaphore", waits_for_semaphore, 0, false },
    { "sends a message", sends_message, 0, false },
};

static void make(const char *name)
{
    const int fd = open(at(name), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void make_place(void)
{
    snprintf(place, sizeof(place), "/tmp/perfolio-cage-XXXXXX");
    assert_non_null(mkdtemp(place));
    assert_int_equal(mkdir(at("in"), 0700), 0);
    assert_int_equal(mkdir(at("out"), 0700), 0);
    make("in/old");
    make("in/renamed");
    make("out/old");
    make("out/renamed");
}

static void remove_place(void)
{
    static const char *const files[] = { "in/old",  "in/new",  "in/renamed",  "in/other",
                                         "out/old", "out/new", "out/renamed", "out/other" };
    for (size_t i = 0; i < COUNT(files); i++)
        unlink(at(files[i]));
    rmdir(at("in/folder"));
    rmdir(at("in"));
    rmdir(at("out"));
    rmdir(place);
}

/* Enters the cage and writes the result of each attempt to `to`. */
static _Noreturn void try_all(const struct cage *c, int to)
{
    struct err e = { 0 };
    if (!cage_enter(c, &e))
        _exit(1);
    for (size_t i = 0; i < COUNT(attempts); i++) {
        const int why = attempts[i].attempt();
        if (write(to, &why, sizeof(why)) != sizeof(why))
            _exit(2);
    }
    _exit(0);
}

static int expected(size_t i, const struct cage *c, bool has_folders)
{
    const bool may = attempts[i].with == (unsigned)ANY || attempts[i].with & c->rights;
    if (!may)
        return EPERM;
    return has_folders && attempts[i].out ? EACCES : 0;
}

static void check(const struct cage *c)
{
    int ends[2], status;
    struct err e = { 0 };
    make_place();
    struct cage own = *c;
    char in[128];
    snprintf(in, sizeof(in), "%s", at("in"));
    const char *folders[] = { in };
    if (own.has_folders)
        own.reads = own.trees = (struct words){ .v = folders, .n = 1 };
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (!pid)
        try_all(&own, ends[1]);
    close(ends[1]);
    for (size_t i = 0; i < COUNT(attempts); i++) {
        int why = -1;
        assert_int_equal(read(ends[0], &why, sizeof(why)), sizeof(why));
        const int want = expected(i, c, c->has_folders && folders_version(&e) > 0);
        if (why != want)
            fail_msg("rights %u, folders %d: %s: %s, not %s", c->rights, c->has_folders, attempts[i].name,
                     strerror(why), strerror(want));
    }
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    remove_place();
}

static void test_rights(void **state)
{
    static const unsigned rights[] = {
        0, CAGE_PLACES, FILES, CAGE_WRITES, CAGE_RUNS, CAGE_NETWORK, CAGE_RUNS | CAGE_PLACES
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rights); i++) {
        check(&(struct cage){ .rights = rights[i] });
        check(&(struct cage){
            .rights = rights[i], .has_folders = true, .reads_named = true, .temporary = "/no/such" });
    }
}

/* The calls of all architectures that every process in a cage may make: they act on the process itself, on files that are
   open, or tell something; or the kernel has no function for them any more. */
static const char allowed[] =
    "_llseek _newselect access afs_syscall alarm arc_gettls arc_settls arc_usr_cmpxchg arch_prctl "
    "arm_fadvise64_64 arm_sync_file_range atomic_barrier atomic_cmpxchg_32 bdflush break breakpoint brk "
    "cachectl cacheflush cachestat capget chdir clock_getres clock_getres_time64 clock_gettime "
    "clock_gettime64 clock_nanosleep clock_nanosleep_time64 close close_range copy_file_range dipc dup dup2 "
    "dup3 epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait "
    "epoll_wait_old eventfd eventfd2 exit exit_group faccessat faccessat2 fadvise64 fadvise64_64 fallocate "
    "fchdir fdatasync fgetxattr flistxattr flock fstat fstat64 fstatat64 fstatfs fstatfs64 fsync ftime "
    "ftruncate ftruncate64 futex futex_requeue futex_time64 futex_wait futex_waitv futex_wake "
    "get_kernel_syms get_mempolicy get_robust_list get_thread_area get_tls getcpu getcwd getdents getdents64 "
    "getdomainname getdtablesize getegid getegid32 geteuid geteuid32 getgid getgid32 getgroups getgroups32 "
    "gethostname getitimer getpagesize getpeername getpgid getpgrp getpid getpmsg getppid getpriority "
    "getrandom getresgid getresgid32 getresuid getresuid32 getrlimit getrusage getsid getsockname getsockopt "
    "gettid gettimeofday getuid getuid32 getxattr getxattrat getxgid getxpid getxuid gtty idle "
    "inotify_add_watch inotify_init inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents "
    "io_pgetevents io_pgetevents_time64 io_setup io_submit ioprio_get kern_features landlock_add_rule "
    "landlock_create_ruleset landlock_restrict_self lgetxattr listmount listxattr listxattrat llistxattr "
    "llseek lock lseek lsm_get_self_attr lsm_list_modules lsm_set_self_attr lstat lstat64 madvise "
    "map_shadow_stack mbind membarrier memfd_create memory_ordering mincore mlock mlock2 mlockall mmap mmap2 "
    "mprotect mpx mremap mseal msync multiplexer munlock munlockall munmap nanosleep newfstatat nice "
    "old_adjtimex oldfstat oldlstat oldolduname oldstat olduname osf_adjtime osf_afs_syscall osf_alt_plock "
    "osf_alt_setsid osf_alt_sigpending osf_asynch_daemon osf_audcntl osf_audgen osf_chflags osf_execve "
    "osf_exportfs osf_fchflags osf_fdatasync osf_fpathconf osf_fstat osf_fstatfs osf_fstatfs64 osf_fuser "
    "osf_getaddressconf osf_getdirentries osf_getdomainname osf_getfh osf_getfsstat osf_gethostid "
    "osf_getitimer osf_getlogin osf_getmnt osf_getrusage osf_getsysinfo osf_gettimeofday osf_kloadcall "
    "osf_kmodcall osf_lstat osf_memcntl osf_mincore osf_mremap osf_msfs_syscall osf_msleep osf_mvalid "
    "osf_mwakeup osf_naccept osf_nfssvc osf_ngetpeername osf_ngetsockname osf_nrecvfrom osf_nrecvmsg "
    "osf_nsendmsg osf_ntp_adjtime osf_ntp_gettime osf_old_creat osf_old_fstat osf_old_getpgrp osf_old_killpg "
    "osf_old_lstat osf_old_open osf_old_sigaction osf_old_sigblock osf_old_sigreturn osf_old_sigsetmask "
    "osf_old_sigvec osf_old_stat osf_old_vadvise osf_old_vtrace osf_old_wait osf_oldquota osf_pathconf "
    "osf_pid_block osf_pid_unblock osf_plock osf_priocntlset osf_profil osf_proplist_syscall osf_reboot "
    "osf_revoke osf_sbrk osf_security osf_select osf_set_program_attributes osf_set_speculative "
    "osf_sethostid osf_setitimer osf_setlogin osf_setsysinfo osf_signal osf_sigprocmask osf_sigsendset "
    "osf_sigstack osf_sigwaitprim osf_sstk osf_stat osf_statfs osf_statfs64 osf_subsys_info osf_swapctl "
    "osf_syscall osf_sysinfo osf_table osf_uadmin osf_usleep_thread osf_uswitch osf_utc_adjtime "
    "osf_utc_gettime osf_utsname osf_wait4 osf_waitid pause pciconfig_iobase perfctr pipe pipe2 pkey_alloc "
    "pkey_free pkey_mprotect poll ppoll ppoll_time64 prctl pread64 preadv preadv2 prof profil pselect6 "
    "pselect6_time64 putpmsg pwrite64 pwritev pwritev2 query_module read readahead readdir readlink "
    "readlinkat readv recv recvfrom recvmmsg recvmmsg_time64 recvmsg remap_file_pages restart_syscall "
    "riscv_flush_icache riscv_hwprobe rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn "
    "rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 s390_guarded_storage s390_runtime_instr s390_sthyi "
    "sched_get_affinity sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr "
    "sched_getparam sched_getscheduler sched_rr_get_interval sched_rr_get_interval_time64 sched_yield "
    "seccomp security select send sendfile sendfile64 sendmmsg sendmsg sendto set_mempolicy "
    "set_mempolicy_home_node set_robust_list set_thread_area set_tid_address set_tls sethae setitimer "
    "setpgid setpgrp setrlimit setsid setsockopt sgetmask shmdt shutdown sigaction sigaltstack signal "
    "signalfd signalfd4 sigpending sigprocmask sigreturn sigsuspend spill splice ssetmask stat stat64 statfs "
    "statfs64 statmount statx stty subpage_prot swapcontext switch_endian sync sync_file_range "
    "sync_file_range2 syncfs sys_debug_setcontext syscall sysinfo sysmips tee time timer_create timer_delete "
    "timer_getoverrun timer_gettime timer_gettime64 timer_settime timer_settime64 timerfd timerfd_create "
    "timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64 times tuxcall ugetrlimit ulimit "
    "umask uname usr26 usr32 ustat utrap_install vmsplice vserver wait4 waitid waitpid write writev xtensa";

static bool is_allowed(const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = allowed; (p = strstr(p, name)) != NULL; p += n)
        if ((p == allowed || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

/* A call that is new in the tables has to be decided on: each is refused, or is in the list of those that are not. */
static void test_all_decided(void **state)
{
    int32_t number;
    const char *name;
    (void)state;
    for (size_t i = 0; (name = syscall_row(i, ABI_x86_64, &number)) != NULL; i++)
        if (calls_refuses(name, 0) == is_allowed(name))
            fail_msg("%s: %s", name,
                     is_allowed(name) ? "refused, and in the list" : "neither refused nor in the list");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rights), cmocka_unit_test(test_all_decided) };
    struct text has = { 0 };
    cage_describe(&has);
    const bool is_whole = strstr(has.s, "(seccomp)") != NULL;
    text_free(&has);
    if (!is_whole)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
