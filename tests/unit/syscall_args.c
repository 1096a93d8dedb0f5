/*
 * syscall_args: calls as perf trace shows them. The lines of x86_64 are perf 6.1's own, of a program that
 * makes these calls; those of other architectures have its headers' values.
 */
#include "core/replay/calls/syscall.h"
#include "tests/unit/syscall_number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct arch *arch_called(const char *name)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(all[i]->name, name))
            return all[i];
    return NULL; /* "?" */
}

/* 42 is called ls, of 43 nobody has said a name, and no other is there. */
static bool task(void *arg, int32_t tid, struct when when, const char **comm)
{
    (void)arg;
    (void)when;
    *comm = tid == 42 ? "ls" : NULL;
    return tid == 42 || tid == 43;
}

#define CWD 0xffffff9c /* AT_FDCWD as an int */

/* A call and how it is shown; result INT64_MAX: it has none yet. */
static const struct row {
    const char *arch;
    const char *call;
    uint64_t v[SYSCALL_ARGS];
    int64_t result;
    const char *shown;
    const char *complete; /* NULL: the same */
} rows[] = {
    { "x86_64",
      "openat",
      { CWD, 0x7ffdca026c99, 02000000 | 0100, 0644 },
      3,
      "openat(dfd: CWD, filename: 0xca026c99, flags: RDONLY|CLOEXEC|CREAT, mode: IRUGO|IWUSR) = 3",
      "openat(dfd: CWD, filename: 0x7ffdca026c99, flags: RDONLY|CLOEXEC|CREAT, mode: IRUGO|IWUSR) = 3" },
    { "x86_64",
      "open",
      { 0x1000, 0200000 | 0400000, 7 },
      -20,
      "open(filename: 0x1000, flags: RDONLY|DIRECTORY|NOFOLLOW) = -1 ENOTDIR (Not a directory)",
      NULL },
    { "x86_64",
      "open",
      { 0x1000, 020000000 | 0200000 | 2, 0600 },
      9,
      "open(filename: 0x1000, flags: RDWR|DIRECTORY|TMPFILE) = 9",
      NULL },
    { "x86_64",
      "mmap",
      { 0, 65536, 3, 0x4022, 0xffffffffffffffff, 0 },
      0x7fc6c9fe8000,
      "mmap(len: 65536, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS|NORESERVE) = 0x7fc6c9fe8000",
      NULL },
    { "x86_64",
      "mmap",
      { 0x1000, 0, 4, 1, 1, 0x2000 },
      -22,
      "mmap(addr: 0x1000, prot: EXEC, flags: SHARED, fd: 1, off: 0x2000) = -1 EINVAL (Invalid argument)",
      NULL },
    { "x86_64", "access", { 0x5000, 6 }, 0, "access(filename: 0x5000, mode: RW) = 0", NULL },
    { "x86_64", "access", { 0x5000, 0 }, 0, "access(filename: 0x5000) = 0", NULL },
    { "x86_64", "socket", { 1, 02000000 | 1 }, 4, "socket(family: LOCAL, type: STREAM|CLOEXEC) = 4", NULL },
    { "x86_64", "socket", { 2, 2, 17 }, 4, "socket(family: INET, type: DGRAM, protocol: UDP) = 4", NULL },
    { "x86_64",
      "setsockopt",
      { 4, 1, 2, 0x1000, 4 },
      0,
      "setsockopt(fd: 4, level: 1, optname: 2, optval: 0x1000, optlen: 4) = 0",
      "setsockopt(fd: 4, level: SOCKET, optname: 2, optval: 0x1000, optlen: 4) = 0" },
    { "x86_64",
      "statx",
      { CWD, 0x1000, 0x100, 0x7ff, 0x2000 },
      0,
      "statx(dfd: CWD, filename: 0x1000, flags: SYMLINK_NOFOLLOW, mask: "
      "TYPE|MODE|NLINK|UID|GID|ATIME|MTIME|CTIME|INO|"
      "SIZE|BLOCKS, buffer: 0x2000) = 0",
      NULL },
    /* one bit is called differently by each call, and by none where it means nothing */
    { "x86_64",
      "newfstatat",
      { 3, 0x1000, 0x2000, 0x1300 },
      0,
      "newfstatat(dfd: 3, filename: 0x1000, statbuf: 0x2000, flag: SYMLINK_NOFOLLOW|0x200|EMPTY_PATH) = 0",
      NULL },
    { "i386",
      "fstatat64",
      { CWD, 0x1000, 0x2000, 0x800 },
      0,
      "fstatat64(dfd: CWD, filename: 0x1000, statbuf: 0x2000, flag: NO_AUTOMOUNT) = 0",
      NULL },
    { "s390x",
      "unlinkat",
      { CWD, 0x1000, 0x200 },
      0,
      "unlinkat(dfd: CWD, pathname: 0x1000, flag: REMOVEDIR) = 0",
      NULL },
    { "riscv64",
      "faccessat2",
      { CWD, 0x1000, 4, 0x300 },
      0,
      "faccessat2(dfd: CWD, filename: 0x1000, mode: R, flags: EACCESS|SYMLINK_NOFOLLOW) = 0",
      NULL },
    { "x86_64",
      "name_to_handle_at",
      { 4, 0x1000, 0x2000, 0x3000, 0x1601 },
      0,
      "name_to_handle_at(dfd: 4, name: 0x1000, handle: 0x2000, mnt_id: 0x3000, flag: "
      "HANDLE_MNT_ID_UNIQUE|HANDLE_FID|SYMLINK_FOLLOW|EMPTY_PATH) = 0",
      NULL },
    { "x86_64",
      "linkat",
      { CWD, 0x1000, CWD, 0x2000, 0x400 },
      0,
      "linkat(olddfd: CWD, oldname: 0x1000, newdfd: CWD, newname: 0x2000, flags: SYMLINK_FOLLOW) = 0",
      NULL },
    { "x86_64",
      "fchownat",
      { CWD, 0x1000, 5, 6, 0x1000 },
      0,
      "fchownat(dfd: CWD, filename: 0x1000, user: 5, group: 6, flag: EMPTY_PATH) = 0",
      NULL },
    { "arm64",
      "execveat",
      { 3, 0x1000, 0x2000, 0x3000, 0x11000 },
      0,
      "execveat(fd: 3, filename: 0x1000, argv: 0x2000, envp: 0x3000, flags: EMPTY_PATH|EXECVE_CHECK) = 0",
      NULL },
    { "x86_64",
      "utimensat",
      { CWD, 0x1000, 0, 0x100 },
      0,
      "utimensat(dfd: CWD, filename: 0x1000, flags: SYMLINK_NOFOLLOW) = 0",
      NULL },
    { "x86_64", "fcntl", { 3, 3 }, 04002, "fcntl(fd: 3, cmd: GETFL) = RDWR|NONBLOCK", NULL },
    { "x86_64", "fcntl", { 3, 4, 04002 }, 0, "fcntl(fd: 3, cmd: SETFL, arg: RDWR|NONBLOCK) = 0", NULL },
    { "x86_64", "fcntl", { 3, 1 }, 1, "fcntl(fd: 3, cmd: GETFD) = 0", "fcntl(fd: 3, cmd: GETFD) = CLOEXEC" },
    { "x86_64", "fcntl", { 3, 1024, 1 }, 0, "fcntl(fd: 3, cmd: SETLEASE, arg: WRLCK) = 0", NULL },
    { "parisc", "fcntl", { 3, 1024, 1 }, 0, "fcntl(fd: 3, cmd: SETLEASE, arg: RDLCK) = 0", NULL },
    { "alpha", "fcntl", { 3, 1024, 8 }, 0, "fcntl(fd: 3, cmd: SETLEASE, arg: UNLCK) = 0", NULL },
    { "x86_64", "fcntl", { 3, 0, 20 }, 20, "fcntl(fd: 3, cmd: DUPFD, arg: 20) = 20", NULL },
    { "x86_64",
      "fcntl",
      { 3, 36, 0x1000 },
      0,
      "fcntl(fd: 3, cmd: 36, arg: 0x1000) = 0",
      "fcntl(fd: 3, cmd: OFD_GETLK, arg: 0x1000) = 0" },
    { "x86_64",
      "futex",
      { 0x1000, 129, 1, 5, 6, 7 },
      0,
      "futex(uaddr: 0x1000, op: WAKE|PRIVATE_FLAG, val: 1) = 0",
      NULL },
    { "x86_64",
      "futex",
      { 0x1000, 9 | 128 | 256, 5, 0, 0, 0xffffffff },
      -11,
      "futex(uaddr: 0x1000, op: WAIT_BITSET|PRIVATE_FLAG|CLOCK_REALTIME, val: 5, val3: MATCH_ANY) = -1 "
      "EAGAIN (Resource "
      "temporarily unavailable)",
      NULL },
    { "x86_64", "kill", { 42, 10 }, 0, "kill(pid: 42 (ls), sig: USR1) = 0", NULL },
    { "x86_64", "kill", { 43, 99 }, 0, "kill(pid: 43, sig: 0x63) = 0", NULL },
    { "x86_64", "gettid", { 0 }, 42, "gettid() = 42 (ls)", NULL },
    { "x86_64", "gettid", { 0 }, 43, "gettid() = 43", NULL },
    { "x86_64", "getppid", { 0 }, 77, "getppid() = ", "getppid() = 77" },
    { "x86_64",
      "poll",
      { 0x1000, 1, 2 },
      0,
      "poll(ufds: 0x1000, nfds: 1, timeout_msecs: 2) = 0 (Timeout)",
      NULL },
    { "x86_64",
      "wait4",
      { 42, 0x1000, 1 },
      -512,
      "wait4(upid: 42 (ls), stat_addr: 0x1000, options: NOHANG) = -1 ERESTARTSYS (To be restarted)",
      NULL },
    { "x86_64", "ioctl", { 0, 0x5413, 0x1000 }, 0, "ioctl(cmd: TIOCGWINSZ, arg: 0x1000) = 0", NULL },
    { "x86_64",
      "ioctl",
      { 0, 0x4004662a, 1 },
      0,
      "ioctl(cmd: (WRITE, 0x66, 0x2a, 0x4), arg: 0x1) = 0",
      NULL },
    { "x86_64", "prctl", { 15, 0x1000, 1, 2, 3 }, 0, "prctl(option: SET_NAME, arg2: 0x1000) = 0", NULL },
    { "x86_64",
      "clone",
      { 0x01200011, 0, 0x10, 0x7f00, 0x20 },
      43,
      "clone(clone_flags: CHILD_CLEARTID|CHILD_SETTID|0x11, child_tidptr: 0x7f00) = 43",
      NULL },
    { "x86_64", "lseek", { 3, 0, 0 }, 0, "lseek(fd: 3, whence: SET) = 0", NULL },
    { "x86_64",
      "rt_sigprocmask",
      { 0, 0x1000, 0, 8 },
      0,
      "rt_sigprocmask(how: BLOCK, nset: 0x1000, sigsetsize: 8) = 0",
      NULL },
    { "x86_64",
      "madvise",
      { 0x1000, 65536, 4 },
      0,
      "madvise(start: 0x1000, len_in: 65536, behavior: MADV_DONTNEED) = 0",
      NULL },
    { "x86_64",
      "eventfd2",
      { 3, 02004001 },
      5,
      "eventfd2(count: 3, flags: SEMAPHORE|CLOEXEC|NONBLOCK) = 5",
      NULL },
    { "x86_64",
      "mount",
      { 0x10, 0x20, 0, 0xc0ed1001, 0 },
      0,
      "mount(dev_name: 0x10, dir_name: 0x20, flags: RDONLY|BIND) = 0",
      NULL },
    { "x86_64", "exit_group", { 0xffffffff }, INT64_MAX, "exit_group(error_code: 4294967295) = ?", NULL },
    /* a long of 32 bits */
    { "i386",
      "write",
      { 0xffffffff, 0x8000, 5 },
      -9,
      "write(fd: -1, buf: 0x8000, count: 5) = -1 EBADF (Bad file descriptor)",
      NULL },
    { "i386",
      "mmap2",
      { 0, 4096, 3, 0x22, 0xffffffff, 0 },
      (int32_t)0xb7d00000,
      "mmap2(len: 4096, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS) = 0xb7d00000",
      NULL },
    { "s390x", "mmap", { 0x3fff8c79458 }, 0x3ff922f8000, "mmap(arg: 0x3fff8c79458) = 0x3ff922f8000", NULL },
    { "s390x",
      "clone",
      { 0x1000, 0x00010f00, 0, 0, 0 },
      42,
      "clone(newsp: 0x1000, clone_flags: VM|FS|FILES|SIGHAND|THREAD) = 42 (ls)",
      NULL },
    { "s390x",
      "ioctl",
      { 1, 21505, 0x1000 },
      0,
      "ioctl(fd: 1, cmd: 21505, arg: 0x1000) = 0",
      "ioctl(fd: 1, cmd: TCGETS, arg: 0x1000) = 0" },
    /* other values of the same names */
    { "mips",
      "open",
      { 0x1000, 0x100 | 0x80 | 1, 0600 },
      3,
      "open(filename: 0x1000, flags: CREAT|NONBLOCK|WRONLY, mode: IRUSR|IWUSR) = 3",
      NULL },
    { "mips",
      "socket",
      { 1, 2 | 0x80000 | 0x80 },
      -89,
      "socket(family: LOCAL, type: STREAM|CLOEXEC|NONBLOCK) = -1 ENOSYS (Function not implemented)",
      NULL },
    { "mips64",
      "mmap",
      { 0, 4096, 3, 0x802, 9, 9 },
      0x1000,
      "mmap(len: 4096, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS) = 0x1000",
      NULL },
    { "alpha",
      "kill",
      { 42, 30 },
      -35,
      "kill(pid: 42 (ls), sig: USR1) = -1 EAGAIN (Resource temporarily unavailable)",
      NULL },
    { "sparc64",
      "rt_sigprocmask",
      { 4, 0x1000, 0, 8 },
      0,
      "rt_sigprocmask(how: SETMASK, nset: 0x1000, sigsetsize: 8) = 0",
      NULL },
    { "parisc",
      "openat",
      { CWD, 0x1000, 0x200000 | 0x800, 0 },
      -251,
      "openat(dfd: CWD, filename: 0x1000, flags: RDONLY|CLOEXEC|LARGEFILE) = -1 ENOSYS (Function not "
      "implemented)",
      NULL },
    { "arm",
      "openat",
      { CWD, 0x1000, 02000000 | 0400000, 0 },
      3,
      "openat(dfd: CWD, filename: 0x1000, flags: RDONLY|CLOEXEC|LARGEFILE) = 3",
      NULL },
    /* nothing is known */
    { "?",
      "#7",
      { 1, 2, 3, 0, 0, 0xffffffffffffffff },
      -2,
      "syscall_7(arg0: 1, arg1: 2, arg2: 3, arg5: -1) = -1 (unknown) (Unknown error 2)",
      NULL },
};

