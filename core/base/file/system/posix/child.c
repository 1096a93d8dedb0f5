#include "core/base/file/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { INPUT = 3 }; /* the first descriptor after 0 to 2, which CHILD_INPUT names */

char *child_find(const char *path, const char *name)
{
    while (path && *path) {
        size_t n = strcspn(path, ":");
        struct text t = { 0 };
        struct stat s;
        text_add_n(&t, path, n);
        text_add(&t, "/");
        text_add(&t, name);
        const bool is_program = path[0] == '/' && stat(t.s, &s) == 0 && S_ISREG(s.st_mode) &&
                                access(t.s, X_OK) == 0;
        if (is_program)
            return t.s;
        text_free(&t);
        path += n + (path[n] == ':');
    }
    return NULL;
}

/* The environment without variables that change what programs print; one free() frees it. */
static const char **without_language(const char *const *all)
{
    static const char *const without[] = { "LC_", "LANG=", "LANGUAGE=", "DEBUGINFOD_URLS=" };
    size_t n = 0, k = 0;
    while (all && all[n])
        n++;
    const char **v = mem_new(n + 2, sizeof(*v));
    for (size_t i = 0; i < n; i++) {
        bool keep = true;
        for (size_t w = 0; w < COUNT(without); w++)
            keep &= strncmp(all[i], without[w], strlen(without[w])) != 0;
        if (keep)
            v[k++] = all[i];
    }
    v[k] = "LC_ALL=C";
    return v;
}

/* Moves a descriptor to a number above the descriptors that the child uses, so that the child does not overwrite it or
   close it twice. */
static int raised(int fd)
{
    if (fd < 0)
        return -1;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, INPUT + 1);
    close(fd);
    return high;
}

static bool make_pipe(int fd[2])
{
    int made[2];
    if (pipe(made))
        return false;
    fd[0] = raised(made[0]);
    fd[1] = raised(made[1]);
    return fd[0] >= 0 && fd[1] >= 0;
}

static int spawn(pid_t *pid, const char *const *argv, const char *const *environment, int in, int out,
                 int err)
{
    posix_spawn_file_actions_t a;
    int failed = posix_spawn_file_actions_init(&a);
    if (failed)
        return failed;
    const char **env = without_language(environment);
    const bool refused = posix_spawn_file_actions_addopen(&a, 0, "/dev/null", O_RDONLY, 0) ||
                         posix_spawn_file_actions_adddup2(&a, out, 1) ||
                         posix_spawn_file_actions_adddup2(&a, err, 2) ||
                         posix_spawn_file_actions_adddup2(&a, in, INPUT);
    if (refused)
        failed = ENOMEM;
    else
        failed = posix_spawn(pid, argv[0], &a, NULL, (char **)(uintptr_t)argv, (char **)(uintptr_t)env);
    posix_spawn_file_actions_destroy(&a);
    free(env);
    return failed;
}

/* Reads both pipes until both end. */
static bool listen_to(const char *name, int out, int err, unsigned seconds, size_t most, struct text *printed,
                      struct text *complained, struct err *e)
{
    struct pollfd p[2] = { { .fd = out, .events = POLLIN }, { .fd = err, .events = POLLIN } };
    while (p[0].fd >= 0 || p[1].fd >= 0) {
        int ready = poll(p, 2, (int)seconds * 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready < 0)
            return err_set(e, ERR_IO, 0, "cannot wait for the output of %s: %s", name, strerror(errno));
        if (!ready)
            return err_set(e, ERR_IO, 0, "%s printed nothing for %u seconds", name, seconds);
        for (int i = 0; i < 2; i++) {
            char buf[65536];
            if (p[i].fd < 0 || !p[i].revents)
                continue;
            ssize_t n = read(p[i].fd, buf, sizeof(buf));
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                return err_set(e, ERR_IO, 0, "cannot read the output of %s: %s", name, strerror(errno));
            if (!n)
                p[i].fd = -1;
            else if (i == 0)
                text_add_n(printed, buf, (size_t)n);
            else if (complained->n < 4096)
                text_add_n(complained, buf, (size_t)lesser_of((uint64_t)n, 4096));
        }
        if (printed->n > most)
            return err_set(e, ERR_FORMAT, 0, "%s printed more than %zu bytes", name, most);
    }
    return true;
}

/* Waits for a program that closed its output. False: it does not end, or waiting fails. */
static bool child_wait_for(const char *name, pid_t pid, unsigned seconds, int *status, struct err *e)
{
    for (unsigned ms = 0; ms < seconds * 1000; ms++) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid)
            return true;
        if (ended < 0 && errno != EINTR)
            return err_set(e, ERR_IO, 0, "cannot find out how %s ended: %s", name, strerror(errno));
        poll(NULL, 0, 1);
    }
    return err_set(e, ERR_IO, 0, "%s closed its output and did not end for %u seconds", name, seconds);
}

/* The last line of a program's standard error. */
static void last_line(const struct text *t, struct text *line)
{
    size_t end = t->n;
    while (end && t->s[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start && t->s[start - 1] != '\n' && end - start < 200)
        start--;
    text_add_clean_n(line, end ? t->s + start : "", end - start);
}

/* Whether a program exited with status 0; if not, `e` says how it ended. */
static bool ended_well(const char *name, int status, const struct text *complained, struct err *e)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    struct text line = { 0 };
    last_line(complained, &line);
    const char *colon = line.n ? ": " : "";
    if (WIFSIGNALED(status))
        err_set(e, ERR_FORMAT, 0, "%s was ended by signal %d%s%s", name, WTERMSIG(status), colon,
                text_str(&line));
    else
        err_set(e, ERR_FORMAT, 0, "%s ended with %d%s%s", name, WEXITSTATUS(status), colon, text_str(&line));
    text_free(&line);
    return false;
}

bool child_run(const char *const *argv, const char *const *environment, const struct file *input,
               unsigned seconds, size_t most, struct text *out, struct err *e)
{
    int o[2] = { -1, -1 }, r[2] = { -1, -1 }, in = fcntl(input->fd, F_DUPFD_CLOEXEC, INPUT + 1), status = 0;
    struct text complained = { 0 };
    bool good = in >= 0 && make_pipe(o) && make_pipe(r);
    pid_t pid = -1;
    if (!good)
        err_set(e, ERR_IO, 0, "cannot run %s: %s", argv[0], strerror(errno));
    if (good) {
        int failed = spawn(&pid, argv, environment, in, o[1], r[1]);
        if (failed)
            good = err_set(e, ERR_IO, 0, "cannot run %s: %s", argv[0], strerror(failed));
    }
    close(in);
    close(o[1]);
    close(r[1]);
    if (good) {
        good = listen_to(argv[0], o[0], r[0], seconds, most, out, &complained, e) &&
               child_wait_for(argv[0], pid, seconds, &status, e);
        if (!good) {
            kill(pid, SIGKILL);
            while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
                ;
        }
        good = good && ended_well(argv[0], status, &complained, e);
    }
    close(o[0]);
    close(r[0]);
    text_free(&complained);
    return good;
}
