/*
 * cage_tries: what a program can still do while it reads a capture. Preloaded (tests/cage.py), it makes its attempts at the
 * first pread() that comes after the program has entered its cage, in the program's own process, and writes a line about each to
 * TRIES_FD: its name, and the name of its error or "done". TRIES_DIR is a folder that no option names, TRIES_OUT that of the output.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_flag tried = ATOMIC_FLAG_INIT;

static void say(const char *name, int why)
{
    const char *fd = getenv("TRIES_FD");
    static const struct {
        int why;
        const char *name;
    } names[] = { { 0, "done" }, { EPERM, "EPERM" }, { EACCES, "EACCES" }, { ENOSYS, "ENOSYS" } };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (names[i].why == why)
            dprintf(fd ? atoi(fd) : 2, "%s %s\n", name, names[i].name);
}

static int errno_of(long result)
{
    return result < 0 ? errno : 0;
}

static void try_open(const char *name, const char *folder, const char *file, int flags)
{
    char path[4096];
    if (!folder)
        return;
    snprintf(path, sizeof(path), "%s/%s", folder, file);
    const int fd = open(path, flags | O_CLOEXEC, 0600);
    say(name, errno_of(fd));
    if (fd >= 0)
        close(fd);
}

static void try_program(void)
{
    char *const argv[] = { (char[]){ "/bin/true" }, NULL };
    pid_t pid;
    int why = posix_spawn(&pid, argv[0], NULL, NULL, argv, NULL), status = 0;
    if (!why)
        why = errno_of(waitpid(pid, &status, 0));
    say("program", why);
}

static void try_status(void)
{
    char line[256];
    FILE *f = fopen("/proc/self/status", "re");
    while (f && fgets(line, sizeof(line), f))
        if (!strncmp(line, "Seccomp:", 8) || !strncmp(line, "NoNewPrivs:", 11))
            dprintf(atoi(getenv("TRIES_FD")), "%s", line);
    if (f)
        fclose(f);
}

static void try_all(void)
{
    const char *out = getenv("TRIES_OUT"), *elsewhere = getenv("TRIES_DIR");
    char path[4096];
    struct rlimit limit;
    try_status();
    try_open("read-elsewhere", elsewhere, "old", O_RDONLY);
    try_open("write-elsewhere", elsewhere, "old", O_WRONLY);
    try_open("create-elsewhere", elsewhere, "new", O_WRONLY | O_CREAT | O_EXCL);
    snprintf(path, sizeof(path), "%s/old", elsewhere);
    say("remove-elsewhere", errno_of(unlink(path)));
    try_open("create-beside-output", out, "new", O_WRONLY | O_CREAT | O_EXCL);
    try_open("overwrite-beside-output", out, "old", O_WRONLY | O_TRUNC);
    say("socket", errno_of(socket(AF_INET, SOCK_STREAM, 0)));
    say("local-socket", errno_of(socket(AF_UNIX, SOCK_STREAM, 0)));
    try_program();
    say("trace", errno_of(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL)));
    say("mount", errno_of(mount("none", "/", "tmpfs", 0, NULL)));
    say("signal", errno_of(kill(getppid(), 0)));
    say("signal-by-file", errno_of(fcntl(atoi(getenv("TRIES_FD")), F_SETOWN, getppid())));
    say("limits", errno_of(prlimit(getppid(), RLIMIT_CORE, NULL, &limit)));
    say("priority",
        errno_of(setpriority(PRIO_PROCESS, (id_t)getppid(), getpriority(PRIO_PROCESS, (id_t)getppid()))));
}

static void try_once(void)
{
    const int was = errno;
    if (prctl(PR_GET_SECCOMP) == 2 && !atomic_flag_test_and_set(&tried))
        try_all();
    errno = was;
}

ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
    ssize_t (*next)(int, void *, size_t, off_t) =
        (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread");
    try_once();
    return next(fd, buf, n, at);
}

ssize_t pread64(int fd, void *buf, size_t n, off64_t at)
{
    ssize_t (*next)(int, void *, size_t, off64_t) =
        (ssize_t(*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
    try_once();
    return next(fd, buf, n, at);
}