static void show(const struct row *row, const struct arch *a, bool complete, struct text *out)
{
    struct call_kinds kinds = { .arch = a, .bits = a ? a->bits : 64, .complete = complete, .task = task };
    int32_t number = row->call[0] == '#' ? 7 : syscall_by_name(a, row->call);
    if (number < 0)
        fail_msg("%s has no %s", row->arch, row->call);
    struct call_line line = { .kinds = &kinds, .kind = syscall_kind(&kinds, (uint32_t)number, NULL) };
    memcpy(line.v, row->v, sizeof(line.v));
    syscall_show(&line, out);
    text_add(out, ") = ");
    if (row->result == INT64_MAX)
        text_add(out, "?");
    else
        syscall_show_result(&line, row->result, out);
    syscall_kinds_free(&kinds);
}

static void calls_are_shown_as_perf_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int complete = 0; complete < 2; complete++) {
            struct text out = { 0 };
            const char *expected = complete && rows[i].complete ? rows[i].complete : rows[i].shown;
            show(&rows[i], arch_called(rows[i].arch), complete, &out);
            if (strcmp(out.s, expected) != 0)
                fail_msg("%s:\n%s, but\n%s", rows[i].arch, out.s, expected);
            text_free(&out);
        }
}

/* An architecture without a table of constants has not another's. */
static void unknown_constants_are_numbers(void **state)
{
    static const struct row calls[] = {
        { "x86_64",
          "openat",
          { CWD, 0x1000, 02000101, 0644 },
          -2,
          "openat(dfd: CWD, filename: 0x1000, flags: 0x80041, mode: IRUGO|IWUSR) = -1 (unknown) (Unknown "
          "error 2)",
          NULL },
        { "x86_64", "open", { 0x1000 }, 3, "open(filename: 0x1000) = 3", NULL },
        { "x86_64", "kill", { 5, 9 }, 0, "kill(pid: 5, sig: 0x9) = 0", NULL },
        { "x86_64",
          "mmap",
          { 0, 4096, 3, 0x22, UINT64_MAX, 0 },
          0x7000,
          "mmap(len: 4096, prot: 0x1|0x2, flags: 0x2|0x20, fd: -1) = 0x7000",
          NULL },
        { "x86_64", "fcntl", { 3, 1024, 1 }, 0, "fcntl(fd: 3, cmd: 1024, arg: 1) = 0", NULL },
        { "x86_64",
          "socket",
          { 2, 0x80001, 6 },
          3,
          "socket(family: 2, type: 0x1|0x80000, protocol: 6) = 3",
          NULL },
        { "x86_64", "ioctl", { 0, 0x5401, 0 }, 0, "ioctl(cmd: 21505) = 0", NULL },
    };
    struct arch none = *arch_called("x86_64");
    (void)state;
    none.uapi = UAPI_NONE;
    none.generic_ioctls = none.perf_names_ioctls = false;
    for (size_t i = 0; i < COUNT(calls); i++) {
        struct text out = { 0 };
        show(&calls[i], &none, true, &out);
        if (strcmp(out.s, calls[i].shown) != 0)
            fail_msg("%s, but\n%s", out.s, calls[i].shown);
        text_free(&out);
    }
}

