#include "cli/web/run_command.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

#define PROGRAM "/proc/self/exe"

extern char **environ;

/* The words of a request as the arguments of a program; the caller frees the list. */
static char **arguments_of(const char *words, size_t bytes)
{
    size_t n = 0, cap = 0;
    char **v = NULL;
    v = mem_room(v, n, &cap, sizeof(*v));
    v[n++] = (char *)(uintptr_t) "perfolio";
    for (size_t at = 0; at < bytes && memchr(words + at, 0, bytes - at); at += strlen(words + at) + 1) {
        v = mem_room(v, n, &cap, sizeof(*v));
        v[n++] = (char *)(uintptr_t)(words + at);
    }
    v = mem_room(v, n, &cap, sizeof(*v));
    v[n] = NULL;
    return v;
}

/* Runs this program with standard output and error in files. Returns its exit status, or 128 + the number of the signal that
   ended it; -1 with `e` set. */
static int run_program(char **arguments, const struct file *out, const struct file *said, struct err *e)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, out->fd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, said->fd, STDERR_FILENO);
    const int failed = posix_spawn(&pid, PROGRAM, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        err_set(e, ERR_IO, 0, "cannot run the command: %s", strerror(failed));
        return -1;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) {
            err_set(e, ERR_IO, 0, "cannot wait for the command: %s", strerror(errno));
            return -1;
        }
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status);
}

/* Adds everything that was written to a file by a process that has it open. */
static bool add_written(const struct file *f, struct text *to, struct err *e)
{
    char buf[1 << 14];
    int64_t n;
    for (uint64_t at = 0; (n = file_read(f, at, buf, sizeof(buf), e)) > 0; at += (uint64_t)n)
        text_add_n(to, buf, (size_t)n);
    return n == 0;
}

bool run_command(const char *words, size_t bytes, struct text *answer, struct err *e)
{
    struct file out = { .fd = -1 }, said = { .fd = -1 };
    struct text text = { 0 };
    char **arguments = arguments_of(words, bytes);
    int status = -1;
    if (file_temp(&out, getenv("TMPDIR"), e) && file_temp(&said, getenv("TMPDIR"), e))
        status = run_program(arguments, &out, &said, e);
    bool ok = status >= 0 && add_written(&said, &text, e);
    if (ok) {
        text_printf(answer, "{\"status\":%d,\"said\":", status);
        text_add_quoted(answer, text_str(&text), text.n);
        text_add(answer, "}\n");
        ok = add_written(&out, answer, e);
    }
    file_close(&out);
    file_close(&said);
    text_free(&text);
    free(arguments);
    return ok;
}