/* Every call of every architecture, with arguments that set every bit and none, is shown somehow. */
static void every_call_is_shown(void **state)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);
    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct call_kinds kinds = { .arch = all[i], .bits = all[i]->bits, .complete = true, .task = task };
        int32_t number;
        for (size_t k = 0; syscall_row(k, (enum syscall_abi)all[i]->abis[0], &number); k++)
            for (int bits = 0; bits < 2 && number >= 0; bits++) {
                struct text out = { 0 };
                struct call_line line = { .kinds = &kinds,
                                          .kind = syscall_kind(&kinds, (uint32_t)number, NULL) };
                memset(line.v, bits ? 0xff : 0, sizeof(line.v));
                syscall_show(&line, &out);
                syscall_show_result(&line, bits ? 1 : 0, &out);
                assert_true(line.kind->known && out.n);
                text_free(&out);
            }
        syscall_kinds_free(&kinds);
    }
}

/* What perf 6.1 has no lines of. */
static void some_calls_are_not_listed(void **state)
{
    static const struct {
        const char *arch, *call;
        bool listed;
    } calls[] = {
        { "x86_64", "mmap", true },   { "x86_64", "fstat", true },      { "x86_64", "rt_sigreturn", true },
        { "arm64", "mmap", false },   { "arm64", "openat", true },      { "i386", "mmap2", false },
        { "i386", "_llseek", false }, { "arm", "_llseek", true },       { "arm", "mmap2", false },
        { "s390x", "mmap", true },    { "s390x", "socketcall", true },  { "i386", "socketcall", true },
        { "arm", "statfs64", true },  { "arm64", "newfstatat", false }, { "i386", "ugetrlimit", false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(calls); i++) {
        const struct arch *a = arch_called(calls[i].arch);
        struct call_kinds kinds = { .arch = a, .bits = a->bits, .task = task };
        const struct call_kind *kind =
            syscall_kind(&kinds, (uint32_t)syscall_by_name(a, calls[i].call), NULL);
        if (kind->listed != calls[i].listed)
            fail_msg("%s of %s", calls[i].call, calls[i].arch);
        syscall_kinds_free(&kinds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_shown_as_perf_does),
        cmocka_unit_test(unknown_constants_are_numbers),
        cmocka_unit_test(every_call_is_shown),
        cmocka_unit_test(some_calls_are_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
